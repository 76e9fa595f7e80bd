import type { z } from 'zod'
import { recordAudit } from '../../audit/index.ts'
import { reportDay, takeTurnReleasing } from '../../earnings/index.ts'
import { type Context, inTransaction, requireAdmin } from '../../platform/context.ts'
import { whereBroken } from '../../platform/database/failures.ts'
import { type IdempotencyKey, once } from '../../platform/idempotency.ts'
import { AppError, accountDeleted, invalid, notFound } from '../../shared/errors.ts'
import { centsToUsd } from '../../shared/money.ts'
import { monthsOf, presentStanding } from '../releases/months.ts'
import { settleMonths } from '../releases/settling.ts'
import type { Receipt, ReconciledMonth, receiptsContract } from './contract.ts'
import { insertReceipt, type ReceiptRow, reverseReceiptOf, selectReceipt, selectReceipts } from './sql.ts'

type Calls = typeof receiptsContract
/** `reportTimeZone`: of the days of reports and receipts. */
type Options = { reportTimeZone: string }

/**
 * Each month of a year and marketplace that has orders or receipts: what reports say that it earned against what Amazon
 * has paid, in dollars, the newest month first (docs/product/payouts.md#receipts). The present year by default.
 */
export async function listReceipts(
  context: Context,
  asked: { year?: number | undefined },
  options: Options,
): Promise<z.input<Calls['GET /api/v1/admin/receipts']['response']>> {
  requireAdmin(context)
  const year = asked.year ?? Number(reportDay(context, options).slice(0, 4))
  const receipts = await selectReceipts(context.db, { from: `${year}-01-01`, until: `${year + 1}-01-01` })
  const keyOf = ({ month, marketplace }: { month: string; marketplace: string }) => `${month} ${marketplace}`
  const receiptsOf = Map.groupBy(receipts, keyOf)
  const months = await monthsOf(context, { from: `${year}-01`, to: `${year}-12`, also: receipts }, options)
  const items = months.map(
    (month): ReconciledMonth => ({
      ...{ month: month.month, marketplace: month.marketplace },
      reported: centsToUsd(month.reported),
      of_creators: centsToUsd(month.of.creators),
      of_nobody: centsToUsd(month.of.nobodys),
      under_review: centsToUsd(month.of.underReview),
      received: centsToUsd(month.received),
      difference: centsToUsd(month.received - month.reported),
      is_over: month.isOver,
      ...presentStanding(month),
      receipts: (receiptsOf.get(keyOf(month)) ?? []).map(presentReceipt),
    }),
  )
  return { year, items }
}

/**
 * Records what Amazon paid for a month of a marketplace, which frees what it covers. Throws `validation_failed` for a month that is not over or a
 * day that has not come, and `conflict` where a receipt that stands has the reference.
 */
export async function recordReceipt(
  context: Context,
  sent: z.output<Calls['POST /api/v1/admin/receipts']['body']>,
  options: Options,
  key?: IdempotencyKey,
): Promise<Receipt> {
  const { userId } = requireAdmin(context)
  const today = reportDay(context, options)
  if (sent.month >= today.slice(0, 7)) throw invalid('month', 'This month is not over.')
  if (sent.received_on > today) throw invalid('received_on', 'This day has not come.')
  if (sent.received_on < `${sent.month}-01`) throw invalid('received_on', 'This day is before the month.')
  const id = await once(context, { key, sent }, async (tx) => {
    const { marketplace, month, received_on, reference } = sent
    await takeTurnReleasing(tx)
    const id = await whereBroken(
      { receipts_reference: referenceUsed, receipts_recorded_by_fkey: accountDeleted },
      insertReceipt(tx.db, {
        marketplace,
        earning_month: `${month}-01`,
        amount_cents: Math.round(sent.amount * 100),
        received_on,
        reference,
        recorded_by: userId,
        recorded_at: tx.clock(),
      }),
    )
    await recordAudit(tx, { action: 'receipt.record', subject: id, details: sent })
    await settleMonths(tx, options)
    return id
  })
  return presentReceipt(await findReceipt(context, id))
}

function referenceUsed(): AppError {
  const message = 'A receipt with this reference is recorded already.'
  return new AppError('conflict', message, { problems: [{ path: 'reference', message }] })
}

/** Reverses a receipt: it stays, and neither counts nor frees anything any more. Throws `not_found`, and `conflict` for one that is reversed. */
export async function reverseReceipt(
  context: Context,
  id: string,
  { reason }: { reason: string },
  options: Options,
): Promise<Receipt> {
  const { userId } = requireAdmin(context)
  return inTransaction(context, async (tx) => {
    // A release says what had been received by then.
    await takeTurnReleasing(tx)
    const { marketplace, month, amount_cents, reference } = await findReceipt(tx, id)
    const isReversed = await whereBroken(
      { receipts_reversed_by_fkey: accountDeleted },
      reverseReceiptOf(tx.db, id, { by: userId, reason, at: tx.clock() }),
    )
    if (!isReversed) throw new AppError('conflict', 'This receipt has been reversed already.')
    const details = { marketplace, month, amount: centsToUsd(amount_cents), reference, reason }
    await recordAudit(tx, { action: 'receipt.reverse', subject: id, details })
    await settleMonths(tx, options)
    return presentReceipt(await findReceipt(tx, id))
  })
}

async function findReceipt({ db }: Context, id: string): Promise<ReceiptRow> {
  const row = await selectReceipt(db, id)
  if (!row) throw notFound('Receipt')
  return row
}

const presentReceipt = (row: ReceiptRow): Receipt => ({
  id: row.id,
  marketplace: row.marketplace,
  month: row.month,
  amount: centsToUsd(row.amount_cents),
  received_on: row.received_on,
  reference: row.reference,
  recorded_by: row.recorded_by,
  recorded_at: row.recorded_at.toISOString(),
  reversed: row.reversed_at && {
    at: row.reversed_at.toISOString(),
    by: row.reversed_by,
    reason: row.reversal_reason ?? '',
  },
})
