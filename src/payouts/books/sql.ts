import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import type { AskedEntries, BookAmounts, BookEntry, BookLine } from './contract.ts'

/** The month of a moment in the reports' time zone. */
const monthOf = (at: RawBuilder<unknown>, zone: string) =>
  sql`to_char(${at} at time zone ${zone}::text, 'YYYY-MM')`

/**
 * All entries of the books, derived from rows that are only ever appended (decision 85). Of a month of a marketplace, what
 * Amazon has not paid of creators' orders at the end of a month of the books is receivable, or the platform's loss once it
 * was released so; what Amazon has paid beyond them is nobody's. The last two are entries at the month's end.
 */
export const bookEntries = (zone: string): RawBuilder<unknown> => sql`
  with said as (
    select ${monthOf(sql`created_at`, zone)} as month, created_at as at, id::text as id, case transaction_type
        when 'manual_adjustment' then 'adjustment' when 'payout' then 'payout'
        when 'payout_reversal' then 'payout_returned' else 'order' end as kind,
      marketplace, earning_month, payee_id, order_item_id, coalesce(order_item_id, evidence ->> 'reference') as reference,
      case when order_item_id is null then 0 else gross_commission_cents end as receivable,
      -platform_fee_cents as platform, -user_amount_cents as creators,
      case when transaction_type in ('payout', 'payout_reversal') then user_amount_cents else 0 end as paid
    from earnings_ledger
    union all
    select ${monthOf(sql`recorded_at`, zone)}, recorded_at, id::text, 'receipt', marketplace, earning_month, null, null,
      reference, -amount_cents, 0, 0, amount_cents
    from receipts
    union all
    select ${monthOf(sql`reversed_at`, zone)}, reversed_at, id::text, 'receipt_reversed', marketplace, earning_month, null,
      null, reference, amount_cents, 0, 0, -amount_cents
    from receipts where reversed_at is not null
  ), moves as (
    select month, marketplace, earning_month, sum(receivable)::bigint as cents, bool_or(is_borne) as is_borne
    from (
      select month, marketplace, earning_month, receivable, false as is_borne from said where receivable <> 0
      union all
      select ${monthOf(sql`released_at`, zone)}, marketplace, earning_month, 0, true
      from month_releases where how = 'platform'
    ) m
    group by 1, 2, 3
  ), ends as (
    select month, marketplace, earning_month, least(cents, 0) as nobodys,
      case when is_borne then greatest(cents, 0) else 0 end as borne
    from (
      select month, marketplace, earning_month, (sum(cents) over so_far)::bigint as cents,
        bool_or(is_borne) over so_far as is_borne
      from moves window so_far as (partition by marketplace, earning_month order by month)
    ) m
  ), changes as (
    select month, marketplace, earning_month,
      nobodys - coalesce(lag(nobodys) over earlier, 0) as nobodys,
      borne - coalesce(lag(borne) over earlier, 0) as borne
    from ends window earlier as (partition by marketplace, earning_month order by month)
  )
  select month, at, id, kind, marketplace, earning_month, payee_id, order_item_id, reference, receivable, platform, creators,
    paid, 0::bigint as nobodys
  from said
  union all
  select month, null, 'nobodys', 'nobodys', marketplace, earning_month, null, null, null, -nobodys, 0, 0, 0, nobodys
  from changes where nobodys <> 0
  union all
  select month, null, 'shortfall', 'shortfall', marketplace, earning_month, null, null, null, -borne, borne, 0, 0, 0
  from changes where borne <> 0`

const sums = sql`sum(receivable)::bigint as receivable, sum(platform)::bigint as platform,
  sum(creators)::bigint as creators, sum(paid)::bigint as paid, sum(nobodys)::bigint as nobodys`

/** The months that have entries, the newest first, in cents. */
export async function selectMonths(db: Kysely<DB>, zone: string) {
  const { rows } = await sql<{ month: string; entries: number } & BookAmounts>`
    select month, count(*)::int as entries, ${sums} from (${bookEntries(zone)}) e group by month order by month desc`.execute(
    db,
  )
  return rows
}

/** A month by kinds of entries and the months that Amazon pays for, in cents. */
export async function selectLinesOfMonth(db: Kysely<DB>, zone: string, month: string) {
  const { rows } = await sql<Omit<BookLine, 'change'> & BookAmounts>`
    select kind, marketplace, to_char(earning_month, 'YYYY-MM') as earning_month, count(*)::int as entries, ${sums}
    from (${bookEntries(zone)}) e where month = ${month}
    group by e.kind, e.marketplace, e.earning_month
    order by e.earning_month, e.marketplace, e.kind`.execute(db)
  return rows
}

export type EntryRow = Omit<BookEntry, 'at' | 'change'> & BookAmounts & { at: Date | null }

/** Entries of a month after a place in their order, in cents. */
export async function selectEntries(
  db: Kysely<DB>,
  { zone, month, kind, marketplace, earning_month, account }: AskedEntries & { zone: string; month: string },
  { after, limit }: { after: number; limit: number },
): Promise<EntryRow[]> {
  const of = (column: string, value: string | undefined) =>
    value === undefined ? sql`true` : sql`${sql.ref(column)} = ${value}`
  const { rows } = await sql<EntryRow>`
    select e.*, p.username, l.run_id as payout_run_id,
      coalesce('F' || r.number || '-' || l.place, e.reference) as reference
    from (
      select row_number() over (order by at, kind, id, marketplace, earning_month)::int as place, kind, at, marketplace,
        to_char(earning_month, 'YYYY-MM') as earning_month, payee_id, order_item_id, reference, receivable, platform,
        creators, paid, nobodys
      from (${bookEntries(zone)}) b where month = ${month}
    ) e
    left join payees y on y.id = e.payee_id
    left join profiles p on p.id = y.user_id
    left join payout_lines l on e.kind in ('payout', 'payout_returned') and l.id::text = e.reference
    left join payout_runs r on r.id = l.run_id
    where ${of('e.kind', kind)} and ${of('e.marketplace', marketplace)} and ${of('e.earning_month', earning_month)}
      and ${account ? sql`${sql.ref(`e.${account}`)} <> 0` : sql`true`} and e.place > ${after}
    order by e.place limit ${limit}`.execute(db)
  return rows
}
