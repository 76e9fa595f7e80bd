import { hash } from 'node:crypto'
import type { ReportFormat } from '../../imports/contract.ts'
import { readTag, readTitle } from '../cells/cell-rules.ts'
import { createCells, type Reading, type RowReader } from '../row-reader.ts'

/** How a row of each format is read. */
export const rowReaders: Record<ReportFormat, (reading: Reading) => RowReader> = {
  folio_csv: createFolioReader,
  fee_earnings: createFeeEarningsReader,
  fee_orders: createFeeOrdersReader,
}

/** The spec's columns (section 3), and sub tag and tracking id where they are. */
function createFolioReader(reading: Reading): RowReader {
  const of = createCells(reading)
  return (cells, line) => {
    const orderItemId = of.orderItemId(cells, 'order_item_id')
    const date = of.date(cells, 'order_date')
    return {
      line,
      orderItemId,
      orderDate: date.day,
      orderedAt: date.at,
      asin: of.asin(cells, 'asin'),
      productTitle: readTitle(of.text(cells, 'product_title')),
      quantity: of.quantity(cells, 'quantity'),
      commissionCents: of.cents(cells, 'commission_amount'),
      commissionRateBps: of.rateBps(cells, 'commission_rate'),
      orderStatus: of.status(cells, 'order_status'),
      subTag: readTag(of.text(cells, 'sub_tag')),
      trackingId: readTag(of.text(cells, 'tracking_id')),
    }
  }
}

/**
 * Amazon's Fee-Earnings: what was shipped and returned in a day. It has no order ids, so an item is known by its day,
 * ASIN, tracking id, seller, device and direct sale; how many equal ones stand before it is added when all are known.
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
    const key = keyOf(
      [trackingId ?? '', ...['seller', 'device', 'direct'].map((name) => of.text(cells, name))].join('|'),
    )
    return {
      line,
      // The first of its like; whoever knows them all numbers the others.
      orderItemId: `fee-${reading.marketplace}-${day}-${asin}-${key}-1`,
      orderDate: day,
      orderedAt: null,
      asin,
      productTitle: readTitle(of.text(cells, 'title')),
      quantity,
      commissionCents,
      commissionRateBps: null,
      // What Amazon pays for in spite of a return is owed.
      orderStatus:
        commissionCents > 0 || (commissionCents === 0 && (quantity > 0 || (quantity === 0 && returns === 0)))
          ? 'shipped'
          : 'returned',
      subTag: readTag(of.text(cells, 'sub_tag')),
      trackingId,
    }
  }
}

/** Twelve hexadecimal digits for a text; a report has few different ones. */
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

/** Amazon's Fee-Orders, which never pays: it only tells when something was ordered. */
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
    }
  }
}
