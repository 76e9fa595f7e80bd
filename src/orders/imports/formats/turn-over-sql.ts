import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/database/schema.ts'
import type { Orders } from '../merge/touched-sql.ts'

type Db = Kysely<DB>

/** A change of a marketplace's ship date, which is stored; null if there was none `before`. */
export type DateChange = { marketplace: string; before: string | null }

/**
 * Makes the days of a marketplace pay, and count, by its present ship date (decision 42). Folding its orders follows.
 */
export async function payByDate(db: Db, marketplace: string): Promise<void> {
  const now = sql`paying_date(${marketplace})`
  const isOthers = sql`(d.format = 'folio_csv' and d.day >= ${now} or d.format = 'fee_earnings' and d.day < ${now})`
  await sql`
    update import_days d set pays = false, counts = false
    where d.marketplace = ${marketplace} and d.pays and ${isOthers}`.execute(db)
  await sql`
    update import_days d set pays = true
    where d.marketplace = ${marketplace} and not d.pays and d.format <> 'fee_orders' and not ${isOthers}`.execute(
    db,
  )
  await sql`
    update import_days d set counts = true
    from (
      select distinct on (s.day) s.import_id, s.day
      from import_days s join import_batches b on b.id = s.import_id
      where s.marketplace = ${marketplace} and s.format = 'fee_earnings' and s.stands and s.pays
      order by s.day, b.report_as_of desc, b.file_hash desc
    ) newest
    where d.import_id = newest.import_id and d.day = newest.day and not d.counts`.execute(db)
}

/** The orders and rows on days for which another format pays than before. */
export function ordersBetweenDates({ marketplace, before }: DateChange): Orders {
  const now = sql`paying_date(${marketplace})`
  const from = before === null ? now : sql`least(${now}, ${before}::date)`
  const until = before === null ? now : sql`greatest(${now}, ${before}::date)`
  return sql`
    select o.order_item_id, null::text as fee_key, false as is_reported, null::uuid as counting_id
    from order_observations o join import_batches b on b.id = o.batch_id
    where b.marketplace = ${marketplace} and b.format = 'folio_csv' and o.order_date >= ${from}
      ${before === null ? sql`` : sql`and o.order_date < ${until}`}
    union all
    select r.order_item_id, r.fee_key, false, case when d.counts then r.observation_id end
    from fee_rows r join import_batches b on b.id = r.import_id
    join import_days d on d.import_id = r.import_id and d.day = r.day
    where b.marketplace = ${marketplace} and r.order_item_id is not null and r.day < ${until}
      ${before === null ? sql`` : sql`and r.day >= ${from}`}`
}

/** How many there are. */
export async function countBetweenDates(db: Db, change: DateChange): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct order_item_id)::int as count from (${ordersBetweenDates(change)}) named`.execute(db)
  return rows[0]?.count ?? 0
}
