import { toUnits } from '../../../../shared/amazon/currencies.ts'
import { type AmountStyle, readAmount } from '../cells/amount-rules.ts'
import { readQuantity } from '../cells/cell-rules.ts'
import type { Header } from './header-rules.ts'
import type { ReportRow } from './row.ts'

export type Sums = { quantity: number; commissionCents: number }

/** The sums of the rows that were left out, as far as their amounts can be read, and how many cannot. */
type LeftOut = { cents: number; unread: number }

/** The amounts in a file's row of totals, and the sums of its rows; null if the format has no amounts. */
export type FileTotals = {
  sums: Sums
  stated: { of: keyof Sums; column: string; value: number }[]
  leftOut: LeftOut | null
}

/**
 * A file's amounts, in its currency's smallest unit: of its rows, of those left out, and its own total if it has one.
 */
export type Reported = {
  cents: number
  left_out_cents: number
  left_out_unread: number
  total_cents: number | null
}

/** A file's own totals beside ours; amounts in whole units of its currency. */
export type Reconciliation = {
  agrees: boolean
  totals: { column: string; file: number; rows: number }[]
}

const quantityColumns = {
  folio_csv: ['quantity'],
  fee_earnings: ['items_shipped', 'returns'],
  fee_orders: ['quantity'],
}
const amountColumn = { folio_csv: 'commission_amount', fee_earnings: 'fees', fee_orders: null }

/**
 * Sums up the rows of a file beside its row of totals. Of several rows of totals the last counts, since it covers all.
 */
export function createTotals({ format, columns, names }: Header, style: AmountStyle) {
  const sums: Sums = { quantity: 0, commissionCents: 0 }
  const leftOut: LeftOut = { cents: 0, unread: 0 }
  let row: string[] | undefined
  const amount = amountColumn[format]
  const quantities = quantityColumns[format].filter((column) => columns.has(column))
  const nameOf = (column: string) => names[columns.get(column) ?? -1] ?? column
  const cellIn = (cells: string[] | undefined, column: string) =>
    cells?.[columns.get(column) ?? -1]?.trim() ?? ''
  const cellOf = (column: string) => cellIn(row, column)

  function* stated(): Generator<FileTotals['stated'][number]> {
    const [items = null, returns = 0] = quantities.map((column) => readQuantity(cellOf(column)))
    if (items !== null && returns !== null)
      yield { of: 'quantity', column: quantities.map(nameOf).join(' − '), value: items - Math.abs(returns) }
    const read = amount && cellOf(amount) !== '' ? readAmount(cellOf(amount), style) : null
    if (amount && read && 'cents' in read)
      yield { of: 'commissionCents', column: nameOf(amount), value: read.cents }
  }

  return {
    add({ quantity, commissionCents }: ReportRow) {
      sums.quantity += quantity
      sums.commissionCents += commissionCents
    },
    /** The amount of a left-out row counts too, and is returned, if it can be read: it is in the file's own total. */
    leaveOut(cells: string[] | undefined): number {
      if (!amount) return 0
      const cell = cellIn(cells, amount)
      const read = cell === '' ? null : readAmount(cell, style)
      if (read && 'cents' in read) leftOut.cents += read.cents
      else leftOut.unread += 1
      return read && 'cents' in read ? read.cents : 0
    },
    setRow(cells: string[]) {
      row = cells
    },
    read: (): FileTotals => ({
      sums,
      stated: row ? [...stated()] : [],
      leftOut: amount === null ? null : leftOut,
    }),
  }
}

/** Compares the two; `repeated` are the sums of rows that the file has twice. Null if it has no totals. */
export function reconcile(
  { sums, stated }: FileTotals,
  repeated: Sums,
  currency: string,
): Reconciliation | null {
  if (stated.length === 0) return null
  const wire = (of: keyof Sums, value: number) =>
    of === 'commissionCents' ? toUnits(value, currency) : value
  const totals = stated.map(({ of, column, value }) => ({
    column,
    file: wire(of, value),
    rows: wire(of, sums[of] - repeated[of]),
  }))
  return { agrees: totals.every(({ file, rows }) => file === rows), totals }
}

/** The amounts of a file; rows that it has twice and that count once are left out. */
export const reportedBy = ({ sums, stated, leftOut }: FileTotals, repeated: Sums): Reported | null =>
  leftOut && {
    cents: sums.commissionCents - repeated.commissionCents,
    left_out_cents: leftOut.cents + repeated.commissionCents,
    left_out_unread: leftOut.unread,
    total_cents: stated.find(({ of }) => of === 'commissionCents')?.value ?? null,
  }
