import { Button } from '../ui/button.tsx'
import { Spinner } from '../ui/feedback/loading.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { StepHeading } from './step-heading.tsx'

type FetchingStepProps = { resolving: boolean; onCancel: () => void }

/** The second step: waiting for Amazon, with the boxes of what comes. */
export function FetchingStep({ resolving, onCancel }: FetchingStepProps) {
  return (
    <div className="stack gap-5">
      <div role="status" className="flex items-center gap-3">
        <Spinner size="md" />
        <StepHeading look="t-heading">
          {resolving ? 'Resolving short link...' : 'Fetching item information...'}
        </StepHeading>
      </div>
      <div aria-hidden="true" className="stack gap-5">
        <div className="flex items-start gap-4">
          <Skeleton className="size-22 shrink-0 rounded-md" />
          <div className="stack flex-1 gap-2 pt-1">
            <Skeleton className="h-5 rounded-xs" />
            <Skeleton className="h-5 w-7/10 rounded-xs" />
            <Skeleton className="mt-2 h-5 w-3/10 rounded-xs" />
          </div>
        </div>
        <Skeleton className="h-12 rounded-md" />
        <Skeleton className="h-24 rounded-md" />
      </div>
      <Button block onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}
