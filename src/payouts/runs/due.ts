import type { z } from 'zod'
import { type Balance, balancesOf } from '../../earnings/index.ts'
import { type Context, requireAdmin } from '../../platform/context.ts'
import { centsToUsd } from '../../shared/money.ts'
import type { PayoutKey } from '../details/payout-key.ts'
import type { PayoutAccount } from '../details/rules.ts'
import type { DuePayee, NotDueReason, payoutRunsContract } from './contract.ts'
import { whyNotDue } from './due-rules.ts'
import { type PayeeRow, selectPayees, selectSharedAccounts } from './due-sql.ts'

export type RunDeps = {
  key: PayoutKey
  minimumCents: number
  /** The day of the month on which payouts are made; unset where there is none (`PAYOUT_DAY`). */
  day?: number | undefined
  reportTimeZone: string
}

export type Judged = PayeeRow &
  Balance & {
    account: PayoutAccount | null
    why: NotDueReason | null
  }
/** A payee who is paid, with their account. */
export type Due = Judged & {
  why: null
  account: PayoutAccount
  details_id: string
  method: NonNullable<PayeeRow['method']>
  sealed: Buffer
  key_mark: Buffer
  account_mark: Buffer
}

/**
 * All payees whose balance is not zero, or those of these payees, with the reason why they are not paid now, if so; in
 * the order of their ids. Amounts in cents.
 */
export const judgePayees = async (context: Context, deps: RunDeps, ids?: string[]): Promise<Judged[]> =>
  (await judgeAll(context, deps, ids)).filter(({ available, held }) => available !== 0 || held !== 0)

/** The same, of payees without a balance too. */
export async function judgeAll(context: Context, deps: RunDeps, ids?: string[]): Promise<Judged[]> {
  const payees = await selectPayees(context.db, context.clock(), ids)
  const balances = await balancesOf(
    context,
    payees.map(({ payee_id }) => payee_id),
    deps,
  )
  const box = await deps.key.find()
  return payees.map((row) => {
    const { payee_id, sealed, key_mark } = row
    const balance = balances.get(payee_id) ?? { posted: 0, pending: 0, paid: 0, held: 0, available: 0 }
    const { available, held } = balance
    const account = (sealed && key_mark && box?.open({ sealed, key_mark }, payee_id)) || null
    const why = whyNotDue({
      available,
      held,
      minimumCents: deps.minimumCents,
      hasAccount: row.user_id !== null,
      isLastPayout: row.is_last_payout,
      isClaimed: row.is_claimed,
      hasAttention: row.has_attention,
      asksDebt: row.asks_debt,
      isSuspended: row.is_suspended,
      isProven: row.is_proven,
      isResting: row.is_resting,
      hasDetails: row.details_id !== null,
      hasComing: row.has_coming,
      isReadable: account !== null,
    })
    return { ...row, ...balance, account, why }
  })
}

/** One payee, judged. */
export async function judgePayee(context: Context, deps: RunDeps, payeeId: string): Promise<Judged> {
  const [judged] = await judgeAll(context, deps, [payeeId])
  if (!judged) throw new Error('A payee is missing.')
  return judged
}

/** Those of them who are paid. */
export const dueOf = (judged: Judged[]): Due[] => judged.filter((one): one is Due => one.why === null)

/** Who would be paid now, and who would not and why; nothing is changed. Amounts in dollars. */
export async function listDue(
  context: Context,
  deps: RunDeps,
): Promise<z.input<(typeof payoutRunsContract)['GET /api/v1/admin/payouts/due']['response']>> {
  requireAdmin(context)
  const judged = await judgePayees(context, deps)
  const due = dueOf(judged)
  const shared = await selectSharedAccounts(
    context.db,
    due.map(({ account_mark }) => account_mark),
  )
  const sharedBy = Map.groupBy(shared, ({ account_mark }) => account_mark.toString('hex'))
  const items = due.map((one): DuePayee => {
    const others = (sharedBy.get(one.account_mark.toString('hex')) ?? []).filter(
      ({ payee_id }) => payee_id !== one.payee_id,
    )
    return {
      payee_id: one.payee_id,
      username: one.username,
      former: one.former,
      amount: centsToUsd(one.available),
      method: one.method,
      legal_name: one.account.legal_name,
      country: one.account.country,
      shared_with: [...new Set(others.map(({ username }) => username))],
    }
  })
  return {
    minimum: centsToUsd(deps.minimumCents),
    total: centsToUsd(due.reduce((sum, { available }) => sum + available, 0)),
    due: items,
    not_due: judged.flatMap(({ payee_id, username, former, available, held, why, claimant }) =>
      why ? [{ payee_id, username, former, amount: centsToUsd(available + held), why, claimant }] : [],
    ),
  }
}
