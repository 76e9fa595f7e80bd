import type { z } from 'zod'
import { balanceInUsd, balancesOf, ordersOfPayee } from '../../earnings/index.ts'
import { findAnybody } from '../../people/index.ts'
import { type Context, requireAdmin } from '../../platform/context.ts'
import { fullName } from '../../shared/full-name.ts'
import { adminPageSize, parseCursor, toPage } from '../../shared/paging.ts'
import { isUsername } from '../../shared/username.ts'
import { findAnyPayee } from '../former.ts'
import type { RunDeps } from '../runs/due.ts'
import { readOutlook } from '../runs/outlook.ts'
import { readLineCursor } from '../runs/results-rules.ts'
import { serializeLine } from '../runs/service.ts'
import { selectLinesOf } from '../runs/sql.ts'
import type { CreatorMoney, creatorsContract } from './contract.ts'
import { type CreatorRow, selectCreator, selectCreators, selectCreatorsOf, selectDeleted } from './sql.ts'

type Calls = typeof creatorsContract
type Answer<Name extends keyof Calls> = Promise<z.input<Calls[Name]['response']>>
type Cursor = { cursor?: string | undefined }
type Balances = Awaited<ReturnType<typeof balancesOf>>

/**
 * Creators who have ever earned something, or whom a part of a name finds, with their balances, by username
 * (docs/product/admin.md#creators). Throws `validation_failed` for an invalid cursor.
 */
export async function listCreators(
  context: Context,
  { q, cursor }: Cursor & { q?: string | undefined },
  deps: RunDeps,
): Answer<'GET /api/v1/admin/creators'> {
  requireAdmin(context)
  const after = parseCursor(cursor, (text) => (isUsername(text) ? text : null))
  const rows = q
    ? await selectCreatorsOf(
        context.db,
        (await findAnybody(context, q, adminPageSize)).map(({ id }) => id),
      )
    : await selectCreators(context.db, { after, limit: adminPageSize + 1 })
  const balances = await balancesOf(
    context,
    rows.map(({ payee_id }) => payee_id),
    deps,
  )
  return toPage(rows, {
    limit: adminPageSize,
    serialize: (row) => serializeCreator(row, balances),
    cursorOf: ({ username }) => username,
  })
}

/**
 * Deleted accounts that ever earned something, with their balance and who has claimed it
 * (docs/product/admin.md#creators). Throws `validation_failed` for an invalid cursor.
 */
export async function listDeletedAccounts(
  context: Context,
  { cursor }: Cursor,
  deps: RunDeps,
): Answer<'GET /api/v1/admin/deleted-accounts'> {
  requireAdmin(context)
  const before = parseCursor(cursor, readLineCursor)
  const rows = await selectDeleted(context.db, { before, limit: adminPageSize + 1 })
  const balances = await balancesOf(
    context,
    rows.map(({ payee_id }) => payee_id),
    deps,
  )
  return toPage(rows, {
    limit: adminPageSize,
    serialize: ({ payee_id, former, left_at, claimed_at, moves_from, username }) => ({
      ...{ payee_id, former },
      ...balanceInUsd(balanceIn(balances, payee_id)),
      claim: left_at && {
        left_at: left_at.toISOString(),
        claimed_at: claimed_at?.toISOString() ?? null,
        moves_from: moves_from?.toISOString() ?? null,
        username,
      },
    }),
    cursorOf: ({ payee_id }) => payee_id,
  })
}

/**
 * A creator's balance, in dollars, and why they are not due. Throws `validation_failed` for an unknown username or
 * number.
 */
export async function readBalance(
  context: Context,
  username: string,
  deps: RunDeps,
): Answer<'GET /api/v1/admin/balances/:username'> {
  requireAdmin(context)
  const payeeId = await findAnyPayee(context, username)
  const row = await selectCreator(context.db, payeeId)
  const { balance, judged, minimum, next } = await readOutlook(context, deps, payeeId)
  const { posted, pending, paid, held, available } = balance
  return {
    creator: { payee_id: payeeId, username: row.username, former: row.former },
    name: fullName({ first_name: row.first_name ?? '', last_name: row.last_name ?? '' }),
    ...{ posted, pending, paid, held, available },
    minimum,
    why_not_due: judged.why,
    next,
  }
}

/** A creator's ledger by orders, the newest first. Throws `validation_failed`. */
export async function listCreatorOrders(
  context: Context,
  username: string,
  asked: Cursor,
  deps: RunDeps,
): Answer<'GET /api/v1/admin/creators/:username/orders'> {
  requireAdmin(context)
  return ordersOfPayee(context, await findAnyPayee(context, username), asked, deps)
}

/** The payouts of a creator, the newest first. Throws `validation_failed`. */
export async function listCreatorPayouts(
  context: Context,
  username: string,
  { cursor }: Cursor,
): Answer<'GET /api/v1/admin/creators/:username/payouts'> {
  requireAdmin(context)
  const before = parseCursor(cursor, readLineCursor)
  const payeeId = await findAnyPayee(context, username)
  const rows = await selectLinesOf(context.db, payeeId, { before, limit: adminPageSize + 1 })
  return toPage(rows, {
    limit: adminPageSize,
    serialize: (row) => ({ ...serializeLine(row), run_id: row.run_id }),
    cursorOf: ({ id }) => id,
  })
}

function serializeCreator({ payee_id, username, ...names }: CreatorRow, balances: Balances): CreatorMoney {
  const balance = balanceInUsd(balanceIn(balances, payee_id))
  return { creator: { payee_id, username }, name: fullName(names), ...balance }
}

function balanceIn(balances: Balances, payeeId: string) {
  const balance = balances.get(payeeId)
  if (!balance) throw new Error('A payee has no balance.')
  return balance
}
