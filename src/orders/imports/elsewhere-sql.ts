import { sql } from 'kysely'
import type { Elsewhere } from './doubt-rules.ts'
import { stagingTable } from './reports/sql.ts'
import type { Db } from './sql.ts'

type Import = { id: string; marketplace: string; format: string | null }

/** Whether reports of any other marketplace are in force: without them nothing has to be looked up. */
async function isAlone(db: Db, { id, marketplace, format }: Import): Promise<boolean> {
  const other = await db
    .selectFrom('import_batches')
    .select('id')
    .where('id', '<>', id)
    .where('marketplace', '<>', marketplace)
    .where('format', '=', format ?? '')
    .where('state', '=', 'merged')
    .where('undone_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return other === undefined
}

/**
 * Marketplace is part of an order's identity: an id of a staged Folio CSV that is another marketplace's order gets an
 * identity of its own, `{id}@{marketplace}`, in this file and all later ones (docs/product/reports.md#marketplaces).
 */
const giveOwnIds = (db: Db, { id, marketplace }: Import) =>
  sql`
    update ${sql.table(stagingTable(id))} s set order_item_id = s.order_item_id || ${`@${marketplace}`}
    where not starts_with(reverse(s.order_item_id), reverse(${`@${marketplace}`})) and (exists (
        select from amazon_orders o
        where o.order_item_id = s.order_item_id and o.marketplace <> ${marketplace} and o.observation_id is not null)
      or exists (select from amazon_orders o where o.order_item_id = s.order_item_id || ${`@${marketplace}`}))`.execute(
    db,
  )

/**
 * The part of a staged file that is in another marketplace and not yet in its own: ids of Folio's CSV, which then get
 * their own identity, or rows of Fee-Earnings, if they are half of the file's. Null if there is none.
 */
export async function findElsewhere(db: Db, row: Import): Promise<Elsewhere | null> {
  if (row.format === 'fee_orders' || (await isAlone(db, row))) return null
  if (row.format === 'folio_csv') await giveOwnIds(db, row)
  const found = row.format === 'folio_csv' ? idsElsewhere(row) : rowsElsewhere(row)
  const { rows } = await sql<Elsewhere & { all: number }>`
    select count(*) filter (where marketplace is not null)::int as rows,
      coalesce(sum(cents) filter (where marketplace is not null), 0)::bigint as cents,
      coalesce(array_agg(distinct marketplace) filter (where marketplace is not null), '{}') as marketplaces,
      count(*)::int as all
    from (${found}) f`.execute(db)
  const { all, ...elsewhere } = rows[0] as Elsewhere & { all: number }
  const isMuch = row.format === 'folio_csv' ? elsewhere.rows > 0 : elsewhere.rows * 2 >= all
  return elsewhere.rows > 0 && isMuch ? elsewhere : null
}

const idsElsewhere = ({ id, marketplace }: Import) => sql`
  select s.commission_cents as cents, o.marketplace
  from ${sql.table(stagingTable(id))} s
  left join amazon_orders o on s.order_item_id = o.order_item_id || ${`@${marketplace}`}
    and o.marketplace <> ${marketplace} and o.observation_id is not null
    and not exists (select from amazon_orders own where own.order_item_id = s.order_item_id and own.observation_id is not null)`

// Apart from the marketplace a key is the same everywhere: `fee-us-…`.
const rowsElsewhere = ({ id, marketplace }: Import) => sql`
  select s.commission_cents as cents, case when not bool_or(known.marketplace = ${marketplace}) then min(known.marketplace) end as marketplace
  from ${sql.table(stagingTable(id))} s
  left join (
    select d.marketplace, r.day, substr(r.fee_key, 8) as key, r.sub_tag, r.cents, r.pieces
    from import_days d join fee_rows r on r.import_id = d.import_id and r.day = d.day
    where d.counts and d.format = 'fee_earnings'
      and d.day between (select min(order_date) from ${sql.table(stagingTable(id))})
        and (select max(order_date) from ${sql.table(stagingTable(id))})
  ) known on (known.day, known.key, known.sub_tag, known.cents, known.pieces)
    = (s.order_date, substr(s.fee_key, 8), lower(coalesce(s.sub_tag, '')), s.commission_cents, s.quantity)
  group by s.line, s.commission_cents`
