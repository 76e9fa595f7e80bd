import { LoadingSkeleton, Skeleton } from '../../ui/feedback/loading.tsx'

const rows = [0, 1, 2, 3, 4]

type HistorySkeletonProps = { isWide: boolean }

/** The boxes of the ledger’s rows: the table’s where there is room for it, else the list’s. */
export function HistorySkeleton({ isWide }: HistorySkeletonProps) {
  return (
    <LoadingSkeleton label="Loading earnings history">
      {isWide ? <TableSkeletons /> : <CardSkeletons />}
    </LoadingSkeleton>
  )
}

function CardSkeletons() {
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

function TableSkeletons() {
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
