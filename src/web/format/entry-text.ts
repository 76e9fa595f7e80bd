import type { LedgerEntry, TransactionType } from '../../earnings/contract.ts'

/** How a kind of row is named in lists. */
const typeTexts: Record<TransactionType, string> = {
  commission: 'commission',
  return: 'return',
  adjustment: 'adjustment',
  payout: 'payout',
  payout_reversal: 'payout returned',
  manual_adjustment: 'adjustment by hand',
}

export const typeText = ({ transaction_type }: Pick<LedgerEntry, 'transaction_type'>): string =>
  typeTexts[transaction_type]

/** Headings of rows that are of no order. */
const titles: Partial<Record<TransactionType, string>> = {
  payout: 'Paid out to you',
  payout_reversal: 'A payout that came back',
}

type Named = Pick<LedgerEntry, 'transaction_type' | 'amazon_orders' | 'reason'>

/** What a row is headed by: the title of its order; of an adjustment by hand the reason that an admin gave. */
export const entryTitle = ({ transaction_type, amazon_orders: order, reason }: Named): string =>
  order ? order.product_title || order.asin : (titles[transaction_type] ?? reason ?? '')
