import type { Statement } from '../../../earnings/contract.ts'
import { monthText } from '../../../shared/dates/date-text.ts'
import { counted } from '../../format/count-text.ts'
import { entryTitle, typeText } from '../../format/entry-text.ts'
import { usdText } from '../../format/money-text.ts'
import { zonedDayText } from '../../format/when-text.ts'
import { ownText } from '../own-amounts.ts'

type StatementRowsProps = { statement: Statement }

const head = 'py-2 ps-3 font-medium first:ps-0'
const amount = 'num py-2 ps-3 text-end align-top whitespace-nowrap'

/** On a phone gross and fee have no columns; they are below the amount. */
const wideOnly = 'max-sm:hidden print:table-cell'

/** The month’s rows, the oldest first. */
export function StatementRows({ statement: { items, is_cut, sums, time_zone } }: StatementRowsProps) {
  if (items.length === 0) return <p className="text-small text-ink-2">No rows in this month.</p>
  return (
    <div>
      <table className="w-full text-small print:text-caption">
        <caption className="pb-1 text-start text-caption text-ink-3">
          {counted(sums.entries, 'row', 'rows')}
          {is_cut && `; the first ${items.length.toLocaleString('en-US')} are listed. The sums include all.`}
        </caption>
        <thead className="border-b border-line-strong text-start text-caption text-ink-3">
          <tr>
            <th scope="col" className={`${head} text-start`}>
              Date
            </th>
            <th scope="col" className={`${head} text-start`}>
              Order
            </th>
            <th scope="col" className={`${head} ${wideOnly} text-end`}>
              Gross
            </th>
            <th scope="col" className={`${head} ${wideOnly} text-end`}>
              Fee
            </th>
            <th scope="col" className={`${head} text-end`}>
              You
            </th>
          </tr>
        </thead>
        <tbody className="divide-y">
          {items.map((entry) => (
            <Row key={entry.id} entry={entry} zone={time_zone} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type RowProps = { entry: Statement['items'][number]; zone: string }

function Row({ entry, zone }: RowProps) {
  const { amazon_orders: order, created_at, earning_month } = entry
  const { gross_commission, platform_fee_amount, user_amount } = entry
  return (
    <tr className="break-inside-avoid">
      <td className="num py-2 align-top whitespace-nowrap text-ink-2">
        <time dateTime={created_at}>{zonedDayText(created_at, zone)}</time>
      </td>
      <th scope="row" className="w-full py-2 ps-3 text-start align-top font-normal">
        <span dir="auto" className="line-clamp-2">
          {entryTitle(entry)}
        </span>
        <span className="num block text-caption text-ink-3">
          {typeText(entry)}, {entry.status}
          {order && ` · ${order.asin}`}
          {earning_month && ` · of ${monthText(earning_month)}`}
          {entry.own && <span className="block">{ownText(entry.own)}</span>}
        </span>
      </th>
      <td className={`${amount} ${wideOnly}`}>{order && usdText(gross_commission)}</td>
      <td className={`${amount} ${wideOnly} text-ink-2`}>{order && usdText(-platform_fee_amount)}</td>
      <td className={amount}>
        <span className="font-semibold">{usdText(user_amount)}</span>
        {order && (
          <span className="block text-caption text-ink-3 sm:hidden print:hidden">
            {usdText(gross_commission)} gross
            <br />
            {usdText(-platform_fee_amount)} fee
          </span>
        )}
      </td>
    </tr>
  )
}
