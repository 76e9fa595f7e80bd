import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'

/** The months in which a person's ledger got rows, the newest first. */
export async function selectMonths(
  db: Kysely<DB>,
  userId: string,
): Promise<{ month: string; cents: number; entries: number }[]> {
  const { rows } = await sql<{ month: string; cents: number; entries: number }>`
    with own as materialized (
      select quarter, user_amount_cents, entries from earnings_quarters
      where payee_id = (select id from payees where user_id = ${userId})
    ), months as materialized (
      select month::date, (month_begins(month::date)).begins_at,
        (month_begins((month + interval '1 month')::date)).begins_at as ends_at
      from (select month_of(min(quarter)) as first, month_of(max(quarter)) as last from own) o,
        generate_series(first, last, interval '1 month') as month
    )
    select to_char(month, 'YYYY-MM') as month, sum(user_amount_cents)::bigint as cents, sum(entries)::bigint as entries
    from own join months on quarter >= begins_at and quarter < ends_at
    group by 1 order by 1 desc`.execute(db)
  return rows
}

/** Whom a statement is for. */
export const selectRecipient = (db: Kysely<DB>, userId: string) =>
  db
    .selectFrom('profiles as p')
    .innerJoin('payees', 'payees.user_id', 'p.id')
    .where('p.id', '=', userId)
    .select(['p.first_name', 'p.last_name', 'p.username', 'payees.id as payee_id'])
    .executeTakeFirst()

/** The balance of a payee's ledger before an instant, in cents. */
export async function selectBalance(db: Kysely<DB>, payeeId: string, before: Date): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(user_amount_cents + paid_cents), 0)::bigint as cents
    from earnings_quarters where payee_id = ${payeeId} and quarter < ${before}`.execute(db)
  return rows[0]?.cents ?? 0
}

/** In cents. */
type Sums = {
  commissions: number
  returns: number
  adjustments: number
  by_hand: number
  gross: number
  fee: number
  user: number
  /** Below zero: what was paid out, without what came back. */
  paid: number
  posted: number
  pending: number
  entries: number
}

/** The sums of a payee's rows of a time; `today` decides which of them are posted. */
export async function selectSums(
  db: Kysely<DB>,
  payeeId: string,
  { from, until, today }: { from: Date; until: Date; today: string },
): Promise<Sums> {
  const { rows } = await sql<Sums>`
    select
      coalesce(sum(user_amount_cents) filter (where transaction_type = 'commission'), 0)::bigint as commissions,
      coalesce(sum(user_amount_cents) filter (where transaction_type = 'return'), 0)::bigint as returns,
      coalesce(sum(user_amount_cents) filter (where transaction_type = 'adjustment'), 0)::bigint as adjustments,
      coalesce(sum(user_amount_cents) filter (where transaction_type = 'manual_adjustment'), 0)::bigint as by_hand,
      coalesce(sum(gross_commission_cents) filter (where not is_paid), 0)::bigint as gross,
      coalesce(sum(platform_fee_cents), 0)::bigint as fee,
      coalesce(sum(user_amount_cents) filter (where not is_paid), 0)::bigint as user,
      coalesce(sum(user_amount_cents) filter (where is_paid), 0)::bigint as paid,
      coalesce(sum(user_amount_cents) filter (where is_posted and not is_paid), 0)::bigint as posted,
      coalesce(sum(user_amount_cents) filter (where not is_posted and not is_paid), 0)::bigint as pending,
      count(*) as entries
    from (
      select *, transaction_type in ('payout', 'payout_reversal') as is_paid,
        posted_on(marketplace, coalesce(counts_month, earning_month), available_on) <= ${today}::date and under_review(payee_id, order_item_id) is null as is_posted
      from earnings_ledger
      where payee_id = ${payeeId} and created_at >= ${from} and created_at < ${until}
    ) l`.execute(db)
  const [sums] = rows
  if (!sums) throw new Error('A sum without groups had no row.')
  return sums
}
