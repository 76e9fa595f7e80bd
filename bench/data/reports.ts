import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { dayMs, utcDay } from '../../src/shared/time.ts'

/** The paths of a report and of a file with the same rows as its staging table takes them: line, id, and the values. */
type ReportFiles = { report: string; staged: string }

const rowsAtOnce = 5_000
const rates = [100, 300, 400, 700, 1_000]

/**
 * Writes a year's report of the given number of orders in Folio's CSV, of existing products: few of them sell
 * much, as few are clicked much. A twentieth comes back; the last week's is pending.
 */
export async function writeReports(pool: pg.Pool, orders: number, files: ReportFiles): Promise<void> {
  const { rows } = await pool.query<{ asin: string; title: string }>(
    `select asin, title from products where marketplace = 'us' order by created_at desc`,
  )
  const now = Date.now()
  const orderAt = (line: number) => orderOf(line, { orders, now, products: rows })
  await write(files.report, reportHeader, orders, (line) => reportRow(orderAt(line)))
  await write(files.staged, '', orders, (line) => stagedRow(line + 2, orderAt(line)))
}

const reportHeader =
  'order_item_id,order_date,asin,product_title,quantity,commission_amount,commission_rate,order_status\n'

type Order = ReturnType<typeof orderOf>

function orderOf(
  line: number,
  { orders, now, products }: { orders: number; now: number; products: { asin: string; title: string }[] },
) {
  // The same for both files: spread as if by chance, but computed from the line alone.
  const chance = ((line * 2_654_435_761) % 4_294_967_296) / 4_294_967_296
  const product = products[Math.floor(products.length * chance ** 3)]
  const daysAgo = Math.floor((360 * ((line * 40_503) % 65_536)) / 65_536)
  const quantity = line % 12 === 0 ? 2 : 1
  return {
    id: `112-${String(line % 9_999_991).padStart(7, '0')}-${String(line).padStart(7, '0')}`,
    date: utcDay(now - daysAgo * dayMs),
    asin: product?.asin ?? 'B000000000',
    title: (product?.title ?? '').slice(0, 60),
    quantity,
    cents: 20 + ((line * 7_919) % 1_500),
    rateBps: rates[line % rates.length] ?? 0,
    status:
      daysAgo < 7 ? 'pending' : line % 20 === 7 ? 'returned' : line % orders === 3 ? 'cancelled' : 'shipped',
  }
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

const reportRow = (order: Order) =>
  `${order.id},${order.date},${order.asin},${quoted(order.title)},${order.quantity},` +
  `${(order.cents / 100).toFixed(2)},${order.rateBps / 100}%,${order.status}\n`

const stagedRow = (line: number, order: Order) =>
  `${line},${order.id},${order.date},,${order.asin},${quoted(order.title)},${order.quantity},` +
  `${order.cents},${order.rateBps},${order.status},,,\n`

async function write(
  file: string,
  header: string,
  orders: number,
  row: (line: number) => string,
): Promise<void> {
  async function* text() {
    yield header
    for (let line = 0; line < orders; line += rowsAtOnce)
      yield Array.from({ length: Math.min(rowsAtOnce, orders - line) }, (_, index) => row(line + index)).join(
        '',
      )
  }
  await pipeline(text(), createWriteStream(file))
}
