import { Skeleton } from '../ui/feedback/loading.tsx'

/** The placeholder of a loading list: one row, since nearly everybody has one. */
export function RowSkeleton() {
  return (
    <div role="status" aria-busy="true" className="surface p-3">
      <span className="sr-only">Loading</span>
      <div aria-hidden="true" className="h-10 py-[3px]">
        <Skeleton className="mb-2 h-3.5 w-40 rounded-xs" />
        <Skeleton className="h-3 w-60 rounded-xs" />
      </div>
    </div>
  )
}
