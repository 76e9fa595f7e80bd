import type { LedgerWhy } from '../../earnings/contract.ts'
import { sumUsd, usdText } from './money-text.ts'
import { momentDay } from './when-text.ts'

type OrderEntriesProps = { why: LedgerWhy }

/** All rows of the order, and what they add up to: what is owed for it now. */
export function OrderEntries({ why: { entry, entries } }: OrderEntriesProps) {
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
