import { moneyText } from '../../../../shared/amazon/currencies.ts'
import { counted, numberText } from '../../../format/count-text.ts'
import { sumUsd } from '../../../format/money-text.ts'
import type { Import } from '../../answers.ts'
import { changeText } from './by-creator.tsx'
import { outcomeName } from './tile-texts.ts'

type MoneyTableProps = { batch: Import }

/** An import's commission against the report's own total, and all orders before and after; nothing where unknown. */
export function MoneyTable({ batch }: MoneyTableProps) {
  const { tally, reported, failed, state, currency } = batch
  if (!tally || !reported) return null
  const isMerged = state === 'merged'
  const lines = tally.filter(({ rows }) => rows > 0)
  return (
    <section className="stack gap-2">
      <h3 className="text-small font-semibold">In money</h3>
      <table className="num w-full text-small">
        <thead>
          <tr className="text-caption text-ink-3">
            <th className="pb-1 text-start font-medium">Rows</th>
            <th className="pb-1 ps-2 text-end font-medium">Reported</th>
            <th className="pb-1 ps-2 text-end font-medium">All orders</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ outcome, rows, reported, commission }) => (
            <tr key={outcome} className="border-t">
              <th className="py-1 text-start font-normal">
                {outcomeName(outcome, isMerged)} <span className="text-ink-3">{numberText(rows)}</span>
              </th>
              <td className={amount}>{reported === null ? '' : moneyText(reported, currency)}</td>
              <td className={amount}>{commission === 0 ? '' : changeText(commission, currency)}</td>
            </tr>
          ))}
          <tr className="border-t font-semibold">
            <th className="py-1 text-start font-semibold">Together</th>
            <td className={amount}>{moneyText(reported.rows, currency)}</td>
            <td className={amount}>
              {changeText(sumUsd(tally.map(({ commission }) => commission)), currency)}
            </td>
          </tr>
          {failed > 0 && (
            <tr className="border-t">
              <th className="py-1 text-start font-normal">
                Errors <span className="text-ink-3">{numberText(failed)}</span>
              </th>
              <td className={amount}>{moneyText(reported.left_out, currency)}</td>
              <td />
            </tr>
          )}
          {reported.statement !== null && (
            <tr className="border-t font-semibold">
              <th className="py-1 text-start font-semibold">The report’s own total</th>
              <td className={amount}>{moneyText(reported.statement, currency)}</td>
              <td />
            </tr>
          )}
        </tbody>
      </table>
      <p className="num text-caption text-ink-2">{tieText(reported, failed, currency)}</p>
    </section>
  )
}

const amount = 'py-1 ps-2 text-end whitespace-nowrap'

/** Whether a report's rows add up to its own total; if not, the difference and its reason. */
export function tieText(
  { rows, left_out, left_out_unread, statement }: NonNullable<Import['reported']>,
  failed: number,
  currency: string,
): string {
  const unread =
    left_out_unread > 0 ? `The amount of ${counted(left_out_unread, 'row')} with errors cannot be read.` : ''
  if (statement === null)
    return `The report has no total of its own: its rows come to ${moneyText(sumUsd([rows, left_out]), currency)}. ${unread}`.trim()
  const more = sumUsd([statement, -rows, -left_out])
  if (more !== 0)
    return `The report’s own total is ${moneyText(Math.abs(more), currency)} ${more > 0 ? 'more' : 'less'} than its rows. ${unread}`.trim()
  return failed > 0
    ? `With what was left out, its rows come to the report’s own total. ${unread}`.trim()
    : 'Its rows come to the report’s own total.'
}
