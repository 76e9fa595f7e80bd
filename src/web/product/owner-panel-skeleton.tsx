import { Panel } from '../ui/panel.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/** The click counter's box while its numbers are on the way. */
export function OwnerPanelSkeleton() {
  return (
    <Panel aria-busy="true" aria-label="Loading clicks">
      <div className="grid gap-2 py-1">
        <Skeleton className="h-6 rounded-xs" />
        <Skeleton className="h-6 w-3/5 rounded-xs lg:hidden" />
        <Skeleton className="h-4 w-4/5 rounded-xs" />
      </div>
    </Panel>
  )
}
