import { Skeleton } from '../ui/feedback/loading.tsx'

/** The skeleton of a chart and its sums. */
export function ActivitySkeleton() {
  return (
    <div aria-busy="true" className="stack gap-2">
      <div>
        <Skeleton className="h-40 rounded-xs" />
        <div className="mt-2 flex h-9 items-center">
          <Skeleton className="h-3 w-20 rounded-xs" />
        </div>
      </div>
      <div className="border-t pt-3">
        <Skeleton className="my-0.5 h-4 w-4/5 rounded-xs" />
        <Skeleton className="mt-2 mb-0.5 h-4 w-3/5 rounded-xs" />
        <div className="mt-1 flex h-11 items-center">
          <Skeleton className="h-3 w-28 rounded-xs" />
        </div>
      </div>
    </div>
  )
}
