import type { OwnAmount, WaitingAmount } from '../../earnings/contract.ts'
import { moneyText } from '../../shared/amazon/currencies.ts'
import { monthName } from '../../shared/dates/date-text.ts'

/** What a row is of in its own currency: '£12.00 at 1.31'; 'now at 1.32' where only the rate changed. */
export function ownText({ currency, amount, usd_per_unit }: OwnAmount): string {
  const rate = usd_per_unit === null ? null : `at ${Number(usd_per_unit)}`
  const shown = amount === null ? null : amount === 0 ? rate && 'now' : moneyText(amount, currency)
  return [shown, rate].filter(Boolean).join(' ')
}

/** What an order waits with: '£12.00, becomes dollars once November’s rate is set'. */
export function waitingText({ currency, amount, months }: WaitingAmount, now = new Date()): string {
  const names = months.map((month) => `${monthName(month, now)}’s`)
  const rates = `${names.join(' and ')} ${names.length === 1 ? 'rate is' : 'rates are'} set`
  return `${moneyText(amount, currency)}, becomes dollars once ${rates}`
}
