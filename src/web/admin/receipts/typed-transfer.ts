import { currencyName } from '../../../shared/amazon/currencies.ts'
import { currencyOf, type Marketplace } from '../../../shared/amazon/marketplaces.ts'
import type { InputOf } from '../../api/client.ts'
import type { TransferLine } from './receipt-queries.ts'

export type Kind = TransferLine['kind']
/** A line as it is typed; `key` tells it from the others while they are removed. */
export type TypedLine = { key: number; kind: Kind; month: string; amount: string; orders: string }
export type TypedTransfer = {
  marketplace: string
  received_on: string
  reference: string
  amount: string
  usd: string
  lines: TypedLine[]
}

export const newLine = (key: number): TypedLine => ({
  ...{ key, kind: 'commissions', month: '', amount: '', orders: '' },
})
export const emptyTransfer: TypedTransfer = {
  ...{ marketplace: 'us', received_on: '', reference: '', amount: '', usd: '', lines: [newLine(1)] },
}

/** `1,234.50`, `£1234.5` or `−3` as a number; not a number where it is none. */
export function amountOf(text: string): number {
  const [, sign, digits = ''] = /^([-−]?)[^\d.,]*([\d,]*\.?\d*)[^\d.,]*$/.exec(text.trim()) ?? []
  return /\d/.test(digits) ? Number(`${sign ? '-' : ''}${digits.replaceAll(',', '')}`) : Number.NaN
}

/** What lines come to: a deduction is taken off, however it is typed. */
const signed = ({ kind, amount }: TypedLine): number =>
  kind === 'deduction' ? -Math.abs(amountOf(amount)) : amountOf(amount)

/** A sum without the traces of binary fractions. */
const rounded = (units: number) => Number(units.toFixed(6))

/** What is left of the amount for a line without one; not a number where the amount or another line has none. */
export function restOf({ amount, lines }: TypedTransfer): number {
  const given = lines.filter((line) => line.amount.trim())
  return rounded(given.reduce((left, line) => left - signed(line), amountOf(amount)))
}

/** Amounts of lines: the one without is the rest. */
const amountsOf = (typed: TypedTransfer): number[] =>
  typed.lines.map((line) => (line.amount.trim() ? signed(line) : restOf(typed)))

export const orderIdsOf = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean)

/** What is missing or no amount, by field. */
export function missing(typed: TypedTransfer): Record<string, string> {
  const { received_on, reference, amount, usd, marketplace, lines } = typed
  const currency = currencyOf(marketplace)
  const found: Record<string, string> = {
    ...(!received_on && { received_on: 'Please choose a day' }),
    ...(!(amountOf(amount) > 0) && { amount: `Please enter an amount in ${currencyName(currency)}` }),
    ...(currency !== 'USD' && !(amountOf(usd) > 0) && { usd: 'Please enter an amount in US dollars' }),
    ...(!reference.trim() && { reference: 'Please enter a reference' }),
  }
  const withoutAmount = lines.filter((line) => !line.amount.trim())
  for (const [n, line] of lines.entries()) {
    if (line.kind === 'commissions' && !/^\d{4}-\d{2}$/.test(line.month))
      found[`lines.${n}.month`] = 'Please enter a month such as 2026-11'
    if (line.amount.trim() ? Number.isNaN(signed(line)) : withoutAmount.length > 1)
      found[`lines.${n}.amount`] = 'Please enter an amount'
  }
  return found
}

type Body = NonNullable<InputOf<'POST /api/v1/admin/receipts'>['body']>

/** The body of the call. */
export function bodyOf(typed: TypedTransfer, confirmed: string[]): Body {
  const amounts = amountsOf(typed)
  return {
    marketplace: typed.marketplace as Marketplace,
    received_on: typed.received_on,
    reference: typed.reference.trim(),
    amount: amountOf(typed.amount),
    ...(currencyOf(typed.marketplace) !== 'USD' && { usd: amountOf(typed.usd) }),
    lines: typed.lines.map(({ kind, month, orders }, n) => {
      const amount = amounts[n] ?? 0
      if (kind === 'commissions') return { kind, month, amount }
      return kind === 'bounty' ? { kind, amount } : { kind, amount, order_item_ids: orderIdsOf(orders) }
    }),
    ...(confirmed.length > 0 && { confirmed }),
  }
}
