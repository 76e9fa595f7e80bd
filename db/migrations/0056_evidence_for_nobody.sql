-- Up Migration

-- Evidence by which a posted order would be nobody's is listed, too (decision 34).
alter table order_disagreements
  alter column payee_id drop not null,
  drop constraint order_disagreements_confidence_check,
  add check (case when payee_id is null then confidence = 'unknown' and product_id is null
    else confidence in ('high', 'medium') end);

-- Until now no look at these was kept: the next matching looks once at those of which the newest report tells otherwise than
-- what they were matched by.
insert into orders_to_match (order_item_id, order_date)
select order_item_id, o.order_date from order_matches m join amazon_orders o using (order_item_id)
where m.payee_id is not null and not m.is_held and not m.is_provisional and o.observation_id is not null
  and case m.evidence->>'rule'
    when 'sub_tag' then lower(o.sub_tag) is distinct from m.short_link_id
    when 'tracking_id' then o.tracking_id is distinct from m.evidence->>'tracking_id'
    else o.file_has_own_sub_tags end
on conflict do nothing;
