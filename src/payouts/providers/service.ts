import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { recordAudit } from '../../audit/index.ts'
import { type Context, inTransaction, requireAdmin } from '../../platform/context.ts'
import { enqueue, type JobKind } from '../../platform/jobs/job.ts'
import { AppError } from '../../shared/errors.ts'
import { centsToUsd } from '../../shared/money.ts'
import { applyResults, stepAll } from '../runs/applying.ts'
import type { RunDeps } from '../runs/due.ts'
import { findRun } from '../runs/service.ts'
import { selectLines } from '../runs/sql.ts'
import type { PayoutBatches } from './contract.ts'
import { type PayoutProvider, ProviderError } from './provider.ts'
import { isTooOld } from './rules.ts'
import {
  type BatchRow,
  beginAttempt,
  endAttempt,
  insertBatch,
  noteAsked,
  selectBatch,
  selectBatches,
  selectBatchLineIds,
  selectUnsettled,
  wasFetched,
} from './sql.ts'

export type ProviderDeps = RunDeps & { provider: PayoutProvider | null }

/** The job that sends a batch to its provider. */
export const sendBatchJob: JobKind<{ batch_id: string }> = {
  name: 'send_payout_batch',
  payload: z.object({ batch_id: z.uuid() }),
}

const conflict = (message: string) => new AppError('conflict', message)

/** The batches of a run that were sent to the provider. Throws `not_found`. */
export async function listBatches(
  context: Context,
  id: string,
  { provider }: Pick<ProviderDeps, 'provider'>,
): Promise<PayoutBatches> {
  requireAdmin(context)
  await findRun(context, id)
  const rows = await selectBatches(context.db, id)
  const lines = provider ? await selectLines(context.db, id) : []
  return { can_send: lines.some(isUnsent), items: rows.map(serializeBatch) }
}

const isUnsent = ({ state, method }: { state: string; method: string }) =>
  state === 'approved' && method === 'paypal'

const serializeBatch = ({ lines, cents, requested_at, run_id: _, ...row }: BatchRow) => ({
  ...row,
  lines: Number(lines),
  total: centsToUsd(Number(cents)),
  requested_at: requested_at.toISOString(),
})

/**
 * Sends a run's PayPal payments that were not sent yet, as batches whose names and lines never change. Throws
 * `conflict` if nothing is left to send or no provider is set up, and `confirmation_required` if one of its files was
 * downloaded, unless requested `again`: payments sent by file would be paid twice.
 */
export async function sendRun(
  context: Context,
  id: string,
  { again }: { again: boolean },
  deps: ProviderDeps,
): Promise<PayoutBatches> {
  const { userId } = requireAdmin(context)
  const { provider } = deps
  if (!provider) throw conflict('No provider is set up.')
  await inTransaction(context, async (tx) => {
    const { number } = await findRun(tx, id)
    const lines = (await selectLines(tx.db, id, { lock: true })).filter(isUnsent)
    if (lines.length === 0) throw conflict('Nothing of this run is left to send by PayPal.')
    if (!again && (await wasFetched(tx.db, id)))
      throw new AppError(
        'confirmation_required',
        'A file of this run was fetched. Payments sent with it would be paid twice.',
      )
    const at = tx.clock()
    for (let first = 0; first < lines.length; first += provider.maxPayments) {
      const part = lines.slice(first, first + provider.maxPayments)
      const name = `F${number}-${randomBytes(8).toString('hex')}`
      const batch = { run_id: id, name, requested_by: userId, requested_at: at }
      const batchId = await insertBatch(
        tx.db,
        batch,
        part.map((line) => line.id),
      )
      await enqueue(tx.db, sendBatchJob, { batch_id: batchId })
    }
    // From here on nobody knows whether they are paid, so nobody may cancel them.
    await stepAll(tx, lines, { state: 'sent' }, deps)
    await recordAudit(tx, { action: 'payout.send', subject: id, details: { number, lines: lines.length } })
  })
  return listBatches(context, id, deps)
}

/**
 * Sends the batch to the provider, under its name. Safe to repeat: a batch whose answer was lost is the same one. A
 * refusal takes its payouts back, unless an earlier attempt was never answered, since that one may have been accepted.
 * Throws ProviderError for another attempt.
 */
export async function sendBatch(
  context: Context,
  { batch_id: id }: { batch_id: string },
  deps: ProviderDeps,
): Promise<void> {
  const batch = await selectBatch(context.db, id)
  if (batch?.state !== 'sending') return
  if (isTooOld(batch.requested_at, context.clock())) {
    const problem = 'PayPal did not answer for 25 days. Look up the result there, and enter it line by line.'
    await endAttempt(context.db, id, { state: 'lost', problem })
    return
  }
  const { provider } = deps
  if (!provider) throw new Error('No provider is set up.')
  const payments = await paymentsOf(context, batch, deps)
  const wasUnanswered = await beginAttempt(context.db, id)
  if (wasUnanswered === null) return
  const note = (problem: string, isUnanswered: boolean) =>
    endAttempt(context.db, id, { state: 'sending', problem, is_unanswered: isUnanswered })
  const answer = await provider.send({ name: batch.name, payments }).catch(async (error: unknown) => {
    if (error instanceof ProviderError) await note(error.message, wasUnanswered || !error.isUnread)
    throw error
  })
  if (answer.kind === 'accepted') {
    const { reference } = answer
    const sent = { state: 'sent', provider_reference: reference, sent_at: context.clock() } as const
    await endAttempt(context.db, id, { ...sent, is_unanswered: false, problem: null })
  } else if (wasUnanswered) {
    const problem = `PayPal refuses it now (${answer.why}), but has not answered before and may have it.`
    await note(problem, true)
    throw new ProviderError(problem, { isUnread: false })
  } else await takeBack(context, batch, answer.why, deps)
}

async function paymentsOf(
  context: Context,
  { id, run_id }: { id: string; run_id: string },
  { key }: ProviderDeps,
) {
  const ids = await selectBatchLineIds(context.db, id)
  const box = await key.find()
  return (await selectLines(context.db, run_id))
    .filter((line) => ids.has(line.id))
    .map((line) => {
      const account = box?.open(line, line.payee_id)?.account
      if (!account) throw new Error('The key of payout details is missing.')
      return { reference: line.reference, account, cents: line.amount_cents }
    })
}

/** Takes back a batch that the provider never accepted. */
const takeBack = (
  context: Context,
  { id, run_id }: { id: string; run_id: string },
  why: string,
  deps: ProviderDeps,
): Promise<void> =>
  inTransaction(context, async (tx) => {
    const lines = await selectLines(tx.db, run_id, { lock: true })
    if (!(await endAttempt(tx.db, id, { state: 'refused', problem: why, is_unanswered: false }))) return
    const ids = await selectBatchLineIds(tx.db, id)
    const own = lines.filter((line) => ids.has(line.id) && line.state === 'sent')
    await stepAll(tx, own, { state: 'failed', reason: `PayPal refused it: ${why}` }, deps)
  })

/**
 * Asks for the results of sent batches, and applies them like a file of results. Safe to repeat. If one batch fails,
 * the others are still asked about.
 */
export async function askBatches(context: Context, deps: ProviderDeps): Promise<void> {
  const { provider } = deps
  if (!provider) return
  for (const batch of await selectUnsettled(context.db)) {
    const { id, run_id, provider_reference } = batch
    try {
      const results = await provider.ask(provider_reference ?? '')
      await inTransaction(context, async (tx) => {
        await applyResults(tx, run_id, results, deps, { batchId: id, confirm: true })
        const ids = await selectBatchLineIds(tx.db, id)
        const isSettled = (await selectLines(tx.db, run_id)).every(
          (line) => !ids.has(line.id) || line.state !== 'sent',
        )
        await noteAsked(tx.db, id, { isSettled, problem: null })
      })
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      await noteAsked(context.db, id, { isSettled: false, problem: error.message })
    }
  }
}
