import { type Kysely, type RawBuilder, sql } from 'kysely'
import { textArray, uuidArray } from '../../platform/database/binary-arrays.ts'
import type { DB } from '../../platform/database/schema.ts'
import type { Entry, Posted } from './rules.ts'

/** What was posted for these orders by `today`, by payee. The caller has locked the orders, so nobody adds to it. */
export async function selectPosted(db: Kysely<DB>, orderItemIds: string[], today: string): Promise<Posted[]> {
  const { rows } = await sql<Posted>`
    select order_item_id as "orderItemId", payee_id as "payeeId",
      (array_agg(product_id order by last desc))[1] as "productId", sum(entries)::int as "entryCount",
      sum(fee)::bigint as "feeCents", min(fee_bps) as "feeBps", min(marketplace) as marketplace,
      json_agg(json_build_object('month', month, 'postedWith', posted_with, 'grossCents', gross, 'availableOn', available_on,
        'isPosted', posted_on(marketplace, posted_with, available_on) <= ${today}::date)) as sums
    from unnest(${textArray(orderItemIds)}::text[]) as o (id)
    cross join lateral (
      select order_item_id, payee_id, marketplace, earning_month as month, coalesce(counts_month, earning_month) as posted_with,
        (array_agg(product_id order by pair_sequence desc))[1] as product_id, max(pair_sequence) as last, count(*) as entries,
        sum(gross_commission_cents) as gross, sum(platform_fee_cents) as fee, min(fee_bps) as fee_bps,
        min(available_on) as available_on
      from earnings_ledger where order_item_id = o.id
      group by 1, 2, 3, 4, 5
    ) l
    group by 1, 2`.execute(db)
  return rows
}

/** The posting run of a run of the pipeline; an interrupted one continues with its own. */
export async function openPostingRun(db: Kysely<DB>, runId: string, at: Date): Promise<string> {
  await db
    .insertInto('posting_runs')
    .values({ run_id: runId, started_at: at })
    .onConflict((conflict) => conflict.column('run_id').where('run_id', 'is not', null).doNothing())
    .execute()
  const { id } = await db
    .selectFrom('posting_runs')
    .select('id')
    .where('run_id', '=', runId)
    .executeTakeFirstOrThrow()
  return id
}

/** A posting run of its own, apart from the pipeline's. */
export async function openPostingRunOf(db: Kysely<DB>, at: Date): Promise<string> {
  const { id } = await db
    .insertInto('posting_runs')
    .values({ started_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Appends rows in the order given; the database links each to its payee's chain, and adds it to the sums. */
export async function insertEntries(
  db: Kysely<DB>,
  entries: Entry[],
  { postingRunId, at }: { postingRunId: string; at: Date },
): Promise<void> {
  const of = <T>(column: (entry: Entry) => T) => entries.map(column)
  await sql`
    insert into earnings_ledger (order_item_id, payee_id, product_id, transaction_type, pair_sequence,
      gross_commission_cents, platform_fee_cents, user_amount_cents, fee_bps, available_on, marketplace, earning_month, counts_month,
      posting_run_id, created_at, rule, evidence, observation_id, reason)
    select order_item_id, payee_id, product_id, transaction_type, pair_sequence, gross, fee, share, fee_bps,
      available_on, marketplace, earning_month, counts_month, ${postingRunId}::uuid, ${at}::timestamptz, rule, evidence::jsonb, observation_id, reason
    from unnest(
      ${textArray(of((entry) => entry.orderItemId))}::text[],
      ${uuidArray(of((entry) => entry.payeeId))}::uuid[],
      ${uuidArray(of((entry) => entry.productId))}::uuid[],
      ${textArray(of((entry) => entry.type))}::text[],
      ${of((entry) => entry.pairSequence)}::int[],
      ${of((entry) => entry.grossCents)}::bigint[],
      ${of((entry) => entry.feeCents)}::bigint[],
      ${of((entry) => entry.userCents)}::bigint[],
      ${of((entry) => entry.feeBps)}::int[],
      ${of((entry) => entry.availableOn)}::date[],
      ${textArray(of((entry) => entry.marketplace))}::text[],
      ${of((entry) => entry.earningMonth)}::date[],
      ${of((entry) => entry.countsMonth)}::date[],
      ${textArray(of(({ why }) => why.rule))}::text[],
      ${textArray(of(({ why }) => JSON.stringify(why.evidence)))}::text[],
      ${uuidArray(of(({ why }) => why.observationId))}::uuid[],
      ${textArray(of(({ why }) => why.reason))}::text[]
    ) with ordinality as e (order_item_id, payee_id, product_id, transaction_type, pair_sequence, gross, fee, share,
      fee_bps, available_on, marketplace, earning_month, counts_month, rule, evidence, observation_id, reason, n)
    order by n`.execute(db)
}

/**
 * Seals the rows of a run: their number, and the SHA-256 of their hashes, concatenated by payee and then by position in
 * the chain. Also seals earlier runs that were stopped or failed. Returns those that have rows.
 */
export async function sealPostingRuns(db: Kysely<DB>, runId: string, at: Date): Promise<string[]> {
  // A large run has millions of rows.
  await sql`set local statement_timeout = 0`.execute(db)
  const { rows } = await seal(db, sql`o.run_id = ${runId} or o.finished_at is null`, at)
  return rows.filter(({ entries }) => entries > 0).map(({ id }) => id)
}

/** Seals one posting run, in the transaction that opened it. */
export const sealPostingRun = (db: Kysely<DB>, id: string, at: Date) => seal(db, sql`o.id = ${id}`, at)

const seal = (db: Kysely<DB>, runs: RawBuilder<unknown>, at: Date) =>
  sql<{ id: string; entries: number }>`
    update posting_runs r set finished_at = ${at}, entries = l.entries, digest = l.digest
    from (
      select o.id, count(l.id) as entries,
        sha256(coalesce(string_agg(l.hash, '' order by l.payee_id, l.sequence), '')) as digest
      from posting_runs o left join earnings_ledger l on l.posting_run_id = o.id
      where ${runs}
      group by o.id
    ) l
    where r.id = l.id
    returning r.id, r.entries::float8 as entries`.execute(db)

export const insertPayee = (db: Kysely<DB>, userId: string, at: Date) =>
  db.insertInto('payees').values({ user_id: userId, created_at: at }).execute()

export const selectOwnPayee = (db: Kysely<DB>, userId: string) =>
  db.selectFrom('payees').where('user_id', '=', userId).select(['id', 'created_at']).executeTakeFirst()

export const severPayeeOf = (db: Kysely<DB>, userId: string) =>
  db.updateTable('payees').set({ user_id: null }).where('user_id', '=', userId).execute()
