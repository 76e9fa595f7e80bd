import type { ErrorComponentProps } from '@tanstack/react-router'
import { useRetry } from '../app/use-retry.ts'
import { ErrorState } from '../ui/feedback/empty-or-failed.tsx'
import { FeedShell } from './feed-shell.tsx'

/** The whole page failed: 'Something went wrong' (docs/product/feed.md#empty-and-failed). */
export function FeedFailed({ reset }: ErrorComponentProps) {
  const { retry } = useRetry(reset)
  return (
    <FeedShell isSkeleton>
      <ErrorState message="Failed to load products" onRetry={retry} />
    </FeedShell>
  )
}
