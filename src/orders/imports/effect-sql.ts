import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import type { Reopened } from './doubt-rules.ts'
import { prepareSession } from './merge-sql.ts'

export type Db = Kysely<DB>

/** An order that is new, changed or withdrawn; null where it did not count, or does not any more. */
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

/** What merging or undoing an import did to orders. */
export type Effect = {
  imported: number
  updated: number
  withdrawn: number
  /** How many of its own order items are new or changed: a return changes items of other imports as well. */
  told_anew: number
  /** Its own returns that find no purchase yet, or not for all of it, and are none of the others; and for how much. */
  waiting_returns: number
  waiting_cents: number
  /** By how many cents the commission of all shipped orders grew. */
  cents_more: number
  /** With the first twenty. */
  reopened: Reopened
  /** The first hundred. */
  changes: Change[]
}

/** Lets the transaction's statements take long, and plan well. */
export const prepareLong = (db: Db) => sql.raw(prepareSession).execute(db)

/** Sends statements one after the other; the last one says what changed. */
export async function runStatements(db: Db, statements: string[]): Promise<Effect> {
  let effect: Effect | undefined
  for (const statement of statements) effect = (await sql.raw<Effect>(statement).execute(db)).rows[0]
  return effect as Effect
}

/** Tells the planner of what has just been written, when that was much. */
export const analyzeOrders = (db: Db) =>
  sql`analyze amazon_orders, order_observations, orders_to_match, orders_to_post`.execute(db)

/** Does `work` to see what comes of it, and takes it back unless that is to be kept. */
export async function tried<T>(
  db: Db,
  work: () => Promise<T>,
  isKept: (result: T) => boolean = () => false,
): Promise<T> {
  await sql`savepoint trial`.execute(db)
  const result = await work()
  if (!isKept(result)) await sql`rollback to savepoint trial`.execute(db)
  return result
}

/** The commission of all orders that count and are shipped, in cents. */
export async function sumCommission(db: Db): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(commission_cents), 0)::bigint as cents
    from amazon_orders where observation_id is not null and order_status = 'shipped'`.execute(db)
  return rows[0]?.cents ?? 0
}
