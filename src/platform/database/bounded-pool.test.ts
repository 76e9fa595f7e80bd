import { sql } from 'kysely'
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

it('tells once of connections that are lost together, and never of those that are ended here', async () => {
  const server = await createTestDatabase()
  const told: [string, boolean][] = []
  const { pool, close } = openDatabase(server.address, {
    // What a log writes of it: nothing of the connection.
    onError: (error) => told.push([error.message, 'client' in error]),
  })
  const clients = await Promise.all(Array.from({ length: 5 }, () => pool.connect()))
  const lost = Promise.all(clients.map((client) => new Promise((resolve) => client.once('end', resolve))))
  for (const client of clients.slice(1)) client.release()
  const others = 'pid <> pg_backend_pid() and datname = current_database()'
  await server.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${others}`)
  await lost
  clients[0]?.release()
  expect(told).toEqual([['terminating connection due to administrator command', false]])

  const last = await pool.connect()
  last.release()
  const closed = close()
  last.emit('error', new Error('ended by the server while it stops'))
  await closed
  await server.close()
  expect(told).toHaveLength(1)
})

it('does not keep a connection to a server that has come to take no changes', async () => {
  const server = await createTestDatabase()
  const { db, close } = openDatabase(server.owner.address, { max: 1 })
  await sql`set default_transaction_read_only = on`.execute(db)
  await expect(sql`create table written ()`.execute(db)).rejects.toMatchObject({ code: '25006' })
  await sql`create table written ()`.execute(db)
  await close()
  await server.close()
})
