import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import type { Cursor } from '../../shared/cursor.ts'
import { selectOrdersAt } from './orders-sql.ts'
import type { OrderSearch } from './rules.ts'
import { areMoreThan, byKey, creditsOf, isCredited, type Some, told } from './search-sql.ts'

/** A part of the list of orders with ledger rows: those below a place, or those of them that a search finds. */
type PostedPart = { search?: OrderSearch | undefined; before?: Cursor | undefined; limit: number }

type Sql = RawBuilder<unknown>

/**
 * So many are looked up in the ledger by their keys; of more, the newest are met soon on the way down the ledger, unless
 * hardly any of them is in it.
 */
const fewOrders = 10_000

/** The orders whose first ledger row is the newest. */
export async function selectPostedOrders(db: Kysely<DB>, part: PostedPart) {
  return selectOrdersAt<{ posted_at: Date; ledger_id: string }>(db, {
    places: part.search ? await foundBy(db, part.search, part) : newestFirsts(sql`true`, part),
    columns: sql`place.created_at as posted_at, place.id as ledger_id`,
    order: sql`place.created_at desc, place.id desc`,
  })
}

/** A statement for the newest places (order_item_id, created_at, id) of ledger rows `o`. */
const newest = (rows: Sql, condition: Sql, { before, limit }: PostedPart): Sql => sql`
  select o.order_item_id, o.created_at, o.id from ${rows} as o where ${condition}
  ${before ? sql`and (o.created_at, o.id) < (${before.createdAt}, ${before.id})` : sql``}
  order by o.created_at desc, o.id desc limit ${limit}`

/** Those that meet a condition, on the way down the ledger. A second payee’s first row is not the order’s. */
const newestFirsts = (condition: Sql, part: PostedPart): Sql =>
  newest(
    sql`earnings_ledger`,
    sql`o.pair_sequence = 1 and ${condition} and not ${byKey(
      sql`earnings_ledger`,
      sql`x.pair_sequence = 1 and (x.created_at, x.id) < (o.created_at, o.id)`,
    )}`,
    part,
  )

/** Those whom any reading of a search finds: the newest of each, of which the newest are the newest of all. */
async function foundBy(db: Kysely<DB>, search: OrderSearch, part: PostedPart): Promise<Sql> {
  const readings = [...(await creditsOf(db, search)).map(credited), ...told(search)]
  if (readings.length === 0) return sql`select order_item_id, created_at, id from earnings_ledger where false`
  const found = await Promise.all(readings.map((some) => newestOf(db, some, part)))
  const all = sql.join(
    found.map((places) => sql`(${places})`),
    sql` union `,
  )
  return sql`select * from (${all}) as found order by created_at desc, id desc limit ${part.limit}`
}

const credited = (credit: Parameters<typeof isCredited>[1]): Some => ({
  ids: sql`
    select m.order_item_id as id from order_matches m where ${isCredited(sql`m`, credit)} order by m.order_date desc`,
  isOne: byKey(sql`order_matches`, isCredited(sql`x`, credit)),
})

const newestOf = async (db: Kysely<DB>, { ids, isOne }: Some, part: PostedPart): Promise<Sql> =>
  (await areMoreThan(db, fewOrders, ids))
    ? newestFirsts(isOne, part)
    : sql`
        with few as materialized (${ids} limit ${fewOrders})
        ${newest(
          sql`few cross join lateral (
            select order_item_id, created_at, id from earnings_ledger
            where order_item_id = few.id and pair_sequence = 1 order by created_at, id limit 1)`,
          sql`true`,
          part,
        )}`
