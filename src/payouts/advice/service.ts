import type { z } from 'zod'
import { coveredBy } from '../../earnings/index.ts'
import { type Context, requireAdmin, requireUser } from '../../platform/context.ts'
import { notFound } from '../../shared/errors.ts'
import { centsToUsd } from '../../shared/money.ts'
import type { PayoutKey } from '../details/payout-key.ts'
import { hiddenAccount } from '../details/rules.ts'
import { type LineRow, selectLine, selectLineBefore } from '../runs/sql.ts'
import type { Advice, adviceContract } from './contract.ts'

type Deps = { key: PayoutKey; reportTimeZone: string }
type Answer = z.input<(typeof adviceContract)['GET /api/v1/me/payouts/:id/advice']['response']>
type Page = { cursor?: string | undefined; limit?: number }

/** The parts of a payout, with the rows that it covers. The caller checks who may know it. */
export async function coveredByLine(
  context: Context,
  line: LineRow,
  page: Page,
  options: { reportTimeZone: string },
) {
  const before = await selectLineBefore(context.db, line)
  const draftOf = ({ drafted_at: at, through_sequence: through }: LineRow) => ({ at, through })
  const drafts = { before: before ? draftOf(before) : null, now: draftOf(line) }
  const covered = await coveredBy(context, line.payee_id, { ...drafts, ...page }, options)
  return {
    ...covered,
    before: before?.number ?? null,
    is_by_time: line.through_sequence === null || before?.through_sequence === null,
  }
}

/** The sums of an advice in dollars. */
export const sumsInUsd = ({ sales, returns, fee, by_hand, came_back }: Advice['sums']): Advice['sums'] => ({
  ...{ sales: centsToUsd(sales), returns: centsToUsd(returns), fee: centsToUsd(fee) },
  ...{ by_hand: centsToUsd(by_hand), came_back: centsToUsd(came_back) },
})

/**
 * The remittance advice of one of the caller's payouts (docs/product/payouts.md#remittance-advice). Throws `not_found`
 * for somebody else's, and `validation_failed` for an invalid cursor.
 */
export async function readOwnAdvice(context: Context, id: string, page: Page, deps: Deps): Promise<Answer> {
  const { userId } = requireUser(context)
  const line = await selectLine(context.db, id)
  if (!line || line.user_id !== userId || line.state === 'draft') throw notFound('Payout')
  return serialize(context, line, page, deps)
}

/** The same for any payout, for admins. Throws `not_found`, and `validation_failed` for an invalid cursor. */
export async function readAdvice(context: Context, id: string, page: Page, deps: Deps): Promise<Answer> {
  requireAdmin(context)
  const line = await selectLine(context.db, id)
  if (!line || line.state === 'draft') throw notFound('Payout')
  return serialize(context, line, page, deps)
}

async function serialize(context: Context, line: LineRow, { cursor }: Page, deps: Deps): Promise<Answer> {
  const { before, is_by_time, left, sums, held, items, next_cursor } = await coveredByLine(
    context,
    line,
    { cursor, limit: 500 },
    deps,
  )
  const to = (await deps.key.find())?.open(line, line.payee_id)
  return {
    ...{ number: line.number, reference: line.reference, amount: centsToUsd(line.amount_cents) },
    ...{ method: line.method, to: to ? { ...to, account: hiddenAccount(to.account) } : null },
    creator: { payee_id: line.payee_id, username: line.username, former: line.former },
    ...{ state: line.state, state_at: line.state_at.toISOString(), reason: line.reason },
    drafted_at: line.drafted_at.toISOString(),
    paid: line.answered_cents === null ? null : centsToUsd(line.answered_cents),
    ...{ before, is_by_time, left: centsToUsd(left), sums: sumsInUsd(sums), held: centsToUsd(held) },
    items: items.map(({ entry, cents }) => ({ entry, amount: centsToUsd(cents) })),
    next_cursor,
  }
}
