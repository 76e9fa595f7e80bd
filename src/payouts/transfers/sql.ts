import { type Insertable, type Kysely, sql } from 'kysely'
import { uuidArray } from '../../platform/database/binary-arrays.ts'
import type { DB, TransferLines, Transfers } from '../../platform/database/schema.ts'
import type { TransferLine } from './contract.ts'

/** A month of a marketplace, as `2026-11`. */
export type MonthOf = { marketplace: string; month: string }

/** In the currency's smallest unit, and in US cents. */
export type LineRow = Pick<TransferLine, 'kind' | 'month' | 'order_item_ids'> & {
  amount: number
  usd_cents: number
}
export type TransferRow = NonNullable<Awaited<ReturnType<typeof selectTransfer>>>

const transfers = (db: Kysely<DB>) =>
  db
    .selectFrom('transfers as t')
    .leftJoin('profiles as p', 'p.id', 't.recorded_by')
    .leftJoin('profiles as v', 'v.id', 't.reversed_by')
    .select([
      't.id',
      't.marketplace',
      't.currency',
      't.amount',
      't.usd_cents',
      't.received_on',
      't.reference',
    ])
    .select(['t.recorded_at', 't.reversed_at', 't.reversal_reason'])
    .select(['p.username as recorded_by', 'v.username as reversed_by'])
    .select(
      sql<LineRow[]>`(
        select json_agg(json_build_object('kind', l.kind, 'month', to_char(l.earning_month, 'YYYY-MM'),
          'order_item_ids', l.order_item_ids, 'amount', l.amount, 'usd_cents', l.usd_cents) order by l.place)
        from transfer_lines l where l.transfer_id = t.id)`.as('lines'),
    )

export const selectTransfer = (db: Kysely<DB>, id: string) =>
  transfers(db).where('t.id', '=', id).executeTakeFirst()

/** The transfers that came between two days, or are for months that begin between them; the newest first. */
export const selectTransfers = (db: Kysely<DB>, { from, until }: { from: string; until: string }) =>
  transfers(db)
    .where(
      sql<boolean>`(t.received_on >= ${from}::date and t.received_on < ${until}::date or exists (
        select from transfer_lines l where l.transfer_id = t.id and l.earning_month >= ${from}::date
          and l.earning_month < ${until}::date))`,
    )
    .orderBy('t.recorded_at', 'desc')
    .orderBy('t.id', 'desc')
    .execute()

/** Amounts of a month: in their currency's smallest unit and in US cents. */
export type MonthAmounts = MonthOf & {
  /** Null where they have several. */
  currency: string | null
  own: number
  cents: number
}

/** What was received for the months from one to another, of each marketplace: the lines of transfers that stand. */
export async function selectReceivedMonths(
  db: Kysely<DB>,
  { from, to }: { from: string; to: string },
): Promise<MonthAmounts[]> {
  const { rows } = await sql<MonthAmounts>`
    select to_char(l.earning_month, 'YYYY-MM') as month, t.marketplace,
      case when min(t.currency) = max(t.currency) then min(t.currency) end as currency, sum(l.amount)::bigint as own,
      sum(l.usd_cents)::bigint as cents
    from transfer_lines l join transfers t on t.id = l.transfer_id
    where l.earning_month between ${`${from}-01`}::date and ${`${to}-01`}::date and t.reversed_at is null
    group by 1, 2`.execute(db)
  return rows
}

/**
 * What the platform bears of the months from one to another: what was missing when they were released, and orders
 * that Amazon has not paid.
 */
export async function selectBorneMonths(
  db: Kysely<DB>,
  { from, to }: { from: string; to: string },
): Promise<MonthAmounts[]> {
  const { rows } = await sql<MonthAmounts>`
    select to_char(earning_month, 'YYYY-MM') as month, marketplace,
      case when min(currency) = max(currency) then min(currency) end as currency, sum(amount)::bigint as own,
      coalesce(sum(in_dollars(amount, currency, to_char(earning_month, 'YYYY-MM'))), 0)::bigint as cents
    from (
      select marketplace, earning_month, currency, reported_cents - received_cents as amount
      from month_releases where how = 'platform'
      union all
      select unpaid_marketplace, unpaid_month, borne_currency, borne from payout_holds where borne is not null
    ) b
    where earning_month between ${`${from}-01`}::date and ${`${to}-01`}::date
    group by 1, 2`.execute(db)
  return rows
}

/** Writes a transfer down with its lines; the database refuses lines that do not add up to it. */
export async function insertTransfer(
  db: Kysely<DB>,
  transfer: Omit<Insertable<Transfers>, 'reference_key'>,
  lines: Omit<Insertable<TransferLines>, 'transfer_id' | 'place'>[],
): Promise<string> {
  const { id } = await db
    .insertInto('transfers')
    .values({ ...transfer, reference_key: transfer.reference })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('transfer_lines')
    .values(lines.map((line, n) => ({ ...line, transfer_id: id, place: n + 1 })))
    .execute()
  return id
}

/** Whether this transfer stood until now. */
export async function reverseTransferOf(
  db: Kysely<DB>,
  id: string,
  { by, reason, at }: { by: string; reason: string; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('transfers')
    .set({ reversed_at: at, reversed_by: by, reversal_reason: reason })
    .where('id', '=', id)
    .where('reversed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Which of these people have something of a month that Amazon pays for. */
export async function selectPaidByMonth(
  db: Kysely<DB>,
  { marketplace, month }: MonthOf,
  userIds: string[],
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select y.user_id from payees y
    where y.user_id = any (${uuidArray(userIds)}::uuid[]) and exists (
      select from earnings_quarters q
      where q.payee_id = y.id and (q.marketplace, q.earning_month) = (${marketplace}, ${`${month}-01`}::date))`.execute(
    db,
  )
  return rows.map(({ user_id }) => user_id)
}
