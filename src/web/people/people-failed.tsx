import { Button } from '../ui/button.tsx'

type PeopleFailedProps = {
  /** What failed, from the error catalogue (spec section 8). */
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
