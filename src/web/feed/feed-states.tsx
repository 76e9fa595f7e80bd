import type { ErrorComponentProps } from '@tanstack/react-router'
import { useRouter } from '@tanstack/react-router'
import { wideGridClass } from '../product/product-grid.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { CardGridSkeleton } from '../ui/skeletons.tsx'
import { FeedShell } from './feed-shell.tsx'

/** The feed on its way, when it is opened from another page. */
export function FeedPending() {
  return (
    <FeedShell>
      <div className="pt-30 lg:pt-14">
        <CardGridSkeleton count={8} className={wideGridClass} />
      </div>
    </FeedShell>
  )
}

/** The whole page failed: 'Something went wrong' (spec sections 2 and 8). */
export function FeedFailed({ reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <FeedShell>
      <div className="pt-4">
        <ErrorState message="Failed to load products" onRetry={retry} />
      </div>
    </FeedShell>
  )
}
