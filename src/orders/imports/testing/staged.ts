import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { TestDatabase } from '../../../../tests/harness/database.ts'
import type { Context } from '../../../platform/context.ts'
import { unwatched } from '../../testing/progress.ts'
import type { ReportFormat } from '../contract.ts'
import { mergeRun } from '../merge/runs.ts'
import { createStaging, stagingTable } from '../reports/sql.ts'
import { combineRows } from '../staged-sql.ts'

export type StagedRow = {
  id: string
  day?: string
  at?: string | null
  asin?: string
  title?: string
  quantity?: number
  cents?: number
  rate?: number | null
  status?: 'pending' | 'shipped' | 'cancelled' | 'returned'
  subTag?: string | null
  trackingId?: string | null
}

export type StagedFile = {
  format?: ReportFormat
  marketplace?: string
  asOf?: string
  own?: boolean
  /** Makes its bytes differ from another file's. */
  bytes?: string
  periodDays?: string[]
  rows: StagedRow[]
}

/** Imports as staging leaves them, without a file having been read. */
export function stagedIn({ db, pool }: TestDatabase) {
  const context: Context = { db, actor: null, clock: () => new Date('2026-11-22T12:00:00Z') }

  async function stage({
    format = 'folio_csv',
    marketplace = 'us',
    asOf = '2026-11-20T12:00:00Z',
    own = false,
    bytes = randomUUID(),
    periodDays,
    rows,
  }: StagedFile): Promise<string> {
    const { id } = await db
      .insertInto('import_batches')
      .values({
        state: 'staged',
        format,
        marketplace,
        file_hash: createHash('sha256').update(bytes).digest(),
        report_as_of: asOf,
        has_own_sub_tags: own,
        period_days: periodDays ?? null,
        created_at: context.clock(),
        preview: JSON.stringify({ first_day: null, last_day: null }),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const table = stagingTable(id)
    await createStaging(db, id)
    await pool.query(
      `insert into ${table} select * from jsonb_to_recordset($1) as r (line int, order_item_id text, order_date date,
         ordered_at timestamptz, asin text, product_title text, quantity int, commission_cents bigint,
         commission_rate_bps int, order_status text, sub_tag text, tracking_id text, fee_key text, sale_key text, returns jsonb)`,
      [
        JSON.stringify(
          rows.map((row, index) => ({
            ...columnsOf(row, index + 2),
            ...(format === 'fee_earnings' && { fee_key: row.id, sale_key: null }),
          })),
        ),
      ],
    )
    if (format === 'folio_csv') await combineRows(db, id)
    await sql`update import_batches set total = (select count(*) from ${sql.table(table)}) where id = ${id}`.execute(
      db,
    )
    return id
  }

  /** Merges an import, and confirms what it asks to have confirmed. */
  async function merge(id: string, progress = unwatched) {
    const counts = await mergeRun(context, id, progress)
    const asked = await pool.query(
      `update import_batches set confirmed = (
         select jsonb_agg(jsonb_build_object('kind', d ->> 'kind', 'rows', d -> 'rows', 'commission', d -> 'commission')
           || case d ->> 'kind' when 'retold_returns' then '{"choice": "another_return"}' else '{}' end::jsonb
           order by n) from jsonb_array_elements(doubts) with ordinality as e (d, n))
       where id = $1 and state = 'staged' and doubts is not null and confirmed is null`,
      [id],
    )
    return asked.rowCount ? mergeRun(context, id, progress) : counts
  }

  return {
    context,
    stage,
    merge,
    /** Asks for an undo, as the call does. */
    askUndo: (id: string) =>
      pool.query(`update import_batches set undo_reason = 'A mistake.' where id = $1`, [id]),
    batch: async (id: string) =>
      (await pool.query('select * from import_batches where id = $1', [id])).rows[0],
    /** Takes the waiting orders off a queue. */
    emptied: async (queue: 'orders_to_match' | 'orders_to_post'): Promise<string[]> => {
      const { rows: taken } = await pool.query(`delete from ${queue} returning order_item_id`)
      return taken.map(({ order_item_id }) => order_item_id).sort()
    },
  }
}

const columnsOf = (row: StagedRow, line: number) => ({
  line,
  order_item_id: row.id,
  order_date: row.day ?? '2026-11-03',
  ordered_at: row.at ?? null,
  asin: row.asin ?? 'B0C7KQ4T2M',
  product_title: row.title ?? 'A mug',
  quantity: row.quantity ?? 1,
  commission_cents: row.cents ?? 420,
  commission_rate_bps: row.rate ?? null,
  order_status: row.status ?? 'shipped',
  sub_tag: row.subTag ?? null,
  tracking_id: row.trackingId ?? null,
})
