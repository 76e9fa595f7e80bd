import { type Insertable, type Kysely, type RawBuilder, sql } from 'kysely'
import type { ReviewReason } from '../../earnings/contract.ts'
import type { DB, OrderMatches } from '../../platform/database/schema.ts'
import { worthInCents } from '../rates/sql.ts'

export type LockedOrder = {
  order_item_id: string
  order_date: string
  /** Its commission in US cents, or in its smallest units if its month has no rate yet. */
  worth_cents: number
  is_withdrawn: boolean
}

export type CurrentMatch = NonNullable<Awaited<ReturnType<typeof selectMatch>>>

/** Locks an order until the transaction ends. Matching, posting and changing it take the same lock. */
export async function lockOrder(db: Kysely<DB>, id: string): Promise<LockedOrder | undefined> {
  const { rows } = await sql<LockedOrder>`
    select order_item_id, order_date, observation_id is null as is_withdrawn, ${worthInCents} as worth_cents
    from amazon_orders where order_item_id = ${id} for no key update`.execute(db)
  return rows[0]
}

/**
 * The match of an order that is locked already. A statement of its own, so that it sees what was committed before the
 * lock was granted.
 */
export const selectMatch = (db: Kysely<DB>, id: string) =>
  db
    .selectFrom('order_matches')
    .where('order_item_id', '=', id)
    .select(['confidence', 'payee_id', 'product_id', 'short_link_id', 'reason', 'is_decided', 'matched_by'])
    .select(['note_to_creator', 'version', 'evidence', 'is_provisional'])
    .select(sql<ReviewReason | null>`review`.as('review'))
    .executeTakeFirst()

/** A product by its id, deleted or not, with its oldest short link. */
export const selectCreditedProduct = (db: Kysely<DB>, id: string) =>
  products(db)
    .where('p.id', '=', id)
    .select((eb) =>
      eb
        .selectFrom('short_links as s')
        .whereRef('s.product_id', '=', 'p.id')
        .where('s.is_of_list', '=', false)
        .orderBy('s.created_at')
        .limit(1)
        .select('s.id')
        .as('short_link_id'),
    )
    .executeTakeFirst()

/** A product by one of its short links, deleted or not. */
export const selectProductOfLink = (db: Kysely<DB>, shortLinkId: string) =>
  products(db)
    .innerJoin('short_links as s', 's.product_id', 'p.id')
    .where('s.id', '=', shortLinkId)
    .select('s.id as short_link_id')
    .executeTakeFirst()

const products = (db: Kysely<DB>) => db.selectFrom('products as p').select(['p.id', 'p.payee_id'])

export type Decision = Omit<Insertable<OrderMatches>, 'version' | 'evidence' | 'judged'> & {
  evidence: object
}

/**
 * Writes an admin's decision on a locked order as a new version of its match. The evidence at that time is stored with
 * it as judged, and its disagreement is removed.
 */
export async function writeMatch(db: Kysely<DB>, { evidence, ...decision }: Decision): Promise<void> {
  const { order_item_id, ...values } = { ...decision, evidence: JSON.stringify(evidence) }
  const judged = values.is_decided
    ? sql<null>`coalesce(
        (select ${claimOf(sql`d`)} from order_disagreements d where d.order_item_id = ${order_item_id}),
        case when order_matches.is_decided then order_matches.judged else ${claimOf(sql`order_matches`)} end)`
    : null
  await db
    .insertInto('order_matches')
    .values({ order_item_id, ...values })
    .onConflict((conflict) =>
      conflict.column('order_item_id').doUpdateSet({
        ...values,
        judged,
        looked_at_again_from: null,
        version: sql`order_matches.version + 1`,
      }),
    )
    .execute()
  await db.deleteFrom('order_disagreements').where('order_item_id', '=', order_item_id).execute()
}

const claimOf = (claim: RawBuilder<unknown>) =>
  sql`jsonb_build_object('payee_id', ${claim}.payee_id, 'evidence', ${claim}.evidence)`

/** Queues an order for the next calculation. */
export const queueForPosting = (db: Kysely<DB>, id: string) =>
  db
    .insertInto('orders_to_post')
    .values({ order_item_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Queues a locked order for the next matching. */
export const queueForMatching = (
  db: Kysely<DB>,
  { order_item_id, order_date }: Pick<Decision, 'order_item_id' | 'order_date'>,
) =>
  db
    .insertInto('orders_to_match')
    .values({ order_item_id, order_date })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/**
 * Ends the review of an order whose rows could not be paired. Returns false if it was not under review, undefined if
 * it does not exist.
 */
export async function acceptRows(db: Kysely<DB>, id: string, at: Date): Promise<boolean | undefined> {
  const order = await db
    .selectFrom('amazon_orders')
    .select('review_reason')
    .where('order_item_id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!order?.review_reason) return order && false
  await db
    .updateTable('fee_unpaired')
    .set({ reviewed_at: at })
    .where('order_item_id', '=', id)
    .where('reviewed_at', 'is', null)
    .execute()
  await db.updateTable('amazon_orders').set({ review_reason: null }).where('order_item_id', '=', id).execute()
  return true
}
