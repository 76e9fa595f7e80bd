import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'

export type LinkRow = {
  item_id: string | null
  views: number
  presses: number
  orders: number
  cents: number
}

/**
 * What each link of a person's own list has brought, exact at this moment; undefined for anybody else's list. Of orders
 * only those that the ledger credits to this person, for the link's own product.
 */
export async function selectListFigures(
  db: Kysely<DB>,
  userId: string,
  listId: string,
): Promise<LinkRow[] | undefined> {
  const { rows } = await sql<LinkRow & { short_link_id: string | null }>`
    select k.short_link_id, i.id as item_id, v.views, v.presses, o.orders, o.cents
    from lists l
    join payees y on y.user_id = l.user_id
    left join list_links k on k.list_id = l.id
    left join list_items i on i.list_id = l.id and i.product_id = k.product_id
    left join lateral (
      select coalesce(sum(people), 0)::int as views, coalesce(sum(presses), 0)::int as presses
      from (
        select people, presses from click_list_days where short_link_id = k.short_link_id
        union all
        select case kind when 'view' then clicks else 0 end, case kind when 'view' then 0 else clicks end
        from click_deltas
        where product_id = k.product_id and list_link = k.short_link_id and outcome = 'counted'
      ) c
    ) v on true
    left join lateral (
      select count(*) filter (where e.gross_commission_cents > 0)::int as orders,
        coalesce(sum(e.user_amount_cents), 0)::bigint as cents
      from amazon_orders a
      join earnings_orders e on e.order_item_id = a.order_item_id and e.payee_id = y.id and e.product_id = k.product_id
      where a.sub_tag = any (array[k.short_link_id, upper(k.short_link_id)])
    ) o on true
    where l.id = ${listId} and l.user_id = ${userId}`.execute(db)
  return rows.length === 0 ? undefined : rows.filter(({ short_link_id }) => short_link_id !== null)
}
