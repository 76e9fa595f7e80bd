import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import type { OrderState } from '../review/contract.ts'
import { selectOrdersAt } from '../review/orders-sql.ts'
import { dayMeets, looksAtOrders, meets, partsOf, worthOf } from './filter-sql.ts'
import type { OrderCursor, OrderFilter, Ordering, OrderSearch } from './rules.ts'
import { areMoreThan, byKey, creditsOf, isCredited, narrowest, reportedAs, type Some } from './search-sql.ts'

/**
 * A part of the list of orders: those in a state that pass a filter, or that a search finds among them, after a
 * cursor.
 */
export type OrdersPart = {
  state: OrderState
  filter: OrderFilter
  search?: OrderSearch | undefined
  ordering: Ordering
  before?: OrderCursor | undefined
  limit: number
}

type Sql = RawBuilder<unknown>

/** Up to so many orders are found by their keys and sorted. Of more, the list's own index soon meets the first. */
const fewOrders = 5_000

/** The first orders of a part. */
export const selectOrders = async (db: Kysely<DB>, part: OrdersPart) =>
  selectOrdersAt<{ cursor_key: string }>(db, {
    positions: await positionsOf(db, part),
    columns: sql`position.key::text as cursor_key`,
    order: sql`position.key ${directionOf(part)}, position.order_item_id ${directionOf(part)}`,
  })

const keyOf = ({ by }: Ordering) => (by === 'day' ? sql`o.order_date` : worthOf(sql`o`))
const directionOf = ({ ordering }: OrdersPart) => (ordering.isDescending ? sql`desc` : sql`asc`)

/** A statement for the first positions (key, order_item_id) in a table `o` that has an index on them. */
function first(table: Sql, condition: Sql, part: OrdersPart): Sql {
  const key = keyOf(part.ordering)
  const { before, filter, limit } = part
  const beyond = part.ordering.isDescending ? sql`<` : sql`>`
  return sql`
    select ${key} as key, o.order_item_id from ${table} as o where ${condition} and ${dayMeets(filter)}
    ${before ? sql`and (${key}, o.order_item_id) ${beyond} (${before.key}, ${before.orderItemId})` : sql``}
    order by 1 ${directionOf(part)}, 2 ${directionOf(part)} limit ${limit}`
}

/**
 * The orders that a search finds; without one, those of a filter or state with few; else those met along the list's
 * index.
 */
async function positionsOf(db: Kysely<DB>, part: OrdersPart): Promise<Sql> {
  if (part.search) return foundBy(db, part.search, part)
  return met(db, sql`true`, part)
}

/**
 * The orders that meet a condition: looked up one by one where the filter or the state has few, else along the list's
 * index.
 */
async function met(db: Kysely<DB>, condition: Sql, part: OrdersPart): Promise<Sql> {
  const few = await narrowest(db, fewOrders, narrowings(part))
  return few ? firstOf(few.ids, condition, part) : walk(condition, part)
}

/**
 * Sets that may have so few orders that they are sorted themselves. A list by day has an index for days and for most
 * states.
 */
function narrowings({ state, filter, ordering }: OrdersPart): Some[] {
  const some = partsOf(filter)
  if (ordering.by === 'day') return some.filter(({ of }) => of !== 'days')
  // Nearly all older orders have ledger rows: counting them would narrow nothing.
  return state === 'all' || state === 'with_ledger'
    ? some
    : [...some, { ids: idsOf(state), isOne: isInState(state) }]
}

/** Walks the list's index: that of the state where the list is by day, else that of the commission. */
const walk = (condition: Sql, part: OrdersPart): Sql =>
  part.ordering.by === 'day'
    ? walkByDay(condition, part)
    : first(
        sql`amazon_orders`,
        sql`${isInState(part.state)} and ${meets(sql`o`, part.filter)} and ${condition}`,
        part,
      )

/** The orders of a state that meet a condition, along the state's own index. */
function walkByDay(condition: Sql, part: OrdersPart): Sql {
  const { state, filter } = part
  const ofOrders = sql`${meets(sql`o`, filter)} and ${condition}`
  const ofOthers = sql`${isMet(filter)} and ${condition}`
  if (state === 'all') return first(sql`amazon_orders`, ofOrders, part)
  if (state === 'with_ledger')
    return first(sql`amazon_orders`, sql`${isInState(state)} and ${ofOrders}`, part)
  if (state === 'returns_waiting')
    return first(sql`amazon_orders`, sql`o.waiting_return_cents > 0 and ${ofOrders}`, part)
  if (state === 'returns_asked')
    return first(
      sql`amazon_orders`,
      sql`o.waiting_return_cents > 0 and ${isAskedAbout} and ${ofOrders}`,
      part,
    )
  if (state === 'withdrawn') return first(sql`amazon_orders`, sql`${isWithdrawn('o')} and ${ofOrders}`, part)
  if (state === 'waiting') return first(sql`orders_to_match`, ofOthers, part)
  if (state === 'under_review') return walkUnderReview({ ofOrders, ofOthers }, part)
  if (state === 'evidence_disagrees') return first(sql`order_disagreements`, ofOthers, part)
  return first(sql`order_matches`, sql`o.confidence = ${state} and ${ofOthers}`, part)
}

/** Whether the order of a row `o` of another table passes a filter. */
const isMet = (filter: OrderFilter): Sql =>
  looksAtOrders(filter) ? byKey(sql`amazon_orders`, meets(sql`x`, filter)) : sql`true`

const isRestated = (row: string) => sql`${sql.ref(row)}.review_reason is not null`
const isUndecided = (row: string) => sql`${sql.ref(row)}.review is not null`
/** An order that is in no report pays nobody, and waits for no decision. */
const isReported = (row: string) => sql`${sql.ref(row)}.observation_id is not null`
/** A return `o` that an admin is asked about. */
const isAskedAbout = sql`o.order_item_id in (select return_id from asked_returns)`
const isWithdrawn = (row: string) => sql`${sql.ref(row)}.observation_id is null`

/**
 * Orders whose rows cannot be paired, and those whose match waits for a decision, each by its own index. An order
 * that is both comes once.
 */
const walkUnderReview = (
  { ofOrders, ofOthers }: Record<'ofOrders' | 'ofOthers', Sql>,
  part: OrdersPart,
): Sql => sql`
  (${first(sql`amazon_orders`, sql`${isRestated('o')} and ${ofOrders}`, part)})
  union all
  (${first(
    sql`order_matches`,
    sql`${isUndecided('o')} and ${byKey(sql`amazon_orders`, sql`${isReported('x')} and not ${isRestated('x')}`)}
      and ${ofOthers}`,
    part,
  )})
  order by 1 ${directionOf(part)}, 2 ${directionOf(part)} limit ${part.limit}`

/** Whether an order `o` is in a state. An order that has never been matched is also in the queue. */
function isInState(state: OrderState): Sql {
  if (state === 'all') return sql`true`
  if (state === 'waiting') return byKey(sql`orders_to_match`)
  if (state === 'under_review')
    return sql`(${byKey(sql`amazon_orders`, isRestated('x'))}
      or ${byKey(sql`order_matches`, isUndecided('x'))} and ${byKey(sql`amazon_orders`, isReported('x'))})`
  if (state === 'evidence_disagrees') return byKey(sql`order_disagreements`)
  if (state === 'returns_waiting') return byKey(sql`amazon_orders`, sql`x.waiting_return_cents > 0`)
  if (state === 'returns_asked') return isAskedAbout
  if (state === 'withdrawn') return byKey(sql`amazon_orders`, isWithdrawn('x'))
  if (state === 'with_ledger') return byKey(sql`earnings_ledger`)
  return byKey(sql`order_matches`, sql`x.confidence = ${state}`)
}

/** The ids of a state’s orders, in the order of its index. */
function idsOf(state: Exclude<OrderState, 'all' | 'with_ledger'>): Sql {
  const ids = (table: Sql, condition = sql`true`) => sql`
    select o.order_item_id as id from ${table} as o where ${condition} order by o.order_date desc, o.order_item_id desc`
  if (state === 'waiting') return ids(sql`orders_to_match`)
  if (state === 'evidence_disagrees') return ids(sql`order_disagreements`)
  if (state === 'returns_waiting') return ids(sql`amazon_orders`, sql`o.waiting_return_cents > 0`)
  if (state === 'returns_asked')
    return ids(sql`amazon_orders`, sql`o.waiting_return_cents > 0 and ${isAskedAbout}`)
  if (state === 'withdrawn') return ids(sql`amazon_orders`, isWithdrawn('o'))
  if (state === 'under_review')
    return sql`
      (${ids(sql`amazon_orders`, isRestated('o'))}) union all (${ids(sql`order_matches`, isUndecided('o'))})`
  return ids(sql`order_matches`, sql`o.confidence = ${state}`)
}

/** The same of a match `o`. */
const isMatchInState = (state: OrderState): Sql =>
  isConfidence(state) ? sql`o.confidence = ${state}` : isInState(state)

const isConfidence = (state: OrderState) =>
  state === 'high' || state === 'medium' || state === 'manual' || state === 'unknown'

/** The orders that any reading of a search finds: the first of each reading, sorted together. */
async function foundBy(db: Kysely<DB>, search: OrderSearch, part: OrdersPart): Promise<Sql> {
  const credits = await creditsOf(db, search)
  const byDay = part.ordering.by === 'day'
  const readings = [
    ...reportedAs(search),
    ...(byDay ? [] : credits.map((credit) => creditedOf(credit, part.state))),
  ]
  const found = await Promise.all(readings.map((some) => firstOfSome(db, some, part)))
  if (byDay)
    for (const credit of credits)
      found.push(
        first(
          sql`order_matches`,
          sql`${isCredited(sql`o`, credit)} and ${isMatchInState(part.state)} and ${isMet(part.filter)}`,
          part,
        ),
      )
  if (found.length === 0) return sql`select order_date as key, order_item_id from amazon_orders where false`
  const all = sql.join(
    found.map((positions) => sql`(${positions})`),
    sql` union all `,
  )
  // Grouped, because a match has its old day until the matcher has seen that a report changed it.
  return sql`
    select ${part.ordering.isDescending ? sql`max` : sql`min`}(key) as key, order_item_id
    from (${all}) as found group by order_item_id
    order by 1 ${directionOf(part)}, order_item_id ${directionOf(part)} limit ${part.limit}`
}

/** Orders credited to a payee or short link; only those with a state's confidence if one is given. */
export const creditedOf = (credit: Parameters<typeof isCredited>[1], state: OrderState = 'all'): Some => ({
  ids: sql`
    select o.order_item_id as id from order_matches o
    where ${isCredited(sql`o`, credit)} and ${isConfidence(state) ? isMatchInState(state) : sql`true`}
    order by o.order_date desc`,
  isOne: byKey(sql`order_matches`, isCredited(sql`x`, credit)),
})

const firstOfSome = async (db: Kysely<DB>, { ids, isOne }: Some, part: OrdersPart): Promise<Sql> =>
  (await areMoreThan(db, fewOrders, ids)) ? met(db, isOne, part) : firstOf(ids, sql`true`, part)

/** For a few orders, each looked up by its key. */
const firstOf = (ids: Sql, condition: Sql, part: OrdersPart): Sql => sql`
  with few as materialized (select distinct id from (${ids}) as known limit ${fewOrders})
  ${first(
    sql`few cross join lateral (
      select order_item_id, order_date, commission_cents, currency, marketplace from amazon_orders
      where order_item_id = few.id limit 1)`,
    sql`${isInState(part.state)} and ${meets(sql`o`, part.filter)} and ${condition}`,
    part,
  )}`
