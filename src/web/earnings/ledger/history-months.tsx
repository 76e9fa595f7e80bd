import { type ReactNode, useId } from 'react'
import type { EntryMonth, OrderMonth } from '../../../earnings/history-contract.ts'
import { monthText } from '../../../shared/dates/date-text.ts'
import { counted } from '../../format/count-text.ts'
import { moneyColor, usdText } from '../../format/money-text.ts'

type MonthSum = OrderMonth | EntryMonth

/** What is listed by month, the latest first, and the sums of these months as pages told them. */
export type Monthly<Row> = {
  rows: readonly Row[]
  monthOf: (row: Row) => string
  sums: readonly MonthSum[]
}

type MonthRows<Row> = { month: string; sum: MonthSum | undefined; rows: Row[] }

/** The rows by month. A month that goes on with the next page has the sum of all of it. */
export function byMonth<Row>({ rows, monthOf, sums }: Monthly<Row>): MonthRows<Row>[] {
  const months = new Map<string, MonthRows<Row>>()
  for (const row of rows) {
    const month = monthOf(row)
    const known = months.get(month)
    if (known) known.rows.push(row)
    else months.set(month, { month, sum: sums.find((sum) => sum.month === month), rows: [row] })
  }
  return [...months.values()]
}

/** What all of a month has: '18 orders', '24 rows, $40.00 paid out'. */
function countText(sum: MonthSum): string {
  if ('orders' in sum) return counted(sum.orders, 'order', 'orders')
  const rows = counted(sum.entries, 'row', 'rows')
  return sum.paid === 0 ? rows : `${rows}, ${usdText(sum.paid)} paid out`
}

type MonthHeadProps = Pick<MonthRows<unknown>, 'month' | 'sum'> & { nameId: string }

/** The name of a month and what it has, for its heading. */
export const MonthHead = ({ month, sum, nameId }: MonthHeadProps) => (
  <span className="flex flex-wrap items-baseline gap-x-3">
    <span id={nameId} className="t-sub">
      {monthText(month)}
    </span>{' '}
    {sum && (
      <>
        <span className="num text-caption font-normal text-ink-3">{countText(sum)}</span>{' '}
        <span className={`num ms-auto text-body font-semibold ${moneyColor(sum.user_amount)}`}>
          {usdText(sum.user_amount)}
        </span>
      </>
    )}
  </span>
)

type MonthListsProps<Row> = Monthly<Row> & { children: (row: Row) => ReactNode }

/** The history as lists below the names of their months (docs/product/earnings.md#months). */
export const MonthLists = <Row,>({ children, ...monthly }: MonthListsProps<Row>) => (
  <ul aria-labelledby="earnings-history" className="stack gap-6">
    {byMonth(monthly).map(({ rows, ...month }) => (
      <MonthList key={month.month} {...month}>
        {rows.map(children)}
      </MonthList>
    ))}
  </ul>
)

type MonthListProps = Pick<MonthRows<unknown>, 'month' | 'sum'> & { children: ReactNode }

function MonthList({ month, sum, children }: MonthListProps) {
  const nameId = useId()
  return (
    <li className="stack gap-2">
      <h3>
        <MonthHead month={month} sum={sum} nameId={nameId} />
      </h3>
      <ul aria-labelledby={nameId} className="surface divide-y overflow-hidden">
        {children}
      </ul>
    </li>
  )
}
