import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import type { OrderSearch } from './rules.ts'

type Sql = RawBuilder<unknown>

/** Some orders: their ids in the order of an index, and what is true of each of them, `o`, alone. */
export type Some = { ids: Sql; isOne: Sql }

/** Whether some orders are more than so many: these are read to know it. */
export async function areMoreThan(db: Kysely<DB>, most: number, ids: Sql): Promise<boolean> {
  const { rows } = await sql`select from (${ids}) as x offset ${most} limit 1`.execute(db)
  return rows.length > 0
}

/** Whether a table has a row of an order `o`, by its key, that meets a condition on `x`. */
export const byKey = (table: Sql, condition = sql`true`): Sql =>
  // `offset 0` has each row looked up by its key, whatever the statistics say of tables that have filled since.
  sql`exists (select from ${table} x where x.order_item_id = o.order_item_id and ${condition} offset 0)`

/** Which of some sets of orders has so few; undefined where none has. */
export async function narrowest(db: Kysely<DB>, most: number, sets: Some[]): Promise<Some | undefined> {
  for (const some of sets) if (!(await areMoreThan(db, most, some.ids))) return some
  return undefined
}

/** What a report tells of orders, by each reading of a search. */
export function told({ text, part, words, asin }: OrderSearch): Some[] {
  const column = (name: 'asin' | 'sub_tag' | 'tracking_id', value: string): Some => ({
    ids: sql`select order_item_id as id from amazon_orders where ${sql.ref(name)} = ${value} order by order_date`,
    isOne: byKey(sql`amazon_orders`, sql`x.${sql.ref(name)} = ${value}`),
  })
  return [
    ...(text === undefined ? [] : [column('sub_tag', text), column('tracking_id', text)]),
    ...(text === undefined || part !== undefined ? [] : [beginningWith(text)]),
    ...(part === undefined ? [] : [holding(part)]),
    ...(words === undefined ? [] : [titled(words)]),
    ...(asin === undefined ? [] : [column('asin', asin)]),
  ]
}

const beginningWith = (text: string): Some => ({
  ids: sql`select order_item_id as id from amazon_orders where order_item_id ^@ ${text} order by 1`,
  isOne: sql`o.order_item_id ^@ ${text}`,
})

/** Those whose id holds a text: on the way through an index that has the ids, without looking at one order (decision 60). */
const holding = (part: string): Some => ({
  ids: sql`
    select order_item_id as id from amazon_orders where strpos(order_item_id, ${part}) > 0
    order by order_date desc, order_item_id desc`,
  isOne: sql`strpos(o.order_item_id, ${part}) > 0`,
})

/** Those whose title has all words: by the titles that there are, which are few beside the orders. */
function titled(words: string[]): Some {
  const has = (searched: Sql) =>
    sql.join(
      words.map((word) => sql`${searched} like search_pattern(${word})`),
      sql` and `,
    )
  return {
    // Ordered, so that each title's orders are read by the index of their ASIN.
    ids: sql`
      select told.order_item_id as id from order_titles t cross join lateral (
        select order_item_id from amazon_orders where asin = t.asin and product_title = t.title
        order by order_date desc) as told
      where ${has(sql`t.search_text`)}`,
    isOne: byKey(sql`amazon_orders`, has(sql`search_form(x.product_title)`)),
  }
}

/** Whom orders may have been credited to, and as what. A payee’s matches are an index of their own. */
type Credit = { payeeId: string; shortLinkId?: string }

/** Whom a search may mean: the creator, and the one of the short link. */
export async function creditsOf(db: Kysely<DB>, { text, username }: OrderSearch): Promise<Credit[]> {
  const ofLink = text === undefined ? undefined : await selectPayeeOfLink(db, text)
  const ofCreator = username === undefined ? undefined : await selectPayeeOf(db, username)
  return [
    ...(text !== undefined && ofLink !== undefined ? [{ payeeId: ofLink, shortLinkId: text }] : []),
    ...(ofCreator === undefined ? [] : [{ payeeId: ofCreator }]),
  ]
}

/** Whether a match was credited so. */
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
