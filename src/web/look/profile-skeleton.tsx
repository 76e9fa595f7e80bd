import { Skeleton } from '../ui/feedback/loading.tsx'

/** Placeholder boxes of the profile form, as high as the form. */
export function ProfileSkeleton() {
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">Loading</span>
      <div aria-hidden="true" className="stack gap-5">
        <div className="flex items-center gap-4">
          <Skeleton className="size-20 shrink-0 rounded-full" />
          <div className="stack gap-2">
            <Skeleton className="h-9 w-38 rounded-[10px]" />
            <div className="h-4 py-0.5">
              <Skeleton className="h-3 w-28 rounded-xs" />
            </div>
          </div>
        </div>
        <div className="grid grid-cols-2 gap-3">
          <FieldSkeletons />
          <FieldSkeletons />
        </div>
        <FieldSkeletons hint />
        <FieldSkeletons tall />
        <FieldSkeletons hint />
        <Skeleton className="h-13 rounded-[14px]" />
        <Skeleton className="h-[105px] rounded-lg" />
      </div>
    </div>
  )
}

type FieldSkeletonsProps = { hint?: boolean; tall?: boolean }

/** Boxes for a label, its control and the line below. */
function FieldSkeletons({ hint, tall }: FieldSkeletonsProps) {
  return (
    <div className="stack gap-1.5">
      <div className="h-5 py-1">
        <Skeleton className="h-3 w-20 rounded-xs" />
      </div>
      <Skeleton className={tall ? 'h-24 rounded-md' : 'h-12 rounded-md'} />
      {hint && (
        <div className="h-4 py-0.5">
          <Skeleton className="h-3 w-52 rounded-xs" />
        </div>
      )}
    </div>
  )
}
