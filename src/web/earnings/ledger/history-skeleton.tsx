import { Skeleton } from '../../ui/feedback/loading.tsx'

const rows = [0, 1, 2, 3, 4]

/** The boxes of the ledger’s orders. */
export function OrdersSkeleton() {
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">Loading earnings history</span>
      <div aria-hidden="true" className="surface divide-y">
        {rows.map((row) => (
          <div key={row} className="flex min-h-18 items-center gap-3 px-4 max-sm:min-h-24 lg:px-5">
            <Skeleton className="size-12 shrink-0 rounded-md" />
            <div className="flex-1">
              <Skeleton className="h-3.5 w-3/5 rounded-xs" />
              <Skeleton className="mt-2 h-3 w-2/5 rounded-xs" />
            </div>
            <Skeleton className="h-4 w-16 rounded-xs" />
          </div>
        ))}
      </div>
    </div>
  )
}

type HistorySkeletonProps = { isWide: boolean }

/** The boxes of the ledger’s rows, as the table or the list has them. */
export function HistorySkeleton({ isWide }: HistorySkeletonProps) {
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">Loading earnings history</span>
      <div aria-hidden="true">{isWide ? <TableBoxes /> : <ListBoxes />}</div>
    </div>
  )
}

function ListBoxes() {
  return (
    <div className="surface divide-y">
      {rows.map((row) => (
        <div key={row} className="p-4">
          <div className="grid grid-cols-[48px_minmax(0,1fr)_auto] gap-x-3">
            <Skeleton className="size-12 rounded-md" />
            <div>
              <Skeleton className="my-[3px] h-3.5 w-4/5 rounded-xs" />
              <Skeleton className="my-0.5 h-3 w-2/3 rounded-xs" />
              <Skeleton className="my-0.5 h-3 w-3/5 rounded-xs" />
            </div>
            <div className="grid content-start justify-items-end">
              <Skeleton className="my-1 h-4 w-12 rounded-xs" />
              <Skeleton className="my-0.5 h-3 w-10 rounded-xs" />
            </div>
            <div className="col-start-2 col-end-4 mt-2.5 -mb-1 flex h-7 items-center gap-1">
              <Skeleton className="h-5 w-13 rounded-xs" />
              <Skeleton className="h-5 w-19 rounded-xs" />
              <Skeleton className="ms-auto h-3 w-24 rounded-xs" />
            </div>
          </div>
        </div>
      ))}
    </div>
  )
}

function TableBoxes() {
  return (
    <div className="surface px-5 py-1">
      <div className="h-10" />
      {rows.map((row) => (
        <div key={row} className="flex h-15 items-center gap-3 border-t">
          <Skeleton className="size-10 shrink-0 rounded-md" />
          <div className="w-2/5">
            <Skeleton className="h-3.5 w-4/5 rounded-xs" />
            <Skeleton className="mt-2 h-3 w-1/2 rounded-xs" />
          </div>
          <Skeleton className="h-5 w-20 rounded-xs" />
          <Skeleton className="h-5 w-12 rounded-xs" />
          <Skeleton className="h-5 w-14 rounded-xs" />
          <Skeleton className="ms-auto h-3.5 w-40 rounded-xs" />
        </div>
      ))}
    </div>
  )
}
