import { randomBytes, randomUUID } from 'node:crypto'
import { type Insertable, type Kysely, sql, type Updateable } from 'kysely'
import { insertOrder } from '../../../../tests/harness/factories.ts'
import { ManualClock } from '../../../platform/clock.ts'
import type { Context } from '../../../platform/context.ts'
import type { AmazonOrders, Clicks, DB } from '../../../platform/database/schema.ts'
import type { Progress } from '../../runs/execute.ts'
import { unwatched } from '../../testing/progress.ts'
import { matchOrders } from '../service.ts'

export const reportTimeZone = 'America/Los_Angeles'
/** A time after every order that tests make. */
const later = new Date('2026-12-01T12:00:00Z')

export const matcher = (db: Kysely<DB>, now = later): Context => ({
  db,
  actor: null,
  clock: new ManualClock(now).now,
})

/** Matches what waits, as the pipeline does. */
export const match = (
  db: Kysely<DB>,
  {
    now = later,
    progress = unwatched,
    runId = randomUUID(),
    ...pace
  }: { now?: Date; progress?: Progress; runId?: string; copyFrom?: number; firstStep?: number } = {},
) => matchOrders(matcher(db, now), { reportTimeZone, ...pace }, runId, progress)

/** An order of 19 July 2026 that waits to be matched, and whose commission waits to be posted. */
export async function insertWaiting(db: Kysely<DB>, values: Updateable<AmazonOrders> = {}): Promise<string> {
  const { id } = await insertOrder(db)
  await db
    .updateTable('amazon_orders')
    .set({ order_date: '2026-07-19', ...values })
    .where('order_item_id', '=', id)
    .execute()
  await queue(db, id)
  return id
}

/** Queues an order for the next matching. */
export const queue = (db: Kysely<DB>, id: string) =>
  sql`insert into orders_to_match select order_item_id, order_date from amazon_orders where order_item_id = ${id}
    on conflict do nothing`.execute(db)

/** A click as it would have been recorded. */
export const insertClick = (
  db: Kysely<DB>,
  productId: string,
  at: string | Date,
  values: Partial<Insertable<Clicks>> = {},
) =>
  db
    .insertInto('clicks')
    .values({
      product_id: productId,
      clicked_at: new Date(at),
      kind: 'view',
      outcome: 'counted',
      visitor: randomBytes(32),
      ...values,
    })
    .execute()

/** The stored match, if there is one. */
export const matchOf = (db: Kysely<DB>, id: string) =>
  db.selectFrom('order_matches').selectAll().where('order_item_id', '=', id).executeTakeFirst()

/** Those of a queue's orders, sorted. */
export const queued = async (db: Kysely<DB>, table: 'orders_to_match' | 'orders_to_post') => {
  const rows = await db.selectFrom(table).select('order_item_id').orderBy('order_item_id').execute()
  return rows.map(({ order_item_id }) => order_item_id)
}

let asins = 0
/** An ASIN that nothing has yet. */
export const newAsin = () => `B${String(++asins).padStart(9, '0')}`
