import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { TestApp } from '../../../tests/harness/app.ts'
import { type Person, signUp } from '../../../tests/harness/people.ts'
import { openPostingRunOf, sealPostingRun } from '../posting/sql.ts'

/** A row of the ledger to post, as the calculator would. */
export type Posting = {
  /** A new order by default. */
  order?: string
  /** What is posted of the commission; the fee is a fifth of it. */
  gross: number
  at: Date
  productId?: string | null
  availableOn?: string
  type?: 'commission' | 'return' | 'adjustment'
  pair?: number
  title?: string
  asin?: string
  /** What it was posted by. */
  rule?: string
  evidence?: Record<string, unknown>
  reason?: string | null
}

const feeOf = (gross: number) => Math.sign(gross) * Math.round(Math.abs(gross) / 5)
/** The creator's part. */
export const shareOf = (gross: number) => gross - feeOf(gross)

/** A person who has signed up, and their payee. */
export async function signUpPayee(app: TestApp): Promise<Person & { payeeId: string }> {
  const person = await signUp(app)
  const { rows } = await app.database.pool.query('select id from payees where user_id = $1', [person.id])
  return { ...person, payeeId: rows[0].id }
}

/**
 * Posts rows to a payee's ledger in the order given. Their orders are matched with high confidence and in no report any
 * more. The database's triggers maintain chain and sums.
 */
export async function post(
  { database }: { database: Pick<TestApp['database'], 'db'> },
  { payeeId }: { payeeId: string },
  postings: Posting[],
): Promise<void> {
  const orders = postings.map(({ order }) => order ?? `o-${randomBytes(8).toString('hex')}`)
  const of = <T>(column: (posting: Posting) => T) => postings.map(column)
  await database.db.transaction().execute(async (tx) => {
    const runId = await openPostingRunOf(tx, new Date())
    await sql`
      insert into amazon_orders (order_item_id, marketplace, order_date, asin, product_title, quantity, commission_cents,
        order_status, updated_at)
      select id, 'us', (at at time zone 'UTC')::date, asin, title, 1, greatest(gross, 0), 'shipped', at
      from unnest(${orders}::text[], ${of(({ at }) => at)}::timestamptz[], ${of(({ asin }) => asin ?? 'B0BOUGHT01')}::text[],
        ${of(({ title }) => title ?? 'What was bought')}::text[], ${of(({ gross }) => gross)}::bigint[])
        as o (id, at, asin, title, gross)
      on conflict do nothing`.execute(tx)
    await sql`
      insert into order_matches (order_item_id, confidence, payee_id, reason, matched_at, order_date)
      select order_item_id, 'high', ${payeeId}, 'The sub tag is a short link.', updated_at, order_date
      from amazon_orders where order_item_id = any (${orders}::text[])
      on conflict do nothing`.execute(tx)
    await sql`
      insert into earnings_ledger (payee_id, order_item_id, product_id, pair_sequence, transaction_type,
        gross_commission_cents, platform_fee_cents, user_amount_cents, fee_bps, available_on, created_at, rule,
        evidence, reason, posting_run_id)
      select ${payeeId}, id, product_id, pair, type, gross, fee, gross - fee, 2000, available_on, at,
        rule, evidence, reason, ${runId}
      from unnest(${orders}::text[], ${of(({ productId }) => productId ?? null)}::uuid[], ${of(({ pair }) => pair ?? 1)}::int[],
        ${of(({ type }) => type ?? 'commission')}::text[], ${of(({ gross }) => gross)}::bigint[],
        ${of(({ gross }) => feeOf(gross))}::bigint[], ${of(({ availableOn }) => availableOn ?? '2026-01-01')}::date[],
        ${of(({ at }) => at)}::timestamptz[], ${of(({ rule }) => rule ?? 'sub_tag')}::text[],
        ${of(({ evidence }) => JSON.stringify(evidence ?? {}))}::jsonb[],
        ${of(({ reason }) => (reason === undefined ? 'The sub tag is a short link.' : reason))}::text[])
        with ordinality as l (id, product_id, pair, type, gross, fee, available_on, at, rule, evidence, reason, n)
      order by n`.execute(tx)
    await sealPostingRun(tx, runId, new Date())
  })
}
