import type { z } from 'zod'
import { ownPayee } from '../../earnings/index.ts'
import { type Context, requireUser } from '../../platform/context.ts'
import { notFound } from '../../shared/errors.ts'
import { centsToUsd } from '../../shared/money.ts'
import { adminPageSize, parseCursor, toPage } from '../../shared/paging.ts'
import { coveredByLine } from '../advice/service.ts'
import type { OwnPayout, ownPayoutsContract } from './contract.ts'
import type { RunDeps } from './due.ts'
import { readOutlook } from './outlook.ts'
import { readLineCursor } from './results-rules.ts'
import { type LineRow, selectLine, selectOwnLines } from './sql.ts'

type Own = typeof ownPayoutsContract

/**
 * The caller's balance, in dollars, the minimum payout, why they are not due, as far as they may know, and what is
 * next.
 */
export async function readOwnBalance(
  context: Context,
  deps: RunDeps,
): Promise<z.input<Own['GET /api/v1/me/balance']['response']>> {
  const { balance, minimum, why_not_due, next } = await readOutlook(context, deps, await ownPayee(context))
  return { ...balance, minimum, why_not_due, next }
}

/** The caller's payouts, the newest first. Throws `validation_failed` for an invalid cursor. */
export async function listOwnPayouts(
  context: Context,
  { cursor }: { cursor?: string | undefined },
): Promise<z.input<Own['GET /api/v1/me/payouts']['response']>> {
  const { userId } = requireUser(context)
  const before = parseCursor(cursor, readLineCursor)
  const rows = await selectOwnLines(context.db, userId, { before, limit: adminPageSize + 1 })
  return toPage(rows, { limit: adminPageSize, serialize: serializeOwn, cursorOf: ({ id }) => id })
}

/** A payout as its creator sees it. */
export const serializeOwn = (line: LineRow): OwnPayout => ({
  ...{ id: line.id, number: line.number, amount: centsToUsd(line.amount_cents), method: line.method },
  ...{ state: line.state, state_at: line.state_at.toISOString(), reason: line.reason },
  paid: line.answered_cents === null ? null : centsToUsd(line.answered_cents),
  is_looked_into: line.attention.length > 0,
})

/**
 * One of the caller's payouts with the rows that it covers, the newest first
 * (docs/product/payouts.md#what-a-payout-covers). Throws `not_found` for somebody else's, and `validation_failed` for
 * an invalid cursor.
 */
export async function readOwnPayout(
  context: Context,
  id: string,
  { cursor }: { cursor?: string | undefined },
  options: { reportTimeZone: string },
): Promise<z.input<Own['GET /api/v1/me/payouts/:id']['response']>> {
  const { userId } = requireUser(context)
  const line = await selectLine(context.db, id)
  if (!line || line.user_id !== userId || line.state === 'draft') throw notFound('Payout')
  const covered = await coveredByLine(context, line, { cursor }, options)
  return {
    ...serializeOwn(line),
    drafted_at: line.drafted_at.toISOString(),
    before: covered.before,
    is_by_time: covered.is_by_time,
    left: centsToUsd(covered.left),
    rows: centsToUsd(covered.changed),
    held: centsToUsd(covered.held),
    items: covered.items.map(({ entry, cents }) => ({ entry, amount: centsToUsd(cents) })),
    next_cursor: covered.next_cursor,
  }
}
