import { type Kysely, sql } from 'kysely'
import { advisoryLocks } from '../../platform/database/advisory-locks.ts'
import type { DB } from '../../platform/database/schema.ts'
import type { Node } from './rules.ts'

/** Makes signers take turns until the transaction ends. */
export const lockSigning = (db: Kysely<DB>) =>
  sql`select pg_advisory_xact_lock(${advisoryLocks.signing})`.execute(db)

/** Appends ties of payees to the log, once one has waited for a day (decision 83). */
export const logTies = (db: Kysely<DB>) =>
  sql`
    select log_payee_ties() where exists (
      select from payee_ties_to_log w join payee_ties t on t.id = w.tie_id
      where t.made_at < now() - interval '1 day')`.execute(db)

/** How many rows the log has, and the root of them all. */
export async function selectLog(db: Kysely<DB>): Promise<{ size: number; root: Buffer }> {
  const { rows } = await sql<{ size: number; root: Buffer }>`
    select size, ledger_log_root(size) as root from (
      select coalesce(max(position) + 1, 0) as size from ledger_log
    ) log`.execute(db)
  return rows[0] as { size: number; root: Buffer }
}

export type CheckpointRow = {
  size: number
  root: Buffer
  signed_at: Date
  body: string
  public_key: Buffer
  signature: Buffer
}

/** The newest checkpoint. */
export const selectNewest = (db: Kysely<DB>): Promise<CheckpointRow | undefined> =>
  db.selectFrom('ledger_checkpoints').selectAll().orderBy('size', 'desc').limit(1).executeTakeFirst()

/** Checkpoints before a size, or of all, the largest first. */
export const selectCheckpoints = (
  db: Kysely<DB>,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<CheckpointRow[]> =>
  db
    .selectFrom('ledger_checkpoints')
    .selectAll()
    .$if(before !== undefined, (all) => all.where('size', '<', before ?? 0))
    .orderBy('size', 'desc')
    .limit(limit)
    .execute()

/** How many of these sizes were signed. */
export async function countCheckpoints(db: Kysely<DB>, sizes: number[]): Promise<number> {
  const rows = await db.selectFrom('ledger_checkpoints').select('size').where('size', 'in', sizes).execute()
  return rows.length
}

/** A payee's last row, up to a position of their chain, that is among the log's first `size`. */
export const selectLastLogged = (
  db: Kysely<DB>,
  { payeeId, upTo, size }: { payeeId: string; upTo: number; size: number },
): Promise<{ sequence: number; position: number } | undefined> =>
  db
    .selectFrom('earnings_ledger as l')
    .innerJoin('ledger_log as g', 'g.entry_id', 'l.id')
    .select(['l.sequence', 'g.position'])
    .where('l.payee_id', '=', payeeId)
    .where('l.sequence', '<=', upTo)
    .where('g.position', '<', size)
    .orderBy('l.sequence', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Since when the first unsigned row is in the log; null if all are signed. */
export async function selectUnsignedSince(db: Kysely<DB>, signed: number): Promise<Date | null> {
  const { rows } = await sql<{ since: Date }>`
    select coalesce(r.finished_at, l.created_at, t.made_at) as since
    from ledger_log g left join earnings_ledger l on l.id = g.entry_id
      left join posting_runs r on r.id = l.posting_run_id left join payee_ties t on t.id = g.entry_id
    where g.position = ${signed}`.execute(db)
  return rows[0]?.since ?? null
}

export const insertCheckpoint = (db: Kysely<DB>, row: CheckpointRow) =>
  db.insertInto('ledger_checkpoints').values(row).execute()

/** The hashes of nodes, in the order given. */
export async function selectNodes(db: Kysely<DB>, nodes: Node[]): Promise<Buffer[]> {
  const { rows } = await sql<{ hash: Buffer }>`
    select coalesce(t.hash, sha256('\\x00'::bytea || l.hash)) as hash
    from unnest(${nodes.map(({ level }) => level)}::int[], ${nodes.map(({ place }) => place)}::bigint[])
      with ordinality as n (level, place, nth)
    left join ledger_log_nodes t on t.level = n.level and t.place = n.place
    left join ledger_log l on n.level = 0 and l.position = n.place
    order by nth`.execute(db)
  return rows.map(({ hash }) => hash)
}

export const selectCheckpoint = (db: Kysely<DB>, size: number): Promise<CheckpointRow | undefined> =>
  db.selectFrom('ledger_checkpoints').selectAll().where('size', '=', size).executeTakeFirst()

/** The state of a witness; undefined for one that never received anything. */
export const selectWitness = (db: Kysely<DB>, address: string) =>
  db.selectFrom('ledger_witnesses').selectAll().where('address', '=', address).executeTakeFirst()

/** Records that a witness has accepted a checkpoint. */
export async function noteTold(
  db: Kysely<DB>,
  { address, size, at }: { address: string; size: number; at: Date },
): Promise<void> {
  await sql`
    insert into ledger_witnesses as w (address, size, told_at) values (${address}, ${size}, ${at})
    on conflict (address) do update set size = greatest(w.size, excluded.size), told_at = excluded.told_at,
      failed_since = null, failure = null`.execute(db)
}

/** Records why a witness could not be reached, and since when. */
export async function noteFailure(
  db: Kysely<DB>,
  { address, at, failure }: { address: string; at: Date; failure: string },
): Promise<void> {
  await sql`
    insert into ledger_witnesses as w (address, failed_since, failure) values (${address}, ${at}, ${failure})
    on conflict (address) do update set failure = excluded.failure,
      failed_since = coalesce(w.failed_since, excluded.failed_since)`.execute(db)
}

export const selectWantsMails = async (db: Kysely<DB>, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('checkpoint_mails')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()) !== undefined

export const insertMails = (db: Kysely<DB>, userId: string) =>
  db
    .insertInto('checkpoint_mails')
    .values({ user_id: userId })
    .onConflict((known) => known.doNothing())
    .execute()

export const endMails = (db: Kysely<DB>, userId: string) =>
  db.deleteFrom('checkpoint_mails').where('user_id', '=', userId).execute()

/** The admins who are due a checkpoint by mail: of several processes that ask at once, each admin goes to one. */
export async function takeDueMails(
  db: Kysely<DB>,
  { size, at, before }: { size: number; at: Date; before: Date },
): Promise<string[]> {
  const rows = await db
    .updateTable('checkpoint_mails')
    .set({ mailed_size: size, mailed_at: at })
    .where('mailed_size', '<', size)
    .where((of) => of.or([of('mailed_at', 'is', null), of('mailed_at', '<=', before)]))
    .returning('user_id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** The proven address of an admin; undefined for anybody else. */
export const selectAdminAddress = async (db: Kysely<DB>, userId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('users')
      .select('email')
      .where('id', '=', userId)
      .where('role', '=', 'admin')
      .where('email_verified_at', 'is not', null)
      .executeTakeFirst()
  )?.email
