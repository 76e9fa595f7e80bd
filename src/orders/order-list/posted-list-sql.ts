import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import type { Cursor } from '../../shared/cursor.ts'
import { selectOrdersAt } from '../review/orders-sql.ts'
import { dayMeets, meets, partsOf } from './filter-sql.ts'
import { creditedOf } from './list-sql.ts'
import type { OrderFilter, OrderSearch } from './rules.ts'
import { areMoreThan, byKey, creditsOf, narrowest, reportedAs, type Some } from './search-sql.ts'

/** A part of the list of orders with ledger rows: those before a cursor, or those that a search finds among them. */
type PostedPart = {
  filter: OrderFilter
  search?: OrderSearch | undefined
  before?: Cursor | undefined
  limit: number
}

type Sql = RawBuilder<unknown>

/**
 * Up to so many orders are looked up in the ledger by their keys. Of more, an index of the ledger soon meets the
 * newest, unless hardly any of them is in it.
 */
const fewOrders = 10_000

/** The orders whose first ledger row is the newest. */
export async function selectPostedOrders(db: Kysely<DB>, part: PostedPart) {
  return selectOrdersAt<{ posted_at: Date; ledger_id: string }>(db, {
    positions: await positionsOf(db, part),
    columns: sql`position.created_at as posted_at, position.id as ledger_id`,
    order: sql`position.created_at desc, position.id desc`,
  })
}

async function positionsOf(db: Kysely<DB>, part: PostedPart): Promise<Sql> {
  if (part.search) return foundBy(db, part.search, part)
  const few = await narrowest(db, fewOrders, partsOf(part.filter))
  return few ? newestOfFew(few.ids, part) : newestFirsts(sql`true`, part)
}

/** A statement for the newest positions (order_item_id, created_at, id) of ledger rows `o`. */
const newest = (rows: Sql, condition: Sql, { before, limit }: PostedPart): Sql => sql`
  select o.order_item_id, o.created_at, o.id from ${rows} as o where ${condition}
  ${before ? sql`and (o.created_at, o.id) < (${before.createdAt}, ${before.id})` : sql``}
  order by o.created_at desc, o.id desc limit ${limit}`

/** Orders that meet a condition, along the ledger's index. The first row of a second payee is not the order's first. */
const newestFirsts = (condition: Sql, part: PostedPart): Sql =>
  newest(
    sql`earnings_ledger`,
    sql`o.pair_sequence = 1 and ${condition} and ${isMet(part.filter)} and not ${byKey(
      sql`earnings_ledger`,
      sql`x.pair_sequence = 1 and (x.created_at, x.id) < (o.created_at, o.id)`,
    )}`,
    part,
  )

/** Whether the order of a ledger row `o` passes a filter. */
const isMet = (filter: OrderFilter): Sql =>
  partsOf(filter).length > 0 || filter.marketplace !== undefined
    ? sql`exists (select from (select * from amazon_orders x where x.order_item_id = o.order_item_id offset 0) as o
        where ${meets(sql`o`, filter)} and ${dayMeets(filter)})`
    : sql`true`

/** The orders that any reading of a search finds: the newest of each reading, sorted together. */
async function foundBy(db: Kysely<DB>, search: OrderSearch, part: PostedPart): Promise<Sql> {
  const readings = [
    ...(await creditsOf(db, search)).map((credit) => creditedOf(credit)),
    ...reportedAs(search),
  ]
  if (readings.length === 0) return sql`select order_item_id, created_at, id from earnings_ledger where false`
  const found = await Promise.all(readings.map((some) => newestOf(db, some, part)))
  const all = sql.join(
    found.map((positions) => sql`(${positions})`),
    sql` union `,
  )
  return sql`select * from (${all}) as found order by created_at desc, id desc limit ${part.limit}`
}

const newestOf = async (db: Kysely<DB>, { ids, isOne }: Some, part: PostedPart): Promise<Sql> =>
  (await areMoreThan(db, fewOrders, ids)) ? newestFirsts(isOne, part) : newestOfFew(ids, part)

const newestOfFew = (ids: Sql, part: PostedPart): Sql => sql`
  with few as materialized (${ids} limit ${fewOrders})
  ${newest(
    sql`few cross join lateral (
      select order_item_id, created_at, id from earnings_ledger
      where order_item_id = few.id and pair_sequence = 1 order by created_at, id limit 1)`,
    isMet(part.filter),
    part,
  )}`
