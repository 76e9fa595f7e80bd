import { type FormEvent, useId, useState } from 'react'
import { useTabDraft } from './use-tab-draft.ts'

const missing = 'Please give a reason'

/**
 * The form that asks why something is done. `subject` names what it is done to: what was typed about it is kept for the
 * tab until `send` says that it has been done.
 */
export function useReason(subject: string, send: (reason: string) => Promise<boolean>) {
  const formId = useId()
  const [text, setText, forget] = useTabDraft(`reason ${subject}`, '')
  const [problem, setProblem] = useState<string | null>(null)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!text.trim()) {
      setProblem(missing)
      event.currentTarget.querySelector('textarea')?.focus()
      return
    }
    if (await send(text.trim())) forget()
  }
  function type(next: string) {
    setProblem(null)
    setText(next)
  }

  return { formId, text, problem, type, submit }
}
