import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import type { Cursor } from '../../shared/cursor.ts'
import type { OrderState } from './contract.ts'
import type { OrderCursor } from './cursor-rules.ts'
import { selectOrdersAt } from './order-sql.ts'
import { selectPayeeOf, selectPayeeOfLink } from './payee-sql.ts'
import type { OrderSearch } from './search-rules.ts'

/** A part of the list of orders: those in a state, or found in it by a search, below a place. */
export type OrdersPart = {
  state: OrderState
  search?: OrderSearch | undefined
  before?: OrderCursor | undefined
  limit: number
}

type Sql = RawBuilder<unknown>

/** Some orders: their ids in the order of an index, and what is true of each of them, `o`, alone. */
type Some = { ids: Sql; isOne: Sql }

/** So many are found by their keys and then put in order; of more, the newest are met soon on the way down the days. */
const fewOrders = 5_000

/** The newest orders of a part. */
export async function selectOrders(db: Kysely<DB>, part: OrdersPart) {
  const list = await listOf(db, part)
  const places = part.search ? await foundBy(db, part.search, part, list) : list(sql`true`)
  return selectOrdersAt<{ place_date: string }>(db, {
    places,
    columns: sql`place.order_date as place_date`,
    order: sql`place.order_date desc, place.order_item_id desc`,
  })
}

/** The orders whose first ledger row is the newest. */
export function selectPostedOrders(
  db: Kysely<DB>,
  { before, limit }: { before?: Cursor | undefined; limit: number },
) {
  // A second payee’s first row is not the order’s.
  const places = sql`
    select l.order_item_id, l.created_at, l.id from earnings_ledger l
    where l.pair_sequence = 1
      and not exists (
        select from earnings_ledger e
        where e.order_item_id = l.order_item_id and e.pair_sequence = 1 and (e.created_at, e.id) < (l.created_at, l.id)
        offset 0)
      ${before ? sql`and (l.created_at, l.id) < (${before.createdAt}, ${before.id})` : sql``}
    order by l.created_at desc, l.id desc limit ${limit}`
  return selectOrdersAt<{ posted_at: Date; ledger_id: string }>(db, {
    places,
    columns: sql`place.created_at as posted_at, place.id as ledger_id`,
    order: sql`place.created_at desc, place.id desc`,
  })
}

/** A statement for the newest places (order_date, order_item_id) in a table `o`, if it has them in an index. */
const newest = (table: Sql, condition: Sql, { before, limit }: OrdersPart): Sql => sql`
  select o.order_date, o.order_item_id from ${table} as o where ${condition}
  ${before ? sql`and (o.order_date, o.order_item_id) < (${before.orderDate}, ${before.orderItemId})` : sql``}
  order by o.order_date desc, o.order_item_id desc limit ${limit}`

/** A statement for the newest of a list that meet a condition. */
type List = (condition: Sql) => Sql

/** The list of a state, by its own index. An order that has never been matched is in the queue as well. */
async function listOf(db: Kysely<DB>, part: OrdersPart): Promise<List> {
  const { state } = part
  if (isConfidence(state))
    return (condition) => newest(sql`order_matches`, sql`o.confidence = ${state} and ${condition}`, part)
  const queue = sql`select order_item_id as id from orders_to_match order by 1`
  if (state === 'waiting' && !(await areMany(db, queue)))
    return (condition) => newestByKey(queue, condition, part)
  return (condition) => newest(sql`amazon_orders`, sql`${isInState(state)} and ${condition}`, part)
}

/** Few orders found by their keys, of which those that meet a condition are put in order. */
const newestByKey = (ids: Sql, condition: Sql, part: OrdersPart): Sql => sql`
  with few as materialized (${ids} limit ${fewOrders})
  ${newest(
    sql`few cross join lateral (
      select order_item_id, order_date from amazon_orders where order_item_id = few.id limit 1)`,
    condition,
    part,
  )}`

async function areMany(db: Kysely<DB>, ids: Sql): Promise<boolean> {
  const { rows } = await sql`select from (${ids}) as x offset ${fewOrders} limit 1`.execute(db)
  return rows.length > 0
}

// `offset 0` has each row looked up by its key, whatever the statistics say of tables that have filled since.
const byKey = (table: Sql, condition = sql`true`): Sql => sql`
  exists (select from ${table} x where x.order_item_id = o.order_item_id and ${condition} offset 0)`

const isConfidence = (state: OrderState) => !['all', 'waiting', 'with_ledger'].includes(state)

/** Whether an order `o` is in a state. */
function isInState(state: OrderState): Sql {
  if (state === 'all') return sql`true`
  if (state === 'waiting') return byKey(sql`orders_to_match`)
  if (state === 'with_ledger') return byKey(sql`earnings_ledger`)
  return byKey(sql`order_matches`, sql`x.confidence = ${state}`)
}

/** Those whom any reading of a search finds: the newest of each, of which the newest are the newest of all. */
async function foundBy(db: Kysely<DB>, search: OrderSearch, part: OrdersPart, list: List): Promise<Sql> {
  const found = await creditedBy(db, search, part)
  for (const some of told(search)) {
    const places = (await areMany(db, some.ids))
      ? list(some.isOne)
      : newestByKey(some.ids, isInState(part.state), part)
    found.push(places)
  }
  if (found.length === 0) return sql`select order_date, order_item_id from amazon_orders where false`
  const all = sql.join(
    found.map((places) => sql`(${places})`),
    sql` union all `,
  )
  // Grouped, because a match keeps its day until the matcher has seen that a report told another.
  return sql`
    select max(order_date) as order_date, order_item_id from (${all}) as found group by order_item_id
    order by 1 desc, order_item_id desc limit ${part.limit}`
}

/** What the report tells of an order. */
function told({ text, asin }: OrderSearch): Some[] {
  const column = (name: 'asin' | 'sub_tag' | 'tracking_id', value: string): Some => ({
    ids: sql`select order_item_id as id from amazon_orders where ${sql.ref(name)} = ${value} order by order_date`,
    isOne: byKey(sql`amazon_orders`, sql`x.${sql.ref(name)} = ${value}`),
  })
  return [
    ...(text === undefined
      ? []
      : [
          {
            ids: sql`select order_item_id as id from amazon_orders where order_item_id ^@ ${text} order by 1`,
            isOne: sql`o.order_item_id ^@ ${text}`,
          },
          column('sub_tag', text),
          column('tracking_id', text),
        ]),
    ...(asin === undefined ? [] : [column('asin', asin)]),
  ]
}

/** Whom an order was credited to: a payee's are an index of their own. */
async function creditedBy(db: Kysely<DB>, { text, username }: OrderSearch, part: OrdersPart): Promise<Sql[]> {
  const { state } = part
  const inState = isConfidence(state) ? sql`o.confidence = ${state}` : isInState(state)
  const ofPayee = (payeeId: string | undefined, condition: Sql): Sql[] =>
    payeeId === undefined
      ? []
      : [newest(sql`order_matches`, sql`o.payee_id = ${payeeId} and ${condition} and ${inState}`, part)]
  return [
    ...ofPayee(text && (await selectPayeeOfLink(db, text)), sql`o.short_link_id = ${text}`),
    ...ofPayee(username && (await selectPayeeOf(db, username)), sql`true`),
  ]
}
