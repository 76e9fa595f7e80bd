import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { ApiError } from '../../api/client.ts'
import { useApi } from '../../api/use-api.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { messageOf, problemsOf } from './texts.ts'
import { useOneCall } from './use-one-call.ts'

type Problems = Record<string, string>

/**
 * Makes changes, one call at a time, after which `refresh` has what they changed loaded again, as after a conflict.
 * `problems` are by field; the first such field of the form is focused.
 */
export function useChange(
  refresh: (client: QueryClient) => Promise<void>,
  form?: RefObject<HTMLFormElement | null>,
) {
  const api = useApi()
  const client = useQueryClient()
  const { isBusy, make } = useOneCall<'change'>()
  const [problems, setProblems] = useState<Problems>({})

  function show(found: Problems) {
    setProblems(found)
    const fields = [...(form?.current?.querySelectorAll<HTMLElement>('[name]') ?? [])]
    fields.find((field) => (field.getAttribute('name') ?? '') in found)?.focus()
  }

  /** Resolves to whether the change was made. `onQuestion` takes `confirmation_required`, to be asked and not told. */
  const change = (
    call: () => Promise<unknown>,
    { success, failure }: { success: string; failure: string },
    onQuestion?: (error: ApiError) => void,
  ): Promise<boolean> =>
    make(
      'change',
      async () => {
        setProblems({})
        await call()
        await refresh(client)
        void toast.success(success)
      },
      (error) => {
        // What the page shows is no longer so.
        if (error instanceof ApiError && error.code === 'conflict') void refresh(client)
        if (error instanceof ApiError && error.code === 'confirmation_required' && onQuestion)
          onQuestion(error)
        else if (error instanceof ApiError && error.problems.length > 0) show(problemsOf(error))
        else void toast.error(failure, { description: messageOf(error) })
      },
    )

  return { api, isBusy, problems, show, change }
}
