import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import { endOf, sums } from './closing-sql.ts'
import type { AskedEntries, BookAmounts, BookEntry, BookLine } from './contract.ts'
import { bookEntries, type Closed, endKinds, facts, inTime } from './entries-sql.ts'
import type { Position } from './rules.ts'

type MonthRow = { month: string; entries: number } & BookAmounts

/** The closed months, the oldest first, in cents. */
export async function selectClosedMonths(db: Kysely<DB>) {
  const { rows } = await sql<MonthRow & { ends_at: Date; closed_at: Date }>`
    select to_char(c.month, 'YYYY-MM') as month, c.ends_at, c.closed_at, c.entries::int as entries, s.*
    from closed_months c cross join lateral (
      select coalesce(sum(receivable), 0)::bigint as receivable, coalesce(sum(platform), 0)::bigint as platform,
        coalesce(sum(creators), 0)::bigint as creators, coalesce(sum(paid), 0)::bigint as paid,
        coalesce(sum(nobodys), 0)::bigint as nobodys, coalesce(sum(exchange), 0)::bigint as exchange
      from closed_month_lines l where l.month = c.month
    ) s
    order by c.month`.execute(db)
  return rows
}

type Open = { zone: string; after: Closed | undefined }

/** The months after the closed ones that have entries, the oldest first, in cents. */
export async function selectOpenMonths(db: Kysely<DB>, open: Open): Promise<MonthRow[]> {
  const { rows } = await sql<MonthRow>`
    select month, count(*)::int as entries, ${sums} from (${bookEntries(open)}) e group by month order by month`.execute(
    db,
  )
  return rows
}

type LineRow = Omit<BookLine, 'change'> & BookAmounts
const byMonthPaid = sql`order by e.earning_month, e.marketplace, e.kind`

/** A closed month by kinds of entries and the months that Amazon pays for, in cents. */
export async function selectClosedLines(db: Kysely<DB>, month: string): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select kind, marketplace, to_char(earning_month, 'YYYY-MM') as earning_month, entries::int as entries, receivable,
      platform, creators, paid, nobodys, exchange
    from closed_month_lines e where month = ${`${month}-01`}::date ${byMonthPaid}`.execute(db)
  return rows
}

/** The same of a month that is open. */
export async function selectOpenLines(db: Kysely<DB>, month: string, open: Open): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select kind, marketplace, to_char(earning_month, 'YYYY-MM') as earning_month, count(*)::int as entries, ${sums}
    from (${bookEntries(open)}) e where month = ${month}
    group by e.kind, e.marketplace, e.earning_month ${byMonthPaid}`.execute(db)
  return rows
}

/** When the entries of a month were written down; without `from`, from the beginning. */
type Span = { from?: Date | undefined; until: Date }

/** The span of a month that is open. */
export async function spanOf(db: Kysely<DB>, month: string, { zone, after }: Open): Promise<Span> {
  const until = await endOf(db, month, zone)
  const { rows } = await sql<{ begins_at: Date; is_first: boolean }>`
    select ${`${month}-01`}::date::timestamp at time zone ${zone} as begins_at,
      ${after ? `${after.month}-01` : null}::date + interval '1 month' = ${`${month}-01`}::date as is_first`.execute(
    db,
  )
  return { from: rows[0]?.is_first ? after?.ends_at : rows[0]?.begins_at, until }
}

export type EntryRow = Omit<BookEntry, 'at' | 'change'> & BookAmounts & { at: Date | null }
type Written = EntryRow & { position: Position }

/** The entries of a month that were written down, after a position in the order of time, in cents. */
export async function selectEntries(
  db: Kysely<DB>,
  { month, span, ...asked }: AskedEntries & { month: string; span: Span },
  { after, limit }: { after: Position | undefined; limit: number },
): Promise<Written[]> {
  const { from, until } = span
  const part = (rows: RawBuilder<unknown>) => sql`
    (select f.* from ${rows} and f.kind is not null and ${isAsked(asked, 'f')}
      and ${after ? sql`(f.at, f.id, f.source) > (timestamptz 'epoch' + ${after.at}::bigint * interval '1 microsecond', ${after.id}::uuid, ${after.source})` : sql`true`}
    order by f.at, f.id, f.source limit ${limit})`
  const { rows } = await sql<Omit<Written, 'position'> & { position: string; source: string }>`
    select e.id, e.source, e.at, ((extract(epoch from e.at) * 1000000)::bigint)::text as position, e.kind,
      e.marketplace, to_char(e.earning_month, 'YYYY-MM') as earning_month, e.order_item_id, l.run_id as payout_run_id,
      coalesce(l.is_own, false) as is_own,
      coalesce('F' || r.number || '-' || l.place, e.reference) as reference, p.username,
      e.receivable, e.platform, e.creators, e.paid, 0::bigint as nobodys, 0::bigint as exchange
    from (
      select * from (
        ${part(sql`(${facts}) f where f.at >= ${from ?? '-infinity'} and f.at < ${until} and ${inTime}`)}
        union all
        ${part(sql`late_entries t join (${facts}) f on (f.source, f.id) = (t.source, t.id)
          where t.month = ${`${month}-01`}::date`)}
      ) b
      order by at, id, source limit ${limit}
    ) e
    left join payees y on y.id = e.payee_id
    left join profiles p on p.id = y.user_id
    left join payout_answers a on e.kind in ('payout', 'payout_returned') and a.id::text = e.reference
    left join payout_lines l on e.kind in ('payout', 'payout_returned')
      and l.id::text = coalesce(a.line_id::text, e.reference)
    left join payout_runs r on r.id = l.run_id
    order by e.at, e.id, e.source`.execute(db)
  return rows.map(({ source, position, ...row }) => ({
    ...row,
    position: { at: position, id: row.id, source },
  }))
}

/** The entries at the end of a month, in cents: of a closed one, or of an open one. */
export async function selectEndEntries(
  db: Kysely<DB>,
  { month, ...asked }: AskedEntries & { month: string },
  open: Open | undefined,
): Promise<EntryRow[]> {
  const entries = open
    ? sql`(${bookEntries(open)}) e where e.month = ${month}`
    : sql`closed_month_lines e where e.month = ${`${month}-01`}::date`
  const { rows } = await sql<EntryRow>`
    select concat_ws(' ', e.kind, e.marketplace, to_char(e.earning_month, 'YYYY-MM')) as id, null as at, e.kind,
      e.marketplace, to_char(e.earning_month, 'YYYY-MM') as earning_month, null as order_item_id, null as payout_run_id,
      false as is_own, null as reference, null as username, e.receivable, e.platform, e.creators, e.paid, e.nobodys,
      e.exchange
    from ${entries} and e.kind in (${sql.join(endKinds)}) and ${isAsked(asked, 'e')}
    order by e.kind, e.marketplace, e.earning_month`.execute(db)
  return rows
}

/** Whether the filter includes an entry. */
function isAsked(
  { kind, marketplace, earning_month, account }: AskedEntries,
  of: string,
): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${of}.${name}`)
  return sql.join(
    [
      ...(kind ? [sql`${column('kind')} = ${kind}`] : []),
      ...(marketplace ? [sql`${column('marketplace')} = ${marketplace}`] : []),
      ...(earning_month ? [sql`${column('earning_month')} = ${`${earning_month}-01`}::date`] : []),
      // No written entry is nobody's, or exchange, before the month's end.
      ...(account
        ? [
            (account === 'nobodys' || account === 'exchange') && of === 'f'
              ? sql`false`
              : sql`${column(account)} <> 0`,
          ]
        : []),
      sql`true`,
    ],
    sql` and `,
  )
}
