import { Skeleton } from '../ui/skeleton.tsx'

/** The boxes of a full card while its products load. */
export function FullCardSkeleton() {
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">Loading products</span>
      <div
        aria-hidden="true"
        className="surface grid grid-cols-1 overflow-hidden lg:grid-cols-2 lg:grid-rows-[auto_1fr_auto]"
      >
        <div className="flex h-17 items-center gap-3 px-4 lg:col-start-2 lg:border-b">
          <Skeleton className="size-9 rounded-full" />
          <Skeleton className="h-4 w-32 rounded-xs" />
        </div>
        <Skeleton className="aspect-square lg:col-start-1 lg:row-span-3 lg:row-start-1" />
        <div className="grid content-center gap-3 p-4">
          <Skeleton className="h-6 w-4/5 rounded-xs" />
          <Skeleton className="h-5 w-3/5 rounded-xs" />
        </div>
        <div className="flex items-center justify-between px-4 pb-4">
          <Skeleton className="h-6 w-16 rounded-xs" />
          <Skeleton className="h-9 w-19 rounded-[10px]" />
        </div>
      </div>
    </div>
  )
}
