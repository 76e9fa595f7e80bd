import type { z } from 'zod'
import { isOwnMoney, recordAudit } from '../../audit/index.ts'
import { type Context, inTransaction, requireAdmin } from '../../platform/context.ts'
import { whereBroken } from '../../platform/database/errors.ts'
import { readCursor, writeCursor } from '../../shared/cursor.ts'
import { AppError, aboutYou, accountDeleted, notFound } from '../../shared/errors.ts'
import { adminPageSize, parseCursor, toPage } from '../../shared/paging.ts'
import { addDays, hourMs, utcDay } from '../../shared/time.ts'
import type { flagsContract } from './contract.ts'
import { comparedDays, findingsOf, minPresses } from './rules.ts'
import {
  deleteDaysBefore,
  type FlagRow,
  insertJudgement,
  lockFlag,
  lockJudging,
  markSeen,
  selectDay,
  selectFlag,
  selectFlags,
  selectJudged,
  selectUsual,
  storeDay,
  storeFlags,
} from './sql.ts'

/** How long after the end of a day all its clicks are in the sums. */
const settledMs = hourMs

/**
 * Judges each past UTC day of the last four weeks that has not been judged: creators with unusual presses are flagged.
 * Each day is a transaction of its own. Safe to run at any time, also several times at once. `stopping` ends it after
 * the present day.
 */
export async function judgePresses(context: Context, stopping?: AbortSignal): Promise<void> {
  const today = utcDay(context.clock().getTime() - settledMs)
  const first = addDays(today, -comparedDays)
  for (let day = first; day < today; day = addDays(day, 1)) {
    if (stopping?.aborted) return
    await inTransaction(context, (tx) => judgeDay(tx, day))
  }
  await deleteDaysBefore(context.db, addDays(first, -comparedDays))
}

async function judgeDay(tx: Context, day: string): Promise<void> {
  if ((await selectJudged(tx.db, day)).includes(day)) return
  await lockJudging(tx.db)
  if ((await selectJudged(tx.db, day)).includes(day)) return
  await storeDay(tx.db, day, minPresses)
  const days = await selectDay(tx.db, day)
  const usual = await selectUsual(tx.db, { from: addDays(day, 1 - comparedDays), until: day })
  const dayOf = new Map(days.map((one) => [one.payee_id, one]))
  const found = findingsOf(days, usual).flatMap((finding) => {
    const of = dayOf.get(finding.payee_id)
    if (!of) return []
    const { views, presses, networks } = of
    return [{ ...finding, day, creators: usual.size, views, presses, networks, found_at: tx.clock() }]
  })
  await storeFlags(tx.db, found)
  await insertJudgement(tx.db, { day, creators: usual.size, judged_at: tx.clock() })
}

type List = (typeof flagsContract)['GET /api/v1/admin/flags']
type Seen = (typeof flagsContract)['POST /api/v1/admin/flags/:id/seen']
type SerializedFlag = z.input<Seen['response']>

/** A page of creators with unusual figures, the newest first: flags that nobody has seen, or all. Admins only. */
export async function listFlags(
  context: Context,
  { state, cursor }: z.output<List['query']>,
): Promise<z.input<List['response']>> {
  requireAdmin(context)
  const before = parseCursor(cursor, readCursor)
  const rows = await selectFlags(context.db, { isOpen: state === 'open', before, limit: adminPageSize + 1 })
  return toPage(rows, {
    limit: adminPageSize,
    serialize: serializeFlag,
    cursorOf: ({ found_at, id }) => writeCursor({ createdAt: found_at, id }),
  })
}

/**
 * Records that an admin has seen a flag, and up to which day. Repeating it changes nothing. Throws `not_found`, and
 * `version_mismatch` if there is newer evidence than the admin saw.
 */
export async function seeFlag(
  context: Context,
  id: string,
  { day }: z.output<Seen['body']>,
): Promise<SerializedFlag> {
  const { userId } = requireAdmin(context)
  await inTransaction(context, async (tx) => {
    const held = await lockFlag(tx.db, id)
    if (!held) throw notFound('Flag')
    if (await isOwnMoney(tx, userId, [held.payee_id])) throw aboutYou()
    if (held.day !== day)
      throw new AppError('version_mismatch', 'There is newer evidence than you saw.', { day: held.day })
    if (held.seen_day === day) return
    const seen = { seen_day: day, seen_at: tx.clock(), seen_by: userId }
    await whereBroken({ press_flags_seen_by_fkey: accountDeleted }, markSeen(tx.db, id, seen))
    const { seen_day: _, ...details } = held
    await recordAudit(tx, { action: 'flag.seen', subject: id, details })
  })
  const row = await selectFlag(context.db, id)
  if (!row) throw notFound('Flag')
  return serializeFlag(row)
}

const serializeFlag = ({
  payee_id,
  user_id,
  username,
  avatar_url,
  is_suspended,
  found_at,
  seen_day,
  seen_at,
  seen_by_name,
  ...row
}: FlagRow): SerializedFlag => ({
  ...row,
  creator: { payee_id, user_id, username, avatar_url, is_suspended },
  found_at: found_at.toISOString(),
  seen: seen_day && seen_at ? { day: seen_day, at: seen_at.toISOString(), by: seen_by_name } : null,
})
