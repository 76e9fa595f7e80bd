import { CsvError } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import type { z } from 'zod'
import { oneAtATime, recordAudit } from '../../audit/index.ts'
import { type Context, inTransaction, requireAdmin } from '../../platform/context.ts'
import { exactCsvRows } from '../../platform/files/csv.ts'
import { AppError, invalid, notFound } from '../../shared/errors.ts'
import { type Applied, applyResults, stepAll } from './applying.ts'
import type { PayoutLine, payoutRunsContract } from './contract.ts'
import type { RunDeps } from './due.ts'
import { sentWith } from './files-rules.ts'
import { formColumns, lookedFor, type ReportedResult, readResults, separators } from './results-file-rules.ts'
import { isDead, mayStep } from './results-rules.ts'
import { findRun, readRun, serializeLine } from './service.ts'
import { lockLine, selectFile, selectLine, selectLines } from './sql.ts'

type Calls = typeof payoutRunsContract
type ByHand = z.output<Calls['POST /api/v1/admin/payout-lines/:id/result']['body']>

/**
 * Records that a run was handed to the providers: its approved lines become sent. Throws `not_found` and `conflict`.
 */
export async function markSent(context: Context, id: string, deps: RunDeps): ReturnType<typeof readRun> {
  requireAdmin(context)
  await inTransaction(context, async (tx) => {
    const { number, state } = await findRun(tx, id)
    if (state !== 'approved') throw new AppError('conflict', 'This run is not approved.')
    const lines = (await selectLines(tx.db, id, { lock: true })).filter((line) => line.state === 'approved')
    await stepAll(tx, lines, { state: 'sent' }, deps)
    await recordAudit(tx, { action: 'payout.sent', subject: id, details: { number, lines: lines.length } })
  })
  return readRun(context, id)
}

/**
 * Records that a file was handed to its provider: its approved lines become sent. Throws `not_found`, and `conflict` if
 * none of them waits for that.
 */
export async function markFileSent(context: Context, id: string, deps: RunDeps): ReturnType<typeof readRun> {
  requireAdmin(context)
  const runId = await inTransaction(context, async (tx) => {
    const file = await selectFile(tx.db, id)
    if (!file) throw notFound('File')
    const { run_id, name } = file
    const { number } = await findRun(tx, run_id)
    const all = await selectLines(tx.db, run_id, { lock: true })
    const lines = sentWith(all, file).filter(({ state }) => state === 'approved')
    if (lines.length === 0) throw new AppError('conflict', 'Nothing of this file waits to be sent.')
    await stepAll(tx, lines, { state: 'sent' }, deps)
    const details = { number, lines: lines.length, file: name }
    await recordAudit(tx, { action: 'payout.sent', subject: run_id, details })
    return run_id
  })
  return readRun(context, runId)
}

/**
 * Records the result of a payout. Failed, returned and cancelled payouts go back to the balance, once; a payout in a
 * file that was downloaded is cancelled only with a note where somebody saw it unpaid. Throws `not_found`,
 * `validation_failed`, `conflict` if the line has another state than `from`, cannot reach the new one, or the provider
 * reports something else, and `second_admin_needed` if money goes back to the caller.
 */
export async function setResult(
  context: Context,
  id: string,
  { from, state, reason, provider_reference, seen_unpaid }: ByHand,
  deps: RunDeps,
): Promise<PayoutLine> {
  requireAdmin(context)
  await oneAtATime(context, async (tx) => {
    const line = await lockLine(tx.db, id)
    if (!line) throw notFound('Payout')
    if (line.state !== from)
      throw new AppError('conflict', 'This payout is in another state meanwhile.', { state: line.state })
    if (line.attention.length > 0 || line.answers > 0)
      throw new AppError(
        'conflict',
        'The provider reports something else for this payout. Answer that first.',
      )
    if (!mayStep(from, state))
      throw new AppError('conflict', `A payout that is ${from} cannot become ${state}.`)
    const isHanded = line.handed_at !== null
    if (from === 'approved' && state === 'cancelled' && isHanded)
      throw new AppError('conflict', 'A file with this payout was downloaded. Take it out of the file first.')
    if (state === 'cancelled' && isHanded && !seen_unpaid)
      throw invalid('seen_unpaid', 'Please say where you saw that it was not paid')
    const seen = state === 'cancelled' && seen_unpaid ? seen_unpaid : null
    const next = { state, reason: reason || null, provider_reference: provider_reference || null }
    await stepAll(tx, [line], { ...next, seen_unpaid: seen }, deps)
    const details = { payout: line.reference, state, ...(reason && { reason }), ...(seen && { seen }) }
    // Money that returns to a balance will be paid again.
    const of = isDead(state) ? [{ payeeId: line.payee_id, cents: line.amount_cents }] : []
    await recordAudit(tx, { action: 'payout.result', subject: line.run_id, details, moves: { of } })
  })
  const line = await selectLine(context.db, id)
  if (!line) throw notFound('Payout')
  return serializeLine(line)
}

/**
 * Reads the results of a run's payouts from a provider's file. A known result changes nothing, and one that contradicts
 * its payout is kept until it is answered. Throws `not_found`, `validation_failed` for another kind of file or one
 * without a payout of the run, and `confirmation_required` if amounts are missing.
 */
export async function importResults(
  context: Context,
  id: string,
  { text, confirm }: { text: string; confirm: boolean },
  deps: RunDeps,
): Promise<Applied> {
  requireAdmin(context)
  const results = readText(text)
  return inTransaction(context, async (tx) => {
    const { number } = await findRun(tx, id)
    const applied = await applyResults(tx, id, results, deps, { batchId: null, confirm })
    const { rows, changed, others } = applied
    if (others === rows)
      throw invalid(
        'text',
        'No row names a payout of this run. Looked for its references in the column that we sent them in.',
      )
    await recordAudit(tx, {
      ...{ action: 'payout.import_results', subject: id, details: { number, rows, changed, others } },
    })
    return applied
  })
}

function readText(text: string): ReportedResult[] {
  for (const separator of separators) {
    const results = readResults(cellsOf(text, separator))
    if (results) return results
  }
  throw invalid('text', `This header is not known. Looked for: ${lookedFor}.`)
}

/** Undefined for a text that is no CSV with this separator. */
function cellsOf(text: string, delimiter: string): string[][] {
  try {
    const options = { bom: true, relax_column_count: true, skip_empty_lines: true, trim: true }
    return parse(text, { ...options, delimiter })
  } catch (error) {
    if (error instanceof CsvError) return []
    throw error
  }
}

/** The form in which results can always be sent: each payout of a run, with empty results. Throws `not_found`. */
export async function readForm(context: Context, id: string): Promise<{ name: string; text: string }> {
  requireAdmin(context)
  const { number } = await findRun(context, id)
  const lines = (await selectLines(context.db, id)).filter(({ state }) => state !== 'draft')
  const rows = lines.map(({ reference }) => [reference, ...formColumns.slice(1).map(() => '')])
  return { name: `payout-${number}-results.csv`, text: exactCsvRows([[...formColumns], ...rows]) }
}
