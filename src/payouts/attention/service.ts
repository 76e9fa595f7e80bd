import type { z } from 'zod'
import { oneAtATime, recordAudit } from '../../audit/index.ts'
import { appendEntries } from '../../earnings/index.ts'
import { type Context, requireAdmin } from '../../platform/context.ts'
import { whereBroken } from '../../platform/database/errors.ts'
import { AppError, accountDeleted, notFound } from '../../shared/errors.ts'
import { centsToUsd } from '../../shared/money.ts'
import { adminPageSize, parseCursor, toPage } from '../../shared/paging.ts'
import type { PayoutResult } from '../../shared/payouts/states.ts'
import { stepAll } from '../runs/applying.ts'
import type { PayoutLine } from '../runs/contract.ts'
import type { RunDeps } from '../runs/due.ts'
import { isDead, positionOf } from '../runs/results-rules.ts'
import { findRun, serializeLine } from '../runs/service.ts'
import { type LineRow, lockLine, selectLine, selectLines } from '../runs/sql.ts'
import type { attentionContract } from './contract.ts'
import { answerAttentions, insertAnswer } from './sql.ts'

type Calls = typeof attentionContract
type Answer = z.output<Calls['POST /api/v1/admin/payout-lines/:id/answer']['body']>

/**
 * The payouts of a run that an admin has to look at. Throws `not_found`, and `validation_failed` for an invalid cursor.
 */
export async function listAttention(
  context: Context,
  id: string,
  { cursor }: { cursor?: string | undefined },
): Promise<z.input<Calls['GET /api/v1/admin/payout-runs/:id/attention']['response']>> {
  requireAdmin(context)
  await findRun(context, id)
  const after = parseCursor(cursor, positionOf) ?? 0
  const rows = await selectLines(context.db, id, { after, limit: adminPageSize + 1, isOpen: true })
  return toPage(rows, {
    limit: adminPageSize,
    serialize: serializeLine,
    cursorOf: ({ place }) => String(place),
  })
}

/**
 * Records how much of a payout was paid in total. The difference to the ledger is posted once, under the answer's own
 * reference. Throws `not_found`, `second_admin_needed` for the caller's own payout, and `conflict` if nothing is open,
 * or it has changed since the admin saw it.
 */
export async function answerLine(
  context: Context,
  id: string,
  { paid, note, seen, answers }: Answer,
  deps: RunDeps,
): Promise<PayoutLine> {
  const { userId } = requireAdmin(context)
  await oneAtATime(context, async (tx) => {
    const line = await lockLine(tx.db, id)
    if (!line) throw notFound('Payout')
    const open = new Set(line.attention.map((one) => one.id))
    if (line.answers !== answers || open.size !== seen.length || seen.some((one) => !open.has(one)))
      throw new AppError('conflict', 'This payout has changed meanwhile. Look at it again.')
    if (open.size === 0 && answers === 0) throw new AppError('conflict', 'This payout waits for no answer.')
    const cents = Math.round(paid * 100)
    const state = await settle(tx, line, cents, deps)
    const booked = cents - (isDead(state) ? 0 : line.amount_cents) - line.answered_booked_cents
    const answer = { line_id: id, paid_cents: cents, booked_cents: booked, note, answered_by: userId }
    const answerId = await whereBroken(
      { payout_answers_answered_by_fkey: accountDeleted },
      insertAnswer(tx.db, { ...answer, answered_at: tx.clock() }),
    )
    await answerAttentions(tx.db, id, answerId)
    if (booked !== 0)
      await appendEntries(
        tx,
        [
          {
            ...{ payeeId: line.payee_id, userCents: -booked, reference: answerId },
            ...(booked > 0
              ? { type: 'payout', reason: 'More was paid than we had noted.' }
              : { type: 'payout_reversal', reason: 'Less was paid than we had noted.' }),
          },
        ],
        deps,
      )
    const details = { payout: line.reference, amount: centsToUsd(cents), reason: note }
    const moves = { of: [{ payeeId: line.payee_id, cents: Math.abs(booked) }] }
    await recordAudit(tx, { action: 'payout.answer', subject: line.run_id, details, moves })
  })
  const line = await selectLine(context.db, id)
  if (!line) throw notFound('Payout')
  return serializeLine(line)
}

/** The first answer ends a payout that was sent. One that has ended stays so, and answers only change its amount. */
async function settle(tx: Context, line: LineRow, cents: number, deps: RunDeps): Promise<LineRow['state']> {
  if (line.answers > 0 || isDead(line.state) || (line.state === 'paid' && cents > 0)) return line.state
  const end: PayoutResult = cents > 0 ? 'paid' : line.state === 'paid' ? 'returned' : 'failed'
  const reason = cents > 0 ? null : 'The provider has not paid it.'
  if (line.state !== 'sent' && line.state !== 'paid')
    await stepAll(tx, [line], { state: 'sent' }, deps, { isMailed: false })
  await stepAll(tx, [line], { state: end, reason }, deps, {
    isMailed: cents === 0 || cents === line.amount_cents,
  })
  return end
}
