import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import type { OrderSearch } from './rules.ts'

type Sql = RawBuilder<unknown>

/** A set of orders: their ids in the order of an index, and the condition for an order `o` to be in it. */
export type Some = { ids: Sql; isOne: Sql }

/** Whether a set has more orders than `max`: at most one more is read. */
export async function areMoreThan(db: Kysely<DB>, max: number, ids: Sql): Promise<boolean> {
  const { rows } = await sql`select from (${ids}) as x offset ${max} limit 1`.execute(db)
  return rows.length > 0
}

/** Whether a table has a row of an order `o`, by its key, that meets a condition on `x`. */
export const byKey = (table: Sql, condition = sql`true`): Sql =>
  // `offset 0` has each row looked up by its key, even where the statistics are older than the rows.
  sql`exists (select from ${table} x where x.order_item_id = o.order_item_id and ${condition} offset 0)`

/** The first of some sets that has few orders; undefined if none has. */
export async function narrowest(db: Kysely<DB>, max: number, sets: Some[]): Promise<Some | undefined> {
  for (const some of sets) if (!(await areMoreThan(db, max, some.ids))) return some
  return undefined
}

/** The sets of orders by their reports, one for each reading of a search. */
export function reportedAs({ text, part, words, asin }: OrderSearch): Some[] {
  const column = (name: 'asin' | 'sub_tag', value: string): Some => ({
    ids: sql`select order_item_id as id from amazon_orders where ${sql.ref(name)} = ${value} order by order_date`,
    isOne: byKey(sql`amazon_orders`, sql`x.${sql.ref(name)} = ${value}`),
  })
  return [
    ...(text === undefined ? [] : [column('sub_tag', text), trackedBy(text)]),
    ...(text === undefined || part !== undefined ? [] : [beginningWith(text)]),
    ...(part === undefined ? [] : [holding(part)]),
    ...(words === undefined ? [] : [titled(words)]),
    ...(asin === undefined ? [] : [column('asin', asin)]),
  ]
}

/** Orders by a tracking id in any case. */
const trackedBy = (tag: string): Some => ({
  ids: sql`select order_item_id as id from amazon_orders where lower(tracking_id) = lower(${tag}) order by order_date`,
  isOne: byKey(sql`amazon_orders`, sql`lower(x.tracking_id) = lower(${tag})`),
})

const beginningWith = (text: string): Some => ({
  ids: sql`select order_item_id as id from amazon_orders where order_item_id ^@ ${text} order by 1`,
  isOne: sql`o.order_item_id ^@ ${text}`,
})

/** Orders whose id contains a text: along an index that has the ids, without reading the orders (decision 26). */
const holding = (part: string): Some => ({
  ids: sql`
    select order_item_id as id from amazon_orders where strpos(order_item_id, ${part}) > 0
    order by order_date desc, order_item_id desc`,
  isOne: sql`strpos(o.order_item_id, ${part}) > 0`,
})

/** Orders whose title has all words: by the titles, which are few beside the orders. */
function titled(words: string[]): Some {
  const has = (searched: Sql) =>
    sql.join(
      words.map((word) => sql`${searched} like search_pattern(${word})`),
      sql` and `,
    )
  return {
    // Sorted, so that each title's orders are read by the index of their ASIN.
    ids: sql`
      select named.order_item_id as id from order_titles t cross join lateral (
        select order_item_id from amazon_orders where asin = t.asin and product_title = t.title
        order by order_date desc) as named
      where ${has(sql`t.search_text`)}`,
    isOne: byKey(sql`amazon_orders`, has(sql`search_form(x.product_title)`)),
  }
}

/**
 * A payee, or a short link of theirs, that orders may be credited to. The matches of a payee have an index of their
 * own.
 */
type Credit = { payeeId: string; shortLinkId?: string }

/** The payees that a search may mean: the creator, and the one of the short link. */
export async function creditsOf(db: Kysely<DB>, { text, username }: OrderSearch): Promise<Credit[]> {
  const ofLink = text === undefined ? undefined : await selectPayeeOfLink(db, text)
  const ofCreator = username === undefined ? undefined : await selectPayeeOf(db, username)
  return [
    ...(text !== undefined && ofLink !== undefined ? [{ payeeId: ofLink, shortLinkId: text }] : []),
    ...(ofCreator === undefined ? [] : [{ payeeId: ofCreator }]),
  ]
}

/** Whether a match is credited so. */
export const isCredited = (match: Sql, { payeeId, shortLinkId }: Credit): Sql =>
  shortLinkId === undefined
    ? sql`${match}.payee_id = ${payeeId}`
    : sql`${match}.payee_id = ${payeeId} and ${match}.short_link_id = ${shortLinkId}`

/** The payee of a creator, by any username they ever had. */
export async function selectPayeeOf(db: Kysely<DB>, username: string): Promise<string | undefined> {
  const payee = await db
    .selectFrom('usernames as n')
    .innerJoin('payees as y', 'y.user_id', 'n.user_id')
    .where('n.username', '=', username)
    .select('y.id')
    .executeTakeFirst()
  return payee?.id
}

/** The payee whose product a short link leads to, deleted or not. */
async function selectPayeeOfLink(db: Kysely<DB>, shortLinkId: string): Promise<string | undefined> {
  const product = await db
    .selectFrom('short_links as s')
    .innerJoin('products as p', 'p.id', 's.product_id')
    .where('s.id', '=', shortLinkId)
    .select('p.payee_id')
    .executeTakeFirst()
  return product?.payee_id
}
