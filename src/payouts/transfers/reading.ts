import type { z } from 'zod'
import { reportDay } from '../../earnings/index.ts'
import { monthsOfOrders } from '../../orders/index.ts'
import type { Context } from '../../platform/context.ts'
import { moneyText, toUnits } from '../../shared/amazon/currencies.ts'
import { currencyOf } from '../../shared/amazon/marketplaces.ts'
import { invalid } from '../../shared/errors.ts'
import type { receiptsContract } from './contract.ts'
import { dollarsOfLines, toSmallest, wholeUnits } from './rules.ts'
import type { LineRow } from './sql.ts'

export type Sent = Omit<
  z.output<(typeof receiptsContract)['POST /api/v1/admin/receipts']['body']>,
  'confirmed'
>
type SentLine = Sent['lines'][number]

/** A transfer as it is stored, with its lines: in the currency's smallest unit, and in US cents. */
export type NewTransfer = {
  marketplace: string
  currency: string
  amount: number
  usd_cents: number
  received_on: string
  reference: string
  lines: LineRow[]
}

/** Reads an admin's input. Throws `validation_failed`, which names the field. */
export async function readTransfer(
  context: Context,
  { marketplace, received_on, reference, ...sent }: Sent,
  options: { reportTimeZone: string },
): Promise<NewTransfer> {
  if (received_on > reportDay(context, options)) throw invalid('received_on', 'This day is in the future.')
  const currency = currencyOf(marketplace)
  const smallest = (field: string, units: number, of = currency) => {
    const amount = toSmallest(units, of)
    if (amount === null) throw invalid(field, wholeUnits(of))
    return amount
  }
  const amount = smallest('amount', sent.amount)
  const usd_cents = dollarsOf(sent, currency, amount, smallest)
  const amounts = sent.lines.map((line, n) => smallest(`lines.${n}.amount`, line.amount))
  const sum = amounts.reduce((total, one) => total + one, 0)
  if (amounts.includes(0)) throw invalid(`lines.${amounts.indexOf(0)}.amount`, 'Please enter an amount')
  if (sum !== amount)
    throw invalid('amount', `The lines come to ${moneyText(toUnits(sum, currency), currency)}.`)
  const cents = dollarsOfLines(amounts, usd_cents)
  const lines: LineRow[] = []
  for (const [n, line] of sent.lines.entries())
    lines.push({
      ...(await ofLine(context, line, { marketplace, field: `lines.${n}` })),
      ...{ kind: line.kind, amount: amounts[n] ?? 0, usd_cents: cents[n] ?? 0 },
    })
  return { marketplace, currency, amount, usd_cents, received_on, reference, lines }
}

/** The dollars received for a transfer: its own amount if it is in dollars. */
function dollarsOf(
  { usd }: Pick<Sent, 'usd'>,
  currency: string,
  amount: number,
  smallest: (field: string, units: number, of: string) => number,
): number {
  if (usd === undefined) {
    if (currency !== 'USD') throw invalid('usd', 'Please enter the dollars that arrived.')
    return amount
  }
  const cents = smallest('usd', usd, 'USD')
  if (currency === 'USD' && cents !== amount) throw invalid('usd', 'This marketplace pays in dollars.')
  return cents
}

/** The month of a line; for a deduction the month of its orders, which all have the same. */
async function ofLine(
  context: Context,
  line: SentLine,
  { marketplace, field }: { marketplace: string; field: string },
): Promise<Pick<LineRow, 'month' | 'order_item_ids'>> {
  if (line.kind === 'commissions') return { month: line.month, order_item_ids: [] }
  if (line.kind === 'bounty' || line.order_item_ids.length === 0) return { month: null, order_item_ids: [] }
  const ids = [...new Set(line.order_item_ids)]
  const found = await monthsOfOrders(context, ids)
  const path = `${field}.order_item_ids`
  for (const id of ids)
    if (!found.some((one) => one.order_item_id === id && one.marketplace === marketplace))
      throw invalid(path, `There is no order ${id} at this marketplace.`)
  const [month = null, ...others] = new Set(found.map((one) => one.month))
  if (others.length > 0)
    throw invalid(path, 'These orders belong to several months. Give each month a line of its own.')
  return { month, order_item_ids: ids }
}
