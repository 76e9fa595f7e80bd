import { LoadingSkeleton, Skeleton } from '../ui/feedback/loading.tsx'
import { Panel } from '../ui/panel.tsx'

const figures = [0, 1, 2]
const products = [0, 1, 2, 3, 4]

/** The boxes of figures, chart and top products. */
export function AnalyticsSkeleton() {
  return (
    <LoadingSkeleton label="Loading earnings" className="stack gap-5">
      <FigureSkeletons />
      <div className="stack gap-5 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)] lg:gap-6">
        <ChartSkeletons />
        <ProductSkeletons />
      </div>
      <div className="-my-2 flex h-11 items-center">
        <Skeleton className="h-3 w-28 rounded-xs" />
      </div>
    </LoadingSkeleton>
  )
}

function FigureSkeletons() {
  return (
    <div className="stack gap-5 pt-2">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-5">
        <div>
          <Skeleton className="my-[3px] h-3.5 w-44 rounded-xs" />
          <Skeleton className="my-1.5 h-9 w-48 rounded-sm" />
          <Skeleton className="mt-1 mb-[3px] h-3.5 w-36 rounded-xs" />
        </div>
        <div className="grid w-full grid-cols-[.8fr_1.1fr_1.1fr] divide-x max-lg:border-y max-lg:py-4 lg:w-100">
          {figures.map((figure) => (
            <div key={figure} className="px-3 first:ps-0 max-[359px]:px-1.5">
              <Skeleton className="my-[3px] h-[18px] w-14 rounded-xs" />
              <Skeleton className="my-0.5 h-3 w-full max-w-24 rounded-xs" />
            </div>
          ))}
        </div>
      </div>
      <div className="-mt-2 flex h-9 items-start pt-0.5 lg:h-4">
        <Skeleton className="h-3 w-64 rounded-xs" />
      </div>
    </div>
  )
}

function ChartSkeletons() {
  return (
    <Panel>
      <div className="mb-3 flex h-11 items-center justify-between">
        <div>
          <Skeleton className="h-3 w-24 rounded-xs" />
          <Skeleton className="mt-2 h-5 w-20 rounded-xs" />
        </div>
        <Skeleton className="h-11 w-44 rounded-[13px]" />
      </div>
      <Skeleton className="h-46 rounded-xs lg:h-69" />
      <div className="mt-2 flex h-9 items-center">
        <Skeleton className="h-3 w-20 rounded-xs" />
      </div>
    </Panel>
  )
}

function ProductSkeletons() {
  return (
    <Panel>
      <Skeleton className="mt-1 mb-3 h-5 w-32 rounded-xs" />
      <div className="divide-y">
        {products.map((product) => (
          <div key={product} className="flex min-h-15 items-center gap-3">
            <Skeleton className="h-4 w-4 rounded-xs" />
            <Skeleton className="size-11 shrink-0 rounded-md" />
            <div className="flex-1">
              <Skeleton className="h-3.5 w-4/5 rounded-xs" />
              <Skeleton className="mt-1.5 h-3 w-16 rounded-xs" />
            </div>
            <Skeleton className="h-3.5 w-14 rounded-xs" />
          </div>
        ))}
      </div>
      <div className="-mb-2 flex h-11 items-center border-t">
        <Skeleton className="h-3.5 w-24 rounded-xs" />
      </div>
    </Panel>
  )
}
