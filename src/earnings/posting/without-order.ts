import { type Kysely, sql } from 'kysely'
import type { Context } from '../../platform/context.ts'
import { textArray, uuidArray } from '../../platform/database/binary-arrays.ts'
import type { DB } from '../../platform/database/schema.ts'
import { enqueue } from '../../platform/jobs/job.ts'
import { checkpointing } from '../log/service.ts'
import { type LedgerOptions, reportDay } from '../reading/serialize.ts'
import { openPostingRunOf, sealPostingRun } from './sql.ts'

/** A row without an order, to append (docs/product/ledger.md#rows-without-an-order). */
export type EntryWithoutOrder = {
  payeeId: string
  type: 'payout' | 'payout_reversal' | 'manual_adjustment'
  /** The creator's amount in cents, never zero: below zero for a payout, above it for a returned one. */
  userCents: number
  /** The thing it is written for, such as the line of a payout run: with its type it is in the ledger once. */
  reference: string
  /** The reason that the creator reads; an adjustment must have one. */
  reason: string | null
}

/**
 * Appends rows without an order, in the caller's transaction, as a posting run of their own that is sealed at once.
 * Rows that the ledger has already, by their type and reference, are skipped, so that repeating it does nothing. Waits
 * for others who write to these payees' chains; lock payees only in the order of ids. Returns the references that were
 * appended now. Throws an `Error` for a reference that the ledger has with another payee or amount.
 */
export async function appendEntries(
  tx: Context,
  entries: EntryWithoutOrder[],
  options: LedgerOptions,
): Promise<Set<string>> {
  await lockPayees(
    tx.db,
    entries.map(({ payeeId }) => payeeId),
  )
  const before = new Map((await selectAppended(tx.db, entries)).map((entry) => [keyOf(entry), entry]))
  for (const entry of entries) {
    const known = before.get(keyOf(entry))
    if (known && (known.payeeId !== entry.payeeId || known.userCents !== entry.userCents))
      throw new Error(`The ledger has another ${entry.type} for ${entry.reference}.`)
  }
  const fresh = entries.filter((entry) => !before.has(keyOf(entry)))
  if (fresh.length === 0) return new Set()
  const at = tx.clock()
  const postingRunId = await openPostingRunOf(tx.db, at)
  await insertWithoutOrder(tx.db, fresh, { postingRunId, at, today: reportDay(tx, options) })
  await sealPostingRun(tx.db, postingRunId, at)
  await enqueue(tx.db, checkpointing, {})
  return new Set(fresh.map(({ reference }) => reference))
}

const keyOf = ({ type, reference }: Pick<EntryWithoutOrder, 'type' | 'reference'>) => `${type} ${reference}`

/** Locks the chains of payees against additions, in one order, so that two transactions never wait for each other. */
export const lockPayees = (db: Kysely<DB>, ids: string[]) =>
  db.selectFrom('payees').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()

async function selectAppended(
  db: Kysely<DB>,
  entries: EntryWithoutOrder[],
): Promise<Omit<EntryWithoutOrder, 'reason'>[]> {
  const { rows } = await sql<Omit<EntryWithoutOrder, 'reason'>>`
    select l.payee_id as "payeeId", n.type, n.reference, l.user_amount_cents as "userCents"
    from unnest(
      ${textArray(entries.map(({ type }) => type))}::text[],
      ${textArray(entries.map(({ reference }) => reference))}::text[]
    ) as n (type, reference)
    join earnings_ledger l on l.order_item_id is null and l.transaction_type = n.type
      and l.evidence ->> 'reference' = n.reference`.execute(db)
  return rows
}

/** The row's rule is its type, its evidence the reference. */
async function insertWithoutOrder(
  db: Kysely<DB>,
  entries: EntryWithoutOrder[],
  { postingRunId, at, today }: { postingRunId: string; at: Date; today: string },
): Promise<void> {
  const of = <T>(column: (entry: EntryWithoutOrder) => T) => entries.map(column)
  await sql`
    insert into earnings_ledger (payee_id, transaction_type, gross_commission_cents, platform_fee_cents, user_amount_cents,
      available_on, posting_run_id, created_at, rule, evidence, reason)
    select payee_id, type, gross, gross - cents, cents, ${today}::date, ${postingRunId}::uuid, ${at}::timestamptz, type,
      jsonb_build_object('reference', reference), reason
    from unnest(
      ${uuidArray(of(({ payeeId }) => payeeId))}::uuid[],
      ${textArray(of(({ type }) => type))}::text[],
      ${of(({ userCents }) => userCents)}::bigint[],
      ${textArray(of(({ reference }) => reference))}::text[],
      ${textArray(of(({ reason }) => reason))}::text[]
    ) with ordinality as e (payee_id, type, cents, reference, reason, n)
    cross join lateral (select case when type = 'manual_adjustment' then 0 else cents end as gross) g
    order by payee_id, n`.execute(db)
}
