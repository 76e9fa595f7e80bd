import { type RawBuilder, sql } from 'kysely'
import { type Checks, checkByLines } from '../../platform/verification.ts'
import { bookEntries } from '../books/entries-sql.ts'
import type { PayoutKey } from '../details/payout-key.ts'
import { wrongBooks, wrongClosedMonths } from './books-sql.ts'
import { movedOfFormer, wrongDebts } from './debts-sql.ts'
import { checkFiles } from './files.ts'
import { wrongHolds, wrongLines, wrongReceipts, wrongReleases, wrongRuns, wrongUnpaid } from './verify-sql.ts'

/**
 * Checks Amazon's payments, holds and payouts: each by its own facts, and by the ledger. Files are opened if their key
 * is here.
 */
export const payoutChecks =
  ({ key, reportTimeZone }: { key: PayoutKey; reportTimeZone: string }): Checks =>
  async (snapshot) => {
    const check = (name: string, wrong: RawBuilder<unknown>, all: RawBuilder<unknown>, unit: string) =>
      checkByLines(snapshot, name, { all, unit, wrong })
    return [
      check(
        'receipts equal the sums of their lines, and count once',
        wrongReceipts,
        sql`select count(*) from transfers`,
        'receipts',
      ),
      check(
        'releases name the amount received by then, and their reason',
        wrongReleases,
        sql`select count(*) from month_releases`,
        'months',
      ),
      check(
        'released months hold the orders that Amazon has not paid',
        wrongUnpaid,
        sql`select count(*) from month_releases`,
        'months',
      ),
      check(
        'each hold is of one thing, and ends once',
        wrongHolds,
        sql`select count(*) from payout_holds`,
        'holds',
      ),
      check('payouts add up to their lines', wrongRuns, sql`select count(*) from payout_runs`, 'payouts'),
      check(
        'lines of payouts are in the ledger once, by their state',
        wrongLines,
        sql`select count(*) from payout_lines`,
        'lines',
      ),
      check(
        'balances of people who have left moved once in the ledger',
        wrongDebts,
        sql`select count(*) from (${movedOfFormer}) m`,
        'rows',
      ),
      checkFiles(snapshot, key),
      check(
        'the books sum to zero, and match ledger, receipts and releases',
        wrongBooks(reportTimeZone),
        sql`select count(*) from (${bookEntries({ zone: reportTimeZone })}) e`,
        'entries',
      ),
      check(
        'closed months of the books are unchanged',
        wrongClosedMonths(reportTimeZone),
        sql`select count(*) from closed_months`,
        'months',
      ),
    ]
  }
