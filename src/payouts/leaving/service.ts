import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { appendEntries, type Balance, balancesOf, lockPayees } from '../../earnings/index.ts'
import { type Context, inTransaction, requireUser } from '../../platform/context.ts'
import { whereBroken } from '../../platform/database/errors.ts'
import { enqueue } from '../../platform/jobs/job.ts'
import { accountDeleted, forbidden, invalid } from '../../shared/errors.ts'
import { centsToUsd } from '../../shared/money.ts'
import { debtMail } from '../debts/mails.ts'
import { selectPayable, selectUnclaimedDebts } from '../debts/sql.ts'
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
/** The total that is owed, in cents. */
const owedOf = ({ posted, pending, paid }: Balance) => posted + pending - paid

/** The balance that the caller would leave unpaid (docs/product/payouts.md#leaving-with-money). */
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
  const { payee_id: payeeId, email, email_verified_at, has_earned } = leaver
  const balance = (await balancesOf(context, [payeeId], deps)).get(payeeId) ?? nothing
  const isClaimable = email_verified_at !== null && owedOf(balance) > 0
  const row = (await selectStanding(context.db, userId)).current
  const account = row && (await deps.key.find())?.open(row, payeeId)?.account
  const current = isClaimable && row && account ? { id: row.id, method: row.method, account } : null
  // People who ever earned something may have to give some of it back: orders can be returned later.
  const isMarked = email_verified_at !== null && has_earned
  return {
    payeeId,
    email,
    ...balance,
    isClaimable,
    isMarked,
    accountMark: row?.account_mark ?? null,
    current,
  }
}

/**
 * Keeps the caller's balance claimable by their proven address, in the transaction that deletes their account, with the
 * mark by which a debt is recognised, and their details if they want a last payout; otherwise forgets the details.
 * Throws `validation_failed` for an impossible last payout.
 */
export async function leaveWithMoney(
  tx: Context,
  { lastPayout }: { lastPayout: boolean },
  deps: Deps,
): Promise<void> {
  const { payeeId, email, isMarked, accountMark, current } = await lookAtLeaver(tx, deps)
  if (lastPayout && !current)
    throw invalid('last_payout', 'There is nothing to pay out, or there are no valid payout details.')
  await eraseDetails(tx.db, [payeeId], lastPayout && current ? { but: current.id } : {})
  if (!isMarked) return
  const box = await deps.key.make(tx.db)
  const mark = box.addressMark(email)
  const at = tx.clock()
  await insertClaim(tx.db, {
    ...{ payee_id: payeeId, address_mark: mark, key_mark: box.keyMark, left_at: at },
    proof_hash: hashOf(box.claimProof(payeeId, mark)),
    account_mark: accountMark,
    pays_until: lastPayout ? paysUntil(at) : null,
  })
}

/** The balances of accounts that the caller deleted. Empty until they have proven their address. */
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
 * Claims the balances that the caller left under the same address. Their last payouts are no longer made. Throws
 * `forbidden` for an unproven address.
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
    const box = await deps.key.make(tx.db)
    await noteProofs(tx, box)
    const claimed = await whereBroken(
      { payee_claims_proven: notProven },
      claim(tx, { payeeId: own.payee_id, mark }, box),
    )
    await eraseDetails(tx.db, claimed)
  })
  return listClaims(context, deps)
}

/**
 * Work that needs no caller: a debt follows its address, a claimed balance goes to the person who claimed it, details
 * for last payouts are forgotten once these are made or a year has passed, and so are expired claims. Safe to repeat.
 */
export async function maintainClaims(context: Context, options: Deps): Promise<void> {
  const box = await options.key.find()
  if (box) {
    await noteProofs(context, box)
    await followDebts(context, box)
  }
  const now = context.clock()
  for (const { payee_id, claimed_by, waits } of await selectMoving(context.db, now))
    await inTransaction(context, (tx) => moveClaimed(tx, { from: payee_id, to: claimed_by, waits }, options))
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

/** Gives proofs to claims from before each claim had to be proven. */
async function noteProofs({ db }: Context, { claimProof, keyMark }: PayoutBox): Promise<void> {
  for (const { payee_id, address_mark } of await selectUnproven(db, keyMark))
    await noteProofHash(db, payee_id, hashOf(claimProof(payee_id, address_mark)))
}

const hashOf = (proof: Buffer): Buffer => createHash('sha256').update(proof).digest()

/**
 * Moves a former payee's debt to the person who is paid under the same proven address
 * (docs/product/payouts.md#leaving-with-a-debt).
 */
async function followDebts(context: Context, box: PayoutBox): Promise<void> {
  const debts = await selectUnclaimedDebts(context.db, box.keyMark)
  if (debts.length === 0) return
  const markOfDebt = new Map(debts.map((debt) => [debt.address_mark.toString('hex'), debt.address_mark]))
  for (const { payee_id: payeeId, email } of await selectPayable(context.db)) {
    const mark = markOfDebt.get(box.addressMark(email).toString('hex'))
    const of = debts.filter(({ address_mark }) => mark?.equals(address_mark)).map(({ payee_id }) => payee_id)
    if (mark) await inTransaction(context, (tx) => claim(tx, { payeeId, mark, of }, box))
  }
}

/** Claims the balances with a mark, or only those of these former payees. Returns the former payees. */
function claim(
  tx: Context,
  { payeeId, mark, of }: { payeeId: string; mark: Buffer; of?: string[] },
  box: PayoutBox,
): Promise<string[]> {
  const at = tx.clock()
  return claimMarked(tx.db, {
    ...{ payeeId, mark, of, at, longAgo: longAgo(at), since: claimableSince(at) },
    ...{ from: movesFrom(at), proofOf: (former) => box.claimProof(former, mark) },
  })
}

/**
 * Moves a former payee's balance to the person who has claimed it. A debt moves at once, even if a return took back
 * money that had moved; nobody may be paid meanwhile.
 */
async function moveClaimed(
  tx: Context,
  { from, to, waits }: { from: string; to: string; waits: boolean },
  options: { reportTimeZone: string },
): Promise<void> {
  // The balances cannot change here: nobody posts to either meanwhile.
  await lockPayees(tx.db, [from, to])
  const cents = (await balancesOf(tx, [from], options)).get(from)?.available ?? 0
  if (cents === 0 || (waits && cents > 0)) return
  const id = await insertMove(tx.db, { payeeId: from, cents, at: tx.clock() })
  const row = (payeeId: string, userCents: number, end: string) => ({
    ...{ payeeId, type: 'manual_adjustment' as const, userCents, reference: `${id}:${end}` },
    reason:
      cents > 0
        ? 'From a deleted account, to the person who claimed it with the same address.'
        : 'Owed by a deleted account with the same address.',
  })
  await appendEntries(tx, [row(from, -cents, 'from'), row(to, cents, 'to')], options)
  if (cents < 0) await enqueue(tx.db, debtMail, { id, by: 'address' })
}
