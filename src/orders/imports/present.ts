import type { z } from 'zod'
import { presentRun } from '../runs/present.ts'
import type { RunRow } from '../runs/sql.ts'
import type { importsContract } from './contract.ts'
import { countsOf } from './rules.ts'
import type { ImportRow, RowErrorRow } from './sql.ts'

type Detail = z.input<(typeof importsContract)['GET /api/v1/admin/imports/:id']['response']>
type Batch = z.input<(typeof importsContract)['GET /api/v1/admin/imports']['response']>['items'][number]

/** An import as lists tell it. */
export const presentImport = (row: ImportRow): Batch => ({
  id: row.id,
  state: row.state as Batch['state'],
  file_name: row.file_name,
  bytes: row.bytes,
  format: row.format as Batch['format'],
  marketplace: row.marketplace,
  report_as_of: row.report_as_of.toISOString(),
  actor: row.actor,
  created_at: row.created_at.toISOString(),
  merged_at: row.merged_at?.toISOString() ?? null,
  ...countsOf(row),
  error: row.error_code ? { code: row.error_code, message: row.error_message ?? '' } : null,
  undone: row.undone_at && {
    at: row.undone_at.toISOString(),
    by: row.undone_by_name,
    reason: row.undone_reason ?? '',
  },
  repeats_id: row.repeats_id,
  question: row.state === 'question' ? { kind: 'date_order', examples: row.date_examples ?? [] } : null,
})

/** An import with all that is known of it. */
export const presentImportDetail = (
  row: ImportRow,
  { run, errors }: { run: RunRow | undefined; errors: RowErrorRow[] },
): Detail => ({
  ...presentImport(row),
  run: run ? presentRun(run) : null,
  // Both lie in the database in the contract's shape.
  preview: row.state === 'staged' ? (row.preview as Detail['preview']) : null,
  reconciliation: row.reconciliation as Detail['reconciliation'],
  errors: errors.map(presentError),
})

/** A row that was left out. */
export const presentError = ({
  line,
  order_item_id,
  column,
  message,
}: RowErrorRow): Detail['errors'][number] => ({
  line,
  order_item_id,
  column,
  message,
})
