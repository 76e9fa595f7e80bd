import { type Dispatch, useEffect, useRef } from 'react'
import { newKey } from '../../api/idempotency-key.ts'
import { useApi } from '../../api/use-api.ts'
import { comeBackToDialog, sessionEnded } from '../../session/session-end.ts'
import type { AddEvent } from '../add-flow.ts'
import { lastOrganization } from '../publishing/last-organization.ts'
import { type LookUp, lookUp } from './look-up.ts'
import { readItemLink } from './pasted-links.ts'

type Options = { userId: string; dispatch: Dispatch<AddEvent> }

/** Looks up the item of a link. A look-up that was cancelled, or whose dialog is gone, has no effect. */
export function useFetchItem({ userId, dispatch }: Options) {
  const api = useApi()
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  /** `text` contains the link. */
  async function fetchItem(text: string): Promise<void> {
    dispatch({ type: 'url_typed', url: text })
    const link = readItemLink(text)
    if ('problem' in link) return dispatch({ type: 'url_refused', problem: link.problem })
    dispatch({ type: 'fetch_started', resolving: link.kind === 'short' })
    const { signal } = startOver()
    const onResolved = () => dispatch({ type: 'link_resolved' })
    const outcome = await lookUp(api, link, { userId, signal, onResolved })
    const event = eventOf(outcome, userId)
    if (event) dispatch(event)
    if (outcome.kind === 'signed_out') void comeBackToDialog()
  }

  function startOver(): AbortController {
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

function eventOf(outcome: LookUp, userId: string): AddEvent | null {
  switch (outcome.kind) {
    case 'found': {
      const { item, fields } = outcome.found
      const found = { item, fields: { ...fields, ...lastOrganization(userId) } }
      return { type: 'item_ready', found, key: newKey() }
    }
    case 'refused':
      return { type: 'url_refused', problem: outcome.problem }
    case 'signed_out':
      return { type: 'url_refused', problem: sessionEnded }
    case 'cancelled':
      return null
  }
}
