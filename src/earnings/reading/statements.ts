import type { z } from 'zod'
import { type Context, requireUser } from '../../platform/context.ts'
import { notFound } from '../../shared/errors.ts'
import { fullName } from '../../shared/full-name.ts'
import { centsToUsd } from '../../shared/money.ts'
import { selectMonthBounds } from '../calendar/sql.ts'
import type { earningsContract, Statement } from '../contract.ts'
import { selectEntriesBetween } from './ledger-sql.ts'
import { type LedgerOptions, reportDay, serializeEntry } from './serialize.ts'
import { selectBalance, selectMonths, selectRecipient, selectSums } from './statements-sql.ts'

type Months = z.input<(typeof earningsContract)['GET /api/v1/me/statements']['response']>

/** How many rows one statement lists. The file of the whole ledger has all. */
const maxEntries = 1_000

/** The months in which the caller's ledger got rows, the newest first. */
export async function listStatements(context: Context): Promise<Months> {
  const months = await selectMonths(context.db, requireUser(context).userId)
  return {
    items: months.map(({ month, cents, entries }) => ({ month, user_amount: centsToUsd(cents), entries })),
  }
}

/**
 * The caller's statement of a month, as of one moment. A month without rows has one too; throws `not_found` for a
 * month that has not begun.
 */
export async function readStatement(
  context: Context,
  month: string,
  options: LedgerOptions,
): Promise<Statement> {
  const { userId } = requireUser(context)
  const { begins_at: from, ends_at: until, zone } = await selectMonthBounds(context.db, month)
  if (from > context.clock()) throw notFound('Statement')
  const today = reportDay(context, options)
  return context.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (db) => {
      const recipient = await selectRecipient(db, userId)
      if (!recipient) throw notFound('Statement')
      const { payee_id: payeeId } = recipient
      const opening = await selectBalance(db, payeeId, from)
      const sums = await selectSums(db, payeeId, { from, until, today })
      const entries = await selectEntriesBetween(db, payeeId, { from, until, limit: maxEntries })
      return {
        month,
        time_zone: zone,
        name: fullName(recipient),
        username: recipient.username,
        payee_id: payeeId,
        opening_balance: centsToUsd(opening),
        closing_balance: centsToUsd(opening + sums.user + sums.paid),
        sums: {
          commissions: centsToUsd(sums.commissions),
          returns: centsToUsd(sums.returns),
          adjustments: centsToUsd(sums.adjustments),
          by_hand: centsToUsd(sums.by_hand),
          gross_commission: centsToUsd(sums.gross),
          platform_fee_amount: centsToUsd(sums.fee),
          user_amount: centsToUsd(sums.user),
          paid: centsToUsd(-sums.paid),
          entries: sums.entries,
        },
        posted: centsToUsd(sums.posted),
        pending: centsToUsd(sums.pending),
        items: entries.map((row) => ({ ...serializeEntry(row, today), earning_month: row.earning_month })),
        is_cut: sums.entries > entries.length,
      }
    })
}
