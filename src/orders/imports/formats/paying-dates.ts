import type { z } from 'zod'
import { type Context, inTransaction, requireAdmin } from '../../../platform/context.ts'
import { AppError, notFound } from '../../../shared/errors.ts'
import { addRun, serializeRun } from '../../runs/service.ts'
import { lockAdding, selectRunOfChange } from '../../runs/sql.ts'
import type { importsContract, PayingDate } from '../contract.ts'
import { storedDoubts } from '../doubt-rules.ts'
import type { RunsToDrain } from '../upload.ts'
import {
  insertPayingDateChange,
  type PayingDateChangeRow,
  type PayingDateRow,
  selectPayingDateChange,
  selectPayingDates,
  updatePayingDateChange,
} from './duplicate-sql.ts'

type Calls = typeof importsContract
type Asked = z.output<Calls['PUT /api/v1/admin/paying-dates/:marketplace']['body']>
type SerializedChange = z.input<Calls['PUT /api/v1/admin/paying-dates/:marketplace']['response']>
type SerializedDates = z.input<Calls['GET /api/v1/admin/paying-dates']['response']>

/**
 * The ship date of each marketplace, from which Fee-Earnings pays, and the last requested change until it is done.
 * Admins only.
 */
export async function listPayingDates(context: Context): Promise<SerializedDates> {
  requireAdmin(context)
  const items = (await selectPayingDates(context.db)).map(serialize)
  const last = await selectPayingDateChange(context.db)
  return { items, change: last ? await serializeOpen(context, last) : null }
}

/** A change that is neither done nor given up; null for any other. */
async function serializeOpen(context: Context, row: PayingDateChangeRow): Promise<SerializedChange | null> {
  const change = await serializeChange(context, row)
  const isDone = change.run.state === 'done' && change.reasons.length === 0
  return row.given_up_at || isDone ? null : change
}

/**
 * Sets the ship date of a marketplace by a run in the background, and returns it. Questions that need confirmation are
 * then stored with the change. The same request again joins a change under way. Admins only. Throws `conflict` while
 * another change is under way.
 */
export async function askPayingDate(
  context: Context,
  runs: RunsToDrain,
  marketplace: string,
  { starts_on, confirm = [] }: Asked,
): Promise<SerializedChange> {
  requireAdmin(context)
  const asked = await inTransaction(context, async (tx) => {
    // So that the second of two simultaneous requests sees the first.
    await lockAdding(tx.db)
    const last = await selectPayingDateChange(tx.db)
    if (last && (await isUnderWay(tx, last))) {
      const isSame =
        last.marketplace === marketplace &&
        last.starts_on === starts_on &&
        JSON.stringify(confirm) === JSON.stringify(last.confirmed)
      if (isSame) return last
      throw new AppError('conflict', 'A ship date is being changed now. Wait for its end, or stop it.')
    }
    const confirmed = JSON.stringify(confirm)
    const change = await insertPayingDateChange(tx.db, {
      marketplace,
      starts_on,
      confirmed,
      created_at: tx.clock(),
    })
    await addRun(tx, 'turn_over', null, change.id)
    return change
  })
  runs.drain()
  return serializeChange(context, asked)
}

const isUnderWay = async ({ db }: Context, { id }: PayingDateChangeRow): Promise<boolean> =>
  (await selectRunOfChange(db, id))?.finished_at === null

/** Gives up a change that has not been done. Admins only. Throws `not_found`, and `conflict` while it is under way. */
export async function giveUpPayingDate(context: Context, id: string): Promise<undefined> {
  requireAdmin(context)
  await inTransaction(context, async (tx) => {
    await lockAdding(tx.db)
    const change = await selectPayingDateChange(tx.db, id)
    if (!change) throw notFound('Change')
    if (await isUnderWay(tx, change))
      throw new AppError('conflict', 'This ship date is being changed now. Wait for its end, or stop it.')
    await updatePayingDateChange(tx.db, id, { given_up_at: change.given_up_at ?? tx.clock() })
  })
  return undefined
}

async function serializeChange({ db }: Context, row: PayingDateChangeRow): Promise<SerializedChange> {
  const run = await selectRunOfChange(db, row.id)
  if (!run) throw new Error(`The change ${row.id} has no run`)
  // Read after the run, which stores its questions with the change.
  const newest = (await selectPayingDateChange(db, row.id)) ?? row
  return {
    id: row.id,
    marketplace: row.marketplace,
    starts_on: row.starts_on,
    run: serializeRun(run),
    reasons: storedDoubts(newest),
  }
}

const serialize = ({ marketplace, starts_on, set_by, set_at }: PayingDateRow): PayingDate => ({
  marketplace,
  starts_on,
  set_by,
  set_at: set_at.toISOString(),
})
