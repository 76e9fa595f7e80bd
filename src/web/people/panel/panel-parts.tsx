import type { ReactNode } from 'react'
import { inBrowser } from '../../browser/storage.ts'
import { heightKey, heightProperty, type rememberedParts } from '../../session/head-keys.ts'
import { Button } from '../../ui/button/button.tsx'

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
  inBrowser.write(heightKey + part, height)
}

const parts = {
  followed: { ref: rememberHeight('followed'), height: 'has-data-first:h-(--height-followed)' },
  top: { ref: rememberHeight('top'), height: 'has-data-first:h-(--height-top)' },
}

type SteadyPartProps = { part: keyof typeof parts; children: ReactNode }

/** A part of the people panel, which is as high as it was last while it is first loaded. */
export function SteadyPart({ part, children }: SteadyPartProps) {
  const { ref, height } = parts[part]
  return (
    <div ref={ref} className={`${height} has-data-first:overflow-hidden`}>
      {children}
    </div>
  )
}

type PeopleFailedProps = {
  /** What failed (docs/product/people.md#people-panel). */
  message: string
  retrying: boolean
  onRetry: () => void
}

/** A part of the people panel that could not be loaded, with the way to try it again. */
export function PeopleFailed({ message, retrying, onRetry }: PeopleFailedProps) {
  return (
    <div
      role="alert"
      className="flex min-h-16 items-center justify-between gap-3 text-small text-pretty text-ink-2"
    >
      {message}
      <Button size="sm" className="shrink-0" busy={retrying} onClick={onRetry}>
        Retry
      </Button>
    </div>
  )
}
