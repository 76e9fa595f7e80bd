import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import type { ProductSort } from '../contract.ts'
import type { ProductCursor, ProductOrder } from './ledger-rules.ts'
import { type ProductColumns, productOf } from './ledger-sql.ts'

export type ProductRow = ProductColumns & { clicks: number; orders: number; cents: number; rank: number }

/** The sort keys of products, as whole numbers; by conversion, products without clicks come last in both directions. */
const ranks = {
  earnings: () => sql`cents`,
  clicks: () => sql`brought.clicks`,
  orders: () => sql`orders`,
  conversion: (last) =>
    sql`case when clicks = 0 then ${last}::bigint else round(orders * 1000000000.0 / clicks) end`,
} satisfies Record<ProductSort, (last: number) => RawBuilder<unknown>>

/** Keywords, and the rank of products without one, by which end comes first. */
const directions = {
  most: { by: sql`desc`, beyond: sql`<`, last: -1 },
  least: { by: sql`asc`, beyond: sql`>`, last: 999_999_999_999_999 },
}

type Asked = ProductOrder & {
  clicked: { product_id: string; clicks: number }[]
  from: Date
  until: Date
  after: ProductCursor | undefined
  limit: number
}

/** The figures of each product of a person between two instants, sorted; products without any are left out. */
export async function selectProducts(
  db: Kysely<DB>,
  userId: string,
  { clicked, from, until, sort, first, after, limit }: Asked,
): Promise<ProductRow[]> {
  const ids = clicked.map(({ product_id }) => product_id)
  const { by, beyond, last } = directions[first]
  const { rows } = await sql<ProductRow>`
    with payee as materialized (select id from payees where user_id = ${userId}), clicked as materialized (
      select product_id, clicks from unnest(${ids}::uuid[], ${clicked.map(({ clicks }) => clicks)}::bigint[]) as c (product_id, clicks)
    ), earned as materialized (
      select product_id, sum(user_amount_cents) as cents
      from earnings_product_quarters
      where payee_id = (select id from payee) and quarter >= ${from} and quarter < ${until}
      group by product_id
    ), ordered as materialized (
      select product_id, count(*) as orders
      from earnings_orders
      where payee_id = (select id from payee) and posted_at >= ${from} and posted_at < ${until}
        and gross_commission_cents > 0 and product_id is not null
      group by product_id
    ), brought as (
      select product_id, coalesce(clicks, 0)::bigint as clicks, coalesce(orders, 0)::bigint as orders,
        coalesce(cents, 0)::bigint as cents
      from clicked full join earned using (product_id) full join ordered using (product_id)
    ), ranked as (
      select *, (${ranks[sort](last)})::bigint as rank from brought where clicks > 0 or orders > 0 or cents <> 0
    ), listed as (
      select * from ranked
      ${after === undefined ? sql`` : sql`where (rank, product_id) ${beyond} (${after.rank}::bigint, ${after.id}::uuid)`}
      order by rank ${by}, product_id ${by} limit ${limit}
    )
    select p.*, l.clicks, l.orders, l.cents, l.rank
    from listed l cross join payee cross join ${productOf(sql`l.product_id`, sql`payee.id`)} p
    order by l.rank ${by}, l.product_id ${by}`.execute(db)
  return rows
}

type ProductSums = { clicks: number; orders: number; cents: number; pending: number }

/** The figures of a person's product so far; undefined for somebody else's. `today` decides what is pending. */
export async function selectProductSums(
  db: Kysely<DB>,
  userId: string,
  { id, today }: { id: string; today: string },
): Promise<ProductSums | undefined> {
  const { rows } = await sql<ProductSums>`
    with own as materialized (
      select id, payee_id from products where id = ${id} and user_id = ${userId} and deleted_at is null
    ), orders_under_review as materialized (
      select order_item_id from earnings_holds where payee_id = (select payee_id from own)
      group by order_item_id having max(place) % 2 = 1
    )
    select
      (select clicks_count from click_totals where product_id = ${id}) as clicks,
      (select count(*) from earnings_orders where product_id = ${id} and gross_commission_cents > 0) as orders,
      (select earnings_cents from earnings where product_id = ${id}) as cents,
      (select coalesce(sum(l.user_amount_cents), 0)::bigint
       from earnings_orders o
       join earnings_ledger l using (order_item_id, payee_id)
       where o.product_id = ${id} and l.product_id = ${id}
         and (posted_on(l.marketplace, coalesce(l.counts_month, l.earning_month), l.available_on) > ${today}::date or o.order_item_id in (select order_item_id from orders_under_review))
      ) as pending
    from own`.execute(db)
  return rows[0]
}
