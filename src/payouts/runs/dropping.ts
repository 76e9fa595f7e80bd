import type { z } from 'zod'
import { lockPayees } from '../../earnings/index.ts'
import { type Context, requireAdmin } from '../../platform/context.ts'
import { AppError, notFound } from '../../shared/errors.ts'
import { centsToUsd } from '../../shared/money.ts'
import { adminPageSize, parseCursor, toPage } from '../../shared/paging.ts'
import { type DropReason, dropReasons, type payoutRunsContract } from './contract.ts'
import { dropLines, selectDrops } from './dropping-sql.ts'
import { judgePayees, type RunDeps } from './due.ts'
import { positionOf } from './results-rules.ts'
import { type LineRow, selectRuns } from './sql.ts'

type Dropped = z.input<(typeof payoutRunsContract)['GET /api/v1/admin/payout-runs/:id/dropped']['response']>

/**
 * Removes creators who are no longer due as drafted from a draft, and returns the other lines; nobody adds to their
 * ledgers until the transaction ends. Throws `conflict` if nobody is left; `details.lines` names the dropped.
 */
export async function dropChanged(tx: Context, lines: LineRow[], deps: RunDeps): Promise<LineRow[]> {
  const ids = lines.map(({ payee_id }) => payee_id)
  await lockPayees(tx.db, ids)
  const judged = new Map((await judgePayees(tx, deps, ids)).map((one) => [one.payee_id, one]))
  const whyOf = ({ payee_id, amount_cents, details_id }: LineRow): DropReason | null => {
    const now = judged.get(payee_id)
    // A creator with an empty balance is not judged.
    if (!now) return 'below_minimum'
    if (now.why) return now.why
    if (now.details_id !== details_id) return 'details_changed'
    return now.available < amount_cents ? 'less_available' : null
  }
  const drops = lines.flatMap((line) => {
    const why = whyOf(line)
    return why ? [{ id: line.id, why }] : []
  })
  if (drops.length === lines.length)
    throw new AppError('conflict', 'Nobody is due any more as drafted. Discard it and draft another one.', {
      lines: lines.map(({ username, former }) => (username ? `@${username}` : `Payee ${former?.number}`)),
    })
  await dropLines(tx.db, drops, tx.clock())
  const dropped = new Set(drops.map(({ id }) => id))
  return lines.filter(({ id }) => !dropped.has(id))
}

/**
 * The payees whom a run was to pay and did not, and why, in its order. Throws `not_found`, and `validation_failed` for
 * an invalid cursor.
 */
export async function listDropped(
  context: Context,
  runId: string,
  { cursor }: { cursor?: string | undefined },
): Promise<Dropped> {
  requireAdmin(context)
  if ((await selectRuns(context.db, { id: runId })).length === 0) throw notFound('Payout run')
  const after = parseCursor(cursor, positionOf) ?? 0
  const rows = await selectDrops(context.db, runId, { after, limit: adminPageSize + 1 })
  return toPage(rows, {
    limit: adminPageSize,
    serialize: ({ payee_id, username, former, amount_cents, why }) => ({
      ...{ payee_id, username, former, amount: centsToUsd(amount_cents) },
      why: dropReasons.find((known) => known === why) ?? 'details_changed',
    }),
    cursorOf: ({ place }) => String(place),
  })
}
