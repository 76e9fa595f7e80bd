import type { z } from 'zod'
import { type ChartEdge, clicksOfCreator } from '../../clicks/index.ts'
import { type Context, requireUser } from '../../platform/context.ts'
import { notFound } from '../../shared/errors.ts'
import { centsToUsd } from '../../shared/money.ts'
import { parseCursor, toPage } from '../../shared/paging.ts'
import type { EarningsPeriod, earningsContract, ProductEarnings } from '../contract.ts'
import { type ProductOrder, readProductCursor, writeProductCursor } from './ledger-rules.ts'
import { chartOf } from './periods.ts'
import { type ProductRow, selectProductSums, selectProducts } from './products-sql.ts'
import { type LedgerOptions, reportDay, serializeProduct } from './serialize.ts'

type Responses = {
  [Name in keyof typeof earningsContract]: z.input<(typeof earningsContract)[Name]['response']>
}

const pageSize = 50
/** More than there can be: PostgreSQL's largest int. */
const allProducts = 2_147_483_647

type Asked = ProductOrder & { period: EarningsPeriod; tz: string; cursor?: string | undefined }

/**
 * The figures of each of the caller's products in a period, deleted ones too, the highest or the lowest first
 * (docs/product/earnings.md#products). Figures change: a product that moves past a cursor while pages are read is on
 * neither page, or on both. Throws `validation_failed` for a cursor that is invalid or of another order.
 */
export async function listProductEarnings(
  context: Context,
  { period, tz, cursor, ...order }: Asked,
): Promise<Responses['GET /api/v1/me/earnings/products']> {
  const { userId } = requireUser(context)
  const after = parseCursor(cursor, (text) => readProductCursor(order, text))
  const chart = chartOf(period, context.clock(), tz)
  const edges = chart.edges.slice(chart.since)
  const { mostClicked } = await clicksOfCreator(context, edges, { since: 0, limit: allProducts })
  const [from, until] = [edges[0], edges.at(-1)] as [ChartEdge, ChartEdge]
  const rows = await selectProducts(context.db, userId, {
    clicked: mostClicked,
    from: from.at,
    until: until.at,
    ...order,
    after,
    limit: pageSize + 1,
  })
  return toPage(rows, {
    limit: pageSize,
    serialize: serializeEarnings,
    cursorOf: ({ rank, product_id: id }) => writeProductCursor(order, { rank, id }),
  })
}

const serializeEarnings = ({ clicks, orders, cents, rank: _, ...product }: ProductRow): ProductEarnings => ({
  ...serializeProduct(product),
  clicks,
  orders,
  conversion_rate: rateOf(orders, clicks),
  earnings: centsToUsd(cents),
})

const rateOf = (orders: number, clicks: number) => (clicks > 0 ? orders / clicks : null)

/**
 * The figures of one of the caller's products so far. Throws `not_found` to everyone else, so that nothing is revealed.
 */
export async function readProductEarnings(
  context: Context,
  id: string,
  options: LedgerOptions,
): Promise<Responses['GET /api/v1/me/earnings/products/:id']> {
  const { userId } = requireUser(context)
  const sums = await selectProductSums(context.db, userId, { id, today: reportDay(context, options) })
  if (!sums) throw notFound('Product')
  return {
    orders: sums.orders,
    conversion_rate: rateOf(sums.orders, sums.clicks),
    earnings: centsToUsd(sums.cents),
    pending_earnings: centsToUsd(sums.pending),
  }
}
