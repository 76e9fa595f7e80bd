import { type Insertable, type Kysely, sql } from 'kysely'
import { copyInto } from '../../../platform/database/copying.ts'
import type { DB, ImportChunks } from '../../../platform/database/schema.ts'
import type { RowsInQuestion } from '../doubt-rules.ts'

type Db = Kysely<DB>

export const insertChunk = (db: Db, chunk: Insertable<ImportChunks>) =>
  db.insertInto('import_chunks').values(chunk).execute()

export const deleteChunks = (db: Db, importId: string) =>
  db.deleteFrom('import_chunks').where('import_id', '=', importId).execute()

/** The stored piece of a file with a number from 0. */
export const selectChunk = async (db: Db, importId: string, number: number): Promise<Buffer | null> => {
  const chunk = await db
    .selectFrom('import_chunks')
    .select('bytes')
    .where('import_id', '=', importId)
    .where('number', '=', number)
    .executeTakeFirst()
  return chunk?.bytes ?? null
}

/** The settings on which reading a file depends. */
export const selectImport = (db: Db, importId: string) =>
  db
    .selectFrom('import_batches')
    .select(['bytes', 'file_hash', 'marketplace', 'currency', 'report_as_of', 'date_order', 'choices'])
    .where('id', '=', importId)
    .executeTakeFirstOrThrow()

/** The name of an import's own staging table. */
export const stagingTable = (importId: string) => `import_staging_${importId.replaceAll('-', '')}`

const staging = (importId: string) => sql.table(stagingTable(importId))

/** The name of its table of what merging it would do. */
export const outcomesTable = (importId: string) => `import_outcomes_${importId.replaceAll('-', '')}`

/** Drops the staged rows, and the results that merging would have had. */
export const dropStaging = (db: Db, importId: string) =>
  sql`select drop_import_tables(${importId})`.execute(db)

/** Removes what an earlier attempt has left. */
export async function clearStaging(db: Db, importId: string) {
  await dropStaging(db, importId)
  await db.deleteFrom('import_row_errors').where('import_id', '=', importId).execute()
}

export const createStaging = (db: Db, importId: string) =>
  sql`select make_import_staging(${importId})`.execute(db)

/** Adds lines in PostgreSQL's text format, of the columns in this order. */
export const copyRows = (
  db: Db,
  importId: string,
  { columns, pieces }: { columns: string[]; pieces: Uint8Array[] },
) => copyInto(db, sql`${staging(importId)} (${sql.join(columns.map((column) => sql.ref(column)))})`, pieces)

type RowErrorValues = {
  line: number
  order_item_id: string | null
  column_name: string
  message: string
}

/** Adds problems of rows, numbered from `first`. */
export const insertErrors = (db: Db, importId: string, first: number, errors: RowErrorValues[]) =>
  sql`
    insert into import_row_errors (import_id, number, line, order_item_id, column_name, message)
    select ${importId}, ${first}::int - 1 + number, line, order_item_id, column_name, message
    from rows from (
      jsonb_to_recordset(${JSON.stringify(errors)}::jsonb)
        as (line int, order_item_id text, column_name text, message text)
    ) with ordinality as e (line, order_item_id, column_name, message, number)`.execute(db)

/** Rows of purchases: two equal ones may be one. Equal returns are as many as there are rows (decision 39). */
const isPurchase = sql`quantity >= 0 and commission_cents >= 0 and order_status <> 'returned'`

// Few ids are in a file more than once: only their rows are compared.
const repeatedIds = (importId: string) =>
  sql`select order_item_id from ${staging(importId)} group by order_item_id having count(*) > 1`

const wholeRow = sql`order_item_id, order_date, ordered_at, asin, product_title, quantity, commission_cents,
  commission_rate_bps, order_status, lower(sub_tag), lower(tracking_id)`
/** A sub tag is the same in any case. */
const tagOf = sql`lower(coalesce(sub_tag, ''))`

/** Rows that are equal to an earlier one, and ids whose rows differ in product or sub tag. */
export async function selectRowsInQuestion(db: Db, importId: string): Promise<RowsInQuestion> {
  const { rows } = await sql<RowsInQuestion>`
    with several as (
      select line, order_item_id, asin, sub_tag, commission_cents as cents, ${isPurchase} as is_purchase,
        row_number() over (partition by ${wholeRow} order by line) as occurrence,
        count(*) over (partition by ${wholeRow}) as alike
      from ${staging(importId)} where order_item_id in (${repeatedIds(importId)})
    ), differing as (
      select order_item_id as id, min(line) as line, count(*) as count, sum(cents) as cents
      from several group by order_item_id
      having (min(asin), min(${tagOf})) <> (max(asin), max(${tagOf}))
    )
    select jsonb_build_object(
        'rows', count(*) filter (where is_purchase and occurrence > 1),
        'cents', coalesce(sum(cents) filter (where is_purchase and occurrence > 1), 0),
        'examples', (select coalesce(jsonb_agg(e order by e.line), '[]') from (
          select line, order_item_id as id, alike as rows, cents from several
          where is_purchase and occurrence = 1 and alike > 1
          order by line limit 20) e)
      ) as repeated,
      (select jsonb_build_object('ids', count(*), 'rows', coalesce(sum(count), 0), 'cents', coalesce(sum(cents), 0),
        'examples', (select coalesce(jsonb_agg(e order by e.line), '[]') from (
          select line, id, (select jsonb_agg(jsonb_build_object('asin', s.asin, 'sub_tag', s.sub_tag,
              'cents', s.cents) order by s.line) from several s where s.order_item_id = id) as rows
          from differing order by line limit 20) e)
      ) from differing) as differing
    from several`.execute(db)
  return rows[0] as RowsInQuestion
}

/**
 * Makes the rows of each product and sub tag an order item of their own, for ids whose rows differ in these. An item
 * that exists under its sub tag as written, from when case still mattered, keeps its id.
 */
export const divideDiffering = (db: Db, importId: string) =>
  sql`
    update ${staging(importId)} s
    set reported_id = order_item_id, order_item_id = case
      when order_part_id(order_item_id, asin, sub_tag) in (select order_item_id from order_parts where reported_id = s.order_item_id)
        then order_part_id(order_item_id, asin, sub_tag)
      else order_part_id(order_item_id, asin, lower(sub_tag)) end
    where order_item_id in (
      select order_item_id from ${staging(importId)} group by order_item_id
      having (min(asin), min(${tagOf})) <> (max(asin), max(${tagOf})))`.execute(db)

/**
 * Deletes rows that are equal to an earlier one; returns `limit` of them with the line of that one, and how many there
 * were. Equal returns are as many returns (decision 39).
 */
export async function deleteRepeatedRows(db: Db, importId: string, limit: number) {
  const { rows } = await sql<{
    count: number
    quantity: number
    commission_cents: number
    repeated: { line: number; first: number; order_item_id: string }[]
  }>`
    with numbered as (
      select ctid as location, line, order_item_id, quantity, commission_cents,
        first_value(line) over equal_rows as first, row_number() over equal_rows as occurrence
      from ${staging(importId)} where order_item_id in (${repeatedIds(importId)})
        and ${isPurchase}
      window equal_rows as (
        partition by ${wholeRow} order by line
      )
    ), deleted as (
      delete from ${staging(importId)} s using numbered n where s.ctid = n.location and n.occurrence > 1
      returning n.line, n.first, n.order_item_id, n.quantity, n.commission_cents
    ), listed as (
      select line, first, order_item_id from deleted order by line limit ${limit}
    )
    select count(*)::int as count, coalesce(sum(quantity), 0)::bigint as quantity,
      coalesce(sum(commission_cents), 0)::bigint as commission_cents,
      (select coalesce(jsonb_agg(listed order by line), '[]') from listed) as repeated
    from deleted`.execute(db)
  return rows[0]
}

/** For statements over a whole file: they may take long, and hold its ids in memory. */
export const allowLargeStatements = (db: Db) =>
  sql`select set_config('statement_timeout', '0', true), set_config('work_mem', '64MB', true)`.execute(db)

export const analyzeStaging = (db: Db, importId: string) => sql`analyze ${staging(importId)}`.execute(db)
