import { heightKey, heightProperty, type rememberedParts } from '../../session/head-keys.ts'

type Part = (typeof rememberedParts)[number]

/**
 * Makes a ref that remembers how high a part of the panel is, for the boxes that stand for it until it is there again:
 * how many people it shows and what is folded differs from person to person.
 */
export const rememberHeight = (part: Part) => (element: HTMLElement | null) => {
  if (!element) return
  const observer = new ResizeObserver(() => {
    // Hidden, it has none.
    if (element.offsetHeight > 0) remember(part, `${element.offsetHeight}px`)
  })
  observer.observe(element)
  return () => observer.disconnect()
}

function remember(part: Part, height: string) {
  document.documentElement.style.setProperty(heightProperty + part, height)
  try {
    window.localStorage.setItem(heightKey + part, height)
  } catch {
    // Storage may be refused or full: it is then remembered as long as the page lasts.
  }
}
