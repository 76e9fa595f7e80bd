import type pg from 'pg'
import type { z } from 'zod'
import { type Identity, lockOwnAccount, notePayoutDetails } from '../../identity/index.ts'
import { type Context, hasFreshProof, inTransaction, requireUser } from '../../platform/context.ts'
import { enqueue, enqueueAll } from '../../platform/jobs/job.ts'
import { createRateLimiter, type RateLimiter } from '../../platform/limits/rate-limit.ts'
import { accountDeleted, forbidden, notFound } from '../../shared/errors.ts'
import { dayMs } from '../../shared/time.ts'
import { serializeOwn } from '../runs/own.ts'
import { selectOwnLines } from '../runs/sql.ts'
import type { OwnPayoutDetails, payoutDetailsContract } from './contract.ts'
import type { exportedPayouts } from './export-contract.ts'
import { payoutDetailsMail } from './mails.ts'
import type { PayoutBox, PayoutKey } from './payout-key.ts'
import { hiddenAccount } from './rules.ts'
import {
  eraseReplaced,
  insertDetails,
  restartWaiting,
  type StandingRow,
  selectPayeeId,
  selectStanding,
  selectUntold,
  takeBackComing,
  takeBackWaiting,
} from './sql.ts'

type Details = z.output<(typeof payoutDetailsContract)['PUT /api/v1/me/payout-details']['body']>
type Deps = {
  key: PayoutKey
  limit: RateLimiter
  identity: Pick<Identity, 'confirmation'>
}

/** How often a person may change their payout details. */
export const createDetailsLimit = (pool: pg.Pool): RateLimiter =>
  createRateLimiter(pool, {
    name: 'payout_details',
    points: 10,
    seconds: dayMs / 1_000,
    of: 'changes of your payout details',
  })

/** The caller's payout details now, those of later, and what is missing (docs/product/payouts.md#payout-details). */
export async function readOwnDetails(
  context: Context,
  { key, identity }: Pick<Deps, 'key' | 'identity'>,
): Promise<OwnPayoutDetails> {
  const { userId, isUnproven } = requireUser(context)
  const [{ current, coming }, box, asksPassword] = await Promise.all([
    selectStanding(context.db, userId),
    key.find(),
    identity.confirmation.asksPassword(context),
  ])
  const shown = { current: current && show(current, box), coming: coming && show(coming, box) }
  const has = shown.current !== null || shown.coming !== null
  return {
    ...shown,
    missing: isUnproven ? 'proven_address' : has ? null : 'details',
    is_lost: (current ?? coming) !== null && !has,
    asks_password: asksPassword,
  }
}

/** Details as their owner sees them; null if they were encrypted with another key. */
function show(row: StandingRow, box: PayoutBox | null): OwnPayoutDetails['current'] {
  const opened = box?.open(row, row.payee_id)
  if (!opened) return null
  const { account, legal_name, country } = opened
  return {
    ...{ id: row.id, method: row.method, account: hiddenAccount(account), legal_name, country },
    counts_from: row.counts_from.toISOString(),
    ...(row.rests && { rests: true as const }),
  }
}

/**
 * Sets the caller's payout details: they count after seven days, and replace a change that does not count yet. A mail
 * tells the proven address. Throws `forbidden` for an unproven address, `step_up_required`, `validation_failed` for a
 * wrong password, and `rate_limited`.
 */
export async function changeOwnDetails(
  context: Context,
  { password, method, ...account }: Details,
  deps: Deps,
): Promise<OwnPayoutDetails> {
  const { userId, isUnproven } = requireUser(context)
  if (isUnproven) throw forbidden('Prove your email address first: “Forgot password?” sends you a link.')
  await deps.identity.confirmation.confirmAct(context, 'payout.details', password)
  await deps.limit.take(userId)
  await inTransaction(context, async (tx) => {
    await lockOwnAccount(tx)
    const payeeId = await selectPayeeId(tx.db, userId)
    if (!payeeId) throw accountDeleted()
    const box = await deps.key.make(tx.db)
    const id = await insertDetails(tx.db, {
      ...{ payee_id: payeeId, method, sealed: box.seal(account, payeeId), key_mark: box.keyMark },
      account_mark: box.accountMark(method, account.account),
    })
    const change_id = await notePayoutDetails(tx, { userId, detailsId: id })
    await enqueue(tx.db, payoutDetailsMail, { user_id: userId, details_id: id, change_id })
  })
  return readOwnDetails(context, deps)
}

/** Withdraws every change of the caller that does not count yet. Throws `not_found` if there is none. */
export async function withdrawComing(
  context: Context,
  deps: Pick<Deps, 'key' | 'identity'>,
): Promise<OwnPayoutDetails> {
  const { userId } = requireUser(context)
  await inTransaction(context, async (tx) => {
    await lockOwnAccount(tx)
    const payeeId = await selectPayeeId(tx.db, userId)
    if (!payeeId || !(await takeBackComing(tx.db, payeeId))) throw notFound('Change')
  })
  return readOwnDetails(context, deps)
}

/** Withdraws details together with other changes of the account (docs/product/undo.md#what-can-be-taken-back). */
export const takeBackDetails = async ({ db }: Context, detailsId: string): Promise<void> => {
  await takeBackWaiting(db, detailsId)
}

/**
 * Makes changes that waited in a backup of `madeAt` wait again after its restore, like the links that undo them. The
 * context's database is used as the owner of the tables.
 */
export const restartDetails = (context: Context, madeAt: Date): Promise<void> =>
  inTransaction(context, ({ db }) => restartWaiting(db, madeAt))

/** Mails of details that wait anew since mails arrive again, as when they were entered. */
export async function tellWaitingAnew({ db }: Pick<Context, 'db'>): Promise<void> {
  const untold = await selectUntold(db)
  await enqueueAll(db, payoutDetailsMail, untold, ({ details_id }) => `payout-details-${details_id}`)
}

/** Erases details that are no longer used: a month after others replaced them, or after they were withdrawn. */
export const eraseOldDetails = ({ db }: Pick<Context, 'db'>) => eraseReplaced(db)

/**
 * The caller's payouts and payout details for their export. Accounts are hidden as on the screen, unless the caller has
 * proved within 15 minutes who they are.
 */
export async function exportPayouts(
  context: Context,
  key: PayoutKey,
): Promise<z.input<typeof exportedPayouts>> {
  const { userId } = requireUser(context)
  const { current, coming } = await selectStanding(context.db, userId)
  const rows = [coming, current].filter((row) => row !== null)
  const box = rows.length > 0 ? await key.find() : null
  const isOpen = hasFreshProof(context, 'strongest')
  return {
    payout_details: rows.map((row) => {
      const { account = null, legal_name = null, country = null } = box?.open(row, row.payee_id) ?? {}
      const shown = isOpen || account === null ? account : hiddenAccount(account)
      return {
        ...{ method: row.method, account: shown, legal_name, country },
        counts_from: row.counts_from.toISOString(),
        created_at: row.created_at.toISOString(),
      }
    }),
    payouts: (await selectOwnLines(context.db, userId)).map(serializeOwn),
  }
}
