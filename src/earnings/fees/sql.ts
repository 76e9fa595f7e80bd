import { type Insertable, type Kysely, sql } from 'kysely'
import { uuidArray } from '../../platform/database/binary-arrays.ts'
import type { DB, PlatformFees } from '../../platform/database/schema.ts'
import type { Cursor } from '../../shared/cursor.ts'
import type { StandingFee } from './rules.ts'

/** Records the first fee, unless there is one. */
export const insertFirstFee = (db: Kysely<DB>, feeBps: number, at: Date) =>
  db
    .insertInto('platform_fees')
    .values({ fee_bps: feeBps, set_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** The fees in force, of everybody and of these payees. */
export async function selectStandingFees(db: Kysely<DB>, payeeIds: string[]): Promise<StandingFee[]> {
  const { rows } = await sql<StandingFee>`
    select payee_id as "payeeId", fee_bps as "feeBps", from_day as "fromDay" from platform_fees
    where taken_back_at is null and (payee_id is null or payee_id = any (${uuidArray(payeeIds)}::uuid[]))`.execute(
    db,
  )
  return rows
}

export type FeeRow = {
  id: string
  payee_id: string | null
  username: string | null
  fee_bps: number | null
  from_day: string | null
  reason: string | null
  set_by: string | null
  set_at: Date
  taken_back_at: Date | null
  /** Whether another one of the same payee has begun by `today`. */
  is_over: boolean
}

type Which =
  | { id: string }
  | { payeeId: string | undefined; ofCreators: boolean; before: Cursor | undefined; limit: number }

/** One fee, or those of everybody or of creators before a position, the last set first. */
export async function selectFees(db: Kysely<DB>, today: string, which: Which): Promise<FeeRow[]> {
  const chosen =
    'id' in which
      ? sql`where f.id = ${which.id}`
      : sql`where ${which.payeeId ? sql`f.payee_id = ${which.payeeId}` : sql`(f.payee_id is not null) = ${which.ofCreators}`}
          and ${which.before ? sql`(f.set_at, f.id) < (${which.before.createdAt}, ${which.before.id})` : sql`true`}
        order by f.set_at desc, f.id desc limit ${which.limit}`
  const { rows } = await sql<FeeRow>`
    select f.id, f.payee_id, p.username, f.fee_bps, f.from_day, f.reason, s.username as set_by, f.set_at, f.taken_back_at,
      exists (
        select from platform_fees n
        where n.payee_id is not distinct from f.payee_id and n.taken_back_at is null and n.from_day <= ${today}::date
          and n.from_day > coalesce(f.from_day, '-infinity')
      ) as is_over
    from platform_fees f
    left join payees y on y.id = f.payee_id
    left join profiles p on p.id = y.user_id
    left join profiles s on s.id = f.set_by
    ${chosen}`.execute(db)
  return rows
}

/** The first day of a fee, and whether it was withdrawn; undefined for none. */
export const selectFeeDay = (db: Kysely<DB>, id: string) =>
  db.selectFrom('platform_fees').where('id', '=', id).select(['from_day', 'taken_back_at']).executeTakeFirst()

/** Adds a fee. Breaks `platform_fees_day` if one of the same payee begins on that day. */
export async function insertFee(db: Kysely<DB>, fee: Insertable<PlatformFees>): Promise<string> {
  const { id } = await db.insertInto('platform_fees').values(fee).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Whether this fee was in force until now. */
export async function takeBackFee(
  db: Kysely<DB>,
  id: string,
  { by, at, today }: { by: string; at: Date; today: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('platform_fees')
    .set({ taken_back_on: today, taken_back_by: by, taken_back_at: at })
    .where('id', '=', id)
    .where('taken_back_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether there is a payee of this id, even of a deleted account. */
export const isPayee = async (db: Kysely<DB>, id: string): Promise<boolean> =>
  (await db.selectFrom('payees').where('id', '=', id).select('id').executeTakeFirst()) !== undefined

const hasEarned = sql`exists (select from earnings_quarters q where q.payee_id = y.id)`

/** Present creators who ever earned something and whose fee this one changes on its first day. */
export async function selectConcerned(db: Kysely<DB>, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select y.id from platform_fees f join payees y on y.id = coalesce(f.payee_id, y.id)
    where f.id = ${id} and y.user_id is not null and ${hasEarned}
      and fee_on(y.id, f.from_day) <> fee_on(y.id, f.from_day - 1)
    order by y.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Which of these people have ever earned something and have everybody's fee on a day. */
export async function selectOnGeneral(db: Kysely<DB>, userIds: string[], day: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select y.user_id from payees y
    where y.user_id = any (${uuidArray(userIds)}::uuid[]) and ${hasEarned}
      and (select fee_bps from platform_fees
        where payee_id = y.id and taken_back_at is null and from_day <= ${day}::date
        order by from_day desc limit 1) is null`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/** The proven address of a payee's person; undefined if there is none. */
export async function selectAddressOf(db: Kysely<DB>, payeeId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('payees as y')
    .innerJoin('users as u', 'u.id', 'y.user_id')
    .where('y.id', '=', payeeId)
    .where('u.email_verified_at', 'is not', null)
    .select('u.email')
    .executeTakeFirst()
  return row?.email
}
