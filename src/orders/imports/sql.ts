import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import type { DB, ImportBatches } from '../../platform/database/schema.ts'
import type { Cursor } from '../../shared/cursor.ts'

type Db = Kysely<DB>

export type ImportRow = Omit<Selectable<ImportBatches>, 'choices'> & {
  actor: string | null
  undone_by_name: string | null
  choices: unknown
  /** All of its file is there. */
  has_file: boolean
  /** What merging it would make of its rows is there. */
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

/** The newest imports, before a place. */
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

/** Locks an import's row until the transaction ends, as whoever changes its state does first. */
export const lockImport = (db: Db, id: string): Promise<Selectable<ImportBatches> | undefined> =>
  // Not `for update`: whoever adds a run of this import must be able to name it meanwhile.
  db.selectFrom('import_batches').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** Who began a step, unless their account has been deleted meanwhile. */
export async function selectUnlessGone(db: Db, userId: string | undefined): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from users where id = ${userId ?? null}`.execute(db)
  return rows[0]?.id ?? null
}

export const updateImport = (db: Db, id: string, values: Updateable<ImportBatches>) =>
  db.updateTable('import_batches').set(values).where('id', '=', id).execute()

/** Notes that more of a file has come, unless it is given up. */
export const noteReceived = (db: Db, id: string, bytes: number, at: Date) =>
  db
    .updateTable('import_batches')
    .set({ bytes, heard_at: at })
    .where('id', '=', id)
    .where('state', '=', 'receiving')
    .execute()

/** Imports that have been silent since. Whoever else looks at them passes them over. */
export const lockSilent = (db: Db, since: Date) =>
  db
    .selectFrom('import_batches')
    .select('id')
    .where('state', '=', 'receiving')
    .where('heard_at', '<', since)
    .forUpdate()
    .skipLocked()
    .execute()

/** The import of the same file that stands. */
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

/** Row errors after a place, in the order of the file, and those of one line as they were found. */
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

/** Staged imports whose preview has been made. */
export const selectPreviewed = (db: Db, most: number) =>
  db
    .selectFrom('import_batches')
    .select('id')
    .where('state', '=', 'staged')
    .where('total', '<=', most)
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

// Any constant will do, so long as no other part of the program locks by it.
const mergeLock = 7_305_914_231

/** Lets one transaction at a time change what orders are, until it ends. */
export const lockMerging = (db: Db) => sql`select pg_advisory_xact_lock(${mergeLock})`.execute(db)

/** The same, where nobody has it: says whether that is so. */
export async function tryLockMerging(db: Db): Promise<boolean> {
  const { rows } = await sql<{ got: boolean }>`
    select pg_try_advisory_xact_lock(${mergeLock}) as got`.execute(db)
  return rows[0]?.got === true
}
