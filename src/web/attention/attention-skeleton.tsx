import { Skeleton } from '../ui/skeleton.tsx'
import { rowClass } from './row-class.ts'

const rows = [0, 1, 2, 3]

/** The boxes of the rows to come. */
export function AttentionSkeleton() {
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">Loading products</span>
      <div aria-hidden="true" className="surface divide-y overflow-hidden">
        {rows.map((row) => (
          <div key={row} className={rowClass}>
            <Skeleton className="size-22 rounded-md" />
            <div className="grid content-center gap-2">
              <Skeleton className="h-3.5 w-4/5 rounded-xs" />
              <Skeleton className="h-5 w-32 rounded-xs" />
              <Skeleton className="h-3 w-2/5 rounded-xs" />
            </div>
            <div className="flex min-h-11 items-center justify-end gap-2 max-sm:col-span-2">
              <Skeleton className="h-9 w-44 rounded-[10px]" />
              <Skeleton className="h-9 w-16 rounded-[10px]" />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
