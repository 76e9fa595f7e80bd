import { heightKey, heightProperty, type rememberedParts } from '../boot/head-keys.ts'
import { inBrowser } from '../browser/storage.ts'

type Part = (typeof rememberedParts)[number]

/**
 * Makes a ref that remembers the height of a part of a page, for the room that is kept for it at the next visit: it
 * differs from person to person.
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

/** Keeps room of about its height for a part that comes for the first time; what was remembered of it says it better. */
export function expectHeight(part: Part, height: string): void {
  if (!inBrowser.read(heightKey + part)) remember(part, height)
}

function remember(part: Part, height: string) {
  document.documentElement.style.setProperty(heightProperty + part, height)
  inBrowser.write(heightKey + part, height)
}

/** For a part that will not be there any more: no room is kept for it. */
export function forgetHeight(part: Part): void {
  document.documentElement.style.removeProperty(heightProperty + part)
  inBrowser.forget(heightKey + part)
}
