import { type Insertable, type Kysely, sql } from 'kysely'
import { advisoryLocks } from '../../platform/database/advisory-locks.ts'
import { textArray } from '../../platform/database/binary-arrays.ts'
import type { DB, MonthReleases } from '../../platform/database/schema.ts'

export type ReleaseRule = 'calendar' | 'receipt'
export type NewRelease = Insertable<MonthReleases>
/** A month of a marketplace, as `2026-11`. */
export type MonthOf = { marketplace: string; month: string }

export const lockReleases = (db: Kysely<DB>) =>
  sql`select pg_advisory_xact_lock(${advisoryLocks.releases})`.execute(db)

/** Waits for the exclusive holders of the lock and has them wait, but nobody who shares it. */
export const shareReleases = (db: Kysely<DB>) =>
  sql`select pg_advisory_xact_lock_shared(${advisoryLocks.releases})`.execute(db)

/** The first month that has ever gone by receipts, as `2026-11`; undefined for none. */
export async function selectFirstByReceipts(db: Kysely<DB>): Promise<string | undefined> {
  const { rows } = await sql<{ month: string | null }>`
    select to_char(min(from_month), 'YYYY-MM') as month from release_rules where rule = 'receipt'`.execute(db)
  return rows[0]?.month ?? undefined
}

/** The newest note on when months become posted. */
export async function selectLastRule(db: Kysely<DB>): Promise<string> {
  const row = await db.selectFrom('release_rules').select('rule').orderBy('id', 'desc').executeTakeFirst()
  return row?.rule ?? 'calendar'
}

/** From the month after the present one on. */
export async function insertRule(
  db: Kysely<DB>,
  rule: ReleaseRule,
  { today, at }: { today: string; at: Date },
): Promise<void> {
  await sql`
    insert into release_rules (from_month, rule, noticed_on, noticed_at)
    values (date_trunc('month', ${today}::date) + interval '1 month', ${rule}, ${today}, ${at})`.execute(db)
}

/** Whether the month was not released before. */
export async function insertRelease(db: Kysely<DB>, release: NewRelease): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('month_releases')
    .values(release)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** When a month becomes posted, and its release, where it has one. */
export type MonthState = MonthOf & {
  rule: ReleaseRule
  released_on: string | null
  how: 'paid_in_full' | 'orders_held' | 'platform' | null
  reason: string | null
  released_by: string | null
  /** By no admin, since Amazon had paid all of it. */
  by_itself: boolean
}

/** The states of months, in the order given. */
export async function selectMonthStates(db: Kysely<DB>, months: MonthOf[]): Promise<MonthState[]> {
  const { rows } = await sql<MonthState>`
    select m.marketplace, m.month, r.released_on, r.how, r.reason, p.username as released_by,
      coalesce(r.by_itself, false) as by_itself,
      case when release_day(m.marketplace, (m.month || '-01')::date) is null then 'calendar' else 'receipt' end as rule
    from unnest(
      ${textArray(months.map(({ marketplace }) => marketplace))}::text[],
      ${textArray(months.map(({ month }) => month))}::text[]
    ) with ordinality as m (marketplace, month, n)
    left join month_releases r on (r.marketplace, r.earning_month) = (m.marketplace, (m.month || '-01')::date)
    left join profiles p on p.id = r.released_by
    order by m.n`.execute(db)
  return rows
}
