import { type RawBuilder, sql } from 'kysely'
import { type Checks, checkByLines } from '../../platform/verification.ts'
import { bookEntries } from '../books/entries-sql.ts'
import type { PayoutKey } from '../details/payout-key.ts'
import { wrongBooks, wrongClosedMonths } from './books-sql.ts'
import { movedOfFormer, wrongDebts } from './debts-sql.ts'
import { checkFiles } from './files.ts'
import { wrongHolds, wrongLines, wrongReceipts, wrongReleases, wrongRuns, wrongUnpaid } from './verify-sql.ts'

/**
 * The checks of what Amazon paid, of what is held, and of payouts: each by its own facts, and by the ledger. Files are
 * read where their key is here.
 */
export const payoutChecks =
  ({ key, reportTimeZone }: { key: PayoutKey; reportTimeZone: string }): Checks =>
  async (snapshot) => {
    const check = (name: string, wrong: RawBuilder<unknown>, all: RawBuilder<unknown>, unit: string) =>
      checkByLines(snapshot, name, { all, unit, wrong })
    return [
      check(
        'receipts come to their lines, and count once',
        wrongReceipts,
        sql`select count(*) from transfers`,
        'receipts',
      ),
      check(
        'releases say what had been received, and why they were made',
        wrongReleases,
        sql`select count(*) from month_releases`,
        'months',
      ),
      check(
        'orders of released months are held as far as Amazon has not paid them',
        wrongUnpaid,
        sql`select count(*) from month_releases`,
        'months',
      ),
      check(
        'holds are of one thing each, and end once',
        wrongHolds,
        sql`select count(*) from payout_holds`,
        'holds',
      ),
      check('payouts add up to their lines', wrongRuns, sql`select count(*) from payout_runs`, 'payouts'),
      check(
        'lines of payouts are in the ledger once, as their state says',
        wrongLines,
        sql`select count(*) from payout_lines`,
        'lines',
      ),
      check(
        'what moved of people who have left is in the ledger once',
        wrongDebts,
        sql`select count(*) from (${movedOfFormer}) m`,
        'rows',
      ),
      checkFiles(snapshot, key),
      check(
        'the books sum to zero, and say what ledger, receipts and releases say',
        wrongBooks(reportTimeZone),
        sql`select count(*) from (${bookEntries({ zone: reportTimeZone })}) e`,
        'entries',
      ),
      check(
        'closed months of the books are as they were closed',
        wrongClosedMonths(reportTimeZone),
        sql`select count(*) from closed_months`,
        'months',
      ),
    ]
  }
