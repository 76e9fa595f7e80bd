import { type RefObject, useEffect, useRef } from 'react'
import { timeOrderedId } from '../../shared/time-ordered-id.ts'
import type { Api, ApiError } from '../api/client.ts'
import { useApi } from '../api/use-api.ts'
import type { ProductData } from './product-data.ts'

/**
 * A press names the event id of the view it came from: without it, it is no evidence for the matching of an order
 * (decision 34).
 */
type Seen = { kind: 'view'; event_id: string } | { kind: 'outbound'; view_event_id: string | null }

/** The product that was seen, and the list's link that led to it. */
type SeenProduct = Pick<ProductData, 'id' | 'list_link'>

/**
 * Records one click, and once more under the same event id when the network failed, so that a retry never counts twice.
 * A failure stays silent: counting must not disturb the visitor.
 */
export async function recordClick(api: Api, { id, list_link }: SeenProduct, seen: Seen): Promise<void> {
  const body = { referrer: document.referrer || null, event_id: timeOrderedId(), list_link, ...seen }
  const send = () => api('POST /api/v1/products/:id/clicks', { params: { id }, body }, { keepalive: true })
  await send()
    .catch((error: ApiError) => (error.code === 'network' ? send() : undefined))
    .catch(() => undefined)
}

/**
 * The event id of the view that the head's script has recorded of this page (early-clicks.ts); from now on it records
 * none.
 */
function takeEarlyView(productId: string): string | null {
  const early = window.earlyClicks
  if (!early || early.isOver) return null
  early.isOver = true
  return early.productId === productId ? early.view : null
}

/** Whether the head's script has recorded this press. */
export const isRecorded = ({ nativeEvent }: { nativeEvent: Event }): boolean =>
  window.earlyClicks?.presses.has(nativeEvent) === true

/**
 * Records the view of a product's page once each time it is opened, also from another product's page. Returns a ref
 * that holds the view's event id from then on.
 */
export function useRecordedView({ id, list_link }: SeenProduct): RefObject<string | null> {
  const api = useApi()
  const view = useRef<string | null>(null)
  useEffect(() => {
    view.current = takeEarlyView(id)
    if (view.current) return
    return whenVisible(() => {
      view.current = timeOrderedId()
      void recordClick(api, { id, list_link }, { kind: 'view', event_id: view.current })
    })
  }, [api, id, list_link])
  return view
}

/**
 * Runs `act` once, when the page is visible: not while the browser only prerenders it, and not in a background tab
 * (docs/product/product-page.md#views-are-recorded). Returns a function that stops waiting.
 */
function whenVisible(act: () => void): () => void {
  const isSeen = () => !document.prerendering && document.visibilityState === 'visible'
  // After a short wait even when visible at once: somebody who leaves immediately has not seen the page.
  const timer = setTimeout(check)
  document.addEventListener('visibilitychange', check)
  document.addEventListener('prerenderingchange', check)

  function stop() {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', check)
    document.removeEventListener('prerenderingchange', check)
  }
  function check() {
    if (!isSeen()) return
    stop()
    act()
  }
  return stop
}

declare global {
  interface Document {
    /** True while the browser prerenders the page; undefined in some browsers. */
    readonly prerendering?: boolean
  }
}
