import { type Insertable, type Kysely, type RawBuilder, sql } from 'kysely'
import { textArray } from '../../platform/database/binary-arrays.ts'
import type { DB, PayoutHolds } from '../../platform/database/schema.ts'
import type { Cursor } from '../../shared/cursor.ts'
import type { Former } from '../former-contract.ts'
import { formerOf } from '../former-sql.ts'

export type HoldRow = NonNullable<Awaited<ReturnType<typeof selectHold>>>

const holds = (db: Kysely<DB>) =>
  db
    .selectFrom('payout_holds as h')
    .leftJoin('payees as y', 'y.id', 'h.payee_id')
    .leftJoin('profiles as p', 'p.id', 'y.user_id')
    .leftJoin('profiles as s', 's.id', 'h.set_by')
    .leftJoin('profiles as e', 'e.id', 'h.ended_by')
    .select(['h.id', 'h.payee_id', 'p.username', 'h.order_item_id', 'h.marketplace', 'h.reason', 'h.set_at'])
    .select([
      'h.unpaid_marketplace',
      sql<string | null>`to_char(h.unpaid_month, 'YYYY-MM')`.as('unpaid_month'),
    ])
    .select(['h.ended_at', 'h.end_reason', 's.username as set_by', 'e.username as ended_by'])
    .select(['h.borne', 'h.borne_currency'])
    .leftJoin('amazon_orders as o', 'o.order_item_id', 'h.order_item_id')
    .select(['o.product_title', formerOf('h.payee_id').as('former')])
    .select(sql<string>`to_char(h.earning_month, 'YYYY-MM')`.as('month'))
    .select(
      sql<{ payee_id: string; username: string | null; former: Former }[]>`coalesce((
        select json_agg(json_build_object('payee_id', w.payee_id, 'username', f.username,
          'former', ${formerOf('w.payee_id')}) order by w.first_sequence, w.payee_id)
        from earnings_orders w join payees n on n.id = w.payee_id left join profiles f on f.id = n.user_id
        where w.order_item_id = h.order_item_id
      ), '[]')`.as('creators'),
    )

export const selectHold = (db: Kysely<DB>, id: string) => holds(db).where('h.id', '=', id).executeTakeFirst()

/** Which holds: those of a payee, a month (by its first day) or a marketplace. */
type Which = {
  state: 'standing' | 'ended' | undefined
  payeeId: string | undefined
  month: string | undefined
  marketplace: string | undefined
}

/** Whether a hold `h` covers a payee, one of their orders, or one of their months. */
const concerns = (payeeId: string) => sql<boolean>`(h.payee_id = ${payeeId}
  or exists (select from earnings_orders e where (e.order_item_id, e.payee_id) = (h.order_item_id, ${payeeId}::uuid))
  or exists (select from earnings_quarters q
    where q.payee_id = ${payeeId} and (q.marketplace, q.earning_month) = (h.marketplace, h.earning_month)))`

/** Whether a hold `h` is of a month, or of an order that Amazon pays for with it. */
const isOfMonth = ({ month, marketplace }: Pick<Which, 'month' | 'marketplace'>) => {
  const matches = (row: RawBuilder<unknown>) => sql<boolean>`
    (${month ?? null}::date is null or ${row}.earning_month = ${month ?? null})
    and (${marketplace ?? null}::text is null or ${row}.marketplace = ${marketplace ?? null})`
  return sql<boolean>`(${matches(sql`h`)}
    or exists (select from earnings_ledger l where l.order_item_id = h.order_item_id and ${matches(sql`l`)}))`
}

/** The holds before a position, the newest first. */
export const selectHolds = (
  db: Kysely<DB>,
  { state, payeeId, ...month }: Which,
  { before, limit }: { before: Cursor | undefined; limit: number },
) =>
  holds(db)
    .$if(state !== undefined, (query) =>
      query.where('h.ended_at', state === 'standing' ? 'is' : 'is not', null),
    )
    .$if(payeeId !== undefined, (query) => query.where(concerns(payeeId ?? '')))
    .$if(month.month !== undefined || month.marketplace !== undefined, (query) =>
      query.where(isOfMonth(month)),
    )
    .$if(before !== undefined, (query) =>
      query.where(sql<boolean>`(h.set_at, h.id) < (${before?.createdAt}, ${before?.id})`),
    )
    .orderBy('h.set_at', 'desc')
    .orderBy('h.id', 'desc')
    .limit(limit)
    .execute()

/** The id of the hold; undefined if the same is held already. */
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

/** Holds orders that are not held yet, and returns these. */
export async function insertOrderHolds(
  db: Kysely<DB>,
  ids: string[],
  { reason, by, at }: { reason: string; by: string; at: Date },
): Promise<string[]> {
  const { rows } = await sql<{ order_item_id: string }>`
    insert into payout_holds (order_item_id, reason, set_by, set_at)
    select id, ${reason}, ${by}, ${at} from unnest(${textArray(ids)}::text[]) as o (id) order by id
    on conflict do nothing returning order_item_id`.execute(db)
  return rows.map(({ order_item_id }) => order_item_id)
}

/** Whether this hold was in force until now. */
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

/** The payees of a person who have earnings in a month that Amazon pays for. */
export async function selectOwnOfMonth(
  db: Kysely<DB>,
  { marketplace, month }: { marketplace: string; month: string },
  userId: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select y.id from payees y
    where y.id in (
      select id from payees where user_id = ${userId}
      union all
      select c.payee_id from payee_claims c join payees o on o.id = c.claimed_by where o.user_id = ${userId}
    ) and exists (
      select from earnings_quarters q
      where q.payee_id = y.id and (q.marketplace, q.earning_month) = (${marketplace}, ${`${month}-01`}::date))`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
