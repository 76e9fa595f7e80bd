import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import { advisoryLocks } from '../../platform/database/advisory-locks.ts'
import type { DB, ImportBatches } from '../../platform/database/schema.ts'
import type { Cursor } from '../../shared/cursor.ts'

export type Db = Kysely<DB>

export type ImportRow = Omit<Selectable<ImportBatches>, 'choices'> & {
  actor: string | null
  undone_by_name: string | null
  choices: unknown
  /** Its whole file is stored. */
  has_file: boolean
  /** What merging would make of each of its rows is stored. */
  has_outcomes: boolean
}
export type RowErrorRow = {
  number: number
  line: number
  order_item_id: string | null
  column: string
  message: string
}

/** The choices made for an import, with who made them. */
const choicesNamed = sql<unknown[]>`(
  select coalesce(jsonb_agg(c || jsonb_build_object('by', p.username) order by n), '[]')
  from jsonb_array_elements(b.choices) with ordinality as e (c, n)
  left join profiles p on p.id = (c ->> 'by')::uuid)`

const imports = (db: Db) =>
  db
    .selectFrom('import_batches as b')
    .leftJoin('profiles as a', 'a.id', 'b.actor_id')
    .leftJoin('profiles as u', 'u.id', 'b.undone_by')
    .selectAll('b')
    .select(['a.username as actor', 'u.username as undone_by_name'])
    .select(
      sql<boolean>`b.file_hash is not null and exists (select from import_chunks where import_id = b.id)`.as(
        'has_file',
      ),
    )
    .select(
      sql<boolean>`to_regclass('import_outcomes_' || replace(b.id::text, '-', '')) is not null`.as(
        'has_outcomes',
      ),
    )
    .select(choicesNamed.as('choices'))

export const selectImport = (db: Db, id: string): Promise<ImportRow | undefined> =>
  imports(db).where('b.id', '=', id).executeTakeFirst()

/** Imports after a cursor, the newest first. */
export const selectImports = (
  db: Db,
  {
    before,
    limit,
    discarded,
  }: { before: Cursor | undefined; limit: number; discarded?: boolean | undefined },
): Promise<ImportRow[]> =>
  imports(db)
    .$if(discarded !== undefined, (query) => query.where('b.state', discarded ? '=' : '<>', 'discarded'))
    .$if(before !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('b.created_at', 'b.id'),
          '<',
          tuple(before?.createdAt as Date, before?.id as string) as never,
        ),
      ),
    )
    .orderBy('b.created_at', 'desc')
    .orderBy('b.id', 'desc')
    .limit(limit)
    .execute()

export const insertImport = async (db: Db, values: Insertable<ImportBatches>): Promise<string> => {
  const { id } = await db
    .insertInto('import_batches')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Locks an import's row until the transaction ends. Every change of an import's state locks it first. */
export const lockImport = (db: Db, id: string): Promise<Selectable<ImportBatches> | undefined> =>
  // Not `for update`: runs that refer to this import can be added meanwhile.
  db.selectFrom('import_batches').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** The id of a user, or null if their account has been deleted meanwhile. */
export async function selectUnlessGone(db: Db, userId: string | undefined): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from users where id = ${userId ?? null}`.execute(db)
  return rows[0]?.id ?? null
}

export const updateImport = (db: Db, id: string, values: Updateable<ImportBatches>) =>
  db.updateTable('import_batches').set(values).where('id', '=', id).execute()

/** Stores how much of a file has arrived, while it is being received. */
export const noteReceived = (db: Db, id: string, bytes: number, at: Date) =>
  db
    .updateTable('import_batches')
    .set({ bytes, heard_at: at })
    .where('id', '=', id)
    .where('state', '=', 'receiving')
    .execute()

/** Locks the imports whose upload has made no progress since a time; those that others have locked are skipped. */
export const lockSilent = (db: Db, since: Date) =>
  db
    .selectFrom('import_batches')
    .select('id')
    .where('state', '=', 'receiving')
    .where('heard_at', '<', since)
    .forUpdate()
    .skipLocked()
    .execute()

/** The merged import of the same file. */
export const selectSameFile = (
  db: Db,
  { id, file_hash, marketplace }: Pick<Selectable<ImportBatches>, 'id' | 'file_hash' | 'marketplace'>,
) =>
  db
    .selectFrom('import_batches')
    .select(['id', 'format', 'total', 'failed', 'combined'])
    .where('file_hash', '=', file_hash)
    .where('marketplace', '=', marketplace)
    .where('state', '=', 'merged')
    .where('undone_at', 'is', null)
    .where('id', '<>', id)
    .executeTakeFirst()

/** Row errors after a cursor, in the order of the file, and those of one line as they were found. */
export const selectErrors = (
  db: Db,
  importId: string,
  { after, limit }: { after?: Pick<RowErrorRow, 'line' | 'number'> | undefined; limit: number },
): Promise<RowErrorRow[]> =>
  db
    .selectFrom('import_row_errors')
    .select(['number', 'line', 'order_item_id', 'column_name as column', 'message'])
    .where('import_id', '=', importId)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(line, number) > (${after?.line}::int, ${after?.number}::int)`),
    )
    .orderBy('line')
    .orderBy('number')
    .limit(limit)
    .execute()

/** Staged imports with a preview, of at most so many order items. */
export const selectPreviewed = (db: Db, maxRows: number) =>
  db
    .selectFrom('import_batches')
    .select('id')
    .where('state', '=', 'staged')
    .where('total', '<=', maxRows)
    .where('preview', 'is not', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** The run of one of these kinds that works on an import or waits to. */
export const selectOpenRun = (db: Db, importId: string, kinds: string[]) =>
  db
    .selectFrom('order_runs')
    .select(['id', 'kind'])
    .where('import_id', '=', importId)
    .where('kind', '=', sql<string>`any (${kinds})`)
    .where('state', 'in', ['waiting', 'running'])
    .limit(1)
    .executeTakeFirst()

/** Lets one transaction at a time change the state of orders, until it ends. */
export const lockMerging = (db: Db) => sql`select pg_advisory_xact_lock(${advisoryLocks.merging})`.execute(db)

/** Takes the same lock if it is free; returns whether it did. */
export async function tryLockMerging(db: Db): Promise<boolean> {
  const { rows } = await sql<{ got: boolean }>`
    select pg_try_advisory_xact_lock(${advisoryLocks.merging}) as got`.execute(db)
  return rows[0]?.got === true
}

/** Settings of a transaction that reads or writes a whole report at once. */
export const prepareLong = (db: Db) =>
  sql`set local statement_timeout = 0; set local work_mem = '128MB'; set local jit = off`.execute(db)

/** Updates the planner's statistics of what has just been written, for large imports. */
export const analyzeOrders = (db: Db) =>
  sql`analyze amazon_orders, order_observations, orders_to_match, orders_to_post`.execute(db)

/** The commission of all shipped orders of a currency that count, in its smallest unit. */
export async function sumCommission(db: Db, currency: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(commission_cents), 0)::bigint as cents
    from amazon_orders
    where currency = ${currency} and observation_id is not null and order_status = 'shipped'`.execute(db)
  return rows[0]?.cents ?? 0
}
