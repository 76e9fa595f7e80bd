import type { Advice } from '../../../payouts/advice/contract.ts'
import { dayText } from '../../../shared/dates/date-text.ts'
import { counted } from '../../format/count-text.ts'
import { entryTitle, typeText } from '../../format/entry-text.ts'
import { usdText } from '../../format/money-text.ts'
import { utcDayOfYear } from '../../format/when-text.ts'
import { ownText } from '../own-amounts.ts'

const head = 'py-2 ps-3 font-medium first:ps-0'
const amount = 'num py-2 ps-3 text-end align-top whitespace-nowrap'
/** On a phone gross and fee have no columns. */
const wideOnly = 'max-sm:hidden print:table-cell'

/** The rows that a payout covers, the newest first. */
export function AdviceRows({ items }: Pick<Advice, 'items'>) {
  if (items.length === 0)
    return <p className="text-small text-ink-2">No new rows: all of it was left from before.</p>
  return (
    <table className="w-full text-small print:text-caption">
      <caption className="pb-1 text-start text-caption text-ink-3">
        {counted(items.length, 'row', 'rows')}
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
        {items.map((item) => (
          <Row key={item.entry.id} item={item} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ item: { entry, amount: usd } }: { item: Advice['items'][number] }) {
  const {
    amazon_orders: order,
    created_at,
    order_date,
    gross_commission,
    platform_fee_amount,
    user_amount,
  } = entry
  // A row that counts no longer is taken out again, with its fee.
  const sign = Math.sign(usd) === Math.sign(user_amount) ? 1 : -1
  return (
    <tr className="break-inside-avoid">
      <td className="num py-2 align-top whitespace-nowrap text-ink-2">
        <time dateTime={created_at}>{utcDayOfYear(created_at)}</time>
      </td>
      <th scope="row" className="w-full py-2 ps-3 text-start align-top font-normal">
        <span dir="auto" className="line-clamp-2">
          {entryTitle(entry)}
        </span>
        <span className="num block text-caption text-ink-3">
          {[
            typeText(entry),
            order_date && `ordered ${dayText(order_date)}`,
            order?.asin,
            usd === user_amount ? null : 'no longer counted then',
          ]
            .filter(Boolean)
            .join(' · ')}
          {entry.own && usd === user_amount && <span className="block">{ownText(entry.own)}</span>}
        </span>
      </th>
      <td className={`${amount} ${wideOnly}`}>{order && usdText(sign * gross_commission)}</td>
      <td className={`${amount} ${wideOnly} text-ink-2`}>{order && usdText(-sign * platform_fee_amount)}</td>
      <td className={`${amount} font-semibold`}>{usdText(usd)}</td>
    </tr>
  )
}
