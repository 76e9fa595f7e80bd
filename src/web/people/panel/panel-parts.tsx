import type { ReactNode } from 'react'
import { inBrowser } from '../../browser/storage.ts'
import { heightKey, heightProperty, type rememberedParts } from '../../session/head-keys.ts'
import { Button } from '../../ui/button/button.tsx'

type Part = (typeof rememberedParts)[number]

/**
 * Makes a ref that remembers the height of a part of the panel, for its placeholder boxes at the next visit: the number
 * of people and the folded parts differ from person to person.
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

function remember(part: Part, height: string) {
  document.documentElement.style.setProperty(heightProperty + part, height)
  inBrowser.write(heightKey + part, height)
}

const parts = {
  followed: { ref: rememberHeight('followed'), height: 'has-data-first:h-(--height-followed)' },
  top: { ref: rememberHeight('top'), height: 'has-data-first:h-(--height-top)' },
}

type SteadyPartProps = { part: keyof typeof parts; children: ReactNode }

/** A part of the people panel, which has its last height while it first loads. */
export function SteadyPart({ part, children }: SteadyPartProps) {
  const { ref, height } = parts[part]
  return (
    <div ref={ref} className={`${height} has-data-first:overflow-hidden`}>
      {children}
    </div>
  )
}

type PeopleFailedProps = {
  /** The message (docs/product/people.md#people-panel). */
  message: string
  retrying: boolean
  onRetry: () => void
}

/** A part of the people panel that could not be loaded, with a button to retry. */
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
