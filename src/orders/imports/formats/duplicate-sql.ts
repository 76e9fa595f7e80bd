import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import type { DB, PayingDateChanges, PayingDates } from '../../../platform/database/schema.ts'
import { stagingTable } from '../reports/sql.ts'
import type { DecidedDuplicate, DuplicateDecision, Sale, SamePair } from './duplicate-rules.ts'

type Db = Kysely<DB>

/**
 * Orders, rows and decisions near the ship date of a marketplace: sales that may be paid twice (decision 42). `sales`
 * are pairs that were decided to be one sale and are both in paying reports.
 */
export type SalesAbout = { orders: Sale[]; rows: Sale[]; decisions: DuplicateDecision[]; sales: SamePair[] }

/** The cents of the purchase of an observation `s`, before returns. */
const worth = sql`coalesce((s.returns ->> 'cents')::bigint, s.commission_cents)`
/** Its status before returns. */
const toldStatus = sql`coalesce(s.returns ->> 'status', s.order_status)`

/** The ship date from which Fee-Earnings pays in a marketplace, or null. */
export async function selectPayingDate(db: Db, marketplace: string): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`select paying_date(${marketplace}) as day`.execute(db)
  return rows[0]?.day ?? null
}

/**
 * Candidates for duplicates: orders of Folio's CSV from so many days before the ship date, reported as pending or
 * shipped; purchases in Fee-Earnings within as many days after it; and decisions about them. Empty without a ship date.
 */
export async function selectSalesAbout(
  db: Db,
  { marketplace, maxDays }: { marketplace: string; maxDays: number },
): Promise<SalesAbout> {
  const day = await selectPayingDate(db, marketplace)
  if (day === null) return nothingAbout
  const { rows: orders } = await sql<Sale>`
    select o.order_item_id as id, o.asin, ${worth} as cents, o.sub_tag, o.tracking_id,
      o.order_date as day, o.product_title as title
    from amazon_orders o join order_observations s on s.id = o.observation_id
    where o.marketplace = ${marketplace} and o.format = 'folio_csv' and ${worth} > 0
      and o.order_date >= ${day}::date - ${maxDays}::int and o.order_date < ${day}::date
      and ${toldStatus} in ('pending', 'shipped')`.execute(db)
  if (orders.length === 0) return nothingAbout
  const rows = await selectRowsAbout(db, { marketplace, maxDays })
  const { rows: decisions } = await sql<DuplicateDecision>`
    select distinct on (folio_item_id, fee_item_id) folio_item_id, fee_item_id, is_same_sale
    from duplicate_decisions where folio_item_id = any (${orders.map(({ id }) => id)})
    order by folio_item_id, fee_item_id, id desc`.execute(db)
  const { rows: sales } = await sql<SamePair>`
    select t.folio_item_id, t.fee_item_id
    from same_sales t
    join amazon_orders o on o.order_item_id = t.folio_item_id and o.observation_id is not null
    where o.marketplace = ${marketplace} and exists (
      select from fee_rows r join import_days d on d.import_id = r.import_id and d.day = r.day and d.counts
      where r.order_item_id = t.fee_item_id)`.execute(db)
  return { orders, rows, decisions, sales }
}

const nothingAbout: SalesAbout = { orders: [], rows: [], decisions: [], sales: [] }

/** Purchases that Fee-Earnings pays for, within so many days from the ship date on. */
export async function selectRowsAbout(
  db: Db,
  { marketplace, maxDays }: { marketplace: string; maxDays: number },
): Promise<Sale[]> {
  const { rows } = await sql<Sale>`
    select r.order_item_id as id, s.asin, r.cents, s.sub_tag, s.tracking_id, r.day, s.product_title as title
    from import_days d
    join fee_rows r on r.import_id = d.import_id and r.day = d.day and r.cents > 0
    join order_observations s on s.id = r.observation_id
    where d.marketplace = ${marketplace} and d.format = 'fee_earnings' and d.counts
      and d.day >= paying_date(${marketplace}) and d.day < paying_date(${marketplace}) + ${maxDays}::int`.execute(
    db,
  )
  return rows
}

export type DecidedDuplicateRow = DecidedDuplicate & {
  folio_item_id: string
  fee_item_id: string
  marketplace: string | null
  decided_by: string | null
  decided_at: Date
}

const maxDecided = 20

/**
 * The decisions about an order or row and others, or about a pair: pairs that are the same sale first, then the
 * newest decision.
 */
export async function selectDecidedDuplicates(
  db: Db,
  id: string,
  otherId?: string,
): Promise<DecidedDuplicateRow[]> {
  const sale = (of: string) =>
    sql`case when ${sql.ref(`${of}.id`)} is not null then to_jsonb(${sql.ref(of)}) end`
  const { rows } = await sql<DecidedDuplicateRow>`
    select d.folio_item_id, d.fee_item_id, d.is_same_sale, d.decided_at, p.username as decided_by, o.marketplace,
      ${sale('o')} as order, ${sale('r')} as row,
      exists (
        select from same_sales t
        where (t.folio_item_id = d.folio_item_id or t.fee_item_id = d.fee_item_id)
          and (t.folio_item_id, t.fee_item_id) <> (d.folio_item_id, d.fee_item_id)
      ) as is_taken
    from (
      select distinct on (folio_item_id, fee_item_id) *
      from duplicate_decisions
      where (folio_item_id = ${id} and ${otherId ?? null}::text is null) or (fee_item_id = ${id} and ${otherId ?? null}::text is null)
        or (folio_item_id, fee_item_id) in ((${id}, ${otherId ?? null}::text), (${otherId ?? null}::text, ${id}))
      order by folio_item_id, fee_item_id, id desc
    ) d
    left join profiles p on p.id = d.actor_id
    left join lateral (
      select a.order_item_id as id, a.marketplace, s.asin, ${worth} as cents, s.sub_tag, s.tracking_id,
        a.order_date as day, s.product_title as title
      from amazon_orders a join order_observations s on s.id = a.observation_id
      where a.order_item_id = d.folio_item_id
    ) o on true
    left join lateral (
      select f.order_item_id as id, s.asin, f.cents, s.sub_tag, s.tracking_id, f.day, s.product_title as title
      from fee_rows f
      join import_days i on i.import_id = f.import_id and i.day = f.day and i.counts
      join order_observations s on s.id = f.observation_id
      where f.order_item_id = d.fee_item_id limit 1
    ) r on true
    order by d.is_same_sale desc, d.decided_at desc, d.folio_item_id, d.fee_item_id limit ${maxDecided}`.execute(
    db,
  )
  return rows
}

/** Stores an admin's decisions on pairs. Returns the number of the first. */
export async function insertDuplicateDecisions(
  db: Db,
  decisions: DuplicateDecision[],
  { actorId, at }: { actorId: string | null; at: Date },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into duplicate_decisions (folio_item_id, fee_item_id, is_same_sale, actor_id, decided_at)
    select folio_item_id, fee_item_id, is_same_sale, ${actorId}, ${at}
    from jsonb_to_recordset(${JSON.stringify(decisions)}::jsonb)
      as r (folio_item_id text, fee_item_id text, is_same_sale boolean)
    order by folio_item_id, fee_item_id
    returning id`.execute(db)
  return Math.min(...rows.map(({ id }) => Number(id)))
}

/** How many rows of a staged import do not pay, since their days belong to the other format, and their cents. */
export async function selectNotPaying(
  db: Db,
  { id, format, marketplace }: { id: string; format: string; marketplace: string },
): Promise<{ count: number; cents: number }> {
  const isOthers =
    format === 'folio_csv'
      ? sql`order_date >= paying_date(${marketplace})`
      : sql`${format} = 'fee_earnings' and order_date < paying_date(${marketplace})`
  const { rows } = await sql<{ count: number; cents: number }>`
    select count(*)::int as count, coalesce(sum(commission_cents), 0)::bigint as cents
    from ${sql.table(stagingTable(id))} where ${isOthers}`.execute(db)
  return rows[0] ?? { count: 0, cents: 0 }
}

/** The other paying format in force in an import's marketplace, if no ship date separates them. */
export async function selectOtherFormat(
  db: Db,
  { format, marketplace }: { format: string; marketplace: string },
): Promise<string | null> {
  const { rows } = await sql<{ format: string }>`
    select format from import_batches
    where marketplace = ${marketplace} and state = 'merged' and undone_at is null
      and format <> ${format} and format <> 'fee_orders' and ${format} <> 'fee_orders'
      and paying_date(${marketplace}) is null limit 1`.execute(db)
  return rows[0]?.format ?? null
}

export type PayingDateRow = { marketplace: string; starts_on: string; set_by: string | null; set_at: Date }

/** The present ship date of each marketplace, with the admin who set it. */
export async function selectPayingDates(db: Db): Promise<PayingDateRow[]> {
  const { rows } = await sql<PayingDateRow>`
    select distinct on (d.marketplace) d.marketplace, d.starts_on, p.username as set_by, d.set_at
    from paying_dates d left join profiles p on p.id = d.actor_id
    order by d.marketplace, d.id desc`.execute(db)
  return rows
}

export type PayingDateChangeRow = Selectable<PayingDateChanges>

export const insertPayingDateChange = async (
  db: Db,
  values: Insertable<PayingDateChanges>,
): Promise<PayingDateChangeRow> =>
  db.insertInto('paying_date_changes').values(values).returningAll().executeTakeFirstOrThrow()

/** The change with an id, or the last one. */
export const selectPayingDateChange = (db: Db, id?: string): Promise<PayingDateChangeRow | undefined> =>
  db
    .selectFrom('paying_date_changes')
    .selectAll()
    .$if(id !== undefined, (query) => query.where('id', '=', id as string))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const updatePayingDateChange = (db: Db, id: string, values: Updateable<PayingDateChanges>) =>
  db.updateTable('paying_date_changes').set(values).where('id', '=', id).execute()

export const insertPayingDate = (db: Db, values: Insertable<PayingDates>) =>
  db.insertInto('paying_dates').values(values).execute()
