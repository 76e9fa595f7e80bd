import type { z } from 'zod'
import { oneAtATime, recordAudit } from '../../audit/index.ts'
import { type Context, requireAdmin } from '../../platform/context.ts'
import { type IdempotencyKey, once } from '../../platform/idempotency.ts'
import { readCursor, writeCursor } from '../../shared/cursor.ts'
import { AppError, invalid, notFound } from '../../shared/errors.ts'
import { adminPageSize, parseCursor, toPage } from '../../shared/paging.ts'
import { isUsername } from '../../shared/username.ts'
import { lockMerging } from '../imports/sql.ts'
import { selectPayeeOf } from '../order-list/search-sql.ts'
import type { TrackingId, trackingIdsContract } from './contract.ts'
import { changedDays, type Days } from './rules.ts'
import {
  deleteTrackingId,
  insertTrackingId,
  lockTrackingIds,
  queueOrdersOf,
  selectOverlapping,
  selectSameTrackingId,
  selectTrackingId,
  selectTrackingIds,
  type TrackingIdRow,
  updateTrackingId,
} from './sql.ts'

type Calls = typeof trackingIdsContract
/** How much one admin may move alone for a creator in 30 days. */
type Alone = { aloneCents: number }
type List = Calls['GET /api/v1/admin/tracking-ids']

/**
 * A page of all tracking ids, past ones too, the newest first; found by the beginning of a tag or a creator's username.
 */
export async function listTrackingIds(
  context: Context,
  { q, cursor }: z.output<List['query']>,
): Promise<z.input<List['response']>> {
  requireAdmin(context)
  const before = parseCursor(cursor, readCursor)
  const rows = await selectTrackingIds(context.db, { q: q || undefined, before, limit: adminPageSize + 1 })
  return toPage(rows, {
    limit: adminPageSize,
    serialize: serializeTrackingId,
    cursorOf: ({ created_at, id }) => writeCursor({ createdAt: created_at, id }),
  })
}

/**
 * Gives a creator a tracking id from a day on. Orders of those days with it are matched again. The same again changes
 * nothing, so that a request whose answer was lost may be repeated. Throws `validation_failed` naming the field, and
 * `conflict` if it belongs to somebody on one of the days.
 */
export async function addTrackingId(
  context: Context,
  { username, ...sent }: z.output<Calls['POST /api/v1/admin/tracking-ids']['body']>,
  { aloneCents }: Alone,
  key?: IdempotencyKey,
): Promise<SerializedTrackingId> {
  requireAdmin(context)
  const { tag, marketplace, valid_from } = sent
  const valid_to = sent.valid_to ?? null
  const note = sent.note || null
  requireDays(valid_from, valid_to)
  const id = await once(context, { key, sent: { username, ...sent } }, (own) =>
    oneAtATime(own, async (tx) => {
      const payee_id = await findPayee(tx, username)
      const given = { tag, marketplace, payee_id, valid_from, valid_to }
      const days = { from: valid_from, until: valid_to }
      await lockMerging(tx.db)
      await lockTrackingIds(tx.db)
      const same = await selectSameTrackingId(tx.db, { ...given, note })
      if (same) return same.id
      await requireFree(tx, { tag, marketplace, days })
      const id = await insertTrackingId(tx.db, { ...given, note, created_at: tx.clock() })
      const { orders, cents } = await queueOrdersOf(tx.db, { tag, marketplace, days })
      const details = { ...given, orders }
      const moves = { of: [{ payeeId: payee_id, cents }], aloneCents }
      await recordAudit(tx, { action: 'tracking_id.add', subject: id, details, moves })
      return id
    }),
  )
  return serializeTrackingId(await findTrackingId(context, id))
}

/** Changes the day from which a tracking id belongs to nobody. Throws like {@link addTrackingId}, and `not_found`. */
export async function changeTrackingId(
  context: Context,
  id: string,
  { valid_to, note }: z.output<Calls['PATCH /api/v1/admin/tracking-ids/:id']['body']>,
  { aloneCents }: Alone,
): Promise<SerializedTrackingId> {
  requireAdmin(context)
  const row = await oneAtATime(context, async (tx) => {
    await lockMerging(tx.db)
    await lockTrackingIds(tx.db)
    const { tag, marketplace, ...before } = await findTrackingId(tx, id)
    requireDays(before.valid_from, valid_to)
    await requireFree(tx, {
      tag,
      marketplace,
      days: { from: before.valid_from, until: valid_to },
      except: id,
    })
    await updateTrackingId(tx.db, id, { valid_to, ...(note !== undefined && { note: note || null }) })
    const days = changedDays(before.valid_to, valid_to)
    const queued = days ? await queueOrdersOf(tx.db, { tag, marketplace, days }) : { orders: 0, cents: 0 }
    const { orders, cents } = queued
    const moves = { of: [{ payeeId: before.payee_id, cents }], aloneCents }
    const details = { tag, marketplace, before: { valid_to: before.valid_to }, after: { valid_to }, orders }
    await recordAudit(tx, { action: 'tracking_id.change', subject: id, details, moves })
    return findTrackingId(tx, id)
  })
  return serializeTrackingId(row)
}

/** Removes a tracking id as if it had never been entered; orders of its days are matched again. Throws `not_found`. */
export async function removeTrackingId(context: Context, id: string, { aloneCents }: Alone): Promise<void> {
  requireAdmin(context)
  await oneAtATime(context, async (tx) => {
    await lockMerging(tx.db)
    await lockTrackingIds(tx.db)
    const { tag, marketplace, payee_id, valid_from, valid_to } = await findTrackingId(tx, id)
    await deleteTrackingId(tx.db, id)
    const days = { from: valid_from, until: valid_to }
    const { orders, cents } = await queueOrdersOf(tx.db, { tag, marketplace, days })
    const moves = { of: [{ payeeId: payee_id, cents }], aloneCents }
    const details = { tag, marketplace, payee_id, valid_from, valid_to, orders }
    await recordAudit(tx, { action: 'tracking_id.remove', subject: id, details, moves })
  })
}

async function findTrackingId({ db }: Context, id: string): Promise<TrackingIdRow> {
  const row = await selectTrackingId(db, id)
  if (!row) throw notFound('Tracking id')
  return row
}

/**
 * The payee of the creator with a username, which an admin may have typed with an `@`. Throws `validation_failed` if
 * nobody has it.
 */
export async function findPayee({ db }: Context, typed: string): Promise<string> {
  const username = typed.replace(/^@/, '').toLowerCase()
  const payeeId = isUsername(username) ? await selectPayeeOf(db, username) : undefined
  if (!payeeId) throw invalid('username', 'There is no creator with this username.')
  return payeeId
}

function requireDays(from: string, until: string | null): void {
  if (until !== null && until <= from) throw invalid('valid_to', 'This day must come after the first one.')
}

/** The database refuses an overlap as well; this error names the creator. */
async function requireFree(
  { db }: Context,
  asked: { tag: string; marketplace: string; days: Days; except?: string },
): Promise<void> {
  const taken = await selectOverlapping(db, asked)
  if (!taken) return
  const whose = taken.username === null ? 'someone who has left' : `@${taken.username}`
  const until = taken.valid_to === null ? '' : ` until ${taken.valid_to}`
  const message = `This tracking id stands for ${whose} from ${taken.valid_from}${until}.`
  throw new AppError('conflict', message, { problems: [{ path: 'tag', message }] })
}

type SerializedTrackingId = z.input<Calls['POST /api/v1/admin/tracking-ids']['response']>

const serializeTrackingId = (row: TrackingIdRow): TrackingId => ({
  id: row.id,
  tag: row.tag,
  marketplace: row.marketplace,
  creator: { payee_id: row.payee_id, username: row.username },
  valid_from: row.valid_from,
  valid_to: row.valid_to,
  note: row.note,
})
