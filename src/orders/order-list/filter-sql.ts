import { type RawBuilder, sql } from 'kysely'
import type { OrderFilter } from './rules.ts'
import type { Some } from './search-sql.ts'

type Sql = RawBuilder<unknown>
type Filtering = Some & { of: 'worth' | 'days' | 'marketplace' }

const all = (conditions: Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)

const within = (column: Sql, min: unknown, max: unknown): Sql[] => [
  ...(min === undefined ? [] : [sql`${column} >= ${min}`]),
  ...(max === undefined ? [] : [sql`${column} <= ${max}`]),
]

/** An order's commission in hundredths of its currency: the number that is shown, whatever its decimals. */
export const worthOf = (row: Sql): Sql => sql`in_hundredths(${row}.commission_cents, ${row}.currency)`

/** Most orders are of this marketplace, so that an index of it would not help (decision 26). */
const main = 'us'

const isOf = (row: Sql, marketplace: string): Sql =>
  // A redundant condition, so that the index of the other marketplaces is used.
  marketplace === main
    ? sql`${row}.marketplace = ${marketplace}`
    : sql`${row}.marketplace = ${marketplace} and ${row}.marketplace <> 'us'`

/** Whether an order’s row passes a filter, its day left out. */
export const meets = (row: Sql, { minHundredths, maxHundredths, marketplace }: OrderFilter): Sql =>
  all([
    ...within(worthOf(row), minHundredths, maxHundredths),
    ...(marketplace === undefined ? [] : [isOf(row, marketplace)]),
  ])

/** Whether the day of a row `o` passes a filter: of an order, or of another table with the order's day. */
export const dayMeets = ({ from, to }: OrderFilter): Sql => all(within(sql`o.order_date`, from, to))

/** Whether a filter needs more of an order than its day. */
export const looksAtOrders = ({ minHundredths, maxHundredths, marketplace }: OrderFilter): boolean =>
  minHundredths !== undefined || maxHundredths !== undefined || marketplace !== undefined

/** The parts of a filter that have an index. */
export function partsOf(filter: OrderFilter): Filtering[] {
  const { from, to, minHundredths, maxHundredths, marketplace } = filter
  const worth = within(worthOf(sql`o`), minHundredths, maxHundredths)
  const ids = (condition: Sql, order: Sql) =>
    sql`select o.order_item_id as id from amazon_orders o where ${condition} order by ${order}`
  const byDay = sql`o.order_date desc, o.order_item_id desc`
  const found: Filtering[] = []
  if (worth.length > 0)
    found.push({
      of: 'worth',
      ids: ids(all(worth), sql`${worthOf(sql`o`)} desc, o.order_item_id desc`),
      isOne: all(worth),
    })
  if (from !== undefined || to !== undefined)
    found.push({ of: 'days', ids: ids(dayMeets(filter), byDay), isOne: dayMeets(filter) })
  if (marketplace !== undefined && marketplace !== main)
    found.push({
      of: 'marketplace',
      ids: ids(isOf(sql`o`, marketplace), byDay),
      isOne: isOf(sql`o`, marketplace),
    })
  return found
}
