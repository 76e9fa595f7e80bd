import { currencyOf, type Marketplace } from '../../../shared/amazon/marketplaces.ts'
import type { InputOf } from '../../api/client.ts'
import type { TransferLine } from '../answers.ts'

export type Kind = TransferLine['kind']
/** A line as it is typed; its orders are ids, one a line. */
export type TypedLine = { kind: Kind; month: string; amount: string; order_item_ids: string }
export type TypedTransfer = {
  marketplace: string
  received_on: string
  reference: string
  amount: string
  usd: string
  lines: TypedLine[]
}

export const newLine: TypedLine = { kind: 'commissions', month: '', amount: '', order_item_ids: '' }
export const emptyTransfer: TypedTransfer = {
  ...{ marketplace: 'us', received_on: '', reference: '', amount: '', usd: '', lines: [newLine] },
}

/** `1,234.50`, `£1234.5` or `−3` as a number; not a number where it is none. */
export function amountOf(text: string): number {
  const [, sign, digits = ''] = /^([-−]?)[^\d.,]*([\d,]*\.?\d*)[^\d.,]*$/.exec(text.trim()) ?? []
  return /\d/.test(digits) ? Number(`${sign ? '-' : ''}${digits.replaceAll(',', '')}`) : Number.NaN
}

/** The sum of lines: a deduction is subtracted, however it is typed. */
const signed = ({ kind, amount }: TypedLine): number =>
  kind === 'deduction' ? -Math.abs(amountOf(amount)) : amountOf(amount)

/** A sum without the traces of binary fractions. */
const rounded = (units: number) => Number(units.toFixed(6))

/** What is left of the amount for a line without one; not a number where the amount or another line has none. */
export function restOf({ amount, lines }: TypedTransfer): number {
  const given = lines.filter((line) => line.amount.trim())
  return rounded(given.reduce((left, line) => left - signed(line), amountOf(amount)))
}

/** Whether a line's amount is one; it may be left out of one line, which takes the rest. */
export const isLineAmount = (amount: string, lines: TypedLine[]): boolean =>
  amount.trim() ? !Number.isNaN(amountOf(amount)) : lines.filter((line) => !line.amount.trim()).length === 1

/** Amounts of lines: the one without is the rest. */
const amountsOf = (typed: TypedTransfer): number[] =>
  typed.lines.map((line) => (line.amount.trim() ? signed(line) : restOf(typed)))

export const orderIdsOf = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean)

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
    lines: typed.lines.map(({ kind, month, order_item_ids }, n) => {
      const amount = amounts[n] ?? 0
      if (kind === 'commissions') return { kind, month: month.trim(), amount }
      if (kind === 'bounty') return { kind, amount }
      return { kind, amount, order_item_ids: orderIdsOf(order_item_ids) }
    }),
    ...(confirmed.length > 0 && { confirmed }),
  }
}
