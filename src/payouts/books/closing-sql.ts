import { type Kysely, type RawBuilder, sql } from 'kysely'
import { advisoryLocks } from '../../platform/database/advisory-locks.ts'
import type { DB } from '../../platform/database/schema.ts'
import { bookEntries, type Closed, facts } from './entries-sql.ts'

/** Prevents others from writing entries until the transaction ends; returns false at once if somebody is writing. */
export async function tryLockBooks(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ got: boolean }>`
    select pg_try_advisory_xact_lock(${advisoryLocks.books}) as got`.execute(db)
  return rows[0]?.got === true
}

/** The last closed month. */
export async function selectLastClosed(db: Kysely<DB>): Promise<Closed | undefined> {
  const { rows } = await sql<Closed>`
    select to_char(month, 'YYYY-MM') as month, ends_at from closed_months order by closed_months.month desc limit 1`.execute(
    db,
  )
  return rows[0]
}

/** The month of the first entry of all, in the reports' time zone. */
export async function selectFirstMonth(db: Kysely<DB>, zone: string): Promise<string | null> {
  const { rows } = await sql<{ month: string | null }>`
    select to_char(min(at) at time zone ${zone}, 'YYYY-MM') as month from (${facts}) f`.execute(db)
  return rows[0]?.month ?? null
}

/**
 * A digest of entries, independent of their order: each by all of its fields. Those in dollars have the fields from
 * before there were other currencies.
 */
export const digestOfEntries = sql`
  sha256(coalesce(string_agg(said.digest, '' order by said.digest), ''))`
export const eachEntrySays = sql`
  cross join lateral (select sha256(convert_to((jsonb_build_array(e.kind, e.id, (extract(epoch from e.at) * 1000000)::bigint,
    e.marketplace, e.earning_month - date '2000-01-01', e.payee_id, e.order_item_id, e.reference, e.receivable, e.platform,
    e.creators, e.paid, e.nobodys) || case when e.exchange = 0 and e.currency = 'USD' then '[]'
      else jsonb_build_array(e.exchange, e.currency, e.own) end)::text, 'UTF8')) as digest) said`

/** The sums of entries by account, in cents. */
export const sums = sql`sum(receivable)::bigint as receivable, sum(platform)::bigint as platform,
  sum(creators)::bigint as creators, sum(paid)::bigint as paid, sum(nobodys)::bigint as nobodys,
  sum(exchange)::bigint as exchange`

/** The currency of entries, and their change of the receivable amount in it: dollars if they have several. */
export const ownSums = sql`
  case when min(currency) = max(currency) then min(currency) else 'USD' end as currency,
  (case when min(currency) = max(currency) then sum(own) else sum(receivable) end)::bigint as own_receivable`

/** Closes the month after the last closed one, or the first of all: stores its sums, and a digest of its entries. */
export async function insertClosedMonth(
  db: Kysely<DB>,
  { month, after, zone, at }: { month: string; after: Closed | undefined; zone: string; at: Date },
): Promise<void> {
  // A long month has millions of rows.
  await sql`set local statement_timeout = 0`.execute(db)
  const until = await endOf(db, month, zone)
  const entries: RawBuilder<unknown> = bookEntries({ zone, after, until })
  await sql`
    with entries as materialized (select * from (${entries}) b where month = ${month}), closed as (
      insert into closed_months (month, begins_at, ends_at, entries, digest, closed_at)
      select ${`${month}-01`}::date, ${after?.ends_at ?? '-infinity'}::timestamptz, ${until}, count(*), ${digestOfEntries}, ${at}
      from entries e ${eachEntrySays}
    )
    insert into closed_month_lines (month, kind, marketplace, earning_month, entries, receivable, platform, creators, paid, nobodys,
      exchange, currency, own_receivable)
    select ${`${month}-01`}::date, kind, marketplace, earning_month, count(*), ${sums}, ${ownSums}
    from entries group by kind, marketplace, earning_month`.execute(db)
}

/** The first moment after a month in a time zone. */
export async function endOf(db: Kysely<DB>, month: string, zone: string): Promise<Date> {
  const { rows } = await sql<{ ends_at: Date }>`
    select (${`${month}-01`}::date + interval '1 month') at time zone ${zone} as ends_at`.execute(db)
  const [row] = rows
  if (!row) throw new Error('A month has no end.')
  return row.ends_at
}
