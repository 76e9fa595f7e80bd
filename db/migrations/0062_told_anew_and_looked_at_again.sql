-- Up Migration

-- What an admin said of a return that an import of Folio's CSV tells: that it is the same as one that earlier reports told with
-- another amount or day, or, where `earlier` is null, another one (docs/decisions/0039). It holds while the import stands. A
-- return is named as reports tell it, and by its number among those of a file that are equal.
create table return_decisions (
  id bigint primary key generated always as identity,
  import_id uuid not null references import_batches,
  order_item_id text not null,
  later jsonb not null,
  later_number integer not null,
  earlier jsonb,
  earlier_number integer,
  actor_id uuid references users on delete set null,
  decided_at timestamptz not null,
  check ((earlier is null) = (earlier_number is null))
);
create index return_decisions_order on return_decisions (order_item_id);
create index return_decisions_import on return_decisions (import_id);
create index return_decisions_actor on return_decisions (actor_id) where actor_id is not null;
create trigger return_decisions_append_only before delete on return_decisions
  for each row execute function refuse_change();
create trigger return_decisions_unchanged
  before update of id, import_id, order_item_id, later, later_number, earlier, earlier_number, decided_at on return_decisions
  for each row execute function refuse_change();
create trigger return_decisions_keep before truncate on return_decisions
  for each statement execute function refuse_change();

-- As in migration 0035, but that of two returns which are the same the one counts that a newer report tells. Where the newest
-- report that tells of either tells both, these are two.
create or replace function csv_after_returns(item text, merging uuid)
returns table (observation_id uuid, quantity integer, cents bigint, status text, waiting_cents bigint,
  unclear_cents bigint, bought_cents bigint)
language sql stable strict
set plan_cache_mode = force_custom_plan as $$
  with standing as (
    select o.id, o.returns, row (b.report_as_of, o.status_rank, o.content_hash) as place,
      o.returns is null or o.returns ? 'quantity' as tells_purchase,
      coalesce((o.returns ->> 'quantity')::integer, o.quantity) as quantity,
      coalesce((o.returns ->> 'cents')::bigint, o.commission_cents) as cents,
      coalesce(o.returns ->> 'status', o.order_status) as status
    from order_observations o join import_batches b on b.id = o.batch_id
    where o.order_item_id = item and o.fee_key is null and (b.state = 'merged' or b.id = merging) and b.undone_at is null
      -- Where a newer report tells of the id in whole, or in other parts, it says nothing (decision 33).
      and not exists (
        select
        from (select coalesce((select reported_id from order_parts where order_item_id = item limit 1), item) as id) reported
        cross join lateral (
          select p.import_id, p.order_item_id from order_parts p where p.reported_id = reported.id
          union all
          select s.batch_id, s.order_item_id from order_observations s
          where s.order_item_id = reported.id and reported.id <> item
        ) other
        join import_batches n on n.id = other.import_id
        where other.order_item_id <> item and (n.state = 'merged' or n.id = merging) and n.undone_at is null
          and (n.report_as_of, n.file_hash) > (b.report_as_of, b.file_hash))
  ), bought as (
    select * from standing where tells_purchase order by place desc limit 1
  ), told as (
    select e.back, e.number, max(s.place) as place
    from standing s
    cross join lateral (
      select back, row_number() over (partition by back) as number from jsonb_array_elements(s.returns -> 'returns') as back
    ) e
    where not exists (
      select from bought b where s.place < b.place and not (back ->> 'reversed')::boolean
        and coalesce((back ->> 'pieces')::bigint, b.quantity) >= b.quantity)
    group by e.back, e.number
  ), same as (
    select d.later, d.later_number, d.earlier, d.earlier_number
    from return_decisions d join import_batches b on b.id = d.import_id
    where d.order_item_id = item and d.earlier is not null and (b.state = 'merged' or b.id = merging) and b.undone_at is null
  ), back as (
    select coalesce(jsonb_agg(back), '[]') as returns,
      coalesce(sum((back ->> 'cents')::bigint) filter (where (back ->> 'reversed')::boolean), 0)::bigint as cents
    from told t
    where not exists (
      select
      from (
        select later as back, later_number as number, earlier as other, earlier_number as other_number from same
        union all
        select earlier, earlier_number, later, later_number from same
      ) s join told newer on newer.back = s.other and newer.number = s.other_number
      where s.back = t.back and s.number = t.number and newer.place > t.place)
  )
  select case when not l.is_full then b.id end, case when not l.is_full then l.pieces end,
    case when not l.is_full then l.cents end, case when l.is_full then null
      when back.returns <> '[]' and l.cents = 0 and (b.cents > 0 or l.pieces = 0) then 'returned' else b.status end,
    case when b.id is null then back.cents else 0 end,
    case when b.status = 'shipped' and l.is_unclear then l.told_cents end, b.cents
  from back left join bought b on true left join lateral left_of_purchase(b.quantity, b.cents, back.returns) l on b.id is not null
$$;

-- A change of the ship date that an admin asks for, done by a run. What has to be confirmed first is told with it.
create table paying_date_changes (
  id uuid primary key default uuidv7(),
  marketplace text not null check (marketplace ~ '^[a-z]{2}$'),
  starts_on date not null,
  confirmed jsonb not null,
  doubts jsonb,
  created_at timestamptz not null,
  given_up_at timestamptz
);
create index paying_date_changes_newest on paying_date_changes (created_at desc, id desc);
alter table order_runs
  add column change_id uuid references paying_date_changes,
  drop constraint order_runs_kind_check,
  add constraint order_runs_kind_check check (kind in ('stage', 'merge', 'undo', 'match', 'calculate', 'turn_over')),
  add check ((kind = 'turn_over') = (change_id is not null));
create index order_runs_change on order_runs (change_id) where change_id is not null;

-- An admin decided before the date of the order was over: the first matching after that looks at it once more.
alter table order_matches add column looked_at_again_from timestamptz;
create index order_matches_look_again on order_matches (looked_at_again_from) where looked_at_again_from is not null;

-- Matches that are final are looked at again once what they were made by is changed in the database: a product that becomes
-- another's or another one, and clicks that are taken out of the log. Clicks that go with their month do not come here.
create function queue_orders_of_product() returns trigger language plpgsql as $$
begin
  insert into orders_to_match (order_item_id, order_date)
  select order_item_id, order_date
  from (
    select order_item_id, order_date from amazon_orders
    where order_item_id in (
      select order_item_id from amazon_orders
      where asin = any (array[old.asin, new.asin]) and marketplace = any (array[old.marketplace, new.marketplace])
      union
      select order_item_id from order_matches where payee_id = old.payee_id and product_id = old.id
      union
      select order_item_id from order_disagreements where product_id = old.id
    )
    -- In the order of their ids, as all do who change what is known of one.
    order by order_item_id for no key update
  ) affected
  where exists (select from order_matches m where m.order_item_id = affected.order_item_id and not is_provisional)
  on conflict do nothing;
  return null;
end $$;
create trigger products_matched_again after update of asin, marketplace, asin_is_made_up, payee_id on products
  for each row when (
    (old.asin, old.marketplace, old.asin_is_made_up, old.payee_id)
      is distinct from (new.asin, new.marketplace, new.asin_is_made_up, new.payee_id))
  execute function queue_orders_of_product();

create function queue_orders_of_clicks() returns trigger language plpgsql as $$
begin
  insert into orders_to_match (order_item_id, order_date)
  select order_item_id, order_date
  from (
    select order_item_id, order_date from amazon_orders
    where order_item_id in (
      select o.order_item_id
      from (
        select product_id, min(clicked_at) as first_at, max(clicked_at) as last_at
        from gone where outcome in ('counted', 'repeat', 'owner') group by product_id
      ) g
      join products p on p.id = g.product_id and not p.asin_is_made_up
      join amazon_orders o on o.asin = p.asin and o.marketplace = p.marketplace
        -- A click counts for 89 days, and days where reports are made are those of UTC, or one off.
        and o.order_date >= (g.first_at at time zone 'UTC')::date - 1
        and o.order_date <= (g.last_at at time zone 'UTC')::date + 91
    )
    order by order_item_id for no key update
  ) affected
  where exists (select from order_matches m where m.order_item_id = affected.order_item_id and not is_provisional)
  on conflict do nothing;
  return null;
end $$;
create trigger clicks_matched_again after delete on clicks
  referencing old table as gone
  for each statement execute function queue_orders_of_clicks();
