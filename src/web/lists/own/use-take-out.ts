import { useRef, useState } from 'react'
import type { Extras } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.tsx'
import { messageOf } from '../../api/use-act.ts'
import { useApi } from '../../api/use-api.ts'
import { useParting } from '../../api/use-parting.ts'
import { toast } from '../../ui/feedback/toast.ts'
import type { OwnListItem } from './own-list-data.ts'
import { showItems, useRefreshLists } from './own-list-query.ts'

/** How long taking out can be undone. */
const undoSeconds = 10

const nothing: ReadonlySet<string> = new Set()

/**
 * Takes things out of a list: they leave it at once (`leaving`), and for good ten seconds later or as soon as the page
 * is left, so that it can be undone with line, place and point unchanged.
 */
export function useTakeOut(listId: string) {
  const api = useApi()
  const refreshLists = useRefreshLists()
  const [leaving, setLeaving] = useState(nothing)
  const waiting = useRef(new Set<string>())

  function takeOut({ id }: OwnListItem) {
    waiting.current.add(id)
    setLeaving((before) => new Set([...before, id]))
    const send = () => void sendNow(id)
    toast
      .success('Taken out', {
        action: { label: 'Undo', onPress: () => undo(id) },
        countdown: { seconds: undoSeconds, onOver: send },
      })
      .catch(send)
  }

  function undo(id: string) {
    if (waiting.current.delete(id)) putBack(id)
  }

  const putBack = (id: string) => setLeaving((before) => new Set([...before].filter((other) => other !== id)))

  async function sendNow(id: string, extras: Extras = {}): Promise<void> {
    if (!waiting.current.delete(id)) return
    try {
      await api('DELETE /api/v1/me/lists/:id/items/:item_id', { params: { id: listId, item_id: id } }, extras)
      showItems(queryClient(), listId, (item) => (item.id === id ? null : item))
      await refreshLists()
    } catch (error) {
      void toast.error('Not taken out', { description: messageOf(error), isParting: true })
    } finally {
      putBack(id)
    }
  }

  useParting((extras) => {
    for (const id of [...waiting.current]) void sendNow(id, extras)
  })

  return { takeOut, leaving }
}
