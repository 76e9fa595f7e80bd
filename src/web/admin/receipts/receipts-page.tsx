import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import { moneyText } from '../../../shared/amazon/currencies.ts'
import { marketplaceName } from '../../../shared/amazon/marketplaces.ts'
import { dayText, monthText } from '../../../shared/dates/date-text.ts'
import { queryOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-or-failed.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { ReconciledMonth, Transfer } from '../answers.ts'
import { AdminFailed, RowsSkeleton } from '../parts/admin-list.tsx'
import { AdminScreen } from '../parts/admin-screen.tsx'
import { Stats } from '../parts/facts.tsx'
import { monthGrid } from '../parts/month-grid.ts'
import { YearSwitch } from '../parts/year-switch.tsx'
import { paymentText, stageText } from './month-texts.ts'
import { MoveMonths } from './move-months.tsx'
import { TransferList } from './transfer-list.tsx'
import { UnpaidOrders } from './unpaid-orders.tsx'

const RecordReceipt = lazyPart(() => import('./record-receipt.tsx'))
const ReverseReceipt = lazyPart(() => import('./reverse-receipt.tsx'))
const ReleaseMonth = lazyPart(() => import('./release-month.tsx'))

type Asked =
  | { for: 'record' }
  | { for: 'reverse'; transfer: Transfer }
  | { for: 'release'; month: ReconciledMonth }

/** What Amazon paid for each month, beside what was reported (docs/product/payouts.md#receipts). */
export function ReceiptsPage() {
  const [year, setYear] = useState<number>()
  const query = useQuery(queryOf(useApi(), 'GET /api/v1/admin/receipts', { query: { year } }))
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  const shown = query.data?.year ?? year
  return (
    <AdminScreen subtitle="What Amazon paid for each month, beside what its reports say" width="full">
      <MoveMonths />
      <UnpaidOrders />
      <YearSwitch year={shown} onChange={setYear}>
        <Button variant="primary" className="max-sm:w-full" onClick={() => setAsked({ for: 'record' })}>
          Record a receipt
        </Button>
      </YearSwitch>
      {query.isPending && <RowsSkeleton label="Loading receipts" />}
      {query.isLoadingError && (
        <AdminFailed
          error={query.error}
          message="Failed to load receipts"
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data?.items.length === 0 && query.data.transfers.length === 0 && (
        <EmptyState title={`Nothing in ${query.data.year}`}>
          Months with orders or receipts are listed here.
        </EmptyState>
      )}
      {query.data && query.data.items.length > 0 && (
        <ul aria-label="Months" className={monthGrid}>
          {query.data.items.map((month) => (
            <li key={`${month.month} ${month.marketplace}`}>
              <Month
                of={month}
                lines={linesOf(month, query.data.transfers)}
                onRelease={() => setAsked({ for: 'release', month })}
              />
            </li>
          ))}
        </ul>
      )}
      {query.data && query.data.transfers.length > 0 && (
        <TransferList
          transfers={query.data.transfers}
          onReverse={(transfer) => setAsked({ for: 'reverse', transfer })}
        />
      )}
      {asked?.for === 'record' && <RecordReceipt onClose={close} />}
      {asked?.for === 'reverse' && <ReverseReceipt transfer={asked.transfer} onClose={close} />}
      {asked?.for === 'release' && <ReleaseMonth month={asked.month} onClose={close} />}
    </AdminScreen>
  )
}

/** How the receipts compare with the reports. */
function Payment({ of }: { of: ReconciledMonth }) {
  const { tone, text } = paymentText(of)
  return <Badge tone={tone}>{text}</Badge>
}

type ReleaseProps = { of: ReconciledMonth; onRelease: () => void }

/** How far a month is, and the button that releases one that waits. */
function Stage({ of, onRelease }: ReleaseProps) {
  const { stage, released, month, marketplace } = of
  const isWaiting = stage === 'unpaid' || stage === 'awaits_report'
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p dir="auto" className="num min-w-0 text-caption text-ink-2">
        {stageText(of)}
        {released?.reason && `. “${released.reason}”`}
        {stage === 'released_orders_held' && (
          <>
            {' '}
            <Link to="/admin/holds" search={{ month, marketplace }} className="link">
              See the holds
            </Link>
          </>
        )}
      </p>
      {isWaiting && (
        <Button size="sm" onClick={onRelease}>
          Release
          <span className="sr-only">
            {' '}
            {monthText(month)}, {marketplaceName(marketplace)}
          </span>
        </Button>
      )}
    </div>
  )
}

type MonthProps = ReleaseProps & { lines: ReturnType<typeof linesOf> }

function Month({ of, lines, onRelease }: MonthProps) {
  const figures = [
    ['Reported', moneyText(of.reported, of.currency)],
    ['Received', moneyText(of.received, of.currency)],
  ] as const
  const split = [
    [of.of_creators, 'of creators'],
    [of.of_nobody, 'of nobody'],
    [of.under_review, 'under review'],
  ] as const
  return (
    <section aria-label={`${monthText(of.month)}, ${marketplaceName(of.marketplace)}`} className="surface">
      <div className="flex flex-wrap items-center justify-between gap-2 p-4">
        <h3 className="text-sub font-semibold">
          {monthText(of.month)}{' '}
          <span className="font-normal text-ink-2">{marketplaceName(of.marketplace)}</span>
        </h3>
        <Payment of={of} />
      </div>
      <div className="stack gap-3 px-4 pb-4">
        <Stats figures={figures} />
        <p className="num text-caption text-ink-2">
          {split.map(([amount, whose], n) => (
            <Fragment key={whose}>
              {n > 0 && ' · '}
              <span className="whitespace-nowrap">
                {moneyText(amount, of.currency)} {whose}
              </span>
            </Fragment>
          ))}
        </p>
        <Stage of={of} onRelease={onRelease} />
      </div>
      {lines.length > 0 && (
        <ul
          aria-label={`Received for ${monthText(of.month)}, ${marketplaceName(of.marketplace)}`}
          className="num divide-y border-t text-small"
        >
          {lines.map(
            ({ transfer: { id, received_on, reference, currency }, line: { kind, amount }, place }) => (
              <li key={`${id} ${place}`} className="flex flex-wrap justify-between gap-x-4 px-4 py-3">
                <span className="min-w-0 break-all text-ink-2">
                  {dayText(received_on)} · {reference}
                  {kind === 'deduction' && ' · deduction'}
                </span>
                <span className="font-semibold">{moneyText(amount, currency)}</span>
              </li>
            ),
          )}
        </ul>
      )}
    </section>
  )
}

/** The lines of transfers that stand and are of a month. */
const linesOf = ({ month, marketplace }: ReconciledMonth, transfers: Transfer[]) =>
  transfers
    .filter((transfer) => transfer.marketplace === marketplace && !transfer.reversed)
    .flatMap((transfer) =>
      transfer.lines
        .map((line, place) => ({ transfer, line, place }))
        .filter(({ line }) => line.month === month),
    )
