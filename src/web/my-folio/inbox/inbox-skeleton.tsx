import { Skeleton } from '../../ui/skeleton.tsx'

const rows = [0, 1, 2, 3, 4, 5]

/** The boxes of the Inbox to come. */
export function InboxSkeleton() {
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">Loading products</span>
      <div aria-hidden="true">
        <div className="flex min-h-13 items-center gap-3.5 px-3">
          <Skeleton className="size-6 rounded-[7px]" />
          <Skeleton className="h-4 w-20 rounded-xs" />
        </div>
        <Skeleton className="mb-3 h-15 rounded-lg max-lg:hidden" />
        <div className="surface divide-y overflow-hidden">
          {rows.map((row) => (
            <div key={row} className="flex items-center gap-3 p-3">
              <Skeleton className="size-6 shrink-0 rounded-[7px]" />
              <Skeleton className="size-14 shrink-0 rounded-md" />
              <div className="grid flex-1 gap-1.5">
                <Skeleton className="h-3.5 w-3/5 rounded-xs" />
                <Skeleton className="h-3 w-1/4 rounded-xs" />
              </div>
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}
