import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import type { LedgerOrder, OrderSort, OrderTransactionType, ReviewReason } from '../contract.ts'
import type { OrderCursor } from './ledger-rules.ts'
import {
  confidenceOf,
  heldOf,
  type OwnRow,
  orderOf,
  ownOf,
  type ProductColumns,
  productOf,
  throughList,
  type WaitingRow,
  waitingOf,
} from './ledger-sql.ts'
import type { MonthBounds } from './months/history-months.ts'

/** A row of an order in JSON, with its time as text. */
type OrderEntry = {
  id: string
  transaction_type: OrderTransactionType
  gross_commission_cents: number
  platform_fee_cents: number
  user_amount_cents: number
  own: OwnRow | null
  available_on: string
  posted_on: string
  created_at: string
}

export type OrderRow = {
  order_item_id: string
  order_date: string
  posted_at: Date
  /** What a cursor contains. */
  key: string
  first_sequence: number
  gross_commission_cents: number
  user_amount_cents: number
  order_title: string
  order_asin: string
  confidence: LedgerOrder['amazon_orders']['confidence']
  is_provisional: boolean
  under_review: ReviewReason | null
  held: string | null
  waiting: WaitingRow | null
  entries: OrderEntry[]
  /** What of it counts with the month that was asked for. */
  month_cents: number | null
  through_list: string | null
} & ({ product_id: null } | ProductColumns)

const sortedBy = {
  ordered: { column: sql`order_date`, type: sql`date`, key: sql`l.order_date::text` },
  posted: {
    column: sql`posted_at`,
    type: sql`timestamptz`,
    key: sql`(extract(epoch from l.posted_at) * 1000000)::bigint::text`,
  },
} as const

const keyOf = (sort: OrderSort, { key }: OrderCursor) =>
  sort === 'ordered'
    ? sql`${key}::date`
    : sql`timestamptz 'epoch' + ${key}::bigint * interval '1 microsecond'`

type Whose = { userId: string } | { payeeId: string }
type Which = {
  sort: OrderSort
  product: string | undefined
  /** Only orders with rows that count with this month, as `2026-11`. */
  month?: string | undefined
}
type Page = Which & { after: OrderCursor | undefined; limit: number }

const ordersOf = (of: Whose, { product, month }: Omit<Which, 'sort'>) => {
  const payee =
    'payeeId' in of ? sql`${of.payeeId}` : sql`(select id from payees where user_id = ${of.userId})`
  return sql`
    payee_id = ${payee}
    ${product === undefined ? sql`` : sql`and product_id = ${product}`}
    ${month === undefined ? sql`` : sql`and order_item_id in (${countingWith(payee, month)})`}`
}

/** The month with which a row `r` of an order counts. */
const countsWith = sql`coalesce(r.counts_month, r.earning_month)`

// A month's rows were written in few quarters of an hour, which the sums name: no index of rows by month is needed.
const countingWith = (payee: RawBuilder<unknown>, month: string) => sql`
  select r.order_item_id
  from (
    select distinct quarter from earnings_quarters where payee_id = ${payee} and earning_month = ${`${month}-01`}::date
  ) q
  join earnings_ledger r on r.payee_id = ${payee}
    and r.created_at >= q.quarter and r.created_at < q.quarter + interval '15 minutes'
  where ${countsWith} = ${`${month}-01`}::date`

/** The orders of a person, or of a payee, after a cursor, the latest first, each with its rows. */
export async function selectOrders(
  db: Kysely<DB>,
  of: Whose,
  { sort, after, limit, ...which }: Page,
): Promise<OrderRow[]> {
  const { column, key } = sortedBy[sort]
  const { rows } = await sql<OrderRow>`
    select l.order_item_id, l.order_date, l.posted_at, ${key} as key, l.first_sequence, l.gross_commission_cents,
      l.user_amount_cents, o.order_title, o.order_asin, ${confidenceOf} as confidence,
      coalesce(m.is_provisional, false) as is_provisional, under_review(l.payee_id, l.order_item_id), ${waitingOf}, e.entries, e.month_cents::bigint, p.*, ${throughList}, ${heldOf(sql`h.order_item_id = l.order_item_id`, 'e.marketplace, e.earning_month')}
    from (
      select * from earnings_orders
      where ${ordersOf(of, which)}
        ${after === undefined ? sql`` : sql`and (${column}, first_sequence) < (${keyOf(sort, after)}, ${after.sequence}::bigint)`}
      order by ${column} desc, first_sequence desc limit ${limit}
    ) l ${orderOf}
    cross join lateral (
      select json_agg(json_build_object('id', r.id, 'transaction_type', r.transaction_type,
        'gross_commission_cents', r.gross_commission_cents, 'platform_fee_cents', r.platform_fee_cents,
        'user_amount_cents', r.user_amount_cents, 'own', ${ownOf('r')}, 'available_on', r.available_on,
        'posted_on', posted_on(r.marketplace, coalesce(r.counts_month, r.earning_month), r.available_on),
        'created_at', r.created_at) order by r.pair_sequence) as entries,
        min(r.marketplace) as marketplace, min(${countsWith}) as earning_month,
        ${which.month === undefined ? sql`null::bigint` : sql`sum(r.user_amount_cents) filter (where ${countsWith} = ${`${which.month}-01`}::date)`} as month_cents
      from earnings_ledger r where r.order_item_id = l.order_item_id and r.payee_id = l.payee_id
    ) e
    left join ${productOf(sql`l.product_id`, sql`l.payee_id`)} p on true
    order by ${sql`l.`}${column} desc, l.first_sequence desc`.execute(db)
  return rows
}

/** How many orders these months have, and their sums in cents, the latest first. */
export async function selectOrderMonths(
  db: Kysely<DB>,
  of: Whose,
  { sort, ...which }: Which,
  months: MonthBounds[],
): Promise<{ month: string; orders: number; cents: number }[]> {
  const { column, type } = sortedBy[sort]
  const { rows } = await sql<{ month: string; orders: number; cents: number }>`
    select m.month, s.*
    from json_to_recordset(${JSON.stringify(months)}) as m (month text, begins ${type}, ends ${type})
    cross join lateral (
      select count(*) as orders, coalesce(sum(user_amount_cents), 0)::bigint as cents from earnings_orders
      where ${ordersOf(of, which)} and ${column} >= m.begins and ${column} < m.ends
    ) s
    order by m.begins desc`.execute(db)
  return rows
}
