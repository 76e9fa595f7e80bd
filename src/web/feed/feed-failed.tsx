import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ErrorState } from '../ui/feedback/empty-or-failed.tsx'
import { FeedShell } from './feed-shell.tsx'

/** The whole page failed: 'Something went wrong' (docs/product/feed.md#empty-and-failed). */
export function FeedFailed({ reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <FeedShell>
      <ErrorState message="Failed to load products" onRetry={retry} />
    </FeedShell>
  )
}
