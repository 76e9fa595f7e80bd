import { type Kysely, sql } from 'kysely'
import { textArray } from '../platform/database/binary-arrays.ts'
import type { DB } from '../platform/database/schema.ts'

/** Locks orders, sorted by id like every transaction that changes orders, so that two never wait for each other. */
export const lockOrders = (db: Kysely<DB>, orderItemIds: string[]) =>
  sql`select from amazon_orders where order_item_id = any (${textArray(orderItemIds)}::text[])
    order by order_item_id for no key update`.execute(db)
