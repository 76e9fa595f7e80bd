import { activeAdmins } from '../../identity/index.ts'
import { type Context, inTransaction } from '../../platform/context.ts'
import { forbidden, secondAdminNeeded } from '../../shared/errors.ts'
import { centsToDecimal, centsToUsd, type Move } from '../../shared/money.ts'
import { aloneMs, isMuch, summed } from './rules.ts'
import { insertMoves, lockActs, selectAlone, selectOwnPayees, setListed } from './sql.ts'

/**
 * The amounts that an act moves, by payee. An amount of zero concerns its payee too: one side of a contested order,
 * say. Without `aloneCents` only the payees matter: the result of a payout, say, follows what a provider did.
 */
export type Moved = { of: Move[]; aloneCents?: number }

/**
 * Runs acts of admins on money one at a time, in one transaction, the caller's if there is one: each sees what the
 * others have moved. The first step of an act, before it locks anything else.
 */
export const oneAtATime = <T>(context: Context, work: (tx: Context) => Promise<T>): Promise<T> =>
  inTransaction(context, async (tx) => {
    await lockActs(tx.db)
    return work(tx)
  })

/**
 * Records what an act moves, beside its audit entry. Throws `second_admin_needed` if it concerns the caller's own
 * earnings, or exceeds what one admin does alone, and nobody else agrees to it (docs/product/admin.md#a-second-admin).
 */
export async function noteMoves(tx: Context, auditId: string, { of, aloneCents }: Moved): Promise<void> {
  const { db, clock, actor, consent } = tx
  consent?.moves.push(...of)
  if (consent?.proposalId === null) return
  const moves = summed(of)
  const adminId = actor?.userId ?? null
  await lockActs(db)
  const payees = moves.map(({ payeeId }) => payeeId)
  if (adminId && !consent && (await isOwnMoney(tx, adminId, payees)))
    throw secondAdminNeeded('This concerns what you are paid. A second admin has to agree.', { own: true })
  const counted = aloneCents === undefined ? moves.map((move) => ({ ...move, cents: 0 })) : moves
  await insertMoves(
    db,
    { auditId, by: adminId, at: clock(), proposalId: consent?.proposalId ?? null },
    counted,
  )
  if (!adminId || consent || aloneCents === undefined) return
  const since = new Date(clock().getTime() - aloneMs)
  if (isMuch(moves, await selectAlone(db, { payees, adminId, since }), aloneCents))
    throw secondAdminNeeded(
      `One admin alone may move at most $${centsToDecimal(aloneCents)} for a creator within 30 days, and ten times as much in all. A second admin has to agree.`,
      { alone: centsToUsd(aloneCents) },
    )
}

/** Whether one of these payees is paid to a person. */
export async function isOwnMoney({ db }: Context, userId: string, payeeIds: string[]): Promise<boolean> {
  const own = new Set(await selectOwnPayees(db, userId))
  return payeeIds.some((id) => own.has(id))
}

/** Records that the approved payout run has shown what admins did alone up to an instant. */
export async function noteListed({ db }: Context, runId: string, until: Date): Promise<void> {
  await setListed(db, runId, until)
}

/** Says which of some people an act pays. */
type PaidOf = (userIds: string[]) => Promise<string[]> | string[]

/**
 * Whether another admin must do an act that pays many people at once: it pays the caller, and an admin whom it does not
 * pay has been here within 30 days.
 */
async function isForAnother(tx: Context, paidOf: PaidOf): Promise<boolean> {
  const adminId = tx.actor?.userId
  if (adminId === undefined) return false
  const active = await activeAdmins(tx)
  const paid = await paidOf([...new Set([adminId, ...active])])
  return paid.includes(adminId) && active.some((admin) => !paid.includes(admin))
}

/** Refuses an act that another admin must do. Throws `forbidden`. */
export async function requireUnpaid(tx: Context, paidOf: PaidOf): Promise<void> {
  if (await isForAnother(tx, paidOf)) throw forbidden('This pays you. Another admin has to do it.')
}
