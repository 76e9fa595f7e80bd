import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import type { LedgerEntry } from '../../../earnings/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useApi } from '../../use-api.ts'
import { whyQuery } from '../earnings-queries.ts'
import { OrderEntries } from '../order-entries.tsx'
import { Split } from '../split.tsx'
import { Trace } from '../trace.tsx'

type WhyProps = {
  entry: LedgerEntry
  /** Split and trace beside each other. */
  isWide?: boolean
}

/** Why a row is what it is: split, click, order, rule, and the order’s other rows. */
export function Why({ entry, isWide = false }: WhyProps) {
  const query = useQuery(whyQuery(useApi(), entry.id))
  const { data } = query
  const part = 'stack content-start gap-4'
  return (
    <div
      className={clsx('stack gap-4 rounded-md bg-sunken p-4 text-start', isWide && 'grid-cols-2 gap-x-10')}
    >
      <div className={part}>
        {isWide && <h3 className="-mb-2 text-small font-semibold">Why this amount</h3>}
        <Split entry={entry} feeBps={data?.fee_bps} />
        {data && data.entries.length > 1 && <OrderEntries why={data} />}
      </div>
      <div className={part}>
        {data ? (
          <>
            <Trace why={data} />
            <Place chain={data.chain} />
          </>
        ) : query.isError ? (
          <Failed retrying={query.isFetching} onRetry={() => void query.refetch()} />
        ) : (
          <TraceBoxes />
        )}
      </div>
    </div>
  )
}

type PlaceProps = { chain: { sequence: number; hash: string } }

/** Where the row stands in the creator’s chain; the export has all that is needed to check it. */
function Place({ chain: { sequence, hash } }: PlaceProps) {
  return (
    <p className="num text-caption text-ink-3" title={hash}>
      Row {sequence.toLocaleString('en-US')} of your ledger · hash {hash.slice(0, 12)}…
    </p>
  )
}

type FailedProps = { retrying: boolean; onRetry: () => void }

function Failed({ retrying, onRetry }: FailedProps) {
  return (
    <div role="alert" className="flex items-center justify-between gap-3">
      <p className="text-small text-ink-2">Failed to load where this comes from</p>
      <Button size="sm" busy={retrying} onClick={onRetry}>
        Retry
      </Button>
    </div>
  )
}

const steps = [0, 1, 2]

function TraceBoxes() {
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">Loading where this comes from</span>
      <div aria-hidden="true" className="stack gap-3">
        {steps.map((step) => (
          <div key={step} className="ps-5">
            <Skeleton className="my-0.5 h-3 w-4/5 rounded-xs" />
            <Skeleton className="mt-1.5 h-3 w-24 rounded-xs" />
          </div>
        ))}
      </div>
    </div>
  )
}
