import { isMarketplace, marketplaceName } from '../../../shared/amazon/marketplaces.ts'
import { usdText } from '../../format/money-text.ts'
import { monthText } from '../../format/when-text.ts'
import type { BookAccount, BookLine, EntriesSearch } from '../answers.ts'

export const accountNames: Record<BookAccount, string> = {
  receivable: 'Receivable from Amazon',
  platform: 'Platform’s share',
  creators: 'Owed to creators',
  paid: 'Received less paid out',
  nobodys: 'Nobody’s',
  exchange: 'Exchange',
}
export const accounts = Object.keys(accountNames) as BookAccount[]

export const kindNames: Record<BookLine['kind'], string> = {
  order: 'Orders of creators',
  adjustment: 'Adjustments by hand',
  payout: 'Paid out',
  payout_returned: 'Payouts that came back',
  receipt: 'Receipts',
  bounty: 'Bounties',
  deduction: 'Deductions',
  receipt_reversed: 'Reversed receipts',
  nobodys: 'Of nobody, at the month’s end',
  shortfall: 'Borne by the platform, at the month’s end',
  exchange: 'Exchange, at the month’s end',
}

/** The month that Amazon pays for: 'June 2026, amazon.com'; nothing where there is none. */
export const paidForText = (of: { marketplace?: string | null; earning_month?: string | null }): string =>
  of.marketplace && of.earning_month
    ? `${monthText(of.earning_month)}, ${marketplaceName(of.marketplace)}`
    : ''

/** Reads the search of an address; unknown values are left out. */
export function readEntriesSearch(asked: Record<string, unknown>): EntriesSearch {
  const { kind, account, marketplace, earning_month } = asked
  return {
    ...(Object.hasOwn(kindNames, String(kind)) && { kind: kind as BookLine['kind'] }),
    ...(Object.hasOwn(accountNames, String(account)) && { account: account as BookAccount }),
    ...(isMarketplace(String(marketplace)) && { marketplace: String(marketplace) as never }),
    ...(/^\d{4}-(0[1-9]|1[0-2])$/.test(String(earning_month)) && { earning_month: String(earning_month) }),
  }
}

/** What is listed: 'Receipts · June 2026, amazon.com'; nothing where it is all of a month. */
export const searchText = ({ kind, account, ...of }: EntriesSearch): string =>
  [kind && kindNames[kind], account && accountNames[account], paidForText(of)].filter(Boolean).join(' · ')

/** The accounts that a line or an entry changes, and by how much. */
export const changeTexts = (change: BookLine['change']): string[] =>
  accounts
    .filter((account) => change[account] !== 0)
    .map((account) => `${accountNames[account]} ${usdText(change[account])}`)
