import { balanceInUsd, explainBalance, reportDay } from '../../earnings/index.ts'
import type { Context } from '../../platform/context.ts'
import { centsToUsd } from '../../shared/money.ts'
import { type Outlook, type OutlookKind, outlookOf } from '../../shared/payouts/outlook.ts'
import { ownReason } from '../../shared/payouts/own-reasons.ts'
import { hiddenAccount } from '../details/rules.ts'
import { type Judged, judgeAll, judgePayee, type RunDeps } from './due.ts'

/**
 * A payee's balance in dollars, why nothing of it is paid now, and what is next, in the one sentence that its creator
 * reads everywhere (docs/product/earnings.md#what-is-next). The caller checks who may know it.
 */
export async function readOutlook(context: Context, deps: RunDeps, payeeId: string) {
  const judged = await judgePayee(context, deps, payeeId)
  const balance = await explainBalance(context, payeeId, deps)
  const minimum = centsToUsd(deps.minimumCents)
  const why = whyOf(judged)
  const next: Outlook = outlookOf({
    ...balance,
    ...{ minimum, why, missing: missingOf(judged) },
    account:
      judged.account && `${methodNames[judged.method ?? 'other']}, ${hiddenAccount(judged.account.account)}`,
    payoutDay: deps.day ?? null,
    today: reportDay(context, deps),
  })
  return { balance, minimum, judged, why_not_due: why, next }
}

/**
 * Which sentence each of many payees reads; payees of deleted accounts have one, too. The kind depends on neither the
 * holds nor the days of what is pending, which a sentence only names. The caller checks who may know it.
 */
export async function outlookKindsOf(
  context: Context,
  deps: RunDeps,
  payeeIds: string[],
): Promise<Map<string, OutlookKind>> {
  const [minimum, today] = [centsToUsd(deps.minimumCents), reportDay(context, deps)]
  return new Map(
    (await judgeAll(context, deps, payeeIds)).map((judged) => [
      judged.payee_id,
      outlookOf({
        ...balanceInUsd(judged),
        ...{ minimum, today, why: whyOf(judged), missing: missingOf(judged) },
        ...{ holds: [], coming: [], account: null, payoutDay: null },
      }).kind,
    ]),
  )
}

/** Who has nothing is not told why none of it is paid. */
const whyOf = ({ why, available, held }: Judged) => (why && (available || held) ? ownReason(why) : null)

const methodNames = { paypal: 'PayPal', wise: 'Wise', other: 'your account' }

const missingOf = (judged: { is_proven: boolean; details_id: string | null; has_coming: boolean }) =>
  judged.is_proven ? (judged.details_id === null && !judged.has_coming ? 'details' : null) : 'proven_address'
