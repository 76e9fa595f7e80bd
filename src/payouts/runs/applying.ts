import { requireUnpaid } from '../../audit/index.ts'
import { appendEntries } from '../../earnings/index.ts'
import { tell } from '../../news/index.ts'
import type { Context } from '../../platform/context.ts'
import { whereBroken } from '../../platform/database/errors.ts'
import { enqueue } from '../../platform/jobs/job.ts'
import { AppError } from '../../shared/errors.ts'
import { centsToUsd } from '../../shared/money.ts'
import type { PayoutResult } from '../../shared/payouts/states.ts'
import { type AttentionReason, judge } from '../attention/rules.ts'
import { insertAttentions, passWords } from '../attention/sql.ts'
import type { RunDeps } from './due.ts'
import { isMailedState, payoutMail } from './mails.ts'
import type { ReportedResult } from './results-file-rules.ts'
import { isDead } from './results-rules.ts'
import { type LineRow, notePayments, selectLines, stepLines } from './sql.ts'

/** The results read from a provider. */
export type Applied = {
  rows: number
  changed: number
  unchanged: number
  /** Rows that belong to no line of this run. */
  others: number
  attention: { reference: string; word: string; why: AttentionReason }[]
}

type Source = {
  /** The provider's batch; null for a file. */
  batchId: string | null
  /** Whether somebody has confirmed changes by rows without an amount. */
  confirm: boolean
}

/**
 * Applies a provider's results for the payouts of a run, from a file or its API, in the caller's transaction. Repeating
 * it changes nothing. A result that contradicts a line, another row of it or its state changes nothing, and is kept
 * until an admin has answered it. Throws `confirmation_required` if rows without an amount would change something.
 */
export async function applyResults(
  tx: Context,
  runId: string,
  results: ReportedResult[],
  deps: RunDeps,
  { batchId, confirm }: Source,
): Promise<Applied> {
  const lines = (await selectLines(tx.db, runId, { lock: true })).filter(({ state }) => state !== 'draft')
  const rowsOf = Map.groupBy(results, ({ reference }) => reference)
  const judged = lines.flatMap((line) => {
    const rows = rowsOf.get(line.reference)
    return rows ? [{ line, rows, verdict: judge(line, rows) }] : []
  })
  const steps = judged.flatMap(({ line, verdict }) => (verdict.kind === 'step' ? [{ line, ...verdict }] : []))
  const unsaid = steps.filter(({ row }) => row.cents === null)
  if (!confirm && unsaid.length > 0) throw withoutAmounts(unsaid.map(({ line }) => line))
  // A payment that a provider knows was sent, whether or not an admin has recorded it.
  const unsent = steps.filter(({ line }) => line.state !== 'sent' && line.state !== 'paid')
  await stepAll(tx, linesOf(unsent), { state: 'sent' }, deps)
  const ends = new Map(steps.flatMap((step) => (step.state === 'sent' ? [] : [[step.line.id, step]])))
  // Money that returns to a balance will be paid again.
  const dead = steps.filter(({ state }) => isDead(state))
  await requireUnpaid(tx, () => dead.flatMap(({ line }) => line.user_id ?? []))
  await step(
    tx,
    linesOf([...ends.values()]),
    ({ id }) => {
      const { row, state } = ends.get(id) as (typeof steps)[number]
      const reason = isDead(state)
        ? `The provider says: ${[row.word, row.why].filter(Boolean).join(', ')}`.slice(0, 500)
        : null
      return { state, reason, provider_reference: row.providerReference }
    },
    deps,
  )
  await notePayments(
    tx.db,
    judged.flatMap(({ line: { id }, verdict }) =>
      verdict.kind === 'unchanged' && verdict.payment ? [{ id, payment: verdict.payment }] : [],
    ),
  )
  const odd = judged.flatMap(({ line, verdict }) =>
    verdict.kind === 'attention' ? verdict.odd.map((one) => ({ ...one, line })) : [],
  )
  const at = tx.clock()
  await insertAttentions(
    tx.db,
    at,
    odd.map(({ line, row, why }) => ({
      ...{ line_id: line.id, why, word: row.word.slice(0, 100) || '(nothing)' },
      amount_cents: row.cents === null || Number.isNaN(row.cents) ? null : row.cents,
      currency: row.currency?.slice(0, 20) ?? null,
      ...{ provider_reference: row.providerReference, batch_id: batchId },
    })),
  )
  const known = judged.filter(({ verdict }) => verdict.kind !== 'attention')
  await passWords(
    tx.db,
    at,
    known.map(({ line }) => line.id),
  )
  const isOpen = new Map(
    odd.length === 0
      ? []
      : (await selectLines(tx.db, runId, { isOpen: true })).map(({ id, attention }) => [id, attention]),
  )
  const attention = odd.filter(({ line }) => isOpen.has(line.id))
  return {
    rows: results.length,
    changed: steps.length,
    unchanged: judged.length - steps.length - new Set(attention.map(({ line }) => line)).size,
    others: results.filter(({ reference }) => !lines.some((line) => line.reference === reference)).length,
    attention: attention.map(({ line: { reference }, row: { word }, why }) => ({ reference, word, why })),
  }
}

const linesOf = (steps: { line: LineRow }[]) => steps.map(({ line }) => line)

const withoutAmounts = (lines: LineRow[]) =>
  new AppError(
    'confirmation_required',
    'These rows say no amount. Compare their sum with what the provider shows, and confirm it.',
    { rows: lines.length, sum: centsToUsd(lines.reduce((sum, line) => sum + line.amount_cents, 0)) },
  )

type Next = {
  state: PayoutResult
  reason?: string | null
  provider_reference?: string | null
  seen_unpaid?: string | null
}

/** Brings lines, which the caller has locked, to their next state, with its consequences for ledger and creators. */
async function step(
  tx: Context,
  lines: LineRow[],
  next: (line: LineRow) => Next,
  deps: RunDeps,
  { isMailed }: { isMailed: boolean } = { isMailed: true },
): Promise<void> {
  if (lines.length === 0) return
  const steps = lines.map((line) => ({ line, next: next(line) }))
  await whereBroken(
    { payout_lines_sending: isBeingSent, payout_lines_answered: isAnswered },
    stepLines(
      tx.db,
      steps.map(({ line, next }) => ({ id: line.id, ...next })),
      tx.clock(),
    ),
  )
  const dead = steps.filter(({ next }) => isDead(next.state))
  if (dead.length > 0)
    await appendEntries(
      tx,
      dead.map(({ line, next }) => ({
        ...{ payeeId: line.payee_id, type: 'payout_reversal' as const, userCents: line.amount_cents },
        ...{ reference: line.id, reason: next.reason ?? null },
      })),
      deps,
    )
  if (!isMailed) return
  const told = steps.flatMap(({ line, next: { state } }) => (isMailedState(state) ? [{ line, state }] : []))
  for (const { line, state } of told) await enqueue(tx.db, payoutMail, { line_id: line.id, state })
  await tell(
    tx,
    told.flatMap(({ line, state }) => {
      const kind = isDead(state) ? 'payout_failed' : 'payout_sent'
      const of = { kind, subject: line.id, amountCents: line.amount_cents, detail: state } as const
      return line.user_id ? [{ userId: line.user_id, ...of }] : []
    }),
  )
}

const isBeingSent = () =>
  new AppError('conflict', 'PayPal is being asked to pay this. Wait until it has answered.')
const isAnswered = () =>
  new AppError('conflict', 'An admin has already answered how much of this was paid. Answer again.')

/**
 * Brings lines, which the caller has locked, to one state; their creators are told and get a mail, unless the caller
 * says otherwise.
 */
export const stepAll = (
  tx: Context,
  lines: LineRow[],
  next: Next,
  deps: RunDeps,
  how?: { isMailed: boolean },
): Promise<void> => step(tx, lines, () => next, deps, how)
