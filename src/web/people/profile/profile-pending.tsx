import { PublicScreen } from '../../app/public-screen.tsx'
import { CardGridSkeleton } from '../../look/list-skeletons.tsx'
import { Skeleton } from '../../ui/feedback/loading.tsx'

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
      <div className="pt-17">
        <CardGridSkeleton label="Loading profile" />
      </div>
    </PublicScreen>
  )
}
