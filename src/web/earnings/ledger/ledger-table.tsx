import clsx from 'clsx'
import { entryTitle, typeText } from '../../format/entry-text.ts'
import { moneyColor, usdText } from '../../format/money-text.ts'
import { momentDay } from '../../format/when-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { ConfidenceBadge, EntryPicture, NoOrderMark, StatusBadge, ThroughList } from '../entry-parts.tsx'
import { byMonth, MonthHead } from './history-months.tsx'
import { type LedgerRows, monthOfEntry, type OpenableRow, WhyButton, whyId } from './open-rows.tsx'
import { Why } from './why.tsx'

const columns = [
  { name: 'Order' },
  { name: 'Type' },
  { name: 'Match' },
  { name: 'Status' },
  { name: 'Gross', end: true },
  { name: 'Fee', end: true },
  { name: 'You', end: true },
  { name: 'Date', end: true },
]

/** The ledger's rows as a table, from 1024 px. */
export function LedgerTable({ entries, sums, isOpen, toggle }: LedgerRows) {
  return (
    <div className="surface px-5 py-1">
      <table aria-labelledby="earnings-history" className="w-full text-small">
        <thead className="text-caption text-ink-3">
          <tr>
            {columns.map(({ name, end }) => (
              <th
                key={name}
                scope="col"
                className={`px-2 py-3 font-medium first:w-2/5 first:ps-0 last:pe-0 ${end ? 'text-end' : 'text-start'}`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {byMonth({ rows: entries, monthOf: monthOfEntry, sums }).map(({ month, sum, rows }) => (
          <tbody key={month}>
            <tr>
              <th
                scope="rowgroup"
                colSpan={columns.length}
                className="border-t pt-5 pb-2 text-start font-normal"
              >
                <MonthHead month={month} sum={sum} nameId={`entries-${month}`} />
              </th>
            </tr>
            {rows.map((entry) => (
              <LedgerRow
                key={entry.id}
                entry={entry}
                isOpen={isOpen(entry.id)}
                onToggle={() => toggle(entry.id)}
              />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

const cell = 'border-t px-2 py-2.5'
const amount = `${cell} num text-end whitespace-nowrap`

function LedgerRow(row: OpenableRow) {
  const { entry, isOpen } = row
  const { amazon_orders: order, user_amount, created_at } = entry
  return (
    <>
      <tr>
        <th scope="row" className={`${cell} ps-0 text-start font-normal`}>
          <div className="flex items-center gap-3">
            {order ? (
              <EntryPicture product={entry.product} className="w-10!" />
            ) : (
              <NoOrderMark className="w-10!" />
            )}
            <div className="min-w-0">
              <p dir="auto" className={clsx('font-semibold break-words', !isOpen && 'line-clamp-1')}>
                {entryTitle(entry)}
              </p>
              <p className="num text-caption text-ink-3">
                {order && `${order.asin} · `}
                <WhyButton {...row} />
                <ThroughList title={entry.through_list} />
              </p>
            </div>
          </div>
        </th>
        <td className={cell}>
          <Badge tone="line">{typeText(entry)}</Badge>
        </td>
        <td className={cell}>{order && <ConfidenceBadge confidence={order.confidence} />}</td>
        <td className={cell}>
          <StatusBadge entry={entry} />
        </td>
        <td className={amount}>{order && usdText(entry.gross_commission)}</td>
        <td className={`${amount} text-ink-3`}>{order && usdText(-entry.platform_fee_amount)}</td>
        <td className={`${amount} text-body font-semibold ${moneyColor(user_amount)}`}>
          {usdText(user_amount)}
        </td>
        <td className={`${amount} pe-0 text-ink-3`}>
          <time dateTime={created_at}>{momentDay(created_at)}</time>
        </td>
      </tr>
      {isOpen && (
        <tr id={whyId(entry)}>
          <td colSpan={columns.length} className="pb-4">
            <Why entry={entry} isWide />
          </td>
        </tr>
      )}
    </>
  )
}
