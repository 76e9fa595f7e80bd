import { recordAudit } from '../../audit/index.ts'
import { type Context, inTransaction, requireAdmin, requireUser } from '../../platform/context.ts'
import { csvRows } from '../../platform/files/csv.ts'
import { notFound } from '../../shared/errors.ts'
import { centsToUsd } from '../../shared/money.ts'
import type { PayoutKey } from '../details/payout-key.ts'
import type { AllPaidYear, PaidYear } from './contract.ts'
import { yearCells } from './rules.ts'
import { selectPaymentsOf, selectYears, type YearRow } from './sql.ts'

const serializeYear = ({ year, cents, payments, q1, q2, q3, q4 }: YearRow): PaidYear => ({
  ...{ year, paid: centsToUsd(cents), payments },
  quarters: [q1, q2, q3, q4].map(centsToUsd),
})

/** What was paid out to the caller in each year (docs/product/payouts.md#totals-of-a-year). */
export async function listOwnYears(context: Context): Promise<{ items: PaidYear[] }> {
  const { userId } = requireUser(context)
  return { items: (await selectYears(context.db, userId)).map(serializeYear) }
}

/** What was paid out to everybody in each year. */
export async function listYears(context: Context): Promise<{ items: AllPaidYear[] }> {
  requireAdmin(context)
  const rows = await selectYears(context.db)
  return { items: rows.map((row) => ({ ...serializeYear(row), creators: row.creators })) }
}

/**
 * A CSV of the people who were paid in a year, also those who have left: the payments keep their names, encrypted.
 * Noted in the audit log. Throws `not_found` for a year without payments.
 */
export async function fetchYear(
  context: Context,
  { year }: { year: string },
  { key }: { key: PayoutKey },
): Promise<{ name: string; text: string }> {
  requireAdmin(context)
  return inTransaction(context, async (tx) => {
    const rows = await selectPaymentsOf(tx.db, year)
    if (rows.length === 0) throw notFound('Year')
    const box = await key.find()
    const payments = rows.map((row) => {
      const account = box?.open(row, row.payee_id)
      return {
        ...{ payeeId: row.payee_id, username: row.username, cents: row.amount_cents, quarter: row.quarter },
        ...{ legalName: account?.legal_name ?? null, country: account?.country ?? null },
      }
    })
    await recordAudit(tx, { action: 'payout_year.fetch', subject: year, details: { payments: rows.length } })
    return { name: `paid-${year}.csv`, text: csvRows(yearCells(payments)) }
  })
}
