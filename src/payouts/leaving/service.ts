import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { appendEntries, type Balance, balancesOf, lockPayees } from '../../earnings/index.ts'
import { type Context, inTransaction, requireUser } from '../../platform/context.ts'
import { whereBroken } from '../../platform/database/failures.ts'
import { accountDeleted, forbidden, invalid } from '../../shared/errors.ts'
import { centsToUsd } from '../../shared/money.ts'
import type { PayoutBox, PayoutKey } from '../details/payout-key.ts'
import { hiddenAccount } from '../details/rules.ts'
import { eraseDetails, selectStanding } from '../details/sql.ts'
import type { Claim, Leaving, leavingContract } from './contract.ts'
import { claimableSince, longAgo, movesFrom, paysUntil } from './rules.ts'
import {
  claimMarked,
  deleteForgotten,
  insertClaim,
  insertMove,
  noteProofHash,
  selectClaims,
  selectKept,
  selectLeaver,
  selectMoving,
  selectUnproven,
} from './sql.ts'

type Deps = { key: PayoutKey; reportTimeZone: string }
type Claims = z.input<(typeof leavingContract)['GET /api/v1/me/claims']['response']>

const nothing: Balance = { posted: 0, pending: 0, paid: 0, held: 0, available: 0 }
/** What is owed in all, in cents. */
const owedOf = ({ posted, pending, paid }: Balance) => posted + pending - paid

/** What the caller would leave unpaid (docs/product/payouts.md#leaving-with-money). */
export async function readLeaving(context: Context, deps: Deps): Promise<Leaving> {
  const { available, pending, held, isClaimable, current } = await lookAtLeaver(context, deps)
  return {
    ...{ available: centsToUsd(available), pending: centsToUsd(pending), held: centsToUsd(held) },
    is_claimable: isClaimable,
    last_payout: current && { method: current.method, account: hiddenAccount(current.account) },
  }
}

async function lookAtLeaver(context: Context, deps: Deps) {
  const { userId } = requireUser(context)
  const leaver = await selectLeaver(context.db, userId)
  if (!leaver) throw accountDeleted()
  const { payee_id: payeeId, email, email_verified_at } = leaver
  const balance = (await balancesOf(context, [payeeId], deps)).get(payeeId) ?? nothing
  const isClaimable = email_verified_at !== null && owedOf(balance) > 0
  const row = (await selectStanding(context.db, userId)).current
  const account = row && (await deps.key.find())?.open(row, payeeId)?.account
  const current = isClaimable && row && account ? { id: row.id, method: row.method, account } : null
  return { payeeId, email, ...balance, isClaimable, current }
}

/**
 * Keeps what the caller is owed claimable by their proven address, in the transaction that deletes their account, and
 * their details where they want their last payout; else forgets these. Throws `validation_failed` for a last payout that
 * cannot be made.
 */
export async function leaveWithMoney(
  tx: Context,
  { lastPayout }: { lastPayout: boolean },
  deps: Deps,
): Promise<void> {
  const { payeeId, email, isClaimable, current } = await lookAtLeaver(tx, deps)
  if (lastPayout && !current)
    throw invalid('last_payout', 'There is nothing to pay out, or no payout details that count now.')
  await eraseDetails(tx.db, [payeeId], lastPayout && current ? { but: current.id } : {})
  if (!isClaimable) return
  const box = await deps.key.make()
  const mark = box.addressMark(email)
  const at = tx.clock()
  await insertClaim(tx.db, {
    ...{ payee_id: payeeId, address_mark: mark, key_mark: box.keyMark, left_at: at },
    proof_hash: hashOf(box.claimProof(payeeId, mark)),
    pays_until: lastPayout ? paysUntil(at) : null,
  })
}

/** What is left of accounts that the caller deleted. Nothing for who has not proven their address. */
export async function listClaims(context: Context, deps: Deps): Promise<Claims> {
  const { userId } = requireUser(context)
  const own = await selectLeaver(context.db, userId)
  if (!own) throw accountDeleted()
  const mark = await markOf(own, deps)
  const since = claimableSince(context.clock())
  const rows = await selectClaims(context.db, { payeeId: own.payee_id, mark, since })
  const balances = await balancesOf(
    context,
    rows.map(({ payee_id }) => payee_id),
    deps,
  )
  return {
    items: rows.flatMap(({ payee_id, left_at, claimed_at, moves_from }): Claim[] => {
      const balance = balances.get(payee_id) ?? nothing
      if (owedOf(balance) === 0) return []
      return [
        {
          ...{ available: centsToUsd(balance.available), pending: centsToUsd(balance.pending) },
          left_at: left_at.toISOString(),
          claimed_at: claimed_at?.toISOString() ?? null,
          moves_from: moves_from?.toISOString() ?? null,
        },
      ]
    }),
  }
}

const markOf = async (
  { email, email_verified_at }: { email: string; email_verified_at: Date | null },
  { key }: Deps,
): Promise<Buffer | null> => (email_verified_at && (await key.find())?.addressMark(email)) || null

/**
 * Claims what the caller left under the same address before. A last payout of it is not made any more. Throws `forbidden`
 * for an address that is not proven.
 */
export async function claimOwn(context: Context, deps: Deps): Promise<Claims> {
  const { userId } = requireUser(context)
  await inTransaction(context, async (tx) => {
    const own = await selectLeaver(tx.db, userId)
    if (!own) throw accountDeleted()
    const notProven = () => forbidden('Prove your email address first: “Forgot password?” sends you a link.')
    if (!own.email_verified_at) throw notProven()
    const mark = await markOf(own, deps)
    if (!mark) return
    const box = await deps.key.make()
    await noteProofs(tx, box)
    const at = tx.clock()
    const claimed = await whereBroken(
      { payee_claims_proven: notProven },
      claimMarked(tx.db, {
        ...{ payeeId: own.payee_id, mark, at, longAgo: longAgo(at), since: claimableSince(at) },
        ...{ from: movesFrom(at), proofOf: (payeeId) => box.claimProof(payeeId, mark) },
      }),
    )
    await eraseDetails(tx.db, claimed)
  })
  return listClaims(context, deps)
}

/**
 * What comes by itself: what was claimed goes to who has claimed it, details of last payouts are forgotten once these are
 * made or a year has passed, and so is what nobody can claim any more. May be repeated.
 */
export async function tendClaims(context: Context, options: Deps): Promise<void> {
  const box = await options.key.find()
  if (box) await noteProofs(context, box)
  const now = context.clock()
  for (const { payee_id, claimed_by } of await selectMoving(context.db, now))
    await inTransaction(context, (tx) => moveClaimed(tx, { from: payee_id, to: claimed_by }, options))
  await inTransaction(context, async (tx) => {
    const kept = await selectKept(tx.db, now)
    const balances = await balancesOf(
      tx,
      kept.map(({ payee_id }) => payee_id),
      options,
    )
    const over = kept.filter(
      ({ payee_id, is_over, is_paid }) =>
        !is_paid && (is_over || owedOf(balances.get(payee_id) ?? nothing) <= 0),
    )
    await eraseDetails(
      tx.db,
      over.map(({ payee_id }) => payee_id),
    )
    await deleteForgotten(tx.db, claimableSince(now))
  })
}

/** Claims from before each claim had to be proven are given what proves them. */
async function noteProofs({ db }: Context, { claimProof, keyMark }: PayoutBox): Promise<void> {
  for (const { payee_id, address_mark } of await selectUnproven(db, keyMark))
    await noteProofHash(db, payee_id, hashOf(claimProof(payee_id, address_mark)))
}

const hashOf = (proof: Buffer): Buffer => createHash('sha256').update(proof).digest()

/** Brings what a former payee has to who has claimed it; below zero too, where a return took back what had gone there. */
async function moveClaimed(
  tx: Context,
  { from, to }: { from: string; to: string },
  options: { reportTimeZone: string },
): Promise<void> {
  // Balances are those of the end: nobody posts to either meanwhile.
  await lockPayees(tx.db, [from, to])
  const cents = (await balancesOf(tx, [from], options)).get(from)?.available ?? 0
  if (cents === 0) return
  const id = await insertMove(tx.db, { payeeId: from, cents, at: tx.clock() })
  const row = (payeeId: string, userCents: number, end: string) => ({
    ...{ payeeId, type: 'manual_adjustment' as const, userCents, reference: `${id}:${end}` },
    reason: 'From an account that was deleted, to who has claimed it by the same address.',
  })
  await appendEntries(tx, [row(from, -cents, 'from'), row(to, cents, 'to')], options)
}
