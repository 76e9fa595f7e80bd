import { hash } from 'node:crypto'
import type { ReportFormat } from '../../contract.ts'
import type { StatusMeaning } from '../../statuses/contract.ts'
import { type AmountStyle, readAmount } from '../cells/amount-rules.ts'
import {
  cellProblems,
  isCutNumber,
  isOrderItemId,
  readAsin,
  readQuantity,
  readRateBps,
  readStatus,
  readTag,
  readTitle,
  type SaidStatus,
  statusKey,
} from '../cells/cell-rules.ts'
import type { ReadDate } from '../cells/date-rules.ts'
import type { Columns } from './header-rules.ts'
import type { ReportRow } from './row.ts'

/** How a row of each format is read. */
export const rowReaders: Record<ReportFormat, (reading: Reading) => RowReader> = {
  folio_csv: createFolioReader,
  fee_earnings: createFeeEarningsReader,
  fee_orders: createFeeOrdersReader,
}

/**
 * The columns of Folio's CSV (docs/product/reports.md#formats), and ship date, sub tag and tracking id if it has them.
 */
function createFolioReader(reading: Reading): RowReader {
  const of = createCells(reading)
  return (cells, line) => {
    const orderItemId = of.orderItemId(cells, 'order_item_id')
    const date = of.date(cells, 'order_date')
    const quantity = of.quantity(cells, 'quantity')
    const commissionCents = of.cents(cells, 'commission_amount')
    const status = of.status(cells, 'order_status')
    // The returned pieces, from a row of negative numbers or in any other notation.
    const isPart = status === 'partly_returned'
    return {
      line,
      orderItemId,
      orderDate: date.day,
      orderedAt: date.at,
      asin: of.asin(cells, 'asin'),
      productTitle: readTitle(of.text(cells, 'product_title')),
      quantity: isPart ? -Math.abs(quantity) : quantity,
      commissionCents: isPart ? -Math.abs(commissionCents) : commissionCents,
      commissionRateBps: of.rateBps(cells, 'commission_rate'),
      orderStatus: isPart ? 'returned' : status,
      subTag: readTag(of.text(cells, 'sub_tag')),
      trackingId: readTag(of.text(cells, 'tracking_id')),
      shippedOn: of.text(cells, 'ship_date') === '' ? null : of.date(cells, 'ship_date').day,
      fee: null,
    }
  }
}

/**
 * Amazon's Fee-Earnings: shipments and returns of a day. It has no order ids, so a row is identified by its day, ASIN,
 * sub tag, tracking id, seller, device and direct sale. Its order item is decided when it is merged.
 */
function createFeeEarningsReader(reading: Reading): RowReader {
  const of = createCells(reading)
  const keyOf = createKeys()
  return (cells, line) => {
    const { day } = of.date(cells, 'date')
    const asin = of.asin(cells, 'asin')
    const trackingId = readTag(of.text(cells, 'tracking_id'))
    const shipped = of.quantity(cells, 'items_shipped')
    const returns = of.text(cells, 'returns') === '' ? 0 : Math.abs(of.quantity(cells, 'returns'))
    const quantity = shipped - returns
    const commissionCents = of.cents(cells, 'fees')
    const sale = ['seller', 'device', 'direct'].map((name) => of.text(cells, name)).join('|')
    // Sub tag and tracking id are the same in any case (decision 33); the sub tag is folded when it is compared.
    const key = `fee-${reading.marketplace}-${asin}-${keyOf(`${trackingId?.toLowerCase() ?? ''}|${sale}`)}`
    return {
      line,
      orderItemId: key,
      orderDate: day,
      orderedAt: null,
      asin,
      productTitle: readTitle(of.text(cells, 'title')),
      quantity,
      commissionCents,
      commissionRateBps: null,
      // If Amazon pays in spite of a return, the amount is owed.
      orderStatus:
        commissionCents > 0 || (commissionCents === 0 && (quantity > 0 || (quantity === 0 && returns === 0)))
          ? 'shipped'
          : 'returned',
      subTag: readTag(of.text(cells, 'sub_tag')),
      trackingId,
      shippedOn: null,
      fee: { key, saleKey: keyOf(sale), priceCents: of.anyCents(cells, 'price') },
    }
  }
}

/** Twelve hexadecimal digits for a text. Cached: a report has few different ones. */
function createKeys() {
  const known = new Map<string, string>()
  return (text: string): string => {
    const remembered = known.get(text)
    if (remembered !== undefined) return remembered
    const key = hash('sha256', text, 'hex').slice(0, 12)
    if (known.size > 5_000) known.clear()
    known.set(text, key)
    return key
  }
}

/** Amazon's Fee-Orders, which never pays: it only has the days of orders. */
function createFeeOrdersReader(reading: Reading): RowReader {
  const of = createCells(reading)
  return (cells, line) => {
    const date = of.date(cells, 'date')
    return {
      line,
      orderItemId: `ordered-${line}`,
      orderDate: date.day,
      orderedAt: date.at,
      asin: of.asin(cells, 'asin'),
      productTitle: readTitle(of.text(cells, 'title')),
      quantity: of.quantity(cells, 'quantity'),
      commissionCents: 0,
      commissionRateBps: null,
      orderStatus: 'pending',
      subTag: null,
      trackingId: readTag(of.text(cells, 'tracking_id')),
      shippedOn: null,
      fee: null,
    }
  }
}

/** Thrown at the first wrong cell of a row, with our name of the column. */
export class CellProblem extends Error {
  override readonly name = 'CellProblem'
  readonly column: string
  constructor(column: string, message: string) {
    super(message)
    this.column = column
  }
}

/** Thrown at a status that neither Folio nor an admin knows. */
export class UnknownStatus extends CellProblem {
  readonly status: string
  constructor(column: string, cell: string) {
    super(column, cellProblems.status(cell))
    this.status = cell
  }
}

/** Makes a row from its cells. Throws {@link CellProblem}. */
type RowReader = (cells: string[], line: number) => ReportRow

/** How the cells of a file are read. */
type Reading = AmountStyle & {
  columns: Columns
  readDate: (cell: string) => ReadDate
  marketplace: string
  /** The meanings that admins gave to statuses, by the form in which they are compared. */
  statuses: Record<string, StatusMeaning>
}

/** Reads single cells by our name of their column. */
function createCells({ columns, readDate, statuses, ...style }: Reading) {
  const text = (cells: string[], column: string): string => {
    const position = columns.get(column)
    return position === undefined ? '' : (cells[position] ?? '').trim()
  }
  const needed = (cells: string[], column: string): string => {
    const cell = text(cells, column)
    if (cell === '') throw new CellProblem(column, cellProblems.empty)
    return cell
  }
  const found = <T>(value: T | null, column: string, cell: string, problem: (cell: string) => string): T => {
    if (value === null) throw new CellProblem(column, problem(cell))
    return value
  }
  return {
    text,
    orderItemId(cells: string[], column: string): string {
      const cell = needed(cells, column)
      if (!isOrderItemId(cell)) throw new CellProblem(column, cellProblems.orderItemId)
      if (isCutNumber(cell)) throw new CellProblem(column, cellProblems.cutNumber(cell))
      return cell
    },
    date(cells: string[], column: string): { day: string; at: Date | null } {
      const read = readDate(needed(cells, column))
      if ('problem' in read) throw new CellProblem(column, read.problem)
      return read
    },
    asin(cells: string[], column: string): string {
      const cell = needed(cells, column)
      return found(readAsin(cell), column, cell, cellProblems.asin)
    },
    quantity(cells: string[], column: string): number {
      const cell = needed(cells, column)
      return found(readQuantity(cell), column, cell, cellProblems.quantity)
    },
    cents(cells: string[], column: string): number {
      const read = readAmount(needed(cells, column), style)
      if ('problem' in read) throw new CellProblem(column, read.problem)
      return read.cents
    },
    /** An amount that pays nothing: null if it cannot be read. */
    anyCents(cells: string[], column: string): number | null {
      const read = readAmount(text(cells, column), style)
      return 'problem' in read ? null : read.cents
    },
    rateBps(cells: string[], column: string): number | null {
      const cell = text(cells, column)
      return cell === '' ? null : found(readRateBps(cell), column, cell, cellProblems.rate)
    },
    status(cells: string[], column: string): SaidStatus {
      const cell = needed(cells, column)
      const known = readStatus(cell)
      if (known) return known
      const means = Object.hasOwn(statuses, statusKey(cell)) ? statuses[statusKey(cell)] : undefined
      if (means === undefined) throw new UnknownStatus(column, cell)
      if (means === 'left_out') throw new CellProblem(column, cellProblems.statusLeftOut(cell))
      return means
    },
  }
}
