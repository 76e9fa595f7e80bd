import { useState } from 'react'
import { useApi } from '../../api/use-api.ts'
import { useChosen } from '../../browser/use-chosen.ts'
import { toast } from '../../ui/feedback/toast.ts'

/** The chosen items of the Inbox; `ids` are the listed ones. Choosing all may choose more than are listed. */
export function useInboxSelection(ids: readonly string[]) {
  const api = useApi()
  const { choose, ...selection } = useChosen(ids)
  const [isAsking, setAsking] = useState(false)

  /** Chooses all items of the Inbox, as the server lists them now. */
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
