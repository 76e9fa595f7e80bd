import { type Context, inTransaction } from '../../../platform/context.ts'
import type { ErrorCode } from '../../../shared/errors.ts'
import type { Progress } from '../../runs/execute.ts'
import type { ImportDetail, ReportFormat } from '../contract.ts'
import type { RowsInQuestion } from '../doubt-rules.ts'
import type { UnknownRows } from '../statuses/rules.ts'
import { selectMeanings } from '../statuses/sql.ts'
import type { DateOrder } from './cells/date-rules.ts'
import { release } from './file/file-text.ts'
import { type Parsed, parseReport } from './parser.ts'
import { parseInThread } from './parser-thread.ts'
import { maxErrors } from './rows/reading.ts'
import type { RowError } from './rows/row.ts'
import { type Reconciliation, type Reported, reconcile, reportedBy, type Sums } from './rows/totals.ts'
import {
  allowLargeStatements,
  analyzeStaging,
  clearStaging,
  copyRows,
  createStaging,
  deleteRepeatedRows,
  divideDiffering,
  dropStaging,
  insertErrors,
  selectChunk,
  selectImport,
  selectRowsInQuestion,
} from './sql.ts'
import { stagingColumns } from './staging-sql.ts'

export type StageOutcome =
  | {
      outcome: 'staged'
      format: ReportFormat
      /** Rows in the staging table. */
      rows: number
      /** Rows left out. */
      failed: number
      reconciliation: Reconciliation | null
      /** Its amounts; null if its format has none. */
      reported: Reported | null
      /** The days of the period in the file's title. */
      periodDays?: string[]
    }
  | { outcome: 'question'; examples: string[] }
  | { outcome: 'statuses'; unknown: UnknownRows[] }
  /** Whether an admin has to say how some rows count before the file can be merged. */
  | { outcome: 'choice'; inQuestion: RowsInQuestion }
  | { outcome: 'failed'; code: ErrorCode; message: string }

type Choices = ImportDetail['choices'] | null

/** Files up to this size are read in a few milliseconds; starting a thread takes a hundred. */
const smallFile = 65_536

/**
 * Reads a received file into a staging table of its own, in committed chunks; rows with errors are left out and listed.
 * It always begins from the start, so it may be repeated after a stop or a crash. The table is an ordinary one: an
 * unlogged one would be empty after a crash of the database, and the file would merge as if it had no rows.
 */
export async function stageImport(
  context: Context,
  importId: string,
  progress: Progress,
  { reportTimeZone }: { reportTimeZone: string },
): Promise<StageOutcome> {
  const batch = await selectImport(context.db, importId)
  const choices = batch.choices as Choices
  if (!batch.file_hash) throw new Error(`Import ${importId} has not been received`)
  let total = 0
  let listed = 0
  await inTransaction(context, async (tx) => {
    await progress.step(tx, { done: 0 })
    await clearStaging(tx.db, importId)
  })
  const parse = batch.bytes <= smallFile ? parseReport : parseInThread
  const parsed = await parse(
    {
      fileHash: batch.file_hash,
      marketplace: batch.marketplace,
      currency: batch.currency,
      reportAsOf: batch.report_as_of,
      dateOrder: batch.date_order as DateOrder | null,
      timeZone: reportTimeZone,
      statuses: Object.fromEntries(
        (await selectMeanings(context.db)).map(({ status, means }) => [status, means]),
      ),
    },
    {
      chunk: (number) => selectChunk(context.db, importId, number),
      begin: (rows) =>
        inTransaction(context, async (tx) => {
          total = rows
          await progress.step(tx, { done: 0, total })
          await createStaging(tx.db, importId)
        }),
      staged: async ({ pieces, errors, done }) => {
        await inTransaction(context, async (tx) => {
          await progress.step(tx, { done, total })
          await copyRows(tx.db, importId, { columns: stagingColumns, pieces })
          await storeErrors(tx, importId, listed, errors)
        })
        listed += errors.length
        pieces.forEach(release)
      },
    },
    progress.signal,
  )
  return inTransaction(context, async (tx) => {
    await progress.step(tx, { done: total, total })
    return finish(tx, importId, parsed, { listed, choices, currency: batch.currency })
  })
}

async function finish(
  tx: Context,
  importId: string,
  parsed: Parsed,
  { listed, choices, currency }: { listed: number; choices: Choices; currency: string },
): Promise<StageOutcome> {
  if (parsed.outcome !== 'read') {
    await dropStaging(tx.db, importId)
    return parsed
  }
  if (parsed.unknownStatuses.length > 0) {
    await clearStaging(tx.db, importId)
    return { outcome: 'statuses', unknown: parsed.unknownStatuses }
  }
  await allowLargeStatements(tx.db)
  let repeated = noRows
  if (parsed.format === 'folio_csv') {
    const inQuestion = choices ? null : await selectRowsInQuestion(tx.db, importId)
    if (inQuestion && inQuestion.repeated.rows + inQuestion.differing.ids > 0) {
      await dropStaging(tx.db, importId)
      return { outcome: 'choice', inQuestion }
    }
    const says = (kind: string, choice: string) =>
      choices?.some((made) => made.kind === kind && made.choice === choice)
    if (says('repeated_rows', 'once')) repeated = await leaveOutRepeated(tx, importId, listed)
    if (says('differing_rows', 'each')) await divideDiffering(tx.db, importId)
  }
  await analyzeStaging(tx.db, importId)
  return {
    outcome: 'staged',
    format: parsed.format,
    rows: parsed.rows - repeated.count,
    failed: parsed.failed + repeated.count,
    reconciliation: reconcile(parsed.totals, repeated.sums, currency),
    reported: reportedBy(parsed.totals, repeated.sums),
    ...(parsed.periodDays && { periodDays: parsed.periodDays }),
  }
}

const noRows = { count: 0, sums: { quantity: 0, commissionCents: 0 } }

/** Counts equal rows once, as an admin chose, and lists each repetition (decision 33). */
async function leaveOutRepeated(
  tx: Context,
  importId: string,
  listed: number,
): Promise<{ count: number; sums: Sums }> {
  const found = await deleteRepeatedRows(tx.db, importId, maxErrors - listed)
  if (!found) return noRows
  await storeErrors(
    tx,
    importId,
    listed,
    found.repeated.map(({ line, first, order_item_id }) => ({
      line,
      orderItemId: order_item_id,
      column: '',
      message: `This row is the same as line ${first} and was counted once.`,
    })),
  )
  return {
    count: found.count,
    sums: { quantity: found.quantity, commissionCents: found.commission_cents },
  }
}

async function storeErrors(tx: Context, importId: string, listed: number, errors: RowError[]) {
  if (errors.length === 0) return
  await insertErrors(
    tx.db,
    importId,
    listed + 1,
    errors.map(({ line, orderItemId, column, message }) => ({
      line,
      order_item_id: orderItemId,
      column_name: column,
      message,
    })),
  )
}
