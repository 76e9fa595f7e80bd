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
 * Checks orders: their states by what reports said, their matches, and the ledger by what they are worth and by its
 * runs.
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
      'observations say what their imports said',
      wrongObservations,
      sql`select count(*) from order_observations`,
      'observations',
    ),
    check('orders are as their standing reports say', wrongStates),
    check(
      'matches are of their orders and products',
      wrongMatches,
      sql`select count(*) from order_matches`,
      'matches',
    ),
    check(
      'what is under review is held back, and nothing else',
      wrongHolds,
      sql`select count(*) from order_matches where review is not null`,
    ),
    check(
      'what evidence contradicts is listed, and nothing else',
      wrongDisagreements,
      sql`select count(*) from order_disagreements`,
    ),
    check('the ledger comes to what orders are worth', wrongAmounts),
    check(
      'ledger rows name rates that were set',
      wrongRates,
      sql`select count(*) from earnings_ledger where evidence ? 'conversions'`,
      'rows',
    ),
    check(
      'ledger rows name what reports said of their orders',
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
      'rows of Fee-Earnings are of the orders they were paired with',
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
    check('months come to what orders are worth, and returns are of their own', wrongMonths),
    check('ledger and queues name orders that are there', lostOrders),
    check('orders pay on their format’s side of the ship date', wrongPayers),
    check('what is one sale is paid once', doubledSales, sql`select count(*) from same_sales`, 'decisions'),
    check(
      'parts of an id are distinguished by product and sub tag',
      wrongParts,
      sql`select count(*) from order_parts`,
      'items',
    ),
    check('imports brought what they say', wrongCounts, sql`select count(*) from import_batches`, 'imports'),
  ]
}
