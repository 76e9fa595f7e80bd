import { marketplaceCodes } from '../../../shared/amazon/marketplace-codes.ts'
import { month, oneOf, searchOf } from '../../app/search-of.ts'
import type { BookAccount, BookLine } from '../answers.ts'

export const bookAccounts = [
  ...(['receivable', 'platform', 'creators', 'paid', 'nobodys', 'exchange'] as const),
] satisfies BookAccount[]

const bookKinds = [
  ...(['order', 'adjustment', 'payout', 'payout_returned', 'receipt', 'bounty', 'deduction'] as const),
  ...(['receipt_reversed', 'nobodys', 'shortfall', 'exchange'] as const),
] satisfies BookLine['kind'][]

/** Which entries of a month are listed, as the address says; all of them without. */
export const entriesSearch = searchOf({
  kind: oneOf(...bookKinds),
  account: oneOf(...bookAccounts),
  marketplace: oneOf(...marketplaceCodes),
  earning_month: month,
})

export type EntriesSearch = ReturnType<typeof entriesSearch>
