import type { ReactNode } from 'react'
import { maxPinned } from '../../shared/collection.ts'
import { Skeleton } from '../ui/feedback/loading.tsx'

/** The columns and gaps of the tiles. */
export const tileGridClass =
  'grid grid-cols-2 gap-x-3 gap-y-5 sm:grid-cols-3 sm:gap-x-4 lg:gap-x-5 min-[112.5rem]:grid-cols-5'

export const indexes = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Placeholder boxes of the overview, in a file of their own, so that they can be shown before it is loaded. */
export function OverviewSkeleton() {
  return (
    <Beside panel={<Skeleton className="h-60 rounded-lg max-[79.99rem]:hidden" />}>
      <TilesSkeleton />
    </Beside>
  )
}

type BesideProps = { panel: ReactNode; children: ReactNode }

/** Where a panel has room beside the tiles. */
export const besidePanel = '(min-width: 80rem)'

/** A panel beside the tiles on wide screens, below them on narrow ones. */
export function Beside({ panel, children }: BesideProps) {
  return (
    <div className="stack items-start gap-8 min-[80rem]:grid-cols-[minmax(0,1fr)_var(--spacing-rail)]">
      {children}
      {panel}
    </div>
  )
}

/** As many boxes as the grid has tiles, the community's included. */
function TilesSkeleton() {
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">Loading categories</span>
      <div aria-hidden="true" className={tileGridClass}>
        {indexes(maxPinned + 1).map((index) => (
          <div key={index}>
            <Skeleton className="aspect-4/3 rounded-lg" />
            <div className="grid px-0.5 pt-2.5">
              <div className="h-6 py-1">
                <Skeleton className="h-4 w-2/3 rounded-xs" />
              </div>
              <div className="h-4 py-0.5">
                <Skeleton className="h-3 w-1/3 rounded-xs" />
              </div>
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
