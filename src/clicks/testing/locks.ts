import { setTimeout as wait } from 'node:timers/promises'
import type { TestDatabase } from '../../../tests/harness/database.ts'

/** Makes every click of a product wait until `release` is called. */
export async function blockClicksOf(
  database: TestDatabase,
  productId: string,
): Promise<{ release(): Promise<void> }> {
  const client = await database.pool.connect()
  await client.query('begin')
  await client.query('select from click_totals where product_id = $1 for update', [productId])
  return {
    release: async () => {
      await client.query('rollback')
      client.release()
    },
  }
}

/** Resolves when some session of this database waits for a lock. */
export async function untilWaitingForLock(database: TestDatabase): Promise<void> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while ((await database.pool.query(waiting)).rowCount === 0) await wait(5)
}
