// Plain text that contains nothing but the import's id, so that psql can run the same statements (bench/).

// A purchase that a return waited for had not come back before.
const isReopened = `status_before in ('returned', 'cancelled') and status_after = 'shipped' and not was_waiting`
/** Less came back than before. Only where some return is smaller or gone: else a return takes from another purchase. */
const isLessReturned = 'less_back_cents > 0 and exists (select from folded where is_less_back)'
/** A reported return that changes something and does not fit what was bought. */
const isUnclear = 'is_reported and change is not null and unclear_cents is not null'
/** By how much an order's change is one of the commission of all shipped orders. */
const more = `(case when status_after = 'shipped' then cents_after else 0 end
  - case when status_before = 'shipped' then cents_before else 0 end)`
const moreOf = (condition: string) => `coalesce(sum(${more}) filter (where ${condition}), 0)::bigint`

/**
 * Whose orders change by how many cents: by their match, else by the short link of their sub tag, else by their
 * tracking id. Orders that are nobody's before a matching have a null payee.
 */
const creators = `(
  select coalesce(jsonb_agg(c order by abs(c.cents) desc, c.payee_id), '[]')
  from (
    select case when alike.is_unmatched then of_tag.payee_id else alike.payee_id end as payee_id,
      sum(orders)::int as orders, sum(cents)::bigint as cents
    from (
      select m.payee_id, m.order_item_id is null as is_unmatched, f.marketplace, lower(f.sub_tag) as sub_tag, f.tracking_id,
        case when f.tracking_id is not null then f.order_date end as day, count(*) as orders, sum(${more}) as cents
      from folded f left join order_matches m on m.order_item_id = f.order_item_id
      where f.change is not null
      group by 1, 2, 3, 4, 5, 6
    ) alike
    left join lateral (
      select coalesce(
        (select p.payee_id from short_links l join products p on p.id = l.product_id where l.id = alike.sub_tag),
        (select t.payee_id from tracking_ids t
          where t.marketplace = alike.marketplace and lower(t.tag) = lower(alike.tracking_id)
            and t.valid_from <= alike.day and (t.valid_to is null or t.valid_to > alike.day)
          order by t.tag = alike.tracking_id desc, t.id limit 1)) as payee_id
    ) of_tag on alike.is_unmatched
    group by 1
  ) c)`

/** Whether a statement also answers whose orders change. */
export type Asked = { hasCreators: boolean }

/**
 * The end of a statement that counts what became of the orders in `folded`. `waiting` has the reported returns without
 * a purchase, unchanged ones too. Whose orders they are is looked up only where that is asked, since it takes time.
 */
export const countFolded = ({ hasCreators }: Asked) => `
  select count(*) filter (where change = 'new' and not is_waiting)::int as imported,
    count(*) filter (where change = 'changed' and not is_waiting)::int as updated,
    count(*) filter (where change = 'withdrawn')::int as withdrawn,
    count(*) filter (where is_reported and not is_waiting and change in ('new', 'changed'))::int as own_changed,
    (select count(*) from waiting)::int as waiting_returns,
    (select coalesce(sum(waiting_cents), 0) from waiting)::bigint as waiting_cents,
    ${moreOf('true')} as cents_more,
    jsonb_build_object(
      'imported', ${moreOf(`change = 'new' and is_reported and not is_waiting`)},
      'updated', ${moreOf(`change = 'changed' and is_reported and not is_waiting`)},
      'waiting_returns', ${moreOf('change is not null and is_waiting')},
      'withdrawn', ${moreOf(`change = 'withdrawn'`)},
      'others_changed', ${moreOf(`change <> 'withdrawn' and not is_reported`)}
    ) as more,
    ${hasCreators ? creators : `'[]'::jsonb`} as creators,
    jsonb_build_object(
      'count', count(*) filter (where ${isReopened}),
      'cents', coalesce(sum(cents_after) filter (where ${isReopened}), 0),
      'orders', (select coalesce(jsonb_agg(r order by r.order_item_id), '[]')
        from (select order_item_id, cents_after as cents from folded where ${isReopened}
          order by order_item_id limit 20) r)
    ) as reopened,
    jsonb_build_object(
      'count', count(*) filter (where ${isUnclear}),
      'cents', coalesce(sum(unclear_cents) filter (where ${isUnclear}), 0),
      'orders', (select coalesce(jsonb_agg(r order by r.order_item_id), '[]')
        from (select order_item_id, unclear_cents as cents, bought_cents from folded where ${isUnclear}
          order by order_item_id limit 20) r)
    ) as unclear,
    jsonb_build_object(
      'count', count(*) filter (where ${isLessReturned}),
      'cents', coalesce(sum(less_back_cents) filter (where ${isLessReturned}), 0),
      'orders', (select coalesce(jsonb_agg(r order by r.order_item_id), '[]')
        from (select order_item_id, less_back_cents as cents from folded where ${isLessReturned}
          order by order_item_id limit 20) r)
    ) as less_returned,
    (select coalesce(jsonb_agg(c order by c.order_item_id), '[]')
     from (select * from folded where change is not null order by order_item_id limit 100) c) as changes
  from folded`

/**
 * The end of a statement that has folded orders: queues the changed ones for matching and posting, counts, and while
 * the import is merged lists what became of its rows and of other orders. The queue for matching goes by the order's
 * day, which may have changed.
 */
export const queueAndCount = (importId: string, asked: Asked) => `
  , to_match as (
    insert into orders_to_match as q (order_item_id, order_date)
    select order_item_id, order_date from folded where change is not null order by order_item_id
    on conflict (order_item_id) do update set order_date = excluded.order_date
      where q.order_date <> excluded.order_date
  ), to_post as (
    insert into orders_to_post select order_item_id from folded
    where change in ('changed', 'withdrawn') or is_review_changed order by order_item_id on conflict do nothing
  ), listed as (
    -- Where orders are merged in two parts, each order is in one part only.
    insert into import_rows (import_id, outcome, order_item_id)
    select '${importId}'::uuid, case when change = 'withdrawn' then 'withdrawn' when not is_reported then 'others_changed'
      when change = 'new' then 'imported' else 'updated' end, order_item_id
    from folded
    where change is not null and not is_waiting
      and exists (select from import_batches where id = '${importId}' and undone_at is null)
    union all
    select '${importId}'::uuid, 'waiting_returns', order_item_id from waiting
    order by 2, 3
  )
  ${countFolded(asked)}`
