import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'

/** In cents. */
export type YearRow = {
  year: string
  cents: number
  payments: number
  creators: number
  q1: number
  q2: number
  q3: number
  q4: number
}

/**
 * Payouts that were approved and did not come back, and what admins have answered was paid of the others or of these:
 * what the ledger has as paid, with the year and quarter of their approval.
 */
const standing = sql`
  select l.id, l.payee_id, l.sealed, l.key_mark, a.cents as amount_cents, to_char(d.month, 'YYYY') as year,
    extract(quarter from d.month)::int as quarter
  from payout_lines l join payout_runs r on r.id = l.run_id
  cross join lateral (select month_of(r.decided_at) as month) d cross join lateral (
    select coalesce(sum(booked_cents), 0)::bigint
      + case when l.state in ('approved', 'sent', 'paid', 'cancelling') then l.amount_cents else 0 end as cents
    from payout_answers where line_id = l.id
  ) a
  where a.cents <> 0`

const ofQuarter = (quarter: number) =>
  sql`coalesce(sum(amount_cents) filter (where quarter = ${sql.lit(quarter)}), 0)::bigint`

/** What was paid in each year, to a person or to everybody, the newest year first. */
export async function selectYears(db: Kysely<DB>, userId?: string): Promise<YearRow[]> {
  const { rows } = await sql<YearRow>`
    select year, sum(amount_cents)::bigint as cents, count(*)::int as payments,
      count(distinct payee_id)::int as creators, ${ofQuarter(1)} as q1, ${ofQuarter(2)} as q2, ${ofQuarter(3)} as q3,
      ${ofQuarter(4)} as q4
    from (${standing}) s
    where ${userId ? sql`payee_id = (select id from payees where user_id = ${userId})` : sql`true`}
    group by year order by year desc`.execute(db)
  return rows
}

/** Whom a year's payments went to, by payee, the first one first; the account as it was then. */
export async function selectPaymentsOf(db: Kysely<DB>, year: string) {
  const { rows } = await sql<{
    payee_id: string
    username: string | null
    amount_cents: number
    quarter: number
    sealed: Buffer
    key_mark: Buffer
  }>`
    select s.payee_id, p.username, s.amount_cents, s.quarter, s.sealed, s.key_mark
    from (${standing}) s
    join payees y on y.id = s.payee_id
    left join profiles p on p.id = y.user_id
    where s.year = ${year}
    order by s.payee_id, s.id`.execute(db)
  return rows
}
