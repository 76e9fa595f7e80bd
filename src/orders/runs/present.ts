import type { z } from 'zod'
import type { Run, run } from '../contract.ts'
import type { RunRow } from './sql.ts'

/** A run as the contract tells it. */
export const presentRun = (row: RunRow): z.input<typeof run> => ({
  id: row.id,
  kind: row.kind as Run['kind'],
  import_id: row.import_id,
  state: row.state as Run['state'],
  is_stopping: row.state === 'running' && row.stop_requested_at !== null,
  rows_done: row.rows_done,
  rows_total: row.rows_total,
  results: row.results as Run['results'],
  error: row.error_code ? { code: row.error_code, message: row.error_message ?? '' } : null,
  actor: row.actor,
  created_at: row.created_at.toISOString(),
  started_at: row.started_at?.toISOString() ?? null,
  finished_at: row.finished_at?.toISOString() ?? null,
})
