import { type Kysely, sql } from 'kysely'
import { textArray, uuidArray } from '../../platform/database/binary-arrays.ts'
import type { DB } from '../../platform/database/schema.ts'
import type { Cursor } from '../../shared/cursor.ts'
import type { Former } from '../former-contract.ts'
import { formerOf } from '../former-sql.ts'
import type { MonthOf } from '../transfers/sql.ts'
import type { Holdable } from './rules.ts'

/** An order that is held because Amazon has not paid for it. */
export type UnpaidHold = MonthOf & { id: string; order_item_id: string; set_at: Date }

const unpaidHolds = (db: Kysely<DB>) =>
  db
    .selectFrom('payout_holds as h')
    .where('h.unpaid_month', 'is not', null)
    .where('h.ended_at', 'is', null)
    .select(['h.id', 'h.set_at'])
    .select(sql<string>`h.order_item_id`.as('order_item_id'))
    .select(sql<string>`h.unpaid_marketplace`.as('marketplace'))
    .select(sql<string>`to_char(h.unpaid_month, 'YYYY-MM')`.as('month'))

/** The orders held now, the oldest first. */
export const selectUnpaidHolds = (db: Kysely<DB>): Promise<UnpaidHold[]> =>
  unpaidHolds(db).orderBy('h.set_at').orderBy('h.id').execute()

/** The orders held since before an instant, after a position, the oldest first, each with its creators. */
export const selectLongUnpaid = (
  db: Kysely<DB>,
  { before, after, limit }: { before: Date; after: Cursor | undefined; limit: number },
) =>
  unpaidHolds(db)
    .innerJoin('amazon_orders as o', 'o.order_item_id', 'h.order_item_id')
    .select(['o.product_title'])
    .select(
      sql<{ payee_id: string; username: string | null; former: Former }[]>`coalesce((
        select json_agg(json_build_object('payee_id', w.payee_id, 'username', f.username,
          'former', ${formerOf('w.payee_id')}) order by w.first_sequence, w.payee_id)
        from earnings_orders w join payees n on n.id = w.payee_id left join profiles f on f.id = n.user_id
        where w.order_item_id = h.order_item_id
      ), '[]')`.as('creators'),
    )
    .where('h.set_at', '<', before)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(h.set_at, h.id) > (${after?.createdAt}, ${after?.id})`),
    )
    .orderBy('h.set_at')
    .orderBy('h.id')
    .limit(limit)
    .execute()

/**
 * Orders of a month that could be held because Amazon has not paid for them, until they add up to `missing`, in their
 * own currency or in US cents: first those that Amazon says it took back, then those that were in no payout, and of
 * these the latest first, since earlier ones were paid earlier.
 */
export async function selectToHold(
  db: Kysely<DB>,
  { marketplace, month }: MonthOf,
  { missing, by }: { missing: number; by: 'own' | 'cents' },
): Promise<Holdable[]> {
  const amount =
    by === 'own' ? sql`w.commission_cents` : sql`in_dollars(w.commission_cents, o.currency, w.earning_month)`
  const { rows } = await sql<Holdable>`
    with taken_back as (
      select unnest(l.order_item_ids) as id from transfer_lines l join transfers t on t.id = l.transfer_id
      where l.kind = 'deduction' and t.reversed_at is null
        and (t.marketplace, l.earning_month) = (${marketplace}, ${`${month}-01`}::date)
    ), worth as (
      select w.order_item_id as id, ${amount} as amount, o.created_at,
        w.order_item_id in (select id from taken_back) as is_taken_back
      from order_months w join amazon_orders o using (order_item_id)
      where (w.marketplace, w.earning_month) = (${marketplace}, ${month}) and not exists (
        select from payout_holds h
        where h.ended_at is null and (h.order_item_id, h.unpaid_marketplace, h.unpaid_month)
          = (w.order_item_id, ${marketplace}, ${`${month}-01`}::date))
    ), ranked as (
      select id, amount, sum(amount) over (
          order by is_taken_back desc, p.is_paid_out, greatest(w.created_at, l.came_at) desc, w.created_at desc, id desc rows unbounded preceding
        ) - amount as before
      from worth w
      cross join lateral (
        select exists (
          select from earnings_orders e
          join payout_lines p on p.payee_id = e.payee_id and p.state not in ('failed', 'returned', 'cancelled')
            and coalesce(p.through_sequence >= e.first_sequence, true)
          where e.order_item_id = w.id) as is_paid_out
      ) p
      cross join lateral (
        select max(created_at) as came_at from earnings_ledger
        where order_item_id = w.id and user_amount_cents > 0
          and (marketplace, coalesce(counts_month, earning_month)) = (${marketplace}, ${`${month}-01`}::date)
      ) l
      where w.amount > 0
    )
    select id, amount::bigint as amount from ranked where before < ${missing} order by before`.execute(db)
  return rows
}

/** Holds orders for which Amazon has not paid with a month, unless they are held for it already, and returns these. */
export async function insertUnpaidHolds(
  db: Kysely<DB>,
  { marketplace, month }: MonthOf,
  ids: string[],
  { reason, by, at }: { reason: string; by: string | null; at: Date },
): Promise<string[]> {
  const { rows } = await sql<{ order_item_id: string }>`
    insert into payout_holds (order_item_id, unpaid_marketplace, unpaid_month, reason, set_by, set_at)
    select id, ${marketplace}, ${`${month}-01`}::date, ${reason}, ${by}, ${at}
    from unnest(${textArray(ids)}::text[]) as o (id) order by id
    on conflict do nothing returning order_item_id`.execute(db)
  return rows.map(({ order_item_id }) => order_item_id)
}

/** Ends holds for which Amazon has paid, and returns their orders. */
export async function endUnpaidHolds(
  db: Kysely<DB>,
  ids: string[],
  { reason, at }: { reason: string; at: Date },
): Promise<string[]> {
  const { rows } = await sql<{ order_item_id: string }>`
    update payout_holds set ended_at = ${at}, end_reason = ${reason}
    where id = any (${uuidArray(ids)}::uuid[]) and ended_at is null returning order_item_id`.execute(db)
  return rows.map(({ order_item_id }) => order_item_id)
}

/** Ends a hold because the platform bears what is missing. */
export async function bearHold(
  db: Kysely<DB>,
  id: string,
  {
    amount,
    currency,
    by,
    reason,
    at,
  }: { amount: number; currency: string; by: string; reason: string; at: Date },
): Promise<void> {
  await db
    .updateTable('payout_holds')
    .set({ ended_at: at, ended_by: by, end_reason: reason, borne: amount, borne_currency: currency })
    .where('id', '=', id)
    .execute()
}
