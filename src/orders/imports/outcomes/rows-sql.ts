import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/database/schema.ts'
import { outcomesTable } from '../reports/sql.ts'
import type { RowCursor } from '../rules.ts'
import type { ImportedRow, RowOutcome } from './contract.ts'

type Db = Kysely<DB>

export type ListedRow = Omit<ImportedRow, 'commission' | 'reported' | 'would_be'> & {
  commission_cents: number | null
  told_cents: number | null
  status_after: NonNullable<ImportedRow['would_be']>['order_status'] | null
  cents_after: number | null
  /** With `row_line`, its position in the list. */
  row_id: string
  row_line: number
}

type RowsPart = { outcome: RowOutcome | 'all'; after?: RowCursor | undefined; limit: number }

const statusNow = sql`
  case when o.order_item_id is null then null when o.observation_id is null then 'withdrawn' else o.order_status end`

/** Rows of a merged import with one outcome, each with its order as it is now. */
export async function selectRows(db: Db, importId: string, part: RowsPart): Promise<ListedRow[]> {
  const found = await sql<ListedRow>`
    select coalesce(nullif(r.line, 0), s.line) as line, o.order_item_id, o.order_date, ${statusNow} as order_status, o.asin, o.product_title,
      o.commission_cents, null as told_cents, null as status_after, null as cents_after, r.position as row_id, r.line as row_line
    from (${positionsOf(importId, part)}) r
    join amazon_orders o on o.order_item_id = r.order_item_id
    left join lateral (
      select line from order_observations where order_item_id = r.order_item_id and batch_id = ${importId}
      union all
      select seen.line from fee_rows f join order_observations seen on seen.id = f.observation_id
      where f.order_item_id = r.order_item_id and f.import_id = ${importId}
      limit 1
    ) s on true
    order by r.position, r.line`.execute(db)
  return found.rows
}

function positionsOf(importId: string, part: RowsPart) {
  const { outcome, limit } = part
  if (outcome === 'unchanged') return ownRows(importId, { ...part, isUnchanged: true })
  if (outcome !== 'all') return listed(importId, { ...part, outcome })
  return sql`
    select * from (
      (${ownRows(importId, { ...part, isUnchanged: false })})
      union all
      (${listed(importId, { ...part, outcome: 'combined' })})
    ) every order by position, line limit ${limit}`
}

const listed = (importId: string, { outcome, after, limit }: RowsPart) => sql`
  select order_item_id as position, line, order_item_id from import_rows
  where import_id = ${importId} and outcome = ${outcome}
    ${after ? sql`and (order_item_id, line) > (${after.id}, ${after.line}::int)` : sql``}
  order by order_item_id, line limit ${limit}`

/** The rows that an import reported, or those of them that changed nothing. */
const ownRows = (importId: string, { after, limit, isUnchanged }: RowsPart & { isUnchanged: boolean }) => sql`
  select t.order_item_id as position, 0 as line, of_row.order_item_id
  from order_observations t
  cross join lateral (
    select coalesce((select order_item_id from fee_rows where observation_id = t.id), t.order_item_id) as order_item_id
  ) of_row
  where t.batch_id = ${importId} ${after ? sql`and t.order_item_id > ${after.id}` : sql``}
    ${isUnchanged ? sql`and not ${isListed(importId)}` : sql``}
  order by t.order_item_id limit ${limit}`

const isListed = (importId: string) => sql`exists (
  select from import_rows r
  where r.import_id = ${importId} and r.outcome in ('imported', 'updated', 'waiting_returns')
    and r.order_item_id = of_row.order_item_id
  offset 0
)`

const ofTheFile = ['imported', 'updated', 'unchanged', 'waiting_returns', 'combined'] as const

/** Rows of a staged import by the outcome that merging would have, in the order of the file. */
export async function selectStagedRows(
  db: Db,
  importId: string,
  { outcome, after, limit }: RowsPart,
): Promise<ListedRow[]> {
  const first = (one: RowOutcome) => sql`
    (select * from ${sql.table(outcomesTable(importId))} where outcome = ${one}
      ${after ? sql`and (line, order_item_id) > (${after.line}::int, ${after.id})` : sql``}
    order by line, order_item_id limit ${limit})`
  // The first rows of each outcome come from the index; the page is the first rows of all these.
  const rows = sql.join((outcome === 'all' ? ofTheFile : [outcome]).map(first), sql` union all `)
  const found = await sql<ListedRow>`
    select nullif(r.line, 0) as line, r.order_item_id, r.order_date, r.asin, r.product_title, r.told_cents,
      ${statusNow} as order_status, o.commission_cents,
      case when r.outcome = 'withdrawn' then 'withdrawn' else r.order_status end as status_after,
      case when r.outcome = 'withdrawn' then 0 else r.commission_cents end as cents_after,
      r.order_item_id as row_id, r.line as row_line
    from (select * from (${rows}) every order by line, order_item_id limit ${limit}) r
    left join amazon_orders o on o.order_item_id = r.order_item_id
    order by r.line, r.order_item_id`.execute(db)
  return found.rows
}
