import { marketplaceName } from '../../../shared/amazon/marketplaces.ts'
import { monthText } from '../../../shared/dates/date-text.ts'
import { usdText } from '../../format/money-text.ts'
import type { BookAccount, BookLine } from '../answers.ts'
import { bookAccounts, type EntriesSearch } from './entries-search.ts'

export const accountNames: Record<BookAccount, string> = {
  receivable: 'Receivable from Amazon',
  platform: 'Platform’s share',
  creators: 'Owed to creators',
  paid: 'Received less paid out',
  nobodys: 'Nobody’s',
  exchange: 'Exchange',
}

export const kindNames: Record<BookLine['kind'], string> = {
  order: 'Orders of creators',
  adjustment: 'Adjustments by hand',
  payout: 'Paid out',
  payout_returned: 'Payouts that came back',
  receipt: 'Receipts',
  bounty: 'Bounties',
  deduction: 'Deductions',
  receipt_reversed: 'Reversed receipts',
  nobodys: 'Credited to nobody, at the month’s end',
  shortfall: 'Borne by the platform, at the month’s end',
  exchange: 'Exchange, at the month’s end',
}

/** The month that Amazon pays for: 'June 2026, amazon.com'; nothing where there is none. */
export const paidForText = (of: { marketplace?: string | null; earning_month?: string | null }): string =>
  of.marketplace && of.earning_month
    ? `${monthText(of.earning_month)}, ${marketplaceName(of.marketplace)}`
    : ''

/** What is listed: 'Receipts · June 2026, amazon.com'; nothing where it is all of a month. */
export const searchText = ({ kind, account, ...of }: EntriesSearch): string =>
  [kind && kindNames[kind], account && accountNames[account], paidForText(of)].filter(Boolean).join(' · ')

/** The accounts that a line or an entry changes, and by how much. */
export const changeTexts = (change: BookLine['change']): string[] =>
  bookAccounts
    .filter((account) => change[account] !== 0)
    .map((account) => `${accountNames[account]} ${usdText(change[account])}`)
