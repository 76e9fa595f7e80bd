import { ActivitySkeleton } from '../clicks/activity-skeleton.tsx'
import { Skeleton } from '../ui/feedback/loading.tsx'
import { Panel } from '../ui/panel.tsx'

/** The clicks' box while the numbers load. */
export function OwnerPanelSkeleton() {
  return (
    <Panel aria-busy="true" aria-label="Loading clicks" className="stack gap-4">
      <div>
        <Skeleton className="my-0.5 h-6 rounded-xs" />
        <Skeleton className="mt-1 mb-0.5 h-6 w-3/5 rounded-xs" />
        <Skeleton className="mt-1.5 mb-0.5 h-4 w-4/5 rounded-xs" />
        <Skeleton className="my-1 h-4 w-2/5 rounded-xs sm:hidden" />
      </div>
      <Skeleton className="h-11 rounded-[13px]" />
      <ActivitySkeleton />
    </Panel>
  )
}
