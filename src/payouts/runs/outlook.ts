import { explainBalance, reportDay } from '../../earnings/index.ts'
import type { Context } from '../../platform/context.ts'
import { centsToUsd } from '../../shared/money.ts'
import { type Outlook, outlookOf } from '../../shared/payouts/outlook.ts'
import { ownReason } from '../../shared/payouts/own-reasons.ts'
import { hiddenAccount } from '../details/rules.ts'
import { judgePayee, type RunDeps } from './due.ts'

/**
 * A payee's balance in dollars, why nothing of it is paid now, and what is next, in the one sentence that its creator
 * reads everywhere (docs/product/earnings.md#what-is-next). The caller checks who may know it.
 */
export async function readOutlook(context: Context, deps: RunDeps, payeeId: string) {
  const judged = await judgePayee(context, deps, payeeId)
  const balance = await explainBalance(context, payeeId, deps)
  const minimum = centsToUsd(deps.minimumCents)
  // Who has nothing is not told why none of it is paid.
  const why = judged.why && (judged.available || judged.held) ? ownReason(judged.why) : null
  const next: Outlook = outlookOf({
    ...balance,
    minimum,
    why,
    missing: missingOf(judged),
    account:
      judged.account && `${methodNames[judged.method ?? 'other']}, ${hiddenAccount(judged.account.account)}`,
    payoutDay: deps.day ?? null,
    today: reportDay(context, deps),
  })
  return { balance, minimum, judged, why_not_due: why, next }
}

const methodNames = { paypal: 'PayPal', wise: 'Wise', other: 'your account' }

const missingOf = (judged: { is_proven: boolean; details_id: string | null; has_coming: boolean }) =>
  judged.is_proven ? (judged.details_id === null && !judged.has_coming ? 'details' : null) : 'proven_address'
