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
        <div key={row} className="grid grid-cols-[48px_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-3">
          <Skeleton className="row-span-2 size-12 rounded-md" />
          <Skeleton className="my-[3px] h-3.5 w-4/5 rounded-xs" />
          <span />
          <Skeleton className="my-1.5 h-3 w-3/5 rounded-xs" />
          <Skeleton className="my-1 h-4 w-14 rounded-xs" />
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
