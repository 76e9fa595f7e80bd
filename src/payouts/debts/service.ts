import type { z } from 'zod'
import { oneAtATime, recordAudit } from '../../audit/index.ts'
import { appendEntries, balancesOf, lockPayees } from '../../earnings/index.ts'
import { type Context, requireAdmin } from '../../platform/context.ts'
import { enqueue } from '../../platform/jobs/job.ts'
import { AppError, notFound } from '../../shared/errors.ts'
import { centsToUsd } from '../../shared/money.ts'
import type { debtsContract } from './contract.ts'
import { debtMail } from './mails.ts'
import { isOldEnough } from './rules.ts'
import { insertDebtAnswer, insertWriteOff, selectAskedDebts, selectFormerState } from './sql.ts'

type Calls = typeof debtsContract
type Answer<Name extends keyof Calls> = Promise<z.input<Calls[Name]['response']>>
/** `aloneCents`: how much one admin may move alone for a creator in 30 days. */
type Deps = { reportTimeZone: string; aloneCents: number }

const conflict = (message: string) => new AppError('conflict', message)
const changed = () => conflict('The debt has changed meanwhile. Look at it again.')

/** The debts of people who have left and were paid at a creator's account. */
export async function listAskedDebts(
  context: Context,
  payeeId: string,
): Answer<'GET /api/v1/admin/payees/:id/debts'> {
  requireAdmin(context)
  const rows = await selectAskedDebts(context.db, payeeId)
  return {
    items: rows.map(({ payee_id, former, owed }) => ({ payee_id, former, amount: centsToUsd(owed) })),
  }
}

/**
 * Decides whether a creator owes the debt of a person who has left and was paid at the same account: it moves to them,
 * or they are due again (docs/product/payouts.md#leaving-with-a-debt). Throws `conflict` if nothing is asked about
 * these two, or another sum, and `second_admin_needed`.
 */
export async function answerDebt(
  context: Context,
  ofPayeeId: string,
  {
    former_id: payeeId,
    is_theirs,
    amount,
    reason,
  }: z.output<Calls['POST /api/v1/admin/payees/:id/debts']['body']>,
  { aloneCents, ...options }: Deps,
): Answer<'POST /api/v1/admin/payees/:id/debts'> {
  requireAdmin(context)
  const cents = Math.round(amount * 100)
  await oneAtATime(context, async (tx) => {
    await lockPayees(tx.db, [payeeId, ofPayeeId])
    const debt = (await selectAskedDebts(tx.db, ofPayeeId)).find((one) => one.payee_id === payeeId)
    if (!debt) throw conflict('This has already been answered, or is no longer owed.')
    if (debt.owed !== cents) throw changed()
    const moved = is_theirs ? cents : 0
    const answer = { payeeId, ofPayeeId, cents: moved, reason, at: tx.clock() }
    const id = await insertDebtAnswer(tx.db, answer)
    const row = (payee: string, userCents: number, end: string) => ({
      ...{ payeeId: payee, type: 'manual_adjustment' as const, userCents, reference: `${id}:${end}` },
      reason: 'Owed by a deleted account that was paid at the same payout account.',
    })
    if (moved > 0) {
      await appendEntries(tx, [row(payeeId, moved, 'from'), row(ofPayeeId, -moved, 'to')], options)
      await enqueue(tx.db, debtMail, { id, by: 'account' })
    }
    const details = { payee_id: ofPayeeId, former: debt.former?.number, amount: centsToUsd(moved), reason }
    const moves = { of: [payeeId, ofPayeeId].map((payee) => ({ payeeId: payee, cents })), aloneCents }
    await recordAudit(tx, { action: 'debt.answer', subject: payeeId, details, moves })
  })
  return { moved: is_theirs ? amount : 0 }
}

/**
 * Makes the platform bear the whole debt of a former payee (docs/product/payouts.md#leaving-with-a-debt). Throws
 * `not_found` if they have not left, `conflict` if another sum is owed, something is pending, somebody has claimed it,
 * or it is not 90 days old, and `second_admin_needed`.
 */
export async function writeOff(
  context: Context,
  payeeId: string,
  sent: z.output<Calls['POST /api/v1/admin/payees/:id/write-off']['body']>,
  { aloneCents, ...options }: Deps,
): Answer<'POST /api/v1/admin/payees/:id/write-off'> {
  requireAdmin(context)
  const cents = Math.round(sent.amount * 100)
  const id = await oneAtATime(context, async (tx) => {
    await lockPayees(tx.db, [payeeId])
    const state = await selectFormerState(tx.db, payeeId)
    if (!state) throw notFound('Former payee')
    const { available = 0, pending = 0 } = (await balancesOf(tx, [payeeId], options)).get(payeeId) ?? {}
    if (state.is_claimed) throw conflict('Somebody has claimed this account, and owes it now.')
    if (pending !== 0) throw conflict('Some of their earnings are still pending. Wait until they are posted.')
    if (-available !== cents) throw changed()
    if (!isOldEnough(tx.clock(), { leftAt: state.left_at, changedAt: state.changed_at }))
      throw conflict('It can be written off 90 days after they left and after their last change.')
    const { reason } = sent
    const made = await insertWriteOff(tx.db, { payeeId, cents, reason, at: tx.clock() })
    const entry = { payeeId, type: 'manual_adjustment' as const, userCents: cents, reference: made, reason }
    await appendEntries(tx, [entry], options)
    const details = { payee_id: payeeId, amount: sent.amount, reason }
    const moves = { of: [{ payeeId, cents }], aloneCents }
    await recordAudit(tx, { action: 'debt.write_off', subject: made, details, moves })
    return made
  })
  return { id, amount: sent.amount }
}
