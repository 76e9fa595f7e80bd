import { Skeleton } from '../../ui/skeleton.tsx'

const rows = [0, 1, 2, 3, 4, 5]

type RowsSkeletonProps = { label: string }

/** The boxes of rows to come, each of a title, a line below it and a badge. */
export function RowsSkeleton({ label }: RowsSkeletonProps) {
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">{label}</span>
      <div aria-hidden="true" className="surface divide-y overflow-hidden">
        {rows.map((row) => (
          <div key={row} className="flex items-center gap-4 p-4">
            <div className="grid flex-1 gap-2">
              <Skeleton className="h-3.5 w-3/5 rounded-xs" />
              <Skeleton className="h-3 w-2/5 rounded-xs" />
            </div>
            <Skeleton className="h-5 w-16 rounded-xs" />
          </div>
        ))}
      </div>
    </div>
  )
}
