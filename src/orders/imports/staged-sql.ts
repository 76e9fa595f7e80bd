import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import { stagingTable } from '../reports/sql.ts'

/**
 * Makes one row of the several rows of an order item, and one that owes nothing less than nothing of a return by itself
 * (decision: Import). Quantities and amounts are summed, never below zero; a negative one is a return. Where nothing is
 * left of what was bought the item was returned, else it has the highest status of its rows that are no returns; all
 * else is as the first row says. Rows that are equal to another have been left out before.
 */
export async function combineRows(db: Kysely<DB>, importId: string): Promise<void> {
  const table = sql.table(stagingTable(importId))
  await sql`
    with several as (
      select s.*, s.quantity < 0 or s.commission_cents < 0 as is_return, order_status_rank(s.order_status) as rank
      from ${table} s
      where s.quantity < 0 or s.commission_cents < 0 or s.order_item_id in (
        select order_item_id from ${table} group by order_item_id having count(*) > 1)
    ), whole as (
      select order_item_id, min(line) as line, sum(quantity) as quantity, sum(commission_cents) as commission_cents,
        bool_or(is_return) as has_return, max(rank) filter (where not is_return) as rank
      from several group by order_item_id
    ), dropped as (
      delete from ${table} s using whole w where s.order_item_id = w.order_item_id and s.line <> w.line
    )
    update ${table} s
    set quantity = least(w.quantity, 1000000000), commission_cents = greatest(w.commission_cents, 0),
      order_status = case
        when w.rank is null or w.has_return and (w.quantity <= 0 or w.commission_cents <= 0) then 'returned'
        else (array['pending', 'shipped', 'cancelled', 'returned'])[w.rank + 1]
      end
    from whole w where s.order_item_id = w.order_item_id and s.line = w.line`.execute(db)
}
