import type { z } from 'zod'
import { type Context, requireAdmin } from '../../platform/context.ts'
import { fileText } from '../../platform/files/export.ts'
import { toUnits, unitsOrNone } from '../../shared/amazon/currencies.ts'
import { readCursor, writeCursor } from '../../shared/cursor.ts'
import { notFound } from '../../shared/errors.ts'
import { parseCursor, toPage } from '../../shared/paging.ts'
import { utcDay } from '../../shared/time.ts'
import type { importResults } from '../contract.ts'
import { serializeRun } from '../runs/service.ts'
import { type RunRow, selectOpenRuns, selectRunOfImport } from '../runs/sql.ts'
import type { importsContract } from './contract.ts'
import { confirmedOf, isConfirmed, storedDoubts } from './doubt-rules.ts'
import { serializeCreators, serializeEffect, serializeOthers } from './outcomes/creators.ts'
import { serializeWaiting } from './outcomes/rows.ts'
import type { CreatorCents, StoredEffect } from './outcomes/tally-rules.ts'
import { measureWaitingOf } from './outcomes/waiting-sql.ts'
import { bytesOfFile } from './reports/file/file-text.ts'
import type { Reported } from './reports/rows/totals.ts'
import { selectChunk } from './reports/sql.ts'
import { countsOf } from './rules.ts'
import { type ImportRow, type RowErrorRow, selectErrors, selectImport, selectImports } from './sql.ts'
import { storedStatuses } from './statuses/rules.ts'

type Contract = typeof importsContract
export type SerializedImport = z.input<Contract['GET /api/v1/admin/imports/:id']['response']>

const pageSize = 50
const errorsShown = 100
const errorBatch = 1_000
const errorsAnswered = 1_000

/** All imports, the newest first. Admins only. Throws `validation_failed` for a bad cursor. */
export async function listImports(
  context: Context,
  { cursor, discarded }: z.output<Contract['GET /api/v1/admin/imports']['query']>,
): Promise<z.input<Contract['GET /api/v1/admin/imports']['response']>> {
  requireAdmin(context)
  const rows = await selectImports(context.db, {
    before: parseCursor(cursor, readCursor),
    limit: pageSize + 1,
    discarded,
  })
  const cursorOf = (row: ImportRow) => writeCursor({ createdAt: row.created_at, id: row.id })
  return toPage(rows, { limit: pageSize, serialize: serializeImport, cursorOf })
}

async function selectKnown(context: Context, id: string): Promise<ImportRow> {
  requireAdmin(context)
  const row = await selectImport(context.db, id)
  if (!row) throw notFound('Import')
  return row
}

/** An import with its run, preview and first errors. Admins only. Throws `not_found`. */
export async function findImport(context: Context, id: string): Promise<SerializedImport> {
  const row = await selectKnown(context, id)
  const [run, errors, waiting] = await Promise.all([
    selectRunOfImport(context.db, id),
    selectErrors(context.db, id, { limit: errorsShown }),
    row.state === 'merged' && row.waiting_returns > 0 ? measureWaitingOf(context.db, id) : null,
  ])
  return serializeImportDetail(context, row, {
    run,
    errors,
    returns_waiting: waiting ? serializeWaiting(waiting) : null,
    in_the_way: await findInTheWay(context, row, run),
  })
}

/** The results of an import, as its function answers them (docs/product/calls.md#functions). Throws `not_found`. */
export async function findImportResults(
  context: Context,
  id: string,
): Promise<z.input<typeof importResults>> {
  const row = await selectKnown(context, id)
  const errors = await selectErrors(context.db, row.repeats_id ?? id, { limit: errorsAnswered })
  const { total, imported, updated, unchanged, failed, waiting_returns, combined } = countsOf(row)
  return {
    total,
    imported,
    updated,
    unchanged,
    failed,
    waiting_returns,
    combined,
    errors: errors.map(serializeError),
    already_imported: row.repeats_id !== null,
  }
}

/** The rows of an import that were left out, as far as they are stored, as a CSV. Admins only. Throws `not_found`. */
export async function exportErrors(
  context: Context,
  id: string,
): Promise<{ text: AsyncIterable<string>; name: string }> {
  const { created_at } = await selectKnown(context, id)
  const columns = ['line', 'order_item_id', 'column', 'message'] as const
  const text = fileText({ format: 'csv', columns, batches: errorsOf(context, id) })
  return { text, name: `import-errors-${utcDay(created_at)}.csv` }
}

/** An import's file, byte for byte. Admins only. Throws `not_found` if it is not stored. */
export async function openFile(
  context: Context,
  id: string,
): Promise<{ bytes: AsyncIterable<Uint8Array>; name: string }> {
  const { file_hash, file_name, created_at, has_file } = await selectKnown(context, id)
  if (!has_file) throw notFound('File')
  return {
    bytes: bytesOfFile((number) => selectChunk(context.db, id, number), file_hash),
    name: file_name ?? `import-${utcDay(created_at)}.csv`,
  }
}

async function* errorsOf({ db }: Context, id: string) {
  let after: RowErrorRow | undefined
  do {
    const batch = await selectErrors(db, id, { after, limit: errorBatch })
    if (batch.length > 0) yield batch
    after = batch.length === errorBatch ? batch.at(-1) : undefined
  } while (after)
}

type Detail = z.input<(typeof importsContract)['GET /api/v1/admin/imports/:id']['response']>
type Batch = z.input<(typeof importsContract)['GET /api/v1/admin/imports']['response']>['items'][number]

/** An import in lists. */
const serializeImport = (row: ImportRow): Batch => ({
  id: row.id,
  state: row.state as Batch['state'],
  file_name: row.file_name,
  bytes: row.bytes,
  format: row.format as Batch['format'],
  marketplace: row.marketplace,
  currency: row.currency,
  report_as_of: row.report_as_of.toISOString(),
  actor: row.actor,
  created_at: row.created_at.toISOString(),
  merged_at: row.merged_at?.toISOString() ?? null,
  ...countsOf(row),
  not_paying: { count: row.not_paying, commission: toUnits(row.not_paying_cents, row.currency) },
  error: row.error_code ? { code: row.error_code, message: row.error_message ?? '' } : null,
  undone: row.undone_at && {
    at: row.undone_at.toISOString(),
    by: row.undone_by_name,
    reason: row.undone_reason ?? '',
  },
  repeats_id: row.repeats_id,
  question: questionOf(row),
})

function questionOf(row: ImportRow): Batch['question'] {
  if (row.state === 'question' && row.unknown_statuses)
    return {
      kind: 'statuses',
      statuses: storedStatuses(row).map(({ cents, ...one }) => ({
        ...one,
        commission: toUnits(cents, row.currency),
      })),
    }
  if (row.state === 'question' && !row.doubts)
    return { kind: 'date_order', examples: row.date_examples ?? [] }
  const reasons = storedDoubts(row)
  const isAsked =
    row.state === 'question' || (row.state === 'staged' && !isConfirmed(reasons, confirmedOf(row)))
  return isAsked ? { kind: 'confirmation', reasons } : null
}

/** The import whose file this one repeats, or the step that its run waits for. */
async function findInTheWay(
  { db }: Context,
  { repeats_id }: ImportRow,
  run: RunRow | undefined,
): Promise<Detail['in_the_way']> {
  const [first] = run?.state === 'waiting' ? await selectOpenRuns(db) : []
  const other = first?.id === run?.id ? undefined : first
  const import_id = other ? other.import_id : repeats_id
  if (!other && !repeats_id) return null
  const named = import_id ? await selectImport(db, import_id) : undefined
  return {
    kind: (other?.kind ?? 'same_file') as NonNullable<Detail['in_the_way']>['kind'],
    import_id,
    file_name: named?.file_name ?? null,
  }
}

/** An import with all details. */
const serializeImportDetail = async (
  context: Context,
  row: ImportRow,
  {
    run,
    errors,
    ...known
  }: { run: RunRow | undefined; errors: RowErrorRow[] } & Pick<Detail, 'returns_waiting' | 'in_the_way'>,
): Promise<Detail> => ({
  ...serializeImport(row),
  ...known,
  run: run ? serializeRun(run) : null,
  preview: row.state === 'staged' ? await serializePreview(context, row) : null,
  tally:
    row.state === 'staged'
      ? ((row.preview as StoredPreview | null)?.tally ?? null)
      : (row.tally as Detail['tally']),
  reported: serializeReported(row.reported as Reported | null, row.currency),
  undone_effect:
    row.undone_effect === null
      ? null
      : await serializeEffect(context, row.undone_effect as StoredEffect, row.currency),
  reconciliation: row.reconciliation as Detail['reconciliation'],
  choices: row.choices as Detail['choices'],
  has_file: row.has_file,
  rows_listed: row.state === 'staged' ? row.has_outcomes : row.rows_listed && row.format !== 'fee_orders',
  errors: errors.map(serializeError),
})

type Preview = NonNullable<Detail['preview']>
/** A preview is stored in the contract's shape, but without the creators' names, which may change. */
type StoredPreview = Omit<Preview, 'creators' | 'other_creators'> & {
  tally?: Detail['tally']
  creators?: CreatorCents[]
  other_creators?: StoredEffect['other_creators']
}

async function serializePreview(
  context: Context,
  { preview: known, currency }: ImportRow,
): Promise<Preview | null> {
  const stored = known as StoredPreview | null
  if (!stored) return null
  const { tally: _tally, creators, other_creators, ...preview } = stored
  return {
    ...preview,
    ...(creators && { creators: await serializeCreators(context, creators, currency) }),
    ...(other_creators !== undefined && { other_creators: serializeOthers(other_creators, currency) }),
  }
}

const serializeReported = (reported: Reported | null, currency: string): Detail['reported'] =>
  reported && {
    rows: toUnits(reported.cents, currency),
    left_out: toUnits(reported.left_out_cents, currency),
    left_out_unread: reported.left_out_unread,
    statement: unitsOrNone(reported.total_cents, currency),
  }

/** A row that was left out. */
const serializeError = ({ line, order_item_id, column, message }: RowErrorRow): Detail['errors'][number] => ({
  line,
  order_item_id,
  column,
  message,
})
