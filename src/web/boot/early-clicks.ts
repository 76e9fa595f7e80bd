import { timeOrderedId } from '../../shared/time-ordered-id.ts'
import { sessionStorageKey } from './head-keys.ts'

/** What the head's script has recorded of a product page before hydration. */
export type EarlyClicks = {
  productId: string
  /** The event id of the page's view, once it is recorded. */
  view: string | null
  /** Presses that are recorded already: React may get the same event. */
  presses: WeakSet<Event>
  /** The app records views from now on. */
  isOver: boolean
}

declare global {
  interface Window {
    earlyClicks?: EarlyClicks
  }
}

/**
 * Records the view of a product page once it is drawn and visible, and presses on 'Shop on Amazon', until the page is
 * hydrated; from then on the app continues with the view's event id (record-click.ts). This function is written into
 * the page as text, so it uses only its arguments and what browsers have. The app counts for people whose token has
 * expired, since it renews it: nobody's own views may count as a visitor's.
 */
function recordEarly(
  { product: productId = '', list }: DOMStringMap,
  newId: () => string,
  sessionKey: string,
): void {
  const early: EarlyClicks = { productId, view: null, presses: new WeakSet(), isOver: false }
  window.earlyClicks = early

  function headers(): Record<string, string> | null {
    const json = { 'content-type': 'application/json' }
    try {
      const stored = localStorage.getItem(sessionKey)
      if (!stored) return json
      const { access_token: token, expires_at: end } = JSON.parse(stored)
      return token && end > Date.now() / 1000 + 5 ? { ...json, authorization: `Bearer ${token}` } : null
    } catch {
      return json
    }
  }

  function send(click: object): boolean {
    const known = headers()
    if (!known) return false
    const body = JSON.stringify({ referrer: document.referrer || null, list_link: list, ...click })
    const address = `/api/v1/products/${productId}/clicks`
    // The answer is read to its end, since until then the browser counts the request as under way.
    const post = async () => {
      const answer = await fetch(address, { method: 'POST', keepalive: true, headers: known, body })
      await answer.text()
    }
    post()
      .catch(post)
      .catch(() => {})
    return true
  }

  function look(): void {
    if (early.isOver || early.view || document.prerendering || document.visibilityState !== 'visible') return
    const id = newId()
    if (send({ kind: 'view', event_id: id })) early.view = id
  }

  function press(event: MouseEvent): void {
    if ('app' in document.documentElement.dataset || event.button > 1) return
    if (!(event.target as Element).closest('a[rel~=sponsored]:not(details a)')) return
    if (send({ kind: 'outbound', event_id: newId(), view_event_id: early.view })) early.presses.add(event)
  }

  // After the first frame: somebody who leaves before that has not seen the page.
  requestAnimationFrame(() => setTimeout(look))
  document.addEventListener('visibilitychange', look)
  document.addEventListener('prerenderingchange', look)
  document.addEventListener('click', press, true)
  document.addEventListener('auxclick', press, true)
}

/** The text of that script. It is the same on every page: the product's id, and the list's link that led to it,
 * are attributes of its element. */
export const earlyClicksScript = (): string =>
  `(${recordEarly})(document.currentScript.dataset,${timeOrderedId},'${sessionStorageKey}')`
