import { LoadingSkeleton, Skeleton } from '../ui/feedback/loading.tsx'

/** How wide a list may grow: over the whole page, or beside a panel. */
export type ListWidth = 'page' | 'beside'

type ListProps = { count?: number; label?: string; width?: ListWidth }

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}

const grid = 'grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4 lg:gap-5'

/** Columns and gaps of every product grid (docs/product/cards.md#layouts). */
export const productGridClass: Record<ListWidth, string> = {
  page: `${grid} min-[80rem]:grid-cols-4 min-[100rem]:grid-cols-5`,
  beside: `${grid} min-[90rem]:grid-cols-4 min-[112.5rem]:grid-cols-5`,
}

/** Rows of products inside one card, in two columns where there is room. */
export const productRowsClass: Record<ListWidth, string> = {
  page: 'surface rows min-[80rem]:rows-two',
  beside: 'surface rows min-[100rem]:rows-two',
}

/** The boxes of grid cards, full rows of two, three and four: picture, two title lines, author, price and View. */
export function CardGridSkeleton({ count = 12, label = 'Loading products', width = 'page' }: ListProps) {
  return (
    <LoadingSkeleton label={label} className={productGridClass[width]}>
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
export function ListSkeleton({ count = 6, label = 'Loading products', width }: ListProps) {
  return (
    <LoadingSkeleton label={label} className={width ? productRowsClass[width] : 'surface rows'}>
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
