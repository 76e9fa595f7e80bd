import { heightKey, heightProperty, ownPart, type rememberedParts } from '../boot/head-keys.ts'
import { inBrowser } from '../browser/storage.ts'

type Part = (typeof rememberedParts)[number] | typeof ownPart

const keyOf = (part: Part) => heightKey + (part === ownPart ? window.location.pathname : part)

/**
 * Makes a ref that remembers the height of a part of a page, so that the next visit reserves space for it: it differs
 * from person to person.
 */
export const rememberHeight = (part: Part) => (element: HTMLElement | null) => {
  if (!element) return
  const observer = new ResizeObserver(() => {
    // A hidden element has no height.
    if (element.offsetHeight > 0) remember(part, `${element.offsetHeight}px`)
  })
  observer.observe(element)
  return () => observer.disconnect()
}

/** Reserves about its height for a part that appears for the first time; a remembered height is better. */
export function expectHeight(part: Part, height: string): void {
  if (!inBrowser.read(keyOf(part))) remember(part, height)
}

function remember(part: Part, height: string) {
  document.documentElement.style.setProperty(heightProperty + part, height)
  inBrowser.write(keyOf(part), height)
}

/** For a part that will not appear any more: no space is reserved for it. */
export function forgetHeight(part: Part): void {
  document.documentElement.style.removeProperty(heightProperty + part)
  inBrowser.forget(keyOf(part))
}
