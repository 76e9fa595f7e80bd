import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { moneyText } from '../../../shared/amazon/currencies.ts'
import { marketplaceName } from '../../../shared/amazon/marketplaces.ts'
import { dayText } from '../../../shared/dates/date-text.ts'
import { useApi } from '../../api/use-api.ts'
import { StatusBadge } from '../../earnings/entry-parts.tsx'
import { ownText } from '../../earnings/own-amounts.ts'
import { numberText, signedText } from '../../format/count-text.ts'
import { rateText, usdText } from '../../format/money-text.ts'
import { momentText } from '../../format/when-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import { orderQuery } from '../admin-queries.ts'
import type { OrderDetail } from '../answers.ts'
import { OrderHold } from '../holds/order-hold.tsx'
import { importName } from '../imports/import-texts.ts'
import { AdminFailed, RowsSkeleton } from '../parts/admin-list.tsx'
import { AdminScreen } from '../parts/admin-screen.tsx'
import { CreatorLink } from '../parts/creator-link.tsx'
import { Facts } from '../parts/facts.tsx'
import { OrderDuplicates } from './duplicates/order-duplicates.tsx'
import { OrderDisagreement } from './order-disagreement.tsx'
import { OrderMatch } from './order-match.tsx'
import { OrderReturns, WaitingReturn } from './order-returns.tsx'
import { OrderReview } from './order-review.tsx'
import { OrderSides } from './order-sides.tsx'
import { reportedStatus, statusNames } from './order-texts.ts'
import { WhoseReturn } from './whose-return.tsx'

/** One order: its facts, its match, what each report says of it, and its ledger rows. */
export function OrderPage() {
  const { id } = useParams({ from: '/_app/admin/orders/$id' })
  const order = useQuery(orderQuery(useApi(), id))
  return (
    <AdminScreen title="Order" back="/admin/orders">
      {order.data && (
        <div className="stack gap-4">
          <OrderReview order={order.data} />
          <OrderDisagreement order={order.data} />
          <WaitingReturn order={order.data} />
          <WhoseReturn order={order.data} />
          <OrderFacts order={order.data} />
          <OrderReturns order={order.data} />
          <OrderDuplicates order={order.data} />
          {order.data.match?.review ? (
            <>
              <OrderSides order={order.data} />
              <OrderMatch order={order.data} />
            </>
          ) : (
            <>
              <OrderMatch order={order.data} />
              <OrderSides order={order.data} />
            </>
          )}
          <OrderReports order={order.data} />
          <OrderLedger order={order.data} />
        </div>
      )}
      {order.isPending && <RowsSkeleton label="Loading the order" />}
      {order.isLoadingError && (
        <AdminFailed
          error={order.error}
          message="Failed to load the order"
          retrying={order.isFetching}
          onRetry={() => void order.refetch()}
        />
      )}
    </AdminScreen>
  )
}

type OrderFactsProps = { order: OrderDetail }

function OrderFacts({ order }: OrderFactsProps) {
  const { commission_rate: rate } = order
  return (
    <Panel className="stack gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="stack min-w-0 flex-1 basis-56 gap-1">
          <h2 dir="auto" className="t-heading line-clamp-6">
            {order.product_title || order.asin}
          </h2>
          <p className="num text-caption break-all text-ink-3">{order.order_item_id}</p>
        </div>
        <p className="shrink-0 sm:text-end">
          <span className="num t-heading block">
            {order.order_status === 'withdrawn' ? (
              <s>{moneyText(order.commission, order.currency)}</s>
            ) : (
              moneyText(order.commission, order.currency)
            )}
          </span>
          <span className="text-caption text-ink-3">Commission</span>
        </p>
      </div>
      <Facts
        facts={[
          ['Status', statusNames[order.order_status]],
          ['Ordered', order.ordered_at ? momentText(order.ordered_at) : dayText(order.order_date)],
          ['Quantity', signedText(order.quantity)],
          ['Rate', rate === null ? null : rateText(rate)],
          ['ASIN', order.asin],
          ['Marketplace', marketplaceName(order.marketplace)],
          ['Sub tag', order.sub_tag],
          ['Tracking ID', order.tracking_id],
        ]}
      />
    </Panel>
  )
}

type OrderReportsProps = { order: OrderDetail }
type Observation = OrderDetail['observations'][number]

/** What each report says of an order, and which one counts. */
function OrderReports({ order: { observations } }: OrderReportsProps) {
  return (
    <SettingsSection title="What reports said">
      {observations.length === 0 ? (
        <p className="text-small text-ink-2">No report has it.</p>
      ) : (
        <ul className="surface divide-y overflow-hidden">
          {observations.map((observation) => (
            <li key={observation.import_id}>
              <ObservationRow observation={observation} />
            </li>
          ))}
        </ul>
      )}
    </SettingsSection>
  )
}

type ObservationProps = { observation: Observation }

function ObservationRow({ observation }: ObservationProps) {
  const { import_id, line, report_as_of, order_status, quantity, commission, currency, counts, is_undone } =
    observation
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 p-4">
      <Link to="/admin/imports/$id" params={{ id: import_id }} className="link line-clamp-2 w-fit text-small">
        {importName(observation)}
      </Link>
      <span className="text-end">
        {counts && <Badge tone="good">Counts</Badge>}
        {is_undone && <Badge>Undone</Badge>}
      </span>
      <p className="num text-caption text-ink-2">
        {reportedStatus(order_status)} · {signedText(quantity)}{' '}
        {Math.abs(quantity) === 1 ? 'piece' : 'pieces'} · {moneyText(commission, currency)}
      </p>
      <p className="num col-span-2 text-caption text-ink-3">
        Line {numberText(line)}, as of {momentText(report_as_of)}
      </p>
    </div>
  )
}

type OrderLedgerProps = { order: OrderDetail }
type Entry = OrderDetail['entries'][number]

const types: Record<Entry['transaction_type'], string> = {
  commission: 'Commission',
  return: 'Return',
  adjustment: 'Adjustment',
}

/** The ledger rows of an order, the oldest first. */
function OrderLedger({ order }: OrderLedgerProps) {
  const { entries } = order
  return (
    <SettingsSection title="Ledger">
      <OrderHold order={order} />
      {entries.length === 0 ? (
        <p className="text-small text-ink-2">Nothing has been posted for this order yet.</p>
      ) : (
        <ul className="surface divide-y overflow-hidden">
          {entries.map((entry) => (
            <li key={entry.id}>
              <EntryRow entry={entry} />
            </li>
          ))}
        </ul>
      )}
    </SettingsSection>
  )
}

type EntryRowProps = { entry: Entry }

function EntryRow({ entry }: EntryRowProps) {
  const { creator, status, under_review, posted_on } = entry
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 p-4">
      <p className="text-small font-semibold">
        {types[entry.transaction_type]}
        <span className="font-normal text-ink-2">
          {' '}
          for <CreatorLink username={creator.username} />
        </span>
      </p>
      <p className="num text-end text-small font-semibold">{usdText(entry.user_amount)}</p>
      <p className="num text-caption text-ink-2">
        {usdText(entry.gross_commission)} less a fee of {usdText(entry.platform_fee_amount)}
        {entry.own && <span className="block">{ownText(entry.own)}</span>}
        <span className="block text-ink-3">
          {momentText(entry.created_at)}
          {status === 'pending' &&
            (under_review
              ? ' · waits for a decision'
              : posted_on
                ? ` · posted from ${dayText(posted_on)}`
                : ' · waits for Amazon’s payment')}
        </span>
      </p>
      <p className="text-end">
        <StatusBadge entry={entry} />
      </p>
    </div>
  )
}
