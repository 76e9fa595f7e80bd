import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/database/schema.ts'
import { stagingTable } from '../reports/sql.ts'
import type { OrderReturns, returnDecisionsOf } from './reported-again-rules.ts'

type Db = Kysely<DB>

/**
 * Orders of a staged Folio CSV whose returns differ from those of reports in force both ways: the file has a return
 * that no such report has, and such a report has one that the file lacks. Each comes with all its returns and with
 * admins' decisions on them (decision 39).
 */
export async function selectOrderReturns(db: Db, importId: string): Promise<OrderReturns[]> {
  const table = sql.table(stagingTable(importId))
  // Whole sets are compared, never row by row: the planner does not know how many rows there are.
  const { rows } = await sql<OrderReturns>`
    with mine as materialized (
      select order_item_id, back, row_number() over (partition by order_item_id, back) as number
      from ${table} cross join lateral jsonb_array_elements(returns -> 'returns') as back
    ), reported as materialized (
      select distinct o.order_item_id, e.back, e.number
      from order_observations o join import_batches b on b.id = o.batch_id
      cross join lateral (
        select back, row_number() over (partition by back) as number from jsonb_array_elements(o.returns -> 'returns') as back
      ) e
      where o.returns is not null and b.state = 'merged' and b.undone_at is null
        and o.order_item_id in (select order_item_id from ${table} where returns is not null)
    ), asked as materialized (
      select order_item_id from (select * from mine except select * from reported) fresh
      intersect
      select order_item_id from (select * from reported except select * from mine) earlier
    ), decisions as materialized (
      select d.* from return_decisions d join import_batches b on b.id = d.import_id
      where d.order_item_id in (select order_item_id from asked)
        and (b.id = ${importId} or b.state = 'merged' and b.undone_at is null)
    ), bought as (
      select distinct on (order_item_id) order_item_id, pieces
      from (
        select s.order_item_id, coalesce((s.returns ->> 'quantity')::integer, s.quantity) as pieces, b.report_as_of,
          s.returns as reported
        from ${table} s join import_batches b on b.id = ${importId}
        union all
        select o.order_item_id, coalesce((o.returns ->> 'quantity')::integer, o.quantity), b.report_as_of, o.returns
        from order_observations o join import_batches b on b.id = o.batch_id
        where b.state = 'merged' and b.undone_at is null
          and o.order_item_id in (select order_item_id from asked)
      ) each
      where order_item_id in (select order_item_id from asked) and (reported is null or reported ? 'quantity')
      order by order_item_id, report_as_of desc
    ), known as (
      select order_item_id, 'mine' as part, jsonb_build_object('back', back, 'number', number) as what from mine
      union all
      select order_item_id, 'reported', jsonb_build_object('back', back, 'number', number) from reported
      union all
      select order_item_id, 'same', jsonb_build_array(jsonb_build_object('back', earlier, 'number', earlier_number),
        jsonb_build_object('back', later, 'number', later_number))
      from decisions where earlier is not null
      union all
      select order_item_id, 'decided', jsonb_build_object('back', later, 'number', later_number)
      from decisions where import_id = ${importId}
    ), gathered as (
      select order_item_id,
        coalesce(jsonb_agg(what) filter (where part = 'mine'), '[]') as mine,
        coalesce(jsonb_agg(what) filter (where part = 'reported'), '[]') as reported,
        coalesce(jsonb_agg(what) filter (where part = 'same'), '[]') as same,
        coalesce(jsonb_agg(what) filter (where part = 'decided'), '[]') as decided
      from known where order_item_id in (select order_item_id from asked) group by order_item_id
    )
    select gathered.*, s.asin, s.product_title, bought.pieces as bought
    from gathered join ${table} s using (order_item_id) left join bought using (order_item_id)
    order by order_item_id`.execute(db)
  return rows
}

/** Stores an admin's decisions on returns of an import. */
export const insertReturnDecisions = (
  db: Db,
  importId: string,
  decisions: ReturnType<typeof returnDecisionsOf>,
  { actorId, at }: { actorId: string | null; at: Date },
) =>
  sql`
    insert into return_decisions (import_id, order_item_id, later, later_number, earlier, earlier_number, actor_id, decided_at)
    select ${importId}, order_item_id, later, later_number, earlier, earlier_number, ${actorId}, ${at}
    from jsonb_to_recordset(${JSON.stringify(decisions)}::jsonb) as r (
      order_item_id text, later jsonb, later_number integer, earlier jsonb, earlier_number integer)`.execute(
    db,
  )
