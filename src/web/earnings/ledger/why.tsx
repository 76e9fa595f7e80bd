import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import type { LedgerEntry, LedgerWhy, TransactionType } from '../../../earnings/contract.ts'
import { moneyText } from '../../../shared/amazon/currencies.ts'
import { dayText, monthText } from '../../../shared/dates/date-text.ts'
import { useApi } from '../../api/use-api.ts'
import { bpsText, moneyColor, sumUsd, usdText } from '../../format/money-text.ts'
import { momentDay } from '../../format/when-text.ts'
import { Button } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/button/icon.tsx'
import { LoadingSkeleton, Skeleton } from '../../ui/feedback/loading.tsx'
import { whyQuery } from '../earnings-queries.ts'
import { ownText } from '../own-amounts.ts'
import { AskButton } from '../questions/ask-button.tsx'
import { type OrderWhy, Trace } from './trace.tsx'

type WhyProps = {
  entry: LedgerEntry
  /** Whether split and trace are side by side. */
  isWide?: boolean
}

/** The explanation of a row: split, click, order, rule, and the order’s other rows. */
export function Why({ entry, isWide = false }: WhyProps) {
  const query = useQuery(whyQuery(useApi(), entry.id))
  const { data } = query
  const ofOrder = data && orderWhyOf(data)
  const part = 'stack content-start gap-4'
  return (
    <div
      className={clsx('stack gap-4 rounded-md bg-sunken p-4 text-start', isWide && 'grid-cols-2 gap-x-10')}
    >
      <div className={part}>
        {isWide && <h3 className="-mb-2 text-small font-semibold">Why this amount</h3>}
        {entry.amazon_orders ? <Split entry={entry} why={data} /> : <OfNoOrder entry={entry} />}
        {data && data.entries.length > 1 && <OrderEntries why={data} />}
      </div>
      <div className={part}>
        {data ? (
          <>
            {ofOrder && <Trace why={ofOrder} />}
            <Technical why={data} />
          </>
        ) : query.isError ? (
          <Failed retrying={query.isFetching} onRetry={() => void query.refetch()} />
        ) : (
          <TraceSkeletons />
        )}
        <AskButton entryId={entry.id} />
      </div>
    </div>
  )
}

/** An explanation as one of a row of an order; null for other rows. */
function orderWhyOf({ rule, order, fee_bps, ...why }: LedgerWhy): OrderWhy | null {
  return rule === null || order === null || fee_bps === null ? null : { ...why, rule, order, fee_bps }
}

/** Rows without an order, in words (docs/product/ledger.md#rows-without-an-order). */
const noOrderTexts: Partial<Record<TransactionType, string>> = {
  payout: 'This was paid out to you. It lowers what was left to pay, not what you earned.',
  payout_reversal:
    'This payout did not reach you, or came back. It counts as not paid, and is paid again later.',
  manual_adjustment: 'Added or taken by hand. It belongs to no order.',
}

/** What a row is about that is of no order, with what an admin wrote to its creator. */
function OfNoOrder({ entry: { transaction_type, reason } }: Pick<WhyProps, 'entry'>) {
  return (
    <div className="stack gap-2 text-small text-pretty">
      <p>{noOrderTexts[transaction_type]}</p>
      {reason && (
        <p className="text-ink-2">
          “<bdi>{reason}</bdi>”
        </p>
      )}
    </div>
  )
}

/** Details for checking the chain or asking support, folded away (docs/product/earnings.md#why-this-amount). */
function Technical({ why: { chain, order, click } }: { why: LedgerWhy }) {
  const details = [
    ['Row', `${chain.sequence.toLocaleString('en-US')} of your ledger`],
    ['Hash', chain.hash],
    ...(order ? [['Order', order.order_item_id]] : []),
    ...(click?.short_link_id ? [['Short link', click.short_link_id]] : []),
  ]
  return (
    <details className="group text-caption">
      <summary className="-mx-1 -my-2 flex min-h-11 w-fit items-center gap-1 rounded-sm px-1 font-semibold text-ink-2">
        Technical details
        <Icon name="chevronDown" size={14} className="transition-transform group-open:rotate-180" />
      </summary>
      <dl className="num mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
        {details.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-3">{name}</dt>
            <dd className="break-all text-ink-2">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
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

function TraceSkeletons() {
  return (
    <LoadingSkeleton label="Loading where this comes from" className="stack gap-3">
      {steps.map((step) => (
        <div key={step} className="ps-5">
          <Skeleton className="my-0.5 h-3 w-4/5 rounded-xs" />
          <Skeleton className="mt-1.5 h-3 w-24 rounded-xs" />
        </div>
      ))}
    </LoadingSkeleton>
  )
}

type SplitProps = {
  entry: Pick<LedgerEntry, 'gross_commission' | 'platform_fee_amount' | 'user_amount' | 'own'>
  /** The platform’s share, since when, and the rates; undefined while it loads. */
  why: Pick<LedgerWhy, 'fee_bps' | 'fee_from' | 'is_own_fee' | 'conversions'> | undefined
}

/** The share that a fee is, whose, and since when: ' (20%)', ' (5%, yours since Nov 3)'. */
function feeText(fee: SplitProps['why']): string {
  if (!fee || fee.fee_bps === null) return ''
  const since = fee.fee_from && `since ${dayText(fee.fee_from)}`
  const terms = [fee.is_own_fee && 'yours', since].filter(Boolean).join(' ')
  return ` (${[bpsText(fee.fee_bps), terms].filter(Boolean).join(', ')})`
}

/** By which rate an amount became dollars: '£12.00 at 1.31 for November 2026'. */
const conversionText = ({ amount, currency, usd_per_unit, month }: LedgerWhy['conversions'][number]) =>
  `${moneyText(Number(amount), currency)} at ${Number(usd_per_unit)} for ${monthText(month)}`

/** Whether something is left of a month's purchases, and did not all come back. */
const isLeft = ({ amount }: LedgerWhy['conversions'][number]) => Number(amount) > 0

/** What was converted, and at which rates: for a return the row's own amount, else all that is left of the order. */
function ratesOf({ own }: SplitProps['entry'], why: SplitProps['why']): string[] {
  if (own?.amount && own.amount < 0) return [ownText(own)]
  return why?.conversions.filter(isLeft).map(conversionText) ?? []
}

/** Gross commission, platform fee, and the creator’s part. */
function Split({ entry, why }: SplitProps) {
  const { gross_commission, platform_fee_amount, user_amount } = entry
  const sum = 'border-t border-line-strong pt-2 font-[650]'
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5 text-small [&_dd]:text-end [&_dd]:tabular-nums">
      <dt>Gross commission</dt>
      <dd>{usdText(gross_commission)}</dd>
      {ratesOf(entry, why).map((text) => (
        <dd key={text} className="num col-span-2 text-start! text-caption text-ink-3">
          {text}
        </dd>
      ))}
      <dt className="text-ink-2">Platform fee{feeText(why)}</dt>
      <dd className="text-ink-2">{usdText(-platform_fee_amount)}</dd>
      <dt className={sum}>You earn</dt>
      <dd className={`${sum} ${moneyColor(user_amount)}`}>{usdText(user_amount)}</dd>
    </dl>
  )
}

type OrderEntriesProps = { why: LedgerWhy }

/** All rows of the order with their sum, which is what is owed for it now. */
function OrderEntries({ why: { entry, entries } }: OrderEntriesProps) {
  return (
    <table className="num w-full text-caption">
      <caption className="pb-1 text-start font-semibold">All rows of this order</caption>
      <tbody>
        {entries.map(({ id, created_at, transaction_type, status, user_amount }) => (
          <tr key={id} className={id === entry.id ? 'font-semibold' : 'text-ink-2'}>
            <td className="py-0.5 pe-3 whitespace-nowrap">
              <time dateTime={created_at}>{momentDay(created_at)}</time>
            </td>
            <th scope="row" className="w-full py-0.5 text-start [font-weight:inherit]">
              {transaction_type}, {status}
              {id === entry.id && ' (this row)'}
            </th>
            <td className="py-0.5 ps-3 text-end whitespace-nowrap">{usdText(user_amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="font-semibold">
          <th
            scope="row"
            colSpan={2}
            className="border-t border-line-strong pt-1.5 text-start [font-weight:inherit]"
          >
            Together
          </th>
          <td className="border-t border-line-strong pt-1.5 ps-3 text-end whitespace-nowrap">
            {usdText(sumUsd(entries.map(({ user_amount }) => user_amount)))}
          </td>
        </tr>
      </tfoot>
    </table>
  )
}
