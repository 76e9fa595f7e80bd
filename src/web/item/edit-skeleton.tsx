import { Skeleton } from '../ui/skeleton.tsx'

/** The boxes of the form to come. */
export function EditSkeleton() {
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">Loading your item</span>
      <div aria-hidden="true" className="stack gap-5">
        <div className="flex items-center gap-4">
          <Skeleton className="size-22 shrink-0 rounded-md" />
          <Skeleton className="h-9 w-36 rounded-[10px]" />
        </div>
        <Skeleton className="mt-6 h-12 rounded-md" />
        <Skeleton className="mt-6 h-24 rounded-md" />
        <Skeleton className="mt-6 h-12 rounded-md" />
        <Skeleton className="mt-6 h-14 rounded-md" />
      </div>
    </div>
  )
}
