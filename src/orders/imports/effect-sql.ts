import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import { stagingTable } from '../reports/sql.ts'
import { prepareSession } from './merge-sql.ts'

type Db = Kysely<DB>

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
  /** By how many cents the commission of all shipped orders grew. */
  cents_more: number
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

/** Does `work` to see what comes of it, and takes it back. */
export async function tried<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await sql`savepoint trial`.execute(db)
  const result = await work()
  await sql`rollback to savepoint trial`.execute(db)
  return result
}

export type Staged = {
  total: number
  first_day: string | null
  last_day: string | null
  has_own_sub_tags: boolean
}

/** What a staging table holds: order items, their days, and whether some were bought through a short link of ours. */
export async function measureStaged(db: Db, importId: string): Promise<Staged> {
  const { rows } = await sql<Staged>`
    select count(*)::int as total, min(order_date) as first_day, max(order_date) as last_day,
      exists (
        select from ${sql.table(stagingTable(importId))} s join short_links l on l.id = s.sub_tag
        where s.sub_tag is not null
      ) as has_own_sub_tags
    from ${sql.table(stagingTable(importId))}`.execute(db)
  return rows[0] as Staged
}

/** The days of a staged import on which another kind of report pays already, in their order. */
export async function selectOverlap(db: Db, importId: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select distinct d.day
    from import_batches b
    cross join lateral (
      select order_date as day from ${sql.table(stagingTable(importId))} union select unnest(b.period_days)
    ) told
    join import_days d on d.marketplace = b.marketplace and d.day = told.day and d.format <> b.format
      and d.pays and d.stands
    where b.id = ${importId} and b.format <> 'fee_orders'
    order by d.day`.execute(db)
  return rows.map(({ day }) => day)
}

/** The commission of all orders that count and are shipped, in cents. */
export async function sumCommission(db: Db): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(commission_cents), 0)::bigint as cents
    from amazon_orders where observation_id is not null and order_status = 'shipped'`.execute(db)
  return rows[0]?.cents ?? 0
}

/** What PostgreSQL calls the transaction's connection. */
export async function selectConnection(db: Db): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return (rows[0] as { pid: number }).pid
}

/** Cancels the statement that is under way on a connection. */
export const cancelStatement = (db: Db, connection: number) =>
  sql`select pg_cancel_backend(${connection})`.execute(db)
