import { useState } from 'react'
import { useChosen } from '../../browser/use-chosen.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { useApi } from '../../use-api.ts'

/** Which items of the Inbox are chosen; `ids` are those that are listed. All of them may be more. */
export function useInboxSelection(ids: readonly string[]) {
  const api = useApi()
  const { choose, ...selection } = useChosen(ids)
  const [isAsking, setAsking] = useState(false)

  /** All that is in the Inbox now, as the server knows it. */
  async function chooseAll(): Promise<void> {
    if (isAsking) return
    setAsking(true)
    try {
      const all = await api('GET /api/v1/me/inbox/ids')
      choose(all.ids)
    } catch {
      void toast.error('Error', { description: 'Failed to load products' })
    } finally {
      setAsking(false)
    }
  }

  return { ...selection, isAsking, chooseAll }
}
