import { type RefObject, useState } from 'react'
import { useChange } from '../parts/use-change.ts'

/**
 * Sets rates, with `problems` by field. `examples` are what the server asks about: where they are right, set the rates
 * again with them (docs/product/ledger.md#rates).
 */
export function useSetting(form: RefObject<HTMLFormElement | null>) {
  const { change, ...rest } = useChange(form)
  const [examples, setExamples] = useState<string[]>([])
  const forgetExamples = () => setExamples([])

  /** Resolves to whether they are set. */
  function set(call: () => Promise<unknown>, texts: Parameters<typeof change>[1]): Promise<boolean> {
    forgetExamples()
    return change(call, texts, ({ details }) => setExamples((details as { examples: string[] }).examples))
  }

  return { ...rest, set, examples, forgetExamples }
}
