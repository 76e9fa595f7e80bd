import clsx from 'clsx'
import { LoadingSkeleton, Skeleton } from '../ui/feedback/loading.tsx'

const rows = [0, 1, 2, 3, 4]

type ListSkeletonProps = {
  label: string
  /** The height of a row. */
  rowClass?: string
  /** Whether each row begins with a picture. */
  hasPictures?: boolean
}

/** The boxes of a list of orders, products or months: picture, title, a line below it, and an amount. */
export const ListSkeleton = ({ label, rowClass = 'min-h-18', hasPictures = true }: ListSkeletonProps) => (
  <LoadingSkeleton label={label} className="surface divide-y">
    {rows.map((row) => (
      <div key={row} className={clsx('flex items-center gap-3 px-4 lg:px-5', rowClass)}>
        {hasPictures && <Skeleton className="size-12 shrink-0 rounded-md" />}
        <div className="flex-1">
          <Skeleton className="h-3.5 w-3/5 max-w-80 rounded-xs" />
          <Skeleton className="mt-2 h-3 w-2/5 max-w-48 rounded-xs" />
        </div>
        <Skeleton className="h-4 w-16 rounded-xs" />
      </div>
    ))}
  </LoadingSkeleton>
)
