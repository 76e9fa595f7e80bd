import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/database/schema.ts'
import { outcomesTable } from '../../reports/sql.ts'
import type { RowCursor } from '../rules.ts'
import type { ImportedRow, RowOutcome } from './contract.ts'

type Db = Kysely<DB>

export type ListedRow = Omit<ImportedRow, 'commission' | 'reported' | 'would_be'> & {
  commission_cents: number | null
  told_cents: number | null
  status_after: NonNullable<ImportedRow['would_be']>['order_status'] | null
  cents_after: number | null
  /** Its place in the list. */
  row_id: string
  row_line: number
}

type RowsPart = { outcome: RowOutcome | 'all'; after?: RowCursor | undefined; limit: number }

const statusNow = sql`
  case when o.order_item_id is null then null when o.observation_id is null then 'withdrawn' else o.order_status end`

/** Rows of an import of which the same became, by their places, with the order of each as it is now. */
export async function selectRows(db: Db, importId: string, part: RowsPart): Promise<ListedRow[]> {
  const found = await sql<ListedRow>`
    select coalesce(nullif(r.line, 0), s.line) as line, o.order_item_id, o.order_date, ${statusNow} as order_status, o.asin, o.product_title,
      o.commission_cents, null as told_cents, null as status_after, null as cents_after, r.place as row_id, r.line as row_line
    from (${placesOf(importId, part)}) r
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

function placesOf(importId: string, part: RowsPart) {
  const { outcome, limit } = part
  if (outcome === 'unchanged') return told(importId, { ...part, isUnchanged: true })
  if (outcome !== 'all') return listed(importId, { ...part, outcome })
  return sql`
    select * from (
      (${told(importId, { ...part, isUnchanged: false })})
      union all
      (${listed(importId, { ...part, outcome: 'combined' })})
    ) every order by place, line limit ${limit}`
}

const listed = (importId: string, { outcome, after, limit }: RowsPart) => sql`
  select order_item_id as place, line, order_item_id from import_rows
  where import_id = ${importId} and outcome = ${outcome}
    ${after ? sql`and (order_item_id, line) > (${after.id}, ${after.line}::int)` : sql``}
  order by order_item_id, line limit ${limit}`

/** What it told of, or of that what nothing became of. */
const told = (importId: string, { after, limit, isUnchanged }: RowsPart & { isUnchanged: boolean }) => sql`
  select t.order_item_id as place, 0 as line, of_row.order_item_id
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

/** Rows of a staged import by what would become of them, in the order of the file. */
export async function selectStagedRows(
  db: Db,
  importId: string,
  { outcome, after, limit }: RowsPart,
): Promise<ListedRow[]> {
  const first = (one: RowOutcome) => sql`
    (select * from ${sql.table(outcomesTable(importId))} where outcome = ${one}
      ${after ? sql`and (line, order_item_id) > (${after.line}::int, ${after.id})` : sql``}
    order by line, order_item_id limit ${limit})`
  // Of each the first, from its own part of the index, of which the first are the first of all.
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
