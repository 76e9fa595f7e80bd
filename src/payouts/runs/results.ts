import { CsvError } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import type { z } from 'zod'
import { recordAudit, requireUnpaid } from '../../audit/index.ts'
import { appendEntries } from '../../earnings/index.ts'
import { type Context, inTransaction, requireAdmin } from '../../platform/context.ts'
import { whereBroken } from '../../platform/database/failures.ts'
import { enqueue } from '../../platform/jobs/job.ts'
import { AppError, invalid, notFound } from '../../shared/errors.ts'
import type { PayoutResult } from '../../shared/payouts/states.ts'
import type { PayoutLine, payoutRunsContract } from './contract.ts'
import type { RunDeps } from './due.ts'
import { referenceOf, sentWith } from './files-rules.ts'
import { payoutMail } from './mails.ts'
import { isDead, mayStep, type ReportedResult, readResults, stateOfWord } from './results-rules.ts'
import { findRun, presentLine, readRun } from './service.ts'
import { type LineRow, lockLine, type Step, selectFile, selectLine, selectLines, stepLines } from './sql.ts'

type Calls = typeof payoutRunsContract
type ByHand = z.output<Calls['POST /api/v1/admin/payout-lines/:id/result']['body']>

/** Says that a run was handed to the providers: its approved lines become sent. Throws `not_found` and `conflict`. */
export async function markSent(context: Context, id: string, deps: RunDeps): ReturnType<typeof readRun> {
  requireAdmin(context)
  await inTransaction(context, async (tx) => {
    const { number, state } = await findRun(tx, id)
    if (state !== 'approved') throw new AppError('conflict', 'This run is not approved.')
    const lines = (await selectLines(tx.db, id, { lock: true })).filter((line) => line.state === 'approved')
    await step(tx, lines, () => ({ state: 'sent' }), deps)
    await recordAudit(tx, { action: 'payout.sent', subject: id, details: { number, lines: lines.length } })
  })
  return readRun(context, id)
}

/**
 * Says that a file was handed to its provider: its approved lines become sent. Throws `not_found`, and `conflict` where
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
    await step(tx, lines, () => ({ state: 'sent' }), deps)
    const details = { number, lines: lines.length, file: name }
    await recordAudit(tx, { action: 'payout.sent', subject: run_id, details })
    return run_id
  })
  return readRun(context, runId)
}

/**
 * Says what became of a payout. What failed, came back or was cancelled goes back to the balance, once. Throws
 * `not_found`, and `conflict` where the line is in another state than `from`, or cannot come to that one.
 */
export async function setResult(
  context: Context,
  id: string,
  { from, state, reason, provider_reference }: ByHand,
  deps: RunDeps,
): Promise<PayoutLine> {
  requireAdmin(context)
  await inTransaction(context, async (tx) => {
    const line = await lockLine(tx.db, id)
    if (!line) throw notFound('Payout')
    if (line.state !== from)
      throw new AppError('conflict', 'This payout is in another state meanwhile.', { state: line.state })
    if (!mayStep(from, state))
      throw new AppError('conflict', `A payout that is ${from} cannot become ${state}.`)
    const next = { state, reason: reason || null, provider_reference: provider_reference || null }
    await step(tx, [line], () => next, deps)
    const details = { payout: referenceOf(line.number, line.place), state, ...(reason && { reason }) }
    await recordAudit(tx, { action: 'payout.result', subject: line.run_id, details })
  })
  const line = await selectLine(context.db, id)
  if (!line) throw notFound('Payout')
  return presentLine(line)
}

/**
 * Reads what became of the payouts of a run from a provider's file. What it says of a line that is there already
 * changes nothing; a word that nobody knows, or that does not fit, leaves the line and has an admin look. Throws
 * `not_found`, and `validation_failed` for what is no such file.
 */
export async function importResults(
  context: Context,
  id: string,
  { text }: { text: string },
  deps: RunDeps,
): Promise<z.input<Calls['POST /api/v1/admin/payout-runs/:id/results']['response']>> {
  requireAdmin(context)
  const results = readResults(cellsOf(text))
  if (!results)
    throw invalid('text', 'No column is headed “Status”. Take the file that says how payments went.')
  return inTransaction(context, async (tx) => {
    const { number } = await findRun(tx, id)
    const applied = await applyResults(tx, id, results, deps)
    const { rows, changed, others } = applied
    await recordAudit(tx, {
      ...{ action: 'payout.import_results', subject: id, details: { number, rows, changed, others } },
    })
    return applied
  })
}

/**
 * Applies what a provider says of the payouts of a run, in the caller's transaction: a file of it, or its API. Repeating
 * it changes nothing. A word that nobody knows, or that does not fit, leaves the line and has an admin look.
 */
export async function applyResults(
  tx: Context,
  runId: string,
  results: ReportedResult[],
  deps: RunDeps,
): Promise<z.input<Calls['POST /api/v1/admin/payout-runs/:id/results']['response']>> {
  const lines = new Map(
    (await selectLines(tx.db, runId, { lock: true }))
      .filter(({ state }) => state !== 'draft')
      .map((line) => [referenceOf(line.number, line.place), line]),
  )
  const found = new Map(results.map((result) => [result.reference, result]))
  const known = [...found.values()].flatMap((result) => {
    const line = lines.get(result.reference)
    return line ? [{ line, result, next: nextOf(line, result) }] : []
  })
  // A payment that a provider knows was sent, whether somebody has said so or not.
  const unsent = known.filter(({ line, next }) => line.state === 'approved' && next !== 'unchanged')
  await step(
    tx,
    unsent.map(({ line }) => line),
    () => ({ state: 'sent' }),
    deps,
  )
  for (const { line } of unsent) line.state = 'sent'
  const changed = known.filter(
    ({ next, line }) => next !== 'unchanged' && next !== 'attention' && next !== line.state,
  )
  const resultOf = new Map(
    changed.map(({ line, result, next }) => [line.id, { result, state: next as PayoutResult }]),
  )
  await step(
    tx,
    changed.map(({ line }) => line),
    (line) => {
      const { result, state } = resultOf.get(line.id) as { result: ReportedResult; state: PayoutResult }
      const reason = isDead(state)
        ? `The provider says: ${[result.word, result.why].filter(Boolean).join(', ')}`.slice(0, 500)
        : null
      return { state, reason, provider_reference: result.providerReference }
    },
    deps,
  )
  const attention = known.filter(({ next }) => next === 'attention')
  await stepLines(
    tx.db,
    attention
      .filter(({ line }) => line.state === 'sent')
      .map(({ line, result }) => noted(line, { attention: result.word.slice(0, 100) || '(nothing)' })),
    tx.clock(),
  )
  const counts = {
    rows: results.length,
    changed: new Set([...unsent, ...changed].map(({ line }) => line.id)).size,
    others: results.filter(({ reference }) => !lines.has(reference)).length,
  }
  const unchanged =
    known.length -
    counts.changed -
    attention.filter(({ line }) => !unsent.some((one) => one.line === line)).length
  return {
    ...counts,
    unchanged,
    attention: attention.map(({ result: { reference, word } }) => ({ reference, word })),
  }
}

function cellsOf(text: string): string[][] {
  try {
    return parse(text, { bom: true, relax_column_count: true, skip_empty_lines: true, trim: true })
  } catch (error) {
    if (error instanceof CsvError) throw invalid('text', 'This is no CSV.')
    throw error
  }
}

function nextOf(line: LineRow, { word }: ReportedResult): PayoutResult | 'unchanged' | 'attention' {
  const state = stateOfWord(word)
  if (!state) return 'attention'
  if (state === line.state || (state === 'sent' && line.state === 'paid')) return 'unchanged'
  const from = line.state === 'approved' ? 'sent' : line.state
  return state === from || mayStep(from, state) ? state : 'attention'
}

type Next = { state: PayoutResult; reason?: string | null; provider_reference?: string | null }

const noted = (line: LineRow, more: Partial<Step>): Step => ({
  ...{ id: line.id, state: line.state, reason: null, provider_reference: null, attention: null },
  ...more,
})

/** Brings lines, which the caller has locked, to their next state, with what that means to ledger and creators. */
async function step(
  tx: Context,
  lines: LineRow[],
  next: (line: LineRow) => Next,
  deps: RunDeps,
): Promise<void> {
  if (lines.length === 0) return
  const steps = lines.map((line) => ({ line, next: next(line) }))
  await whereBroken(
    { payout_lines_sending: isBeingSent },
    stepLines(
      tx.db,
      steps.map(({ line, next }) => noted(line, next)),
      tx.clock(),
    ),
  )
  const dead = steps.filter(({ next }) => isDead(next.state))
  // What goes back to a balance is paid again.
  await requireUnpaid(tx, () => dead.flatMap(({ line }) => line.user_id ?? []))
  if (dead.length > 0)
    await appendEntries(
      tx,
      dead.map(({ line, next }) => ({
        ...{ payeeId: line.payee_id, type: 'payout_reversal' as const, userCents: line.amount_cents },
        ...{ reference: line.id, reason: next.reason ?? null },
      })),
      deps,
    )
  for (const { line, next } of steps)
    if (next.state === 'paid' || next.state === 'failed' || next.state === 'returned')
      await enqueue(tx.db, payoutMail, { line_id: line.id, state: next.state })
}

const isBeingSent = () =>
  new AppError('conflict', 'PayPal is being asked to pay this. Wait until it has answered.')

/** Brings lines, which the caller has locked, to one state. */
export const stepAll = (tx: Context, lines: LineRow[], next: Next, deps: RunDeps): Promise<void> =>
  step(tx, lines, () => next, deps)
