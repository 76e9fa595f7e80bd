import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError, type Extras } from '../../client.ts'
import { useDropItems } from '../../item/use-own-lists.ts'
import { ownCategoriesKey } from '../../queries.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { useApi } from '../../use-api.ts'
import { itemCount } from '../count-texts.ts'

/** So long it can be undone; afterwards it is final, for the server keeps nothing to bring back. */
const undoSeconds = 10

const noIds: ReadonlySet<string> = new Set()

/**
 * Deletes items of the person's own, which leave the list at once (`removing`) and are only deleted ten seconds later,
 * so that it can be undone; or as soon as the page is left or closed (decision 65). Where it failed they are back, and
 * `onFailed` gets them.
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
      // Until it is counted without them, they are subtracted here.
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

  /** All at once: nobody is left who could undo it. */
  const sendAll = useEffectEvent((extras: Extras) => {
    for (const ids of [...waiting.current]) {
      const sent = sendNow(ids, extras)
      // Other pages show their lists before that is answered.
      drop(...ids)
      void sent
    }
  })
  useEffect(() => {
    const close = () => sendAll({ isParting: true })
    window.addEventListener('pagehide', close)
    return () => {
      window.removeEventListener('pagehide', close)
      sendAll({ keepalive: true })
    }
  }, [])

  return { remove, removing }
}
