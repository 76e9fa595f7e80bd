import { type Kysely, sql } from 'kysely'
import { advisoryLocks } from '../../platform/database/advisory-locks.ts'
import { uuidArray } from '../../platform/database/binary-arrays.ts'
import type { DB } from '../../platform/database/schema.ts'

type Db = Kysely<DB>
export type RateOf = { currency: string; month: string }

type RateRow = {
  usd_per_unit: string
  source: string
  reason: string | null
  set_by: string | null
  set_at: string
}
export type MonthRow = RateOf & { orders: number; purchases: number; amount: number; rates: RateRow[] }

/** Months with orders in other currencies than dollars or with rates, the newest first. */
export async function selectMonths(db: Db, limit: number): Promise<MonthRow[]> {
  const { rows } = await sql<MonthRow>`
    with worth as (
      select o.currency, m.earning_month, count(*)::int as orders,
        count(*) filter (where m.commission_cents > 0)::int as purchases, sum(m.commission_cents)::bigint as amount
      from amazon_orders o join order_months m using (order_item_id)
      where o.currency <> 'USD' group by 1, 2
    )
    select w.currency, w.earning_month as month, coalesce(w.orders, 0) as orders,
      coalesce(w.purchases, 0) as purchases, coalesce(w.amount, 0)::bigint as amount,
      coalesce((
        select json_agg(json_build_object('usd_per_unit', r.usd_per_unit::text, 'source', r.source, 'reason', r.reason,
          'set_by', p.username, 'set_at', r.set_at) order by r.id desc)
        from exchange_rates r left join profiles p on p.id = r.set_by
        where (r.currency, r.earning_month) = (w.currency, w.earning_month)), '[]') as rates
    from (
      select currency, earning_month, worth.orders, worth.purchases, worth.amount from worth
      full join (select distinct currency, earning_month from exchange_rates) r using (currency, earning_month)
    ) w
    order by w.earning_month desc, w.currency limit ${limit}`.execute(db)
  return rows
}

/** How many orders have a purchase in a month without a rate. */
export async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(distinct o.order_item_id)::int as waiting
    from amazon_orders o join order_months m using (order_item_id)
    where o.currency <> 'USD' and m.commission_cents > 0 and not exists (
      select from exchange_rates r where (r.currency, r.earning_month) = (o.currency, m.earning_month))`.execute(
    db,
  )
  return rows[0]?.waiting ?? 0
}

/** The rate of a currency's month in force, and the newest one of the currency, of any month. */
export async function selectRates(
  db: Db,
  { currency, month }: RateOf,
): Promise<{ present: { id: string; rate: string } | null; last: string | null }> {
  const { rows } = await sql<{ id: string; earning_month: string; rate: string }>`
    select id, earning_month, usd_per_unit::text as rate from current_rates
    where currency = ${currency} order by earning_month = ${month} desc, earning_month desc limit 1`.execute(
    db,
  )
  const [newest] = rows
  return { present: newest?.earning_month === month ? newest : null, last: newest?.rate ?? null }
}

/** The amount that a row of amazon_orders moves, in US cents; in its smallest units if its month has no rate yet. */
export const worthInCents = sql<number>`coalesce(
  in_dollars(commission_cents, currency, to_char(coalesce(shipped_on, order_date), 'YYYY-MM')), commission_cents)`

/** Lets one transaction at a time set rates, until it ends. */
export const lockRates = (db: Db) =>
  sql`select pg_advisory_xact_lock(${advisoryLocks.settingRates})`.execute(db)

export const insertRate = (
  db: Db,
  { currency, month }: RateOf,
  rate: { usd_per_unit: string; source: string; supersedes: string | null; reason: string | null },
  { by, at }: { by: string; at: Date },
) =>
  db
    .insertInto('exchange_rates')
    .values({ ...rate, currency, earning_month: month, set_by: by, set_at: at })
    .execute()

/** Which of these people have an order of a currency's month. */
export async function selectPaidByRates(db: Db, rates: RateOf[], userIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select y.user_id from payees y
    where y.user_id = any (${uuidArray(userIds)}::uuid[]) and exists (
      select from order_matches m
      join amazon_orders o on o.order_item_id = m.order_item_id and o.currency <> 'USD'
      join order_months w on w.order_item_id = m.order_item_id
      where m.payee_id = y.id
        and exists (
          select from jsonb_to_recordset(${JSON.stringify(rates)}::jsonb) as r (currency text, month text)
          where (r.currency, r.month) = (o.currency, w.earning_month)))`.execute(db)
  return rows.map(({ user_id }) => user_id)
}
