import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { ApiError } from '../../client.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { useApi } from '../../use-api.ts'
import { refreshTrackingIds } from '../admin-queries.ts'
import { messageOf } from '../parts/texts.ts'

type Problems = Record<string, string>

/** A change of the tracking ids: made once, with what is wrong told beside its field, and the first such one focused. */
export function useChange(form?: RefObject<HTMLFormElement | null>) {
  const api = useApi()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  const isUnderWay = useRef(false)

  function show(found: Problems) {
    setProblems(found)
    const [first] = Object.keys(found)
    form?.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }

  /** Tells whether it was made. */
  async function change(
    make: () => Promise<unknown>,
    { success, failure }: { success: string; failure: string },
  ): Promise<boolean> {
    if (isUnderWay.current) return false
    isUnderWay.current = true
    setBusy(true)
    setProblems({})
    try {
      await make()
      await refreshTrackingIds(client)
      void toast.success(success)
      return true
    } catch (error) {
      if (error instanceof ApiError && error.problems.length > 0)
        show(Object.fromEntries(error.problems.map(({ path, message }) => [path, message])))
      else void toast.error(failure, { description: messageOf(error) })
      return false
    } finally {
      isUnderWay.current = false
      setBusy(false)
    }
  }

  return { api, isBusy, problems, show, change }
}
