import { expect, it, onTestFinished, vi } from 'vitest'
import { createTestDatabase } from '../../../tests/harness/database.ts'
import { openDatabase } from './database.ts'

/** A pool whose only connection somebody has. */
async function takenPool() {
  const database = await createTestDatabase()
  const { pool, close } = openDatabase(database.address, { max: 1 })
  const taken = await pool.connect()
  onTestFinished(async () => {
    await close()
    await database.close()
  })
  return { pool, release: () => taken.release() }
}

const ask = 'select 1 as one'
const refused = { code: 'unavailable', status: 503, details: { retry_after: expect.any(Number) } }

it('five hundred wait for a connection, more are refused at once, and it goes on by itself (decision 71)', async () => {
  const { pool, release } = await takenPool()
  const waiting = Array.from({ length: 500 }, () => pool.query(ask))
  await expect(pool.query(ask)).rejects.toMatchObject(refused)
  await expect(pool.connect()).rejects.toMatchObject(refused)
  release()
  for (const { rows } of await Promise.all(waiting)) expect(rows).toEqual([{ one: 1 }])
  expect((await pool.query(ask)).rows).toEqual([{ one: 1 }])
})

it('nobody joins a line that does not move (decision 71)', async () => {
  const { pool, release } = await takenPool()
  const first = pool.query(ask)
  const now = performance.now()
  const later = vi.spyOn(performance, 'now').mockReturnValue(now + 3_100)
  await expect(pool.query(ask)).rejects.toMatchObject(refused)
  later.mockRestore()
  release()
  expect((await first).rows).toEqual([{ one: 1 }])
  expect((await pool.query(ask)).rows).toEqual([{ one: 1 }])
})
