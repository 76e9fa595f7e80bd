import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { ApiError } from '../../client.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { useApi } from '../../use-api.ts'
import { refreshTrackingIds } from '../admin-queries.ts'
import { messageOf, problemsOf } from '../parts/texts.ts'
import { useOneCall } from '../parts/use-one-call.ts'

type Problems = Record<string, string>

/** Makes changes of tracking ids, one call at a time. `problems` are by field; the first such field is focused. */
export function useChange(form?: RefObject<HTMLFormElement | null>) {
  const api = useApi()
  const client = useQueryClient()
  const { isBusy, make } = useOneCall<'change'>()
  const [problems, setProblems] = useState<Problems>({})

  function show(found: Problems) {
    setProblems(found)
    const [first] = Object.keys(found)
    form?.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }

  /** Resolves to whether the change was made. */
  const change = (
    call: () => Promise<unknown>,
    { success, failure }: { success: string; failure: string },
  ): Promise<boolean> =>
    make(
      'change',
      async () => {
        setProblems({})
        await call()
        await refreshTrackingIds(client)
        void toast.success(success)
      },
      (error) => {
        if (error instanceof ApiError && error.problems.length > 0) show(problemsOf(error))
        else void toast.error(failure, { description: messageOf(error) })
      },
    )

  return { api, isBusy, problems, show, change }
}
