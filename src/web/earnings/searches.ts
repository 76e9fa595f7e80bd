import type { EarningsPeriod, OrderSort, ProductEnd, ProductSort } from '../../earnings/contract.ts'
import { id, oneOf, searchOf } from '../app/search-of.ts'

const period = oneOf<EarningsPeriod>('D', 'W', 'M', 'Y')

/** What the earnings page shows: of which product the orders are, all of them without. */
export const earningsSearch = searchOf({
  period,
  view: oneOf('orders', 'entries'),
  sort: oneOf<OrderSort>('ordered', 'posted'),
  product: id,
})

/** How the products are listed. */
export const productsSearch = searchOf({
  period,
  sort: oneOf<ProductSort>('clicks', 'orders', 'conversion', 'earnings'),
  first: oneOf<ProductEnd>('most', 'least'),
})

/** The row of the ledger whose conversation is open. */
export const questionsSearch = searchOf({ of: id })
