import { type Insertable, type Kysely, sql } from 'kysely'
import { textArray } from '../../platform/database/binary-arrays.ts'
import type { DB, PayoutHolds } from '../../platform/database/schema.ts'
import type { Cursor } from '../../shared/cursor.ts'

export type HoldRow = NonNullable<Awaited<ReturnType<typeof selectHold>>>

const holds = (db: Kysely<DB>) =>
  db
    .selectFrom('payout_holds as h')
    .leftJoin('payees as y', 'y.id', 'h.payee_id')
    .leftJoin('profiles as p', 'p.id', 'y.user_id')
    .leftJoin('profiles as s', 's.id', 'h.set_by')
    .leftJoin('profiles as e', 'e.id', 'h.ended_by')
    .select(['h.id', 'h.payee_id', 'p.username', 'h.order_item_id', 'h.marketplace', 'h.reason', 'h.set_at'])
    .select(['h.ended_at', 'h.end_reason', 's.username as set_by', 'e.username as ended_by'])
    .select(sql<string>`to_char(h.earning_month, 'YYYY-MM')`.as('month'))

export const selectHold = (db: Kysely<DB>, id: string) => holds(db).where('h.id', '=', id).executeTakeFirst()

/** The holds before a position, the newest first. */
export const selectHolds = (
  db: Kysely<DB>,
  { before, limit }: { before: Cursor | undefined; limit: number },
) =>
  holds(db)
    .$if(before !== undefined, (query) =>
      query.where(sql<boolean>`(h.set_at, h.id) < (${before?.createdAt}, ${before?.id})`),
    )
    .orderBy('h.set_at', 'desc')
    .orderBy('h.id', 'desc')
    .limit(limit)
    .execute()

/** The id of the hold; undefined where the same is held already. */
export async function insertHold(
  db: Kysely<DB>,
  values: Insertable<PayoutHolds>,
): Promise<string | undefined> {
  const row = await db
    .insertInto('payout_holds')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Holds orders that are not held yet. */
export async function insertOrderHolds(
  db: Kysely<DB>,
  ids: string[],
  { reason, by, at }: { reason: string; by: string; at: Date },
): Promise<void> {
  await sql`
    insert into payout_holds (order_item_id, reason, set_by, set_at)
    select id, ${reason}, ${by}, ${at} from unnest(${textArray(ids)}::text[]) as o (id) order by id
    on conflict do nothing`.execute(db)
}

/** Whether this hold stood until now. */
export async function endHoldOf(
  db: Kysely<DB>,
  id: string,
  { by, reason, at }: { by: string; reason: string; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payout_holds')
    .set({ ended_at: at, ended_by: by, end_reason: reason })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
