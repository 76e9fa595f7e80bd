import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { moneyText } from '../../../shared/amazon/currencies.ts'
import { marketplaceName } from '../../../shared/amazon/marketplaces.ts'
import { dayText, monthText } from '../../../shared/dates/date-text.ts'
import { counted } from '../../format/count-text.ts'
import { momentDay } from '../../format/when-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button/button.tsx'
import type { Transfer, TransferLine } from '../answers.ts'
import { nameOf } from '../parts/texts.ts'

type TransferListProps = { transfers: Transfer[]; onReverse: (transfer: Transfer) => void }

/** The transfers of a year with what each was for (docs/product/payouts.md#receipts). */
export function TransferList({ transfers, onReverse }: TransferListProps) {
  return (
    <section aria-labelledby="transfers" className="mt-8 stack gap-3">
      <h2 id="transfers" className="t-heading">
        Transfers
      </h2>
      <ul aria-labelledby="transfers" className="surface divide-y">
        {transfers.map((transfer) => (
          <li key={transfer.id}>
            <TransferRow transfer={transfer} onReverse={() => onReverse(transfer)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Its amount, and the dollars received for another currency: '£100.00 = $130.00'. */
export const transferText = ({ amount, currency, usd }: Transfer): string =>
  currency === 'USD'
    ? moneyText(amount, currency)
    : `${moneyText(amount, currency)} = ${moneyText(usd, 'USD')}`

/** What a line is for: 'September 2026', 'Bounty'. */
export function lineText({ kind, month }: TransferLine): string {
  if (kind === 'bounty') return 'Bounty'
  if (kind === 'deduction') return month ? `Deduction, ${monthText(month)}` : 'Deduction'
  return month ? monthText(month) : ''
}

function TransferRow({ transfer, onReverse }: { transfer: Transfer; onReverse: () => void }) {
  const { marketplace, currency, received_on, reference, lines, recorded_by, reversed } = transfer
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-3">
      <div className="min-w-0">
        <p className="num text-small font-semibold break-all">
          <span className={reversed ? 'text-ink-3 line-through' : undefined}>{transferText(transfer)}</span>{' '}
          <span className="font-normal text-ink-2">{reference}</span>
        </p>
        <p className="num text-caption text-ink-2">
          {marketplaceName(marketplace)} · received on {dayText(received_on)} · recorded by{' '}
          {nameOf({ username: recorded_by })}
        </p>
        <ul aria-label={`What ${reference} was for`} className="num text-caption text-ink-2">
          {lines.map((line, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line has no id, and its place never changes
            <li key={place}>
              {lineText(line)}{' '}
              <span className="font-medium whitespace-nowrap text-ink">
                {moneyText(line.amount, currency)}
              </span>
              {line.order_item_ids.length > 0 && <Orders ids={line.order_item_ids} />}
            </li>
          ))}
        </ul>
        {reversed && (
          <p dir="auto" className="text-caption text-ink-2">
            Reversed on {momentDay(reversed.at)} by {nameOf({ username: reversed.by })}: {reversed.reason}
          </p>
        )}
      </div>
      {reversed ? (
        <Badge tone="line">Reversed</Badge>
      ) : (
        <Button size="sm" onClick={onReverse}>
          Reverse<span className="sr-only"> {reference}</span>
        </Button>
      )}
    </div>
  )
}

/** How many orders of a line are linked. */
const shownOrders = 5

function Orders({ ids }: { ids: string[] }) {
  const more = ids.length - shownOrders
  return (
    <>
      {' for '}
      {ids.slice(0, shownOrders).map((id, n) => (
        <Fragment key={id}>
          {n > 0 && ', '}
          <Link to="/admin/orders/$id" params={{ id }} className="link break-all">
            {id}
          </Link>
        </Fragment>
      ))}
      {more > 0 && ` and ${counted(more, 'other')}`}
    </>
  )
}
