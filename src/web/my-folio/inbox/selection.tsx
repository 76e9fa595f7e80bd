import { useState } from 'react'
import { toast } from '../../ui/feedback/toast.ts'
import { useApi } from '../../use-api.ts'

/** Which items of the Inbox are chosen. All of them may be more than the list has loaded. */
export function useSelection() {
  const api = useApi()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isAsking, setAsking] = useState(false)

  function toggle(id: string) {
    setChosen((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }

  /** All that is in the Inbox now, as the server knows it. */
  async function chooseAll(): Promise<void> {
    if (isAsking) return
    setAsking(true)
    try {
      const { ids } = await api('GET /api/v1/me/inbox/ids')
      setChosen(new Set(ids))
    } catch {
      void toast.error('Error', { description: 'Failed to load products' })
    } finally {
      setAsking(false)
    }
  }

  return {
    chosen,
    isAsking,
    toggle,
    chooseAll,
    clear: () => setChosen(new Set()),
    chooseAgain: (ids: string[]) => setChosen((before) => new Set([...before, ...ids])),
  }
}
