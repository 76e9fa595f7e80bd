import { rootRouteId, useRouteContext } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useReducer, useRef } from 'react'
import { addShortHosts } from '../../shared/amazon/marketplaces.ts'
import { isAway } from '../browser/connection.ts'
import { keepLink } from '../offline/waiting-links.ts'
import { draftAfterClosing, draftOf, loadDraft, reduce, saveDraft, startFrom } from './add-flow.ts'
import { linesOf, maxLinks } from './bulk/bulk-flow.ts'
import { usePublishLines } from './bulk/use-publish-lines.ts'
import { readItemLink, severalLinks, sharedText } from './link/pasted-links.ts'
import { useFetchItem } from './link/use-fetch-item.ts'
import { usePublishItem } from './publishing/publish-item.ts'
import { takeShared } from './shared-in.ts'

export type Flow = ReturnType<typeof useAddFlow>

/** The add-item flow of one person, with its calls. Its state is stored for the tab's next opening. */
export function useAddFlow(userId: string) {
  const shortHosts = useRouteContext({ from: rootRouteId, select: (context) => context.shortHosts })
  useLayoutEffect(() => addShortHosts(shortHosts), [shortHosts])
  const [state, dispatch] = useReducer(reduce, userId, (id) => startFrom(loadDraft(id)))
  useEffect(() => saveDraft(userId, draftOf(state)), [userId, state])
  const latest = useRef(state)
  useLayoutEffect(() => {
    latest.current = state
  })
  const { fetchItem, cancelFetch } = useFetchItem({ userId, dispatch })
  const publish = usePublishItem({ userId, dispatch, currentStep: () => latest.current.step })
  usePublishLines({ step: state.step, userId, dispatch })

  /** Goes on with the text in the field or just pasted: one link, or several at once. Without a network it is kept. */
  function begin(text: string) {
    const links = severalLinks(text)
    if (isAway() && (links || !('problem' in readItemLink(text)))) {
      keepLink(userId, text)
      return dispatch({ type: 'link_kept' })
    }
    if (!links) return void fetchItem(text)
    if (links.length <= maxLinks) return dispatch({ type: 'links_pasted', lines: linesOf(links) })
    dispatch({ type: 'url_typed', url: text })
    dispatch({ type: 'url_refused', problem: tooManyText(links.length) })
  }

  /** Called before closing: discards everything that should not be stored. */
  const forget = () => saveDraft(userId, draftAfterClosing(state))
  useSharedText(begin)
  return { state, dispatch, begin, cancelFetch, publish, forget }
}

const tooManyText = (count: number) => `Paste at most ${maxLinks} links at once. These are ${count}.`

/** What a phone's share sheet sent here, or a page's own field took, is begun with at once. */
function useSharedText(begin: (text: string) => void) {
  const beginShared = useRef(begin)
  useEffect(() => {
    // In the next tick: where effects run twice, the first run's work is aborted.
    const timer = setTimeout(() => {
      const shared = takeShared()
      if (shared !== null) beginShared.current(sharedText(shared))
    })
    return () => clearTimeout(timer)
  }, [])
}
