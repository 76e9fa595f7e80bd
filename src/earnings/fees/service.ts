import type { z } from 'zod'
import { oneAtATime, recordAudit, requireUnpaid } from '../../audit/index.ts'
import { type Context, requireAdmin, requireUser } from '../../platform/context.ts'
import { whereBroken } from '../../platform/database/errors.ts'
import { type IdempotencyKey, once } from '../../platform/idempotency.ts'
import { enqueueAll } from '../../platform/jobs/job.ts'
import { readCursor, writeCursor } from '../../shared/cursor.ts'
import { AppError, accountDeleted, invalid, notFound } from '../../shared/errors.ts'
import { adminPageSize, parseCursor, toPage } from '../../shared/paging.ts'
import { addDays } from '../../shared/time.ts'
import { selectOwnPayee } from '../posting/sql.ts'
import { type LedgerOptions, reportDay } from '../reading/serialize.ts'
import type { Fee, feesContract } from './contract.ts'
import { feeMail } from './mails.ts'
import { feeOn, feesAfter } from './rules.ts'
import {
  type FeeRow,
  insertFee,
  insertFirstFee,
  isPayee,
  selectConcerned,
  selectFees,
  selectOnGeneral,
  selectStandingFees,
  takeBackFee,
} from './sql.ts'

type Calls = typeof feesContract
type Answer<Name extends keyof Calls> = Promise<z.input<Calls[Name]['response']>>
type Change = { fee_bps: number | null; from: string; reason: string }

/**
 * Records the first fee at the first start (PLATFORM_FEE_BPS). From then on admins change it
 * (docs/product/ledger.md#the-fee).
 */
export async function noteFirstFee({ db, clock }: Context, { feeBps }: { feeBps: number }): Promise<void> {
  await insertFirstFee(db, feeBps, clock())
}

/** The platform's fee on the caller's commissions, now and in future. */
export async function readOwnFee(context: Context, options: LedgerOptions): Answer<'GET /api/v1/me/fee'> {
  const payee = await selectOwnPayee(context.db, requireUser(context).userId)
  if (!payee) throw accountDeleted()
  const fees = await selectStandingFees(context.db, [payee.id])
  const today = reportDay(context, options)
  const { feeBps, from, isOwn } = feeOn(fees, payee.id, today)
  const coming = feesAfter(fees, payee.id, today).map((fee) => ({ fee_bps: fee.feeBps, from: fee.from }))
  return { fee_bps: feeBps, from, is_own: isOwn, coming }
}

/** Fees of everybody or of creators, the last set first. Throws `validation_failed` for an invalid cursor. */
export async function listFees(
  context: Context,
  { of, payee_id: payeeId, cursor }: z.output<Calls['GET /api/v1/admin/fees']['query']>,
  options: LedgerOptions,
): Answer<'GET /api/v1/admin/fees'> {
  requireAdmin(context)
  const before = parseCursor(cursor, readCursor)
  const today = reportDay(context, options)
  const which = { payeeId, ofCreators: of === 'creators', before, limit: adminPageSize + 1 }
  return toPage(await selectFees(context.db, today, which), {
    limit: adminPageSize,
    serialize: (row) => serializeFee(row, today),
    cursorOf: ({ set_at, id }) => writeCursor({ createdAt: set_at, id }),
  })
}

/**
 * Sets everybody's fee from a day on. Throws `validation_failed` for a day that is not after today or over a year away,
 * `conflict` for the present fee, and `forbidden` if it pays the caller and another admin is there whom it does not
 * pay.
 */
export async function setGeneralFee(
  context: Context,
  sent: Change,
  options: LedgerOptions,
  key?: IdempotencyKey,
): Promise<Fee> {
  const id = await once(context, { key, sent }, (own) =>
    oneAtATime(own, async (tx) => {
      await requireUnpaid(tx, (ids) => selectOnGeneral(tx.db, ids, sent.from))
      return addFee(tx, null, sent, options)
    }),
  )
  return readFee(context, id, options)
}

/**
 * Sets a creator's own fee from a day on, or ends it. Throws `not_found`, everything that setting everybody's fee
 * throws, and `second_admin_needed` for the caller's own fee.
 */
export async function setOwnFee(
  context: Context,
  payeeId: string,
  sent: Change,
  options: LedgerOptions,
  key?: IdempotencyKey,
): Promise<Fee> {
  const id = await once(context, { key, sent: { ...sent, payeeId } }, (own) =>
    oneAtATime(own, async (tx) => {
      if (!(await isPayee(tx.db, payeeId))) throw notFound('Creator')
      return addFee(tx, payeeId, sent, options)
    }),
  )
  return readFee(context, id, options)
}

async function addFee(
  tx: Context,
  payeeId: string | null,
  { fee_bps, from, reason }: Change,
  options: LedgerOptions,
): Promise<string> {
  const { userId } = requireAdmin(tx)
  const today = reportDay(tx, options)
  if (from <= today) throw invalid('from', 'A fee begins tomorrow at the earliest.')
  if (from > addDays(today, 366)) throw invalid('from', 'Please choose a day within a year.')
  const values = {
    ...{ payee_id: payeeId, fee_bps, from_day: from, set_on: today, reason },
    ...{ set_by: userId, set_at: tx.clock() },
  }
  const id = await whereBroken(
    { platform_fees_day: dayTaken, platform_fees_set_by_fkey: accountDeleted },
    insertFee(tx.db, values),
  )
  const details = { payee_id: payeeId, fee_bps, from, reason }
  await recordAudit(tx, { action: 'fee.set', subject: id, details, ...movesOf(payeeId) })
  await tell(tx, id, { isTakenBack: false })
  return id
}

const dayTaken = () => invalid('from', 'A fee from this day on is already set. Take it back first.')

/** Nobody decides on their own fee. */
const movesOf = (payeeId: string | null) =>
  payeeId === null ? {} : { moves: { of: [{ payeeId, cents: 0 }] } }

/** Mails everybody whose fee it changes. Call it while the change is in force. */
async function tell({ db }: Context, id: string, { isTakenBack }: { isTakenBack: boolean }): Promise<void> {
  const payees = await selectConcerned(db, id)
  await enqueueAll(
    db,
    feeMail,
    payees.map((payeeId) => ({ fee_id: id, payee_id: payeeId, is_taken_back: isTakenBack })),
  )
}

/**
 * Withdraws a fee that has not begun. Throws `not_found`, `conflict` for one that has begun or was withdrawn, and, if
 * it concerns the caller, what setting it throws.
 */
export async function takeFeeBack(
  context: Context,
  id: string,
  { reason }: { reason: string },
  options: LedgerOptions,
): Promise<Fee> {
  const { userId } = requireAdmin(context)
  await oneAtATime(context, async (tx) => {
    const today = reportDay(tx, options)
    const { payee_id: payeeId, fee_bps, from_day: from } = await findFee(tx, id, today)
    if (from === null || from <= today) throw new AppError('conflict', 'This fee has begun.')
    if (payeeId === null) await requireUnpaid(tx, (ids) => selectOnGeneral(tx.db, ids, from))
    await tell(tx, id, { isTakenBack: true })
    const isTaken = await whereBroken(
      { platform_fees_taken_back_by_fkey: accountDeleted },
      takeBackFee(tx.db, id, { by: userId, at: tx.clock(), today }),
    )
    if (!isTaken) throw new AppError('conflict', 'This fee has already been taken back.')
    const details = { payee_id: payeeId, fee_bps, from, reason }
    await recordAudit(tx, { action: 'fee.take_back', subject: id, details, ...movesOf(payeeId) })
  })
  return readFee(context, id, options)
}

async function findFee({ db }: Context, id: string, today: string): Promise<FeeRow> {
  const [row] = await selectFees(db, today, { id })
  if (!row) throw notFound('Fee')
  return row
}

async function readFee(context: Context, id: string, options: LedgerOptions): Promise<Fee> {
  const today = reportDay(context, options)
  return serializeFee(await findFee(context, id, today), today)
}

function serializeFee(row: FeeRow, today: string): Fee {
  const begun = row.is_over ? 'ended' : 'counts'
  return {
    id: row.id,
    creator: row.payee_id === null ? null : { payee_id: row.payee_id, username: row.username },
    ...{ fee_bps: row.fee_bps, from: row.from_day, reason: row.reason },
    state: row.taken_back_at
      ? 'taken_back'
      : row.from_day !== null && row.from_day > today
        ? 'coming'
        : begun,
    ...{ set_by: row.set_by, set_at: row.set_at.toISOString() },
  }
}
