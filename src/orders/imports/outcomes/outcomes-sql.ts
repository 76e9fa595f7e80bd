import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/database/schema.ts'
import { outcomesTable, stagingTable } from '../reports/sql.ts'

type Db = Kysely<DB>
type Import = { id: string; format: string | null }

export type OutcomeRows = { outcome: string; rows: number; cents: number }

/**
 * The outcome of each row of an import that has just been merged: its line, its report, and its order. Rows are
 * grouped, not joined: the planner does not know yet how many were written.
 */
const ownRows = ({ id, format }: Import) => {
  const staged = sql.table(stagingTable(id))
  const reportedCents = sql`coalesce(s.told_cents, s.commission_cents)`
  if (format === 'fee_orders')
    return sql`select s.line, s.order_item_id, 'unchanged' as outcome, null::bigint as told_cents from ${staged} s`
  const rows =
    format === 'fee_earnings'
      ? sql`
        select f.order_item_id, o.line, f.cents as told_cents, null as outcome
        from fee_rows f
        cross join lateral (select line from order_observations where id = f.observation_id limit 1) o
        where f.import_id = ${id}`
      : sql`select s.order_item_id, s.line, ${reportedCents} as told_cents, null as outcome from ${staged} s`
  return sql`
    select max(line) as line, order_item_id, coalesce(max(outcome), 'unchanged') as outcome, max(told_cents) as told_cents
    from (
      ${rows}
      union all
      select order_item_id, null, null, outcome from import_rows
      where import_id = ${id} and outcome in ('imported', 'updated', 'waiting_returns')
    ) each
    group by order_item_id having max(line) is not null`
}

/** The outcomes of the rows of an import that has just been merged, in rows and in reported cents. */
export async function tallyMerged(db: Db, batch: Import): Promise<OutcomeRows[]> {
  const { rows } = await sql<OutcomeRows>`
    select outcome, count(*)::int as rows, coalesce(sum(told_cents), 0)::bigint as cents
    from (
      select outcome, told_cents from (${ownRows(batch)}) own
      union all
      select outcome, cents from import_rows
      where import_id = ${batch.id} and outcome in ('combined', 'withdrawn', 'others_changed')
    ) each group by outcome order by outcome`.execute(db)
  return rows
}

/** A part of a trial merge's result: arrays as text, which are stored after the trial was rolled back. */
type Captured = Record<'outcomes' | 'lines' | 'ids' | 'reported' | 'statuses' | 'cents', string>

/** So many rows are some megabytes of text. */
const rowsOfPart = 100_000

/** What a trial merge makes of each row and order of an import, in parts. */
export async function captureOutcomes(db: Db, batch: Import): Promise<Captured[]> {
  const { rows } = await sql<Captured>`
    select ${list('outcome')} as outcomes, ${list('line')} as lines, ${list('id')} as ids, ${list('told_cents')} as reported,
      ${list('status')} as statuses, ${list('cents')} as cents
    from (
      select each.outcome, each.line, each.order_item_id as id, each.told_cents,
        case when a.observation_id is not null then a.order_status end as status,
        case when a.observation_id is not null then a.commission_cents end as cents,
        (row_number() over ()) / ${rowsOfPart}::int as part
      from (
        select outcome, line, order_item_id, told_cents from (${ownRows(batch)}) own
        union all
        select outcome, 0, order_item_id, null from import_rows
        where import_id = ${batch.id} and outcome in ('withdrawn', 'others_changed')
      ) each
      left join amazon_orders a on a.order_item_id = each.order_item_id
    ) r
    group by r.part`.execute(db)
  return rows
}

const list = (column: string) => sql`coalesce(array_agg(r.${sql.ref(column)}), '{}')::text`

export const dropOutcomes = (db: Db, importId: string) =>
  sql`select drop_import_outcomes(${importId})`.execute(db)

/** Creates the empty table for what merging an import would make of each row; an earlier one is dropped. */
export const createOutcomes = (db: Db, importId: string) =>
  sql`select make_import_outcomes(${importId})`.execute(db)

/** Stores the result of a trial: rows of the file with their reports, other orders as they are known. */
export async function insertCaptured(db: Db, importId: string, captured: Captured[]): Promise<void> {
  for (const { outcomes, lines, ids, reported, statuses, cents } of captured)
    await sql`
      insert into ${sql.table(outcomesTable(importId))} (outcome, line, order_item_id, order_date, asin, product_title,
        told_cents, order_status, commission_cents)
      select r.outcome, r.line, r.id, coalesce(s.order_date, a.order_date), coalesce(s.asin, a.asin),
        coalesce(s.product_title, a.product_title), r.told_cents, r.status, r.cents
      from unnest(${outcomes}::text[], ${lines}::int[], ${ids}::text[], ${reported}::bigint[], ${statuses}::text[],
        ${cents}::bigint[]) as r (outcome, line, id, told_cents, status, cents)
      left join ${sql.table(stagingTable(importId))} s on s.line = r.line
      left join amazon_orders a on a.order_item_id = r.id
      where s.line is not null or a.order_item_id is not null
      order by r.outcome, r.line, r.id`.execute(db)
}

/** Stores which rows were combined with another when the file was staged. */
export const insertCombined = (db: Db, importId: string) =>
  sql`
    insert into ${sql.table(outcomesTable(importId))} (outcome, line, order_item_id, order_date, asin, product_title, told_cents)
    select 'combined', r.line, r.order_item_id, s.order_date, s.asin, s.product_title, r.cents
    from import_rows r join ${sql.table(stagingTable(importId))} s using (order_item_id)
    where r.import_id = ${importId} and r.outcome = 'combined'
    order by 2, 3`.execute(db)

/** What merging would make of a file's rows, in rows and in the cents that they report. */
export async function tallyStaged(db: Db, importId: string): Promise<OutcomeRows[]> {
  const { rows } = await sql<OutcomeRows>`
    select outcome, count(*)::int as rows, coalesce(sum(told_cents), 0)::bigint as cents
    from ${sql.table(outcomesTable(importId))} group by outcome order by outcome`.execute(db)
  return rows
}
