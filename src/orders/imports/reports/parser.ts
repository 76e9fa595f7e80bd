import type { ErrorCode } from '../../../shared/errors.ts'
import type { ReportFormat } from '../contract.ts'
import type { StatusMeaning } from '../statuses/contract.ts'
import type { DateOrder } from './cells/date-rules.ts'
import { type ReadChunk, Refusal } from './file/file-text.ts'
import { type Batch, type ReadRows, readRows } from './rows/reading.ts'
import { surveyRows, unreadable } from './rows/survey.ts'
import { findLayout } from './rows/table.ts'

/** Facts about a file besides its bytes. */
export type Task = {
  fileHash: Uint8Array
  marketplace: string
  /** The currency of its amounts: the marketplace's own. */
  currency: string
  reportAsOf: Date
  /** An admin's answer; null before there is one. */
  dateOrder: DateOrder | null
  timeZone: string
  /** The meanings that admins gave to statuses. */
  statuses: Record<string, StatusMeaning>
}

/** The source of a file, and the destination of its rows. */
export type Ports = {
  chunk: ReadChunk
  /** The file can be read, and has this many rows. */
  begin(rows: number): Promise<void>
  staged(batch: Batch): Promise<void>
}

export type Parsed =
  | ({ outcome: 'read'; format: ReportFormat } & ReadRows)
  | { outcome: 'question'; examples: string[] }
  | { outcome: 'failed'; code: ErrorCode; message: string }

/**
 * Reads a report in two passes: its conventions (separator, columns, decimal sign, order of day and month) are known
 * before the first row is read, so that no later row can disprove them.
 */
export async function parseReport(task: Task, ports: Ports): Promise<Parsed> {
  try {
    return await parse(task, ports)
  } catch (error) {
    if (error instanceof Refusal) return { outcome: 'failed', code: error.code, message: error.message }
    throw error
  }
}

async function parse(task: Task, ports: Ports): Promise<Parsed> {
  const layout = await findLayout(ports.chunk, task)
  const { format } = layout.header
  const survey = await surveyRows(ports.chunk, layout, task)
  if (survey.rows === 0) throw new Refusal('This file names its columns, but has no rows.')
  // Folio's CSV has US dates (docs/product/reports.md#cells); Amazon's files have those of the account's locale.
  const dateOrder = format === 'folio_csv' ? 'month_first' : (task.dateOrder ?? survey.dateOrder)
  if (dateOrder === null) return { outcome: 'question', examples: survey.examples }
  await ports.begin(survey.rows)
  const read = await readRows(ports, layout, { ...task, decimal: survey.decimal, dateOrder })
  if (read.rows === 0 && read.unknownStatuses.length === 0) throw new Refusal(noGoodRow(read))
  return { outcome: 'read', format, ...read }
}

function noGoodRow({ failed, firstProblem }: ReadRows): string {
  const which =
    failed === 1
      ? 'The only row of this file cannot be read.'
      : `None of the ${failed.toLocaleString('en-US')} rows can be read.`
  return firstProblem ? unreadable(which, firstProblem) : which
}
