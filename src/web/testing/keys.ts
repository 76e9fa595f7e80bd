import { type Locator, userEvent } from 'vitest/browser'

/** More stops than any screen has. */
const maxStops = 150

/**
 * Presses Tab until this control has the focus. Throws where Tab does not reach it, and where a stop on the way does
 * not show the focus.
 */
export async function tabTo(control: Locator): Promise<void> {
  for (let presses = 0; presses < maxStops; presses++) {
    await userEvent.tab()
    const { activeElement: at } = document
    if (!at || at === document.body) continue
    if (!isOnTop(at)) throw new Error(`Something covers the focus, or it is out of view: ${shortened(at)}`)
    if (!hasRing(at)) throw new Error(`Nothing shows the focus: ${shortened(at)}`)
    if (at === control.element()) return
  }
  throw new Error(`Tab does not reach ${shortened(control.element())}`)
}

const shortened = (element: Element) => element.outerHTML.slice(0, 200)

/** Goes to a control by Tab and presses keys there, as `userEvent.keyboard` takes them. */
export async function pressAt(control: Locator, keys = '{Enter}'): Promise<void> {
  await tabTo(control)
  await userEvent.keyboard(keys)
}

/** Whether the middle of what is seen of an element lies in the window, and nothing over it. */
function isOnTop(element: Element): boolean {
  const { left, top, right, bottom } = element.getBoundingClientRect()
  const middle = (from: number, to: number, most: number) => (Math.max(from, 0) + Math.min(to, most)) / 2
  const lies = document.elementFromPoint(
    middle(left, right, window.innerWidth),
    middle(top, bottom, window.innerHeight),
  )
  // A hidden input is drawn by its label.
  return lies !== null && (element.contains(lies) || lies.contains(element) || isOfLabel(lies, element))
}

const isOfLabel = (lies: Element, input: Element) => lies.closest('label')?.contains(input) === true

/**
 * The ring is the element's own, of what is drawn over it, or of what is around it. A date field marks a part of
 * itself.
 */
function hasRing(element: Element): boolean {
  if (element.matches('[type=date]')) return true
  const candidates = [element, element.nextElementSibling, element.closest('label'), element.parentElement]
  return candidates.some(
    (one) =>
      one !== null && ['', '::before', '::after'].some((part) => isRing(getComputedStyle(one, part || null))),
  )
}

const isRing = ({ outlineStyle, outlineWidth }: CSSStyleDeclaration) =>
  outlineStyle !== 'none' && outlineWidth !== '0px'
