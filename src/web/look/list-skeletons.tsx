import clsx from 'clsx'
import { LoadingSkeleton, Skeleton } from '../ui/feedback/loading.tsx'

type ListProps = {
  count?: number
  label?: string
  /** The grid's columns where they are not the feed's two, three, three. */
  className?: string
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}

/** Columns and gaps of every product grid: two on a phone, three from 640 px. */
export const productGridClass = 'grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4 lg:gap-5'

/** The boxes of grid cards: picture, two title lines, author, price and View. */
export function CardGridSkeleton({ count = 6, label = 'Loading products', className }: ListProps) {
  return (
    <LoadingSkeleton label={label} className={clsx(productGridClass, className)}>
      {numbers(count).map((number) => (
        <div key={number} className="surface overflow-hidden">
          <Skeleton className="aspect-square" />
          <div className="grid gap-1 p-3">
            <div className="h-10 py-[3px]">
              <Skeleton className="mb-1.5 h-3.5 rounded-xs" />
              <Skeleton className="h-3.5 w-3/5 rounded-xs" />
            </div>
            <div className="flex h-7 items-center">
              <Skeleton className="h-3 w-1/2 rounded-xs" />
            </div>
            <div className="mt-1 flex items-center justify-between">
              <Skeleton className="h-5 w-10 rounded-xs" />
              <Skeleton className="h-9 w-[63px] rounded-[10px]" />
            </div>
          </div>
        </div>
      ))}
    </LoadingSkeleton>
  )
}

/** The boxes of compact rows: a thumb of 92 px, title, author, price and its buttons. */
export function ListSkeleton({ count = 6, label = 'Loading products' }: ListProps) {
  return (
    <LoadingSkeleton label={label} className="surface divide-y overflow-hidden">
      {numbers(count).map((number) => (
        <div key={number} className="flex items-start gap-3 p-3">
          <Skeleton className="size-23 shrink-0 rounded-md" />
          <div className="grid min-w-0 flex-1 gap-0.5">
            <div className="h-5 py-[3px]">
              <Skeleton className="h-3.5 w-4/5 rounded-xs" />
            </div>
            <div className="h-4 py-0.5">
              <Skeleton className="h-3 w-2/5 rounded-xs" />
            </div>
            <div className="mt-1 -mb-1 flex h-11 items-center justify-between">
              <Skeleton className="h-5 w-14 rounded-xs" />
              <Skeleton className="h-9 w-[63px] rounded-[10px]" />
            </div>
          </div>
        </div>
      ))}
    </LoadingSkeleton>
  )
}
