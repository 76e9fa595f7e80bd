import type { ReactNode } from 'react'
import { rememberHeight } from '../../session/remembered-height.ts'
import { Button } from '../../ui/button/button.tsx'

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
