import { firstMonthOf, lastRateOf, reportedMonths } from '../../orders/index.ts'
import type { Context } from '../../platform/context.ts'
import { toUnits } from '../../shared/amazon/currencies.ts'
import { marketplaceName } from '../../shared/amazon/marketplaces.ts'
import { AppError } from '../../shared/errors.ts'
import { centsToUsd } from '../../shared/money.ts'
import type { NewTransfer } from './reading.ts'
import { type Question, questionOfMonth, questionOfRate } from './rules.ts'

/**
 * Asks once about the surprising parts of a transfer: throws `confirmation_required`, with all questions, where one
 * of them was not confirmed.
 */
export async function requireConfirmed(
  context: Context,
  transfer: NewTransfer,
  confirmed: string[],
): Promise<void> {
  const questions = [
    ...(await questionsOfMonths(context, transfer)),
    ...(await questionsOfRate(context, transfer)),
  ]
  if (questions.every(({ id }) => confirmed.includes(id))) return
  throw new AppError('confirmation_required', questions.map(({ text }) => text).join(' '), { questions })
}

async function questionsOfMonths(
  context: Context,
  { marketplace, received_on, lines }: NewTransfer,
): Promise<Question[]> {
  const months = new Set(lines.flatMap(({ kind, month }) => (kind === 'commissions' && month) || []))
  if (months.size === 0) return []
  const sorted = [...months].sort()
  const [from = '', to = ''] = [sorted[0], sorted.at(-1)]
  const reported = (await reportedMonths(context, { from, to })).filter(
    (one) => one.marketplace === marketplace,
  )
  const first = await firstMonthOf(context, marketplace)
  return sorted.flatMap(
    (month) =>
      questionOfMonth({
        ...{ month, first, name: nameOfMonth(month), site: marketplaceName(marketplace) },
        endsBefore: month < received_on.slice(0, 7),
        hasOrders: reported.some((one) => one.month === month),
      }) ?? [],
  )
}

const nameOfMonth = (month: string) =>
  new Date(`${month}-01T00:00:00Z`).toLocaleString('en-US', {
    ...{ month: 'long', year: 'numeric', timeZone: 'UTC' },
  })

async function questionsOfRate(
  context: Context,
  { currency, amount, usd_cents }: NewTransfer,
): Promise<Question[]> {
  if (currency === 'USD') return []
  const rate = await lastRateOf(context, currency)
  const usdPerUnit = rate === null ? null : Number(rate)
  const question = questionOfRate(toUnits(amount, currency), {
    currency,
    usd: centsToUsd(usd_cents),
    usdPerUnit,
  })
  return question ? [question] : []
}
