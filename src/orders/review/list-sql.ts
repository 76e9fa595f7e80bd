import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import type { OrderState } from './contract.ts'
import { selectOrdersAt } from './orders-sql.ts'
import type { OrderCursor, OrderSearch } from './rules.ts'
import { areMoreThan, byKey, creditsOf, isCredited, type Some, told } from './search-sql.ts'

/** A part of the list of orders: those in a state, or found in it by a search, below a place. */
type OrdersPart = {
  state: Exclude<OrderState, 'with_ledger'>
  search?: OrderSearch | undefined
  before?: OrderCursor | undefined
  limit: number
}

type Sql = RawBuilder<unknown>

/** So many are found by their keys and then put in order; of more, the newest are met soon on the way down a state's list. */
const fewOrders = 5_000

/** The newest orders of a part. */
export async function selectOrders(db: Kysely<DB>, part: OrdersPart) {
  const places = part.search ? await foundBy(db, part.search, part) : newestInState(sql`true`, part)
  return selectOrdersAt<{ place_date: string }>(db, {
    places,
    columns: sql`place.order_date as place_date`,
    order: sql`place.order_date desc, place.order_item_id desc`,
  })
}

/** A statement for the newest places (order_date, order_item_id) in a table `o`, if it has them in an index. */
const newest = (table: Sql, condition: Sql, { before, limit }: OrdersPart): Sql => sql`
  select o.order_date, o.order_item_id from ${table} as o where ${condition}
  ${before ? sql`and (o.order_date, o.order_item_id) < (${before.orderDate}, ${before.orderItemId})` : sql``}
  order by o.order_date desc, o.order_item_id desc limit ${limit}`

/** The newest of a state that meet a condition, by the state's own index. */
function newestInState(condition: Sql, part: OrdersPart): Sql {
  const { state } = part
  if (state === 'all') return newest(sql`amazon_orders`, condition, part)
  if (state === 'waiting') return newest(sql`orders_to_match`, condition, part)
  if (state === 'under_review') return newestUnderReview(condition, part)
  if (state === 'evidence_disagrees') return newest(sql`order_disagreements`, condition, part)
  if (state === 'returns_waiting')
    return newest(sql`amazon_orders`, sql`o.waiting_return_cents > 0 and ${condition}`, part)
  return newest(sql`order_matches`, sql`o.confidence = ${state} and ${condition}`, part)
}

const isRestated = (row: string) => sql`${sql.ref(row)}.review_reason is not null`
const isUndecided = (row: string) => sql`${sql.ref(row)}.review is not null`
/** What no report tells of any more pays nobody, and waits for no decision. */
const isTold = (row: string) => sql`${sql.ref(row)}.observation_id is not null`

/** Those whose rows nobody can pair and those whose match waits for a decision, each by its own index; what is both comes once. */
const newestUnderReview = (condition: Sql, part: OrdersPart): Sql => sql`
  (${newest(sql`amazon_orders`, sql`${isRestated('o')} and ${condition}`, part)})
  union all
  (${newest(
    sql`order_matches`,
    sql`${isUndecided('o')} and ${byKey(sql`amazon_orders`, sql`${isTold('x')} and not ${isRestated('x')}`)}
      and ${condition}`,
    part,
  )})
  order by 1 desc, 2 desc limit ${part.limit}`

/** Whether an order `o` is in a state. One that has never been matched is in the queue as well. */
function isInState(state: OrdersPart['state']): Sql {
  if (state === 'all') return sql`true`
  if (state === 'waiting') return byKey(sql`orders_to_match`)
  if (state === 'under_review')
    return sql`(${byKey(sql`amazon_orders`, isRestated('x'))}
      or ${byKey(sql`order_matches`, isUndecided('x'))} and ${byKey(sql`amazon_orders`, isTold('x'))})`
  if (state === 'evidence_disagrees') return byKey(sql`order_disagreements`)
  if (state === 'returns_waiting') return byKey(sql`amazon_orders`, sql`x.waiting_return_cents > 0`)
  return byKey(sql`order_matches`, sql`x.confidence = ${state}`)
}

/** The same of a match `o`. */
const isMatchInState = (state: OrdersPart['state']): Sql =>
  isConfidence(state) ? sql`o.confidence = ${state}` : isInState(state)

const isConfidence = (state: OrdersPart['state']) =>
  state === 'high' || state === 'medium' || state === 'manual' || state === 'unknown'

/** Those whom any reading of a search finds: the newest of each, of which the newest are the newest of all. */
async function foundBy(db: Kysely<DB>, search: OrderSearch, part: OrdersPart): Promise<Sql> {
  const credited = (await creditsOf(db, search)).map((credit) =>
    newest(sql`order_matches`, sql`${isCredited(sql`o`, credit)} and ${isMatchInState(part.state)}`, part),
  )
  const found = [...credited, ...(await Promise.all(told(search).map((some) => newestOf(db, some, part))))]
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

const newestOf = async (db: Kysely<DB>, { ids, isOne }: Some, part: OrdersPart): Promise<Sql> =>
  (await areMoreThan(db, fewOrders, ids))
    ? newestInState(isOne, part)
    : sql`
        with few as materialized (${ids} limit ${fewOrders})
        ${newest(
          sql`few cross join lateral (
            select order_item_id, order_date from amazon_orders where order_item_id = few.id limit 1)`,
          isInState(part.state),
          part,
        )}`
