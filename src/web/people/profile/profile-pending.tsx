import { PublicScreen } from '../../app/public-screen.tsx'
import { LoadingSkeleton, Skeleton } from '../../ui/feedback/loading.tsx'

/** A profile while it loads, when it is opened from another page. */
export function ProfilePending() {
  return (
    <PublicScreen keep="follow" isWide>
      <div aria-hidden="true" className="stack gap-4 border-b pt-6 pb-5 lg:pt-0">
        <div className="flex items-center gap-4">
          <Skeleton className="size-20 rounded-full" />
          <div className="grid gap-2">
            <Skeleton className="h-7 w-48 rounded-xs" />
            <Skeleton className="h-4 w-28 rounded-xs" />
          </div>
        </div>
        <div className="flex h-12 items-center gap-5">
          <Skeleton className="h-12 w-32 rounded-md" />
          <Skeleton className="h-4 w-24 rounded-xs" />
          <Skeleton className="h-4 w-20 rounded-xs" />
        </div>
      </div>
      <LoadingSkeleton
        label="Loading profile"
        className="grid grid-cols-2 gap-3 pt-29 sm:grid-cols-3 sm:gap-4 lg:gap-5"
      >
        {[0, 1, 2, 3, 4, 5].map((card) => (
          <Skeleton key={card} className="aspect-3/5 rounded-lg" />
        ))}
      </LoadingSkeleton>
    </PublicScreen>
  )
}
