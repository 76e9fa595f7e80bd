import { type RawBuilder, sql } from 'kysely'
import { type Checks, checkByLines } from '../../platform/verification.ts'
import { checkpointsCheck } from './checkpoints.ts'
import { wrongLog, wrongNodes } from './log-sql.ts'
import { wrongTies } from './ties-sql.ts'
import {
  brokenChains,
  strangers,
  wrongOrders,
  wrongPairs,
  wrongProductQuarters,
  wrongProducts,
  wrongQuarters,
  wrongWithoutOrder,
} from './verify-sql.ts'

/** The checks of the ledger: each row alone, in its chain and in its order, and every sum by its rows. */
export const earningsChecks: Checks = async (snapshot) => {
  const rows = sql`select count(*) from earnings_ledger`
  const check = (name: string, wrong: RawBuilder<unknown>, all: RawBuilder<unknown> = rows, unit = 'rows') =>
    checkByLines(snapshot, name, { all, unit, wrong })
  return [
    check('ledger rows balance and form one chain a payee', brokenChains),
    check('ledger rows of an order and payee follow each other at one fee rate', wrongPairs),
    check(
      'payouts, returned payouts and manual adjustments have their form, once each',
      wrongWithoutOrder,
      sql`select count(*) from earnings_ledger where order_item_id is null`,
    ),
    check('ledger rows name payees, orders and runs that exist, and products of their payees', strangers),
    check(
      'products’ earnings equal their ledger rows',
      wrongProducts,
      sql`select count(*) from earnings`,
      'products',
    ),
    check(
      'payees’ quarters of an hour equal their ledger rows',
      wrongQuarters,
      sql`select count(*) from earnings_quarters`,
      'quarters',
    ),
    check(
      'payees’ quarters of an hour by product equal their ledger rows',
      wrongProductQuarters,
      sql`select count(*) from earnings_product_quarters`,
      'quarters',
    ),
    check(
      'creators’ orders equal their ledger rows',
      wrongOrders,
      sql`select count(*) from earnings_orders`,
      'orders',
    ),
    check(
      'payees belong to the people that their ties name, or are claimed by them',
      wrongTies,
      sql`select count(*) from payees`,
      'payees',
    ),
    check(
      'sealed ledger rows and ties are in the log, once and in order',
      wrongLog,
      sql`select count(*) from ledger_log`,
    ),
    check(
      'the nodes of the log are the hashes of what is below them',
      wrongNodes,
      sql`select count(*) from ledger_log_nodes`,
      'nodes',
    ),
    checkpointsCheck(snapshot),
  ]
}
