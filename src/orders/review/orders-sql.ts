import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { OrderTransactionType, ReviewReason } from '../../earnings/contract.ts'
import type { OwnRow } from '../../earnings/index.ts'
import type { DB } from '../../platform/database/schema.ts'

export type OrderRow = {
  order_item_id: string
  marketplace: string
  currency: string
  order_date: string
  asin: string
  product_title: string
  quantity: number
  commission_cents: number
  order_status: string
  is_withdrawn: boolean
  has_ledger: boolean
  evidence_disagrees: boolean
  review_reason: 'restated_ambiguously' | null
  waiting_return_cents: number
  confidence: string | null
  rule: string | null
  payee_id: string | null
  username: string | null
  product_id: string | null
  short_link_id: string | null
  reason: string | null
  note_to_creator: string | null
  is_decided: boolean | null
  review: ReviewReason | null
  is_provisional: boolean | null
  version: number | null
}

/** The columns of an order in every list. */
const orderColumns = sql`
  o.order_item_id, o.marketplace, o.currency, o.order_date, o.asin, o.product_title, o.quantity, o.commission_cents, o.order_status,
  o.observation_id is null as is_withdrawn,
  (select true from earnings_ledger l where l.order_item_id = o.order_item_id limit 1) is not null as has_ledger,
  (select true from order_disagreements d where d.order_item_id = o.order_item_id limit 1) is not null as evidence_disagrees,
  o.review_reason,
  o.waiting_return_cents,
  m.confidence, m.evidence->>'rule' as rule, m.payee_id, p.username, m.product_id, m.short_link_id, m.reason, m.is_decided,
  m.review, m.is_provisional, m.note_to_creator, m.version`

/** The match of an order `o`, and its creator if the account still exists. */
const matchJoins = sql`
  left join order_matches m on m.order_item_id = o.order_item_id
  left join payees y on y.id = m.payee_id
  left join profiles p on p.id = y.user_id`

/** The orders at some positions, sorted like these, each with the position's own columns. */
export async function selectOrdersAt<Position>(
  db: Kysely<DB>,
  { positions, order, columns }: Record<'positions' | 'order' | 'columns', RawBuilder<unknown>>,
): Promise<(OrderRow & Position)[]> {
  const { rows } = await sql<OrderRow & Position>`
    select ${orderColumns}, ${columns}
    from (${positions}) as position join amazon_orders o on o.order_item_id = position.order_item_id ${matchJoins}
    order by ${order}`.execute(db)
  return rows
}

export type OrderDetailRow = OrderRow & {
  ordered_at: Date | null
  format: string
  sub_tag: string | null
  tracking_id: string | null
  commission_rate_bps: number | null
  evidence: Record<string, unknown> | null
  matched_by: string | null
  matched_at: Date | null
  hold_id: string | null
  hold_reason: string | null
  hold_set_at: Date | null
  unpaid_months: { marketplace: string; month: string }[]
}

export async function selectOrder(db: Kysely<DB>, id: string): Promise<OrderDetailRow | undefined> {
  const { rows } = await sql<OrderDetailRow>`
    select ${orderColumns}, o.ordered_at, o.format, o.sub_tag, o.tracking_id, o.commission_rate_bps, m.evidence,
      a.username as matched_by, m.matched_at, h.id as hold_id, h.reason as hold_reason, h.set_at as hold_set_at,
      (select coalesce(json_agg(json_build_object('marketplace', u.unpaid_marketplace,
          'month', to_char(u.unpaid_month, 'YYYY-MM')) order by u.unpaid_month), '[]')
       from payout_holds u where u.order_item_id = o.order_item_id and u.ended_at is null and u.unpaid_month is not null)
        as unpaid_months
    from amazon_orders o ${matchJoins} left join profiles a on a.id = m.matched_by
    left join payout_holds h on h.order_item_id = o.order_item_id and h.ended_at is null and h.unpaid_month is null
    where o.order_item_id = ${id}`.execute(db)
  return rows[0]
}

export type Disagreement = NonNullable<Awaited<ReturnType<typeof selectDisagreement>>>

/** The claim that disagrees with an order's match; its payee is null if the evidence names nobody. */
export const selectDisagreement = (db: Kysely<DB>, id: string) =>
  db
    .selectFrom('order_disagreements as d')
    .leftJoin('payees as y', 'y.id', 'd.payee_id')
    .leftJoin('profiles as p', 'p.id', 'y.user_id')
    .where('d.order_item_id', '=', id)
    .select(['d.payee_id', 'p.username', 'd.product_id', 'd.short_link_id', 'd.confidence', 'd.reason'])
    .select(['d.evidence', 'd.found_at'])
    .executeTakeFirst()

/** An order's reports: the observation that counts first, then earlier ones, then those that were undone. */
export const selectObservations = (db: Kysely<DB>, id: string) =>
  db
    .selectFrom('order_observations as s')
    .innerJoin('import_batches as b', 'b.id', 's.batch_id')
    .innerJoin('amazon_orders as o', (join) => join.on('o.order_item_id', '=', id))
    // An array, because with the statistics of a new table the planner would read the whole tables.
    .where(
      sql<boolean>`s.id = any (array(
        select observation_id from fee_rows where order_item_id = ${id}
        union all
        select observed.id from order_observations observed where observed.order_item_id = ${id}
          and not exists (select from fee_rows r where r.observation_id = observed.id)
      ))`,
    )
    .select(['s.batch_id', 'b.file_name', 's.line', 'b.report_as_of', 's.order_status', 's.quantity'])
    .select(['s.commission_cents', 'b.currency', 'b.undone_at'])
    .select(sql<boolean>`s.id is not distinct from o.observation_id`.as('counts'))
    .orderBy('counts', 'desc')
    .orderBy(sql`b.undone_at is null`, 'desc')
    .orderBy('b.report_as_of', 'desc')
    .orderBy('s.status_rank', 'desc')
    .orderBy('s.content_hash', 'desc')
    .orderBy('s.id')
    .execute()

/** An order's ledger rows, of all payees, the oldest first. */
export const selectEntries = (db: Kysely<DB>, id: string) =>
  db
    .selectFrom('earnings_ledger as l')
    .innerJoin('payees as y', 'y.id', 'l.payee_id')
    .leftJoin('profiles as p', 'p.id', 'y.user_id')
    .where('l.order_item_id', '=', id)
    .select(['l.id', 'l.payee_id', 'p.username', 'l.gross_commission_cents', 'l.platform_fee_cents'])
    .select(['l.user_amount_cents', 'l.available_on', 'l.created_at'])
    .select(sql<OrderTransactionType>`l.transaction_type`.as('transaction_type'))
    .select(
      sql<string>`posted_on(l.marketplace, coalesce(l.counts_month, l.earning_month), l.available_on)`.as(
        'posted_on',
      ),
    )
    .select(sql<ReviewReason | null>`under_review(l.payee_id, l.order_item_id)`.as('under_review'))
    .select(sql<OwnRow | null>`original_amount_of_entry(l.id)`.as('own'))
    .orderBy('l.created_at')
    .orderBy('l.id')
    .execute()
