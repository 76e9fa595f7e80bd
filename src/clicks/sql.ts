import { type Kysely, sql } from 'kysely'
import type { DB } from '../platform/database/schema.ts'
import type { ClickKind, ClickOutcome } from './contract.ts'
import type { Claim } from './rules.ts'

/** A click as record_clicks() takes it. */
export type ClickRow = {
  event_id: string | null
  product_id: string
  kind: ClickKind
  claim: Claim
  viewer_id: string | null
  /** Hashes, in hexadecimal. */
  visitor: string
  earlier_visitor: string | null
  referrer: string | null
  user_agent: string | null
  clicked_at: Date
}

const bytea = (hex: string | null) => hex && `\\x${hex}`

/**
 * Writes a batch of clicks and returns each one's outcome once all are committed; null where the product is unknown
 * or deleted. A retried event has the outcome of its first click.
 */
export async function writeClicks(db: Kysely<DB>, batch: ClickRow[]): Promise<(ClickOutcome | null)[]> {
  const numbered = batch.map((row, n) => ({
    ...row,
    n,
    visitor: bytea(row.visitor),
    earlier_visitor: bytea(row.earlier_visitor),
  }))
  const outcomes = new Array<ClickOutcome | null>(batch.length).fill(null)
  const retried: { n: number }[] = []
  const { rows } = await sql<{ click_number: number; click_outcome: ClickOutcome | null }>`
    select * from record_clicks(${JSON.stringify(numbered)})`.execute(db)
  for (const { click_number: n, click_outcome: outcome } of rows) {
    if (outcome) outcomes[n] = outcome
    else if (numbered[n]) retried.push(numbered[n])
  }
  if (retried.length > 0) await fillInFirstOutcomes(db, retried, outcomes)
  return outcomes
}

async function fillInFirstOutcomes(
  db: Kysely<DB>,
  retried: { n: number }[],
  outcomes: (ClickOutcome | null)[],
) {
  // A first click swept since is no longer known by its outcome: that this one came again still is.
  for (const { n } of retried) outcomes[n] = 'repeat'
  const { rows } = await sql<{ n: number; outcome: ClickOutcome }>`
    select r.n, c.outcome
    from json_to_recordset(${JSON.stringify(retried)}) as r (n int, event_id uuid, product_id uuid, kind text)
    join click_events e using (event_id, product_id, kind)
    join clicks c on c.clicked_at = e.clicked_at and c.id = e.click_id`.execute(db)
  for (const { n, outcome } of rows) outcomes[n] = outcome
}

/** The salt of a day, the same for all nodes: the one offered, unless another node came first. */
export async function agreeOnSalt(db: Kysely<DB>, day: string, offered: Buffer): Promise<Buffer> {
  await db
    .insertInto('click_salts')
    .values({ day, salt: offered })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { salt } = await db
    .selectFrom('click_salts')
    .select('salt')
    .where('day', '=', day)
    .executeTakeFirstOrThrow()
  return salt
}

/** True when `userId` owns the product and it is not deleted. */
export async function ownsProduct(db: Kysely<DB>, userId: string, productId: string): Promise<boolean> {
  const product = await db
    .selectFrom('products')
    .select('id')
    .where('id', '=', productId)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return product !== undefined
}

/** Counted views between each two of these local midnights, one index range each. */
export async function viewsBetween(db: Kysely<DB>, productId: string, days: string[], timeZone: string) {
  const { rows } = await sql<{ start: string; count: number }>`
    select b.since as start, (
      select count(*) from clicks c
      where c.product_id = ${productId} and c.kind = 'view' and c.outcome = 'counted'
        and c.clicked_at >= b.since::timestamp at time zone ${timeZone}
        and c.clicked_at < b.until::timestamp at time zone ${timeZone}) as count
    from unnest(${days.slice(0, -1)}::date[], ${days.slice(1)}::date[]) as b (since, until)
    order by b.since`.execute(db)
  return rows
}
