import { type Dispatch, useEffect, useRef } from 'react'
import { useApi } from '../product/use-api.ts'
import type { AddEvent } from './add-flow.ts'
import { readItemLink } from './item.ts'
import { type LookUp, lookUp } from './look-up.ts'
import { newKey } from './new-key.ts'
import { comeBackToDialog, sessionEnded } from './session-end.ts'

type Options = {
  url: string
  userId: string
  dispatch: Dispatch<AddEvent>
}

/** Looks up the item of the typed link. A look-up that was cancelled, or whose dialog is gone, has no effect. */
export function useFetchItem({ url, userId, dispatch }: Options) {
  const api = useApi()
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function fetchItem(): Promise<void> {
    const link = readItemLink(url)
    if ('problem' in link) return dispatch({ type: 'url_refused', problem: link.problem })
    dispatch({ type: 'fetch_started', resolving: link.kind === 'short' })
    const { signal } = startAnew()
    const onResolved = () => dispatch({ type: 'link_resolved' })
    const outcome = await lookUp(api, link, { userId, signal, onResolved })
    const event = eventOf(outcome)
    if (event) dispatch(event)
    if (outcome.kind === 'signed_out') void comeBackToDialog()
  }

  function startAnew(): AbortController {
    running.current?.abort()
    running.current = new AbortController()
    return running.current
  }

  function cancelFetch() {
    running.current?.abort()
    dispatch({ type: 'fetch_cancelled' })
  }

  return { fetchItem, cancelFetch }
}

function eventOf(outcome: LookUp): AddEvent | null {
  switch (outcome.kind) {
    case 'found':
      return { type: 'item_ready', found: outcome.found, key: newKey() }
    case 'refused':
      return { type: 'url_refused', problem: outcome.problem }
    case 'signed_out':
      return { type: 'url_refused', problem: sessionEnded }
    case 'cancelled':
      return null
  }
}
