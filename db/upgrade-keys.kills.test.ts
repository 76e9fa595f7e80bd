import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { ManualClock } from '../src/platform/clock.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { findMade, madeFor } from '../src/platform/idempotency.ts'
import { dayMs } from '../src/shared/time.ts'
import { databaseOf } from '../tests/harness/earlier-database.ts'
import { insertPerson } from '../tests/harness/factories.ts'

const clock = new ManualClock(new Date())

it('0033 keeps the keys of requests of the last month, and those of files for good', async () => {
  const database = await databaseOf(32)
  const { db, pool } = database
  const { userId, payeeId } = await insertPerson(db)
  const sent = { amazon_url: 'https://amazon.com/dp/B0LAMP0001', title: 'Lamp', category_id: null }
  const hash = createHash('sha256').update(JSON.stringify(sent)).digest()
  const insert = async (key: string, days: number) => {
    const { rows } = await pool.query(
      `insert into products (user_id, payee_id, amazon_url, marketplace, asin, title, is_categorized, metadata_source,
         idempotency_key, idempotency_hash, created_at, updated_at)
       values ($1, $2, 'https://amazon.com/dp/B0LAMP0001', 'us', 'B0LAMP0001', 'Lamp', false, 'owner', $3, $4, $5, $5)
       returning id`,
      [userId, payeeId, key, hash, new Date(Date.now() - days * dayMs)],
    )
    return rows[0].id as string
  }
  const posted = await insert('posted-lately', 1)
  await insert('posted-long-ago', 40)
  const imported = await insert('import:a-row:1', 1)
  expect(await migrate(database.address)).toContain('0033_idempotency_keys')

  const context = { db, clock: clock.now, actor: { userId, sessionId: '', role: 'user' as const } }
  const madeWith = (key: string) => findMade(context, { call: 'POST /api/v1/products', key })
  const kept = await madeWith('posted-lately')
  expect(kept && madeFor(kept, sent)).toBe(posted)
  expect(await madeWith('posted-long-ago')).toBeUndefined()
  expect(await madeWith('import:a-row:1')).toBeUndefined()
  const { rows } = await pool.query(`select id from products where import_key = 'import:a-row:1'`)
  expect(rows).toEqual([{ id: imported }])
})
