import { type Kysely, type RawBuilder, sql } from 'kysely'
import { uuidArray } from '../../platform/database/binary-arrays.ts'
import type { DB } from '../../platform/database/schema.ts'
import { confidenceBy } from '../../shared/attribution.ts'
import type { LedgerEntry, OrderTransactionType } from '../contract.ts'
import { isOfHeldOrder } from './balances-sql.ts'
import type { MonthBounds } from './months/history-months.ts'

/** A row of the ledger with its order's data, if it has an order. */
export type EntryRow = Pick<
  LedgerEntry,
  'id' | 'transaction_type' | 'available_on' | 'under_review' | 'is_provisional' | 'held' | 'reason'
> & {
  sequence: number
  /** The day from which it counts as posted, `infinity` while the day is unknown. */
  posted_on: string
  gross_commission_cents: number
  platform_fee_cents: number
  user_amount_cents: number
  own: OwnRow | null
  created_at: Date
} & (OrderColumns | { order_item_id: null })

/** A row's amount in another currency, in its smallest unit. */
export type OwnRow = { currency: string; smallest_units: number | null; usd_per_unit: string | null }

/** The amount of an order that waits for rates, in its currency's smallest unit. */
export type WaitingRow = { currency: string; smallest_units: number; months: string[] }

type OrderColumns = {
  order_item_id: string
  order_title: string
  order_asin: string
  confidence: Confidence
}
type Confidence = NonNullable<LedgerEntry['amazon_orders']>['confidence']

export type LedgerRow = EntryRow & { through_list: string | null } & ({ product_id: null } | ProductColumns)

/**
 * The confidence that an order of a ledger `l` belongs to its payee; for a former payee, the last confidence. Unknown
 * if neither is stored.
 */
export const confidenceOf = sql`coalesce(m.confidence, (
    select ${JSON.stringify(confidenceBy)}::jsonb ->> f.rule from earnings_ledger f
    where f.payee_id = l.payee_id and f.order_item_id = l.order_item_id and f.rule <> 'none'
    order by f.pair_sequence desc limit 1
  ), 'unknown')`

/** The report's data about a row's order, and its match if it is this payee's, as lateral joins to a ledger `l`. */
export const orderOf = sql`
  left join lateral (
    select product_title as order_title, asin as order_asin from amazon_orders where order_item_id = l.order_item_id limit 1
  ) o on true
  left join lateral (
    select confidence, is_provisional from order_matches
    where order_item_id = l.order_item_id and payee_id = l.payee_id limit 1
  ) m on true`

/** Why an order `l`, by `isHeld` of a hold `h`, or its month is held. */
export const heldOf = (isHeld: RawBuilder<boolean>, month: string) => sql`(
    select h.reason from payout_holds h
    where h.ended_at is null and (${isHeld} or (h.marketplace, h.earning_month) = (${sql.raw(month)}))
    order by h.order_item_id, h.unpaid_month nulls first limit 1
  ) as held`

/** The amount of a ledger row in another currency; looked up for these rows alone. */
export const ownOf = (ledger: 'l' | 'r') =>
  sql<OwnRow | null>`case when ${sql.ref(`${ledger}.evidence`)} ? 'month_worth' then original_amount_of_entry(${sql.ref(`${ledger}.id`)}) end`

/** The amount of an order `l` that waits, for the payee of match `m`, if it is theirs now. */
export const waitingOf = sql`case when m.confidence is not null then waits_for_rates(l.order_item_id) end as waiting`

const entryColumns = sql`l.id, l.sequence, l.order_item_id, l.transaction_type, l.gross_commission_cents,
  l.platform_fee_cents, l.user_amount_cents, ${ownOf('l')} as own, l.available_on, posted_on(l.marketplace, coalesce(l.counts_month, l.earning_month), l.available_on),
  under_review(l.payee_id, l.order_item_id), l.created_at, o.order_title, o.order_asin,
  ${confidenceOf} as confidence, coalesce(m.is_provisional, false) as is_provisional,
  case when l.order_item_id is null then l.reason end as reason, ${heldOf(isOfHeldOrder(sql`coalesce(l.counts_month, l.earning_month)`), 'l.marketplace, coalesce(l.counts_month, l.earning_month)')}`

/** The title of the payee's own list whose link an order `l` names, if the link stands for their product `p`. */
export const throughList = sql`(
    select t.title
    from amazon_orders a
    join list_links k on k.short_link_id = lower(a.sub_tag) and k.product_id = p.product_id
    join lists t on t.id = k.list_id and t.user_id = (select user_id from payees where id = l.payee_id)
    where a.order_item_id = l.order_item_id
  ) as through_list`

/** A person's ledger before a position, the newest row first: by position, which no later row can take. */
export async function selectLedger(
  db: Kysely<DB>,
  userId: string,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<LedgerRow[]> {
  const { rows } = await sql<LedgerRow>`
    select ${entryColumns}, p.*, ${throughList}
    from (
      select * from earnings_ledger
      where payee_id = (select id from payees where user_id = ${userId})
        ${before === undefined ? sql`` : sql`and sequence < ${before}`}
      order by sequence desc limit ${limit}
    ) l ${orderOf} left join ${productOf(sql`l.product_id`, sql`l.payee_id`)} p on true
    order by l.sequence desc`.execute(db)
  return rows
}

/** How many rows these months have, what was earned in them and what was paid out, in cents, the latest first. */
export async function selectEntryMonths(
  db: Kysely<DB>,
  userId: string,
  months: MonthBounds[],
): Promise<{ month: string; entries: number; cents: number; paid_cents: number }[]> {
  const { rows } = await sql<{ month: string; entries: number; cents: number; paid_cents: number }>`
    select m.month, s.*
    from json_to_recordset(${JSON.stringify(months)}) as m (month text, begins timestamptz, ends timestamptz)
    cross join lateral (
      select coalesce(sum(entries), 0)::bigint as entries, coalesce(sum(user_amount_cents), 0)::bigint as cents,
        coalesce(-sum(paid_cents), 0)::bigint as paid_cents
      from earnings_quarters
      where payee_id = (select id from payees where user_id = ${userId}) and quarter >= m.begins and quarter < m.ends
    ) s
    order by m.begins desc`.execute(db)
  return rows
}

/** The rows of a person's ledger of a time, the first one first. */
export async function selectEntriesBetween(
  db: Kysely<DB>,
  payeeId: string,
  { from, until, limit }: { from: Date; until: Date; limit: number },
): Promise<(EntryRow & { earning_month: string | null })[]> {
  const { rows } = await sql<EntryRow & { earning_month: string | null }>`
    select ${entryColumns}, to_char(l.earning_month, 'YYYY-MM') as earning_month
    from (
      select * from earnings_ledger
      where payee_id = ${payeeId} and created_at >= ${from} and created_at < ${until}
      order by created_at, id limit ${limit}
    ) l ${orderOf}
    order by l.created_at, l.id`.execute(db)
  return rows
}

/** Rows by their ids, with their rule and evidence. */
export async function selectEntriesByIds(
  db: Kysely<DB>,
  ids: string[],
): Promise<(EntryRow & { order_date: string | null; rule: string | null })[]> {
  const { rows } = await sql<EntryRow & { order_date: string | null; rule: string | null }>`
    select ${entryColumns}, l.rule,
      (select order_date from amazon_orders a where a.order_item_id = l.order_item_id) as order_date
    from earnings_ledger l ${orderOf}
    where l.id = any (${uuidArray(ids)}::uuid[])`.execute(db)
  return rows
}

/** A row with its position in the chain and, if it has an order, the whole reason for it. */
type WhyRow = LedgerRow & { hash: string } & (WhyOfOrder | { order_item_id: null })

/** The reason for an order's row: the order, and its match if it is this payee's. */
type WhyOfOrder = OrderColumns & {
  payee_id: string
  fee_bps: number
  order_date: string
  ordered_at: Date | null
  quantity: number
  order_status: 'pending' | 'shipped' | 'cancelled' | 'returned' | 'withdrawn'
  commission_cents: number
  currency: string
  note_to_creator: string | null
  evidence: Record<string, unknown> | null
  /** Whether the order is this payee's now. */
  is_credited: boolean
  waiting: WaitingRow | null
  /** The rule of the row; null in rows of version 1. */
  rule: string | null
  posted_evidence: Record<string, unknown> | null
  posted_reason: string | null
  /** The status in the report that it was posted by; null without a report, and in rows of version 1. */
  reported_status: 'pending' | 'shipped' | 'cancelled' | 'returned' | null
  reported_cents: number | null
  report_as_of: Date | null
}

/** A row of a person's own ledger; undefined for anyone else's. */
export async function selectWhy(db: Kysely<DB>, userId: string, id: string): Promise<WhyRow | undefined> {
  const { rows } = await sql<WhyRow>`
    select ${entryColumns}, p.*, ${throughList}, l.payee_id, l.fee_bps, encode(l.hash, 'hex') as hash, a.order_date, a.ordered_at,
      a.quantity, case when a.observation_id is null then 'withdrawn' else a.order_status end as order_status,
      a.commission_cents, a.currency, ${waitingOf}, t.note_to_creator, t.evidence, t.payee_id is not null as is_credited, l.rule,
      l.evidence as posted_evidence, l.reason as posted_reason, s.order_status as reported_status,
      greatest(s.commission_cents, 0) as reported_cents, b.report_as_of
    from earnings_ledger l ${orderOf}
    left join amazon_orders a on a.order_item_id = l.order_item_id
    left join order_matches t on t.order_item_id = l.order_item_id and t.payee_id = l.payee_id
    left join order_observations s on s.id = l.observation_id
    left join import_batches b on b.id = s.batch_id
    left join ${productOf(sql`l.product_id`, sql`l.payee_id`)} p on true
    where l.id = ${id} and l.payee_id = (select id from payees where user_id = ${userId})`.execute(db)
  return rows[0]
}

/** A person's payee, if this row is theirs. */
export const selectPayeeOfRow = async (
  db: Kysely<DB>,
  userId: string,
  id: string,
): Promise<string | undefined> =>
  (
    await db
      .selectFrom('earnings_ledger as l')
      .innerJoin('payees as y', 'y.id', 'l.payee_id')
      .where('l.id', '=', id)
      .where('y.user_id', '=', userId)
      .select('y.id')
      .executeTakeFirst()
  )?.id

/** All rows that a payee has of an order, the first one first. */
export const selectPair = (db: Kysely<DB>, payeeId: string, orderItemId: string) =>
  db
    .selectFrom('earnings_ledger as l')
    .where('payee_id', '=', payeeId)
    .where('order_item_id', '=', orderItemId)
    .select(['id', 'gross_commission_cents', 'platform_fee_cents', 'user_amount_cents'])
    .select(['available_on', 'created_at', ownOf('l').as('own')])
    .select(sql<string | null>`case when pair_sequence = 1 then evidence ->> 'fee_day' end`.as('fee_day'))
    .select(
      sql<string>`posted_on(marketplace, coalesce(counts_month, earning_month), available_on)`.as(
        'posted_on',
      ),
    )
    .select(sql<OrderTransactionType>`transaction_type`.as('transaction_type'))
    .orderBy('pair_sequence')
    .execute()

/** A product's data for display; `title` is empty if it has none. */
export type ProductColumns = {
  product_id: string
  title: string
  product_asin: string
  image_url: string | null
  image_source: string | null
  short_link_id: string | null
}

/**
 * A product by its id, if it is the payee's own, as a lateral join. A deleted one has no short link: tombstones lose
 * their texts.
 */
export const productOf = (id: RawBuilder<unknown>, payeeId: RawBuilder<unknown>) => sql`lateral (
  select id as product_id, title, asin as product_asin, image_url, image_source,
    case when deleted_at is null then (
      select s.id from short_links s where s.product_id = products.id and not s.is_of_list order by s.created_at limit 1
    ) end as short_link_id
  from products where id = ${id} and payee_id = ${payeeId} limit 1
)`
