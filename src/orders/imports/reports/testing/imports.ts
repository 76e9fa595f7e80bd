import { Readable } from 'node:stream'
import type { Insertable } from 'kysely'
import type { TestDatabase } from '../../../../../tests/harness/database.ts'
import type { Context } from '../../../../platform/context.ts'
import type { ImportBatches } from '../../../../platform/database/schema.ts'
import { unwatched } from '../../../testing/progress.ts'
import { receiveFile } from '../receive.ts'
import { stagingTable } from '../sql.ts'
import { stageImport } from '../stage.ts'

const reportTimeZone = 'America/Los_Angeles'

/** Reports that are received and staged, as an import's first steps do it. */
export function reportsIn(database: TestDatabase) {
  const { db, pool } = database
  const context: Context = { db, actor: null, clock: () => new Date('2026-11-22T12:00:00Z') }

  async function create(values: Partial<Insertable<ImportBatches>> = {}): Promise<string> {
    const { id } = await db
      .insertInto('import_batches')
      .values({
        state: 'receiving',
        marketplace: 'us',
        report_as_of: '2026-11-22T12:00:00Z',
        created_at: '2026-11-22T12:00:00Z',
        ...values,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  async function received(
    file: string | Uint8Array | Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
    values?: Partial<Insertable<ImportBatches>>,
  ): Promise<string> {
    const id = await create(values)
    const bytes = typeof file === 'string' ? Buffer.from(file) : file
    const { bytes: length, fileHash } = await receiveFile(
      context,
      id,
      bytes instanceof Uint8Array ? Readable.from([bytes]) : Readable.from(bytes),
    )
    await db
      .updateTable('import_batches')
      .set({ bytes: length, file_hash: fileHash })
      .where('id', '=', id)
      .execute()
    return id
  }

  const stage = (id: string, progress = unwatched) => stageImport(context, id, progress, { reportTimeZone })

  /** The staged rows of an import in the order of its file. */
  const rows = async (id: string) =>
    (await pool.query(`select * from ${stagingTable(id)} order by line`)).rows

  /** The problems of an import's rows: `line, column: message`. */
  const errors = async (id: string): Promise<string[]> =>
    (await pool.query('select * from import_row_errors where import_id = $1 order by number', [id])).rows.map(
      ({ line, column_name, message }) => `${line}, ${column_name}: ${message}`,
    )

  /** Receives and stages a file. */
  async function staged(file: string | Uint8Array, values?: Partial<Insertable<ImportBatches>>) {
    const id = await received(file, values)
    const outcome = await stage(id)
    return {
      id,
      outcome,
      rows: outcome.outcome === 'staged' ? await rows(id) : [],
      errors: await errors(id),
    }
  }

  return { context, create, received, stage, staged, rows, errors }
}
