import { Button } from './button.tsx'
import { EmptyState } from './feedback/empty-or-failed.tsx'

type ErrorStateProps = {
  title?: string
  /** What failed, from the error catalogue: 'Failed to load products'. */
  message: string
  onRetry: () => void
  retrying?: boolean
  level?: 1 | 2 | 3
  /** On its surroundings' own ground instead of a panel of its own. */
  bare?: boolean
}

/** A load that failed, with the way to try it again. */
export function ErrorState({
  title = 'Something went wrong',
  message,
  onRetry,
  retrying,
  level,
  bare,
}: ErrorStateProps) {
  return (
    <div role="alert">
      <EmptyState
        art="cross"
        title={title}
        level={level}
        bare={bare}
        action={
          <Button busy={retrying} onClick={onRetry}>
            Retry
          </Button>
        }
      >
        {message}
      </EmptyState>
    </div>
  )
}
