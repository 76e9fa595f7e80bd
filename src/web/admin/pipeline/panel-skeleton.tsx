import { Skeleton } from '../../ui/skeleton.tsx'

const steps = [
  { name: 'import', height: 'h-64' },
  { name: 'match', height: 'h-12' },
  { name: 'calculate', height: 'h-12' },
]

/** The boxes of the three steps to come. */
export function PanelSkeleton() {
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">Loading</span>
      <div aria-hidden="true" className="stack gap-4">
        {steps.map(({ name, height }) => (
          <div key={name} className="surface stack gap-4 p-4">
            <div className="flex items-center gap-3">
              <Skeleton className="size-8 rounded-full" />
              <div className="grid flex-1 gap-2">
                <Skeleton className="h-5 w-44 rounded-xs" />
                <Skeleton className="h-3 w-60 rounded-xs" />
              </div>
            </div>
            <Skeleton className={`${height} rounded-md`} />
          </div>
        ))}
      </div>
    </div>
  )
}
