import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, type Extras } from '../../api/client.ts'
import { ownCategoriesKey } from '../../api/queries.ts'
import { useApi } from '../../api/use-api.ts'
import { useParting } from '../../api/use-parting.ts'
import { useDropItems } from '../../item/use-own-lists.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { itemCount } from '../count-texts.ts'

/** How long a deletion can be undone; afterwards it is final, since the server stores nothing to restore. */
const undoSeconds = 10

const noIds: ReadonlySet<string> = new Set()

/**
 * Deletes the person's items. They leave the list at once (`removing`) but are only deleted ten seconds later, so that
 * it can be undone; or as soon as the page is left or closed (decision 12). When it fails they come back, and
 * `onFailed` gets their ids.
 */
export function useRemoval(onFailed?: (ids: readonly string[]) => void) {
  const api = useApi()
  const client = useQueryClient()
  const drop = useDropItems()
  const [removing, setRemoving] = useState(noIds)
  const waiting = useRef(new Set<readonly string[]>())

  function remove(ids: readonly string[]) {
    waiting.current.add(ids)
    setRemoving((before) => new Set([...before, ...ids]))
    const send = () => void sendNow(ids)
    toast
      .success(`${itemCount(ids.length)} removed`, {
        action: { label: 'Undo', onPress: () => undo(ids) },
        countdown: { seconds: undoSeconds, onOver: send },
      })
      .catch(send)
  }

  function undo(ids: readonly string[]) {
    if (!waiting.current.delete(ids)) return
    putBack(ids)
    void toast.success(`${itemCount(ids.length)} put back`)
  }

  function putBack(ids: readonly string[]) {
    const back = new Set(ids)
    setRemoving((before) => new Set([...before].filter((id) => !back.has(id))))
  }

  async function sendNow(ids: readonly string[], extras: Extras = {}): Promise<void> {
    if (!waiting.current.delete(ids)) return
    try {
      await api('POST /api/v1/me/products/delete', { body: { product_ids: [...ids] } }, extras)
      drop(...ids)
      // They are subtracted here until new counts are loaded.
      await client.invalidateQueries({ queryKey: ownCategoriesKey })
    } catch (error) {
      onFailed?.(ids)
      void client.invalidateQueries({ queryKey: ['own'] })
      const description = error instanceof ApiError && error.status === 0 ? error.message : undefined
      void toast.error(
        `${itemCount(ids.length)} could not be deleted, and ${ids.length === 1 ? 'is' : 'are'} back`,
        {
          isParting: true,
          ...(description && { description }),
        },
      )
    } finally {
      putBack(ids)
    }
  }

  /** Sends all waiting deletions at once: nobody is left to undo them. */
  useParting((extras) => {
    for (const ids of [...waiting.current]) {
      const sent = sendNow(ids, extras)
      // Other pages show their lists before the answer arrives.
      drop(...ids)
      void sent
    }
  })

  return { remove, removing }
}
