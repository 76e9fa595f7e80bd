import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import type { LessReturned, Reopened, Unclear } from './doubt-rules.ts'
import type { CreatorCents } from './outcomes/tally-rules.ts'
import { withReturns } from './returns-sql.ts'

export type Db = Kysely<DB>

/** An order that is new, changed or withdrawn; the state is null where it did not count, or no longer does. */
export type Change = {
  order_item_id: string
  asin: string
  product_title: string
  change: 'new' | 'changed' | 'withdrawn'
  status_before: string | null
  status_after: string | null
  cents_before: number | null
  cents_after: number | null
}

/** The outcomes of an order that changes. */
const changedOutcomes = ['imported', 'updated', 'waiting_returns', 'withdrawn', 'others_changed'] as const

/** What merging or undoing an import did to orders. */
export type Effect = {
  imported: number
  updated: number
  withdrawn: number
  /** How many of its own order items are new or changed. A return also changes items of other imports. */
  own_changed: number
  /** Its own returns that have not found their whole purchase and are not among the others, and their cents. */
  waiting_returns: number
  waiting_cents: number
  /** By how many cents the commission of all shipped orders grew: the sum, and by outcome. */
  cents_more: number
  more: Record<(typeof changedOutcomes)[number], number>
  /** The same by creator, the most first; null for nobody, as far as is known. Empty where it was not asked for. */
  creators: CreatorCents[]
  /** With the first twenty. */
  reopened: Reopened
  /** With the first twenty. */
  unclear: Unclear
  /** With the first twenty. */
  less_returned: LessReturned
  /** The first hundred. */
  changes: Change[]
}

/** Settings of a session that reads or writes a whole report at once. */
export const prepareSession = `set local statement_timeout = 0; set local work_mem = '128MB'; set local jit = off`

/** Applies these settings to the transaction. */
export const prepareLong = (db: Db) => sql.raw(prepareSession).execute(db)

/** Runs statements one after the other; the last one's row says what changed. */
export async function runStatements(db: Db, statements: string[]): Promise<Effect> {
  let effect: Effect | undefined
  for (const statement of statements) effect = (await sql.raw<Effect>(statement).execute(db)).rows[0]
  return effect as Effect
}

/** Runs a statement without a result. */
export const sendPlain = (db: Db, statement: string) => sql.raw(statement).execute(db)

/** The sum of two merges of different orders. */
export const addEffects = (one: Effect, other: Effect): Effect => ({
  imported: one.imported + other.imported,
  updated: one.updated + other.updated,
  withdrawn: one.withdrawn + other.withdrawn,
  own_changed: one.own_changed + other.own_changed,
  waiting_returns: one.waiting_returns + other.waiting_returns,
  waiting_cents: one.waiting_cents + other.waiting_cents,
  cents_more: one.cents_more + other.cents_more,
  reopened: addNamed(one.reopened, other.reopened),
  more: Object.fromEntries(
    changedOutcomes.map((outcome) => [outcome, one.more[outcome] + other.more[outcome]]),
  ) as Effect['more'],
  creators: addCreators(one.creators, other.creators),
  unclear: addNamed(one.unclear, other.unclear),
  less_returned: addNamed(one.less_returned, other.less_returned),
  changes: firstOf([...one.changes, ...other.changes], 100),
})

type Named<Order> = { count: number; cents: number; orders: Order[] }

const addNamed = <Order extends { order_item_id: string }>(one: Named<Order>, other: Named<Order>) => ({
  count: one.count + other.count,
  cents: one.cents + other.cents,
  orders: firstOf([...one.orders, ...other.orders], 20),
})

const firstOf = <Order extends { order_item_id: string }>(orders: Order[], most: number): Order[] =>
  orders.sort((a, b) => (a.order_item_id < b.order_item_id ? -1 : 1)).slice(0, most)

const addCreators = (one: CreatorCents[], other: CreatorCents[]): CreatorCents[] => {
  const sums = new Map<string | null, CreatorCents>()
  for (const { payee_id, orders, cents } of [...one, ...other]) {
    const sum = sums.get(payee_id) ?? { payee_id, orders: 0, cents: 0 }
    sums.set(payee_id, { payee_id, orders: sum.orders + orders, cents: sum.cents + cents })
  }
  return [...sums.values()].sort((a, b) => Math.abs(b.cents) - Math.abs(a.cents))
}

/** Whether any of a staged import's orders has returns, in this import or in any other. */
export async function hasReturns(db: Db, importId: string): Promise<boolean> {
  const select = `with ${withReturns(importId)} select exists (select from affected) as has_returns`
  const { rows } = await sql.raw<{ has_returns: boolean }>(select).execute(db)
  return rows[0]?.has_returns === true
}

/** Resets the count of merged orders. */
export const resetMergedCount = (db: Db) => sql`select setval('orders_merged', 0, false)`.execute(db)

/** How many orders have been merged since, also in a transaction that has not ended. */
export async function countMerged(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (last_value + 1)::int as count from pg_sequences
    where schemaname = current_schema() and sequencename = 'orders_merged'`.execute(db)
  return rows[0]?.count ?? 0
}

/** The count of a statement that contains nothing but our own names and days. */
export async function countRows(db: Db, statement: string): Promise<number> {
  const { rows } = await sql.raw<{ count: number }>(statement).execute(db)
  return rows[0]?.count ?? 0
}

/** Updates the planner's statistics of what has just been written, for large imports. */
export const analyzeOrders = (db: Db) =>
  sql`analyze amazon_orders, order_observations, orders_to_match, orders_to_post`.execute(db)

/** The commission of all orders of a currency that count and are shipped, in its smallest unit. */
export async function sumCommission(db: Db, currency: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(commission_cents), 0)::bigint as cents
    from amazon_orders
    where currency = ${currency} and observation_id is not null and order_status = 'shipped'`.execute(db)
  return rows[0]?.cents ?? 0
}
