import { type RawBuilder, sql } from 'kysely'
import { type Checks, checkByLines } from '../../platform/verification.ts'
import { wrongIdentities, wrongPairs, wrongReviews } from './identity-sql.ts'
import { wrongMonths, wrongTakings } from './returns-sql.ts'
import {
  doubledSales,
  lostOrders,
  wrongAmounts,
  wrongCounts,
  wrongDisagreements,
  wrongHolds,
  wrongMatches,
  wrongObservations,
  wrongParts,
  wrongPayers,
  wrongRates,
  wrongReasons,
  wrongRuns,
  wrongStates,
} from './verify-sql.ts'

/**
 * Checks orders: their states by their reports, their matches, and the ledger by what orders are worth and by its runs.
 */
export const orderChecks: Checks = async (snapshot) => {
  const orders = sql`select count(*) from amazon_orders`
  const check = (
    name: string,
    wrong: RawBuilder<unknown>,
    all: RawBuilder<unknown> = orders,
    unit = 'orders',
  ) => checkByLines(snapshot, name, { all, unit, wrong })
  return [
    check(
      'observations are unchanged since their import',
      wrongObservations,
      sql`select count(*) from order_observations`,
      'observations',
    ),
    check('orders match their reports in force', wrongStates),
    check(
      'matches fit their orders and products',
      wrongMatches,
      sql`select count(*) from order_matches`,
      'matches',
    ),
    check(
      'orders under review are held back, and no others',
      wrongHolds,
      sql`select count(*) from order_matches where review is not null`,
    ),
    check(
      'matches that the evidence contradicts are listed, and no others',
      wrongDisagreements,
      sql`select count(*) from order_disagreements`,
    ),
    check('the ledger adds up to what orders are worth', wrongAmounts),
    check(
      'ledger rows name rates that were set',
      wrongRates,
      sql`select count(*) from earnings_ledger where evidence ? 'conversions'`,
      'rows',
    ),
    check(
      'ledger rows name observations of their orders',
      wrongReasons,
      sql`select count(*) from earnings_ledger`,
      'rows',
    ),
    check(
      'posting runs have the rows they ended with',
      wrongRuns,
      sql`select count(*) from posting_runs where finished_at is not null`,
      'runs',
    ),
    check(
      'rows of Fee-Earnings are distinguished by their values',
      wrongIdentities,
      sql`select count(*) from fee_rows`,
      'rows',
    ),
    check(
      'rows of Fee-Earnings belong to the orders that they were paired with',
      wrongPairs,
      sql`select count(*) from fee_rows`,
      'rows',
    ),
    check('orders under review are those that cannot be paired', wrongReviews),
    check(
      'returns take from the orders of Folio’s CSV that they fit',
      wrongTakings,
      sql`select count(*) from amazon_orders where taken_from_id is not null`,
      'returns',
    ),
    check('months add up to what orders are worth, and returns count in their own', wrongMonths),
    check('ledger and queues name orders that exist', lostOrders),
    check('orders pay on their format’s side of the ship date', wrongPayers),
    check('one sale is paid once', doubledSales, sql`select count(*) from same_sales`, 'decisions'),
    check(
      'parts of an id are distinguished by product and sub tag',
      wrongParts,
      sql`select count(*) from order_parts`,
      'items',
    ),
    check(
      'imports have the items that they report',
      wrongCounts,
      sql`select count(*) from import_batches`,
      'imports',
    ),
  ]
}
