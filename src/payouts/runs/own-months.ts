import type { z } from 'zod'
import { balancesOf, earningMonthsOf, ownPayee, reportDay } from '../../earnings/index.ts'
import type { Context } from '../../platform/context.ts'
import { centsToUsd } from '../../shared/money.ts'
import { monthAfter } from '../../shared/payouts/months.ts'
import { payoutDayFrom } from '../../shared/payouts/outlook.ts'
import type { ownPayoutsContract } from './contract.ts'
import type { RunDeps } from './due.ts'

type Months = z.input<(typeof ownPayoutsContract)['GET /api/v1/me/earning-months']['response']>

/**
 * The caller's money by earning month, in dollars, the next to be paid first (docs/product/earnings.md#on-its-way).
 * Months, older months and rows without a month add up to what is posted and pending.
 */
export async function listOwnMonths(context: Context, deps: RunDeps): Promise<Months> {
  const payeeId = await ownPayee(context)
  const balance = (await balancesOf(context, [payeeId], deps)).get(payeeId)
  if (!balance) throw new Error('A payee has no balance.')
  const today = reportDay(context, deps)
  const { months, before, other } = await earningMonthsOf(context, payeeId, { ...deps, paid: balance.paid })
  return {
    items: months.map(({ month, ordered, shipped, posted_cents, pending_cents, reviewed_cents, ...of }) => ({
      ...{ month, ordered, shipped },
      posted: centsToUsd(posted_cents),
      pending: centsToUsd(pending_cents),
      reviewed: centsToUsd(reviewed_cents),
      posted_on: of.posted_on,
      pays_usually: of.posted_on === null ? monthAfter(month, 2) : null,
      yours_on:
        of.posted_on && !of.is_paid_out
          ? payoutDayFrom(laterDay(of.posted_on, today), deps.day ?? null)
          : null,
      is_paid_out: of.is_paid_out,
    })),
    before: before && { month: before.month, amount: centsToUsd(before.cents) },
    other: centsToUsd(other),
    posted: centsToUsd(balance.posted),
    pending: centsToUsd(balance.pending),
  }
}

const laterDay = (...days: [string, string]): string => days.sort()[1]
