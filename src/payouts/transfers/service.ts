import type { z } from 'zod'
import { recordAudit } from '../../audit/index.ts'
import { lockReleasing, reportDay } from '../../earnings/index.ts'
import { type Context, inTransaction, requireAdmin } from '../../platform/context.ts'
import { whereBroken } from '../../platform/database/errors.ts'
import { type IdempotencyKey, once } from '../../platform/idempotency.ts'
import { toUnits } from '../../shared/amazon/currencies.ts'
import { AppError, accountDeleted, notFound } from '../../shared/errors.ts'
import { centsToUsd } from '../../shared/money.ts'
import { holdOrders } from '../holds/service.ts'
import { monthsOf, serializeStanding } from '../releases/months.ts'
import { settleMonths } from '../releases/settling.ts'
import type { ReconciledMonth, receiptsContract, Transfer } from './contract.ts'
import { requireConfirmed } from './questions.ts'
import { readTransfer, type Sent } from './reading.ts'
import {
  insertTransfer,
  reverseTransferOf,
  selectTransfer,
  selectTransfers,
  type TransferRow,
} from './sql.ts'

type Calls = typeof receiptsContract
/** `reportTimeZone`: of the days of reports and transfers. */
type Options = { reportTimeZone: string }

/**
 * Each month of a year and marketplace that has orders or receipts: what reports say that it earned against what Amazon
 * has paid, the newest month first; and the transfers that came in the year or pay for its months
 * (docs/product/payouts.md#receipts). The present year by default.
 */
export async function listReceipts(
  context: Context,
  asked: { year?: number | undefined },
  options: Options,
): Promise<z.input<Calls['GET /api/v1/admin/receipts']['response']>> {
  requireAdmin(context)
  const year = asked.year ?? Number(reportDay(context, options).slice(0, 4))
  const [months, transfers] = await Promise.all([
    monthsOf(context, { from: `${year}-01`, to: `${year}-12` }, options),
    selectTransfers(context.db, { from: `${year}-01-01`, until: `${year + 1}-01-01` }),
  ])
  const items = months.map((of): ReconciledMonth => {
    const units = (amount: number) => toUnits(amount, of.currency)
    return {
      ...{ month: of.month, marketplace: of.marketplace, currency: of.currency },
      reported: units(of.reported),
      of_creators: units(of.creators),
      of_nobody: units(of.nobodys),
      under_review: units(of.underReview),
      received: units(of.received),
      difference: units(of.received - of.reported),
      is_over: of.isOver,
      ...serializeStanding(of),
    }
  })
  return { year, items, transfers: transfers.map(serializeTransfer) }
}

/**
 * Records what Amazon paid, which releases the earnings of the months that it covers. The orders that a deduction
 * names are held. Throws `validation_failed` for lines that do not sum up to the amount and for a day in the future,
 * `confirmation_required`, with questions, for months and dollars that surprise, and `conflict` where a transfer that
 * stands has the reference.
 */
export async function recordReceipt(
  context: Context,
  { confirmed = [], ...sent }: Sent & { confirmed?: string[] | undefined },
  options: Options,
  key?: IdempotencyKey,
): Promise<Transfer> {
  const { userId } = requireAdmin(context)
  const id = await once(context, { key, sent }, async (tx) => {
    const transfer = await readTransfer(tx, sent, options)
    await requireConfirmed(tx, transfer, confirmed)
    await lockReleasing(tx)
    const { lines, ...row } = transfer
    const id = await whereBroken(
      { transfers_reference: referenceUsed, transfers_recorded_by_fkey: accountDeleted },
      insertTransfer(
        tx.db,
        { ...row, recorded_by: userId, recorded_at: tx.clock() },
        lines.map(({ month, ...line }) => ({ ...line, earning_month: month && `${month}-01` })),
      ),
    )
    const { marketplace, currency, reference } = row
    for (const { kind, order_item_ids } of lines)
      if (kind === 'deduction' && order_item_ids.length > 0)
        await holdOrders(tx, order_item_ids, 'Amazon has taken back what it had paid for this order.')
    const amount = toUnits(row.amount, currency)
    const months = monthsOfLines(lines)
    await recordAudit(tx, {
      action: 'receipt.record',
      subject: id,
      details: { marketplace, currency, amount, usd: centsToUsd(row.usd_cents), months, reference },
    })
    await settleMonths(tx, options)
    return id
  })
  return serializeTransfer(await findTransfer(context, id))
}

const monthsOfLines = (lines: { month: string | null }[]) => [
  ...new Set(lines.flatMap(({ month }) => month ?? [])),
]

function referenceUsed(): AppError {
  const message = 'A receipt with this reference is recorded already.'
  return new AppError('conflict', message, { problems: [{ path: 'reference', message }] })
}

/**
 * Reverses a transfer: it stays, and neither counts nor frees anything any more. Throws `not_found`, and `conflict` for
 * one that is reversed.
 */
export async function reverseReceipt(
  context: Context,
  id: string,
  { reason }: { reason: string },
  options: Options,
): Promise<Transfer> {
  const { userId } = requireAdmin(context)
  return inTransaction(context, async (tx) => {
    // A release says what had been received by then.
    await lockReleasing(tx)
    const { marketplace, currency, amount, lines, reference } = await findTransfer(tx, id)
    const isReversed = await whereBroken(
      { transfers_reversed_by_fkey: accountDeleted },
      reverseTransferOf(tx.db, id, { by: userId, reason, at: tx.clock() }),
    )
    if (!isReversed) throw new AppError('conflict', 'This receipt has been reversed already.')
    const months = monthsOfLines(lines)
    const details = { marketplace, currency, amount: toUnits(amount, currency), months, reference, reason }
    await recordAudit(tx, { action: 'receipt.reverse', subject: id, details })
    await settleMonths(tx, options)
    return serializeTransfer(await findTransfer(tx, id))
  })
}

async function findTransfer({ db }: Context, id: string): Promise<TransferRow> {
  const row = await selectTransfer(db, id)
  if (!row) throw notFound('Receipt')
  return row
}

const serializeTransfer = (row: TransferRow): Transfer => ({
  id: row.id,
  marketplace: row.marketplace,
  currency: row.currency,
  amount: toUnits(row.amount, row.currency),
  usd: centsToUsd(row.usd_cents),
  received_on: row.received_on,
  reference: row.reference,
  lines: row.lines.map(({ amount, usd_cents, ...line }) => ({
    ...line,
    amount: toUnits(amount, row.currency),
    usd: centsToUsd(usd_cents),
  })),
  recorded_by: row.recorded_by,
  recorded_at: row.recorded_at.toISOString(),
  reversed: row.reversed_at && {
    at: row.reversed_at.toISOString(),
    by: row.reversed_by,
    reason: row.reversal_reason ?? '',
  },
})
