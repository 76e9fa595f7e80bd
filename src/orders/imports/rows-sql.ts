import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import type { ImportedRow, RowOutcome } from './contract.ts'
import type { RowCursor } from './rules.ts'

export type ListedRow = {
  line: number | null
  order_item_id: string
  order_status: ImportedRow['order_status']
  order_date: string
  asin: string
  product_title: string
  commission_cents: number
  /** Its place in the list. */
  row_id: string
  row_line: number
}

type RowsPart = { outcome: RowOutcome; after?: RowCursor | undefined; limit: number }

/** Rows of an import of which the same became, by their places, with the order of each as it is now. */
export async function selectRows(db: Kysely<DB>, importId: string, part: RowsPart): Promise<ListedRow[]> {
  const rows = part.outcome === 'unchanged' ? unchanged(importId, part) : listed(importId, part)
  const found = await sql<ListedRow>`
    select coalesce(nullif(r.line, 0), s.line) as line, o.order_item_id, o.order_date,
      case when o.observation_id is null then 'withdrawn' else o.order_status end as order_status, o.asin, o.product_title,
      o.commission_cents, r.place as row_id, r.line as row_line
    from (${rows}) r
    join amazon_orders o on o.order_item_id = r.order_item_id
    left join lateral (
      select line from order_observations where order_item_id = r.order_item_id and batch_id = ${importId}
      union all
      select told.line from fee_rows f join order_observations told on told.id = f.observation_id
      where f.order_item_id = r.order_item_id and f.import_id = ${importId}
      limit 1
    ) s on true
    order by r.place, r.line`.execute(db)
  return found.rows
}

const listed = (importId: string, { outcome, after, limit }: RowsPart) => sql`
  select order_item_id as place, line, order_item_id from import_rows
  where import_id = ${importId} and outcome = ${outcome}
    ${after ? sql`and (order_item_id, line) > (${after.id}, ${after.line}::int)` : sql``}
  order by order_item_id, line limit ${limit}`

/** What it told of, but for that of which something became. */
const unchanged = (importId: string, { after, limit }: RowsPart) => sql`
  select t.order_item_id as place, 0 as line, of_row.order_item_id
  from order_observations t
  cross join lateral (
    select coalesce((select order_item_id from fee_rows where observation_id = t.id), t.order_item_id) as order_item_id
  ) of_row
  where t.batch_id = ${importId} ${after ? sql`and t.order_item_id > ${after.id}` : sql``}
    and not exists (
      select from import_rows r
      where r.import_id = ${importId} and r.outcome in ('imported', 'updated', 'waiting_returns')
        and r.order_item_id = of_row.order_item_id
      offset 0
    )
  order by t.order_item_id limit ${limit}`
