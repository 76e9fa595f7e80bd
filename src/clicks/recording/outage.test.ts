import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { insertPerson, insertProduct } from '../../../tests/harness/factories.ts'
import { systemClock } from '../../platform/clock.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { createLog } from '../../platform/log.ts'
import { addressOf, clickOn, clicksCount, storedClicks } from '../testing/clicks.ts'
import { blockClicksOf, untilWaitingForLock } from '../testing/locks.ts'
import { createClickRecorder } from './recorder.ts'

let database: TestDatabase
let pool: Database
let product: string
let other: string

beforeAll(async () => {
  database = await createTestDatabase()
  // The recorder's own connections, with a name by which the test can end them.
  const { host, port, user, database: name } = database.address
  const named = new URLSearchParams({ host, port: `${port}`, user, application_name: 'recorder' })
  pool = openDatabase({ connectionString: `postgresql:///${name}?${named}` })
})
beforeEach(async () => {
  const owner = await insertPerson(database.db)
  product = (await insertProduct(database.db, owner)).id
  other = (await insertProduct(database.db, owner)).id
})
afterAll(async () => {
  await pool.close()
  await database.close()
})

const unavailable = { code: 'unavailable', status: 503 }
const newRecorder = (options = {}) =>
  createClickRecorder({ db: pool.db, clock: systemClock, log: createLog('silent'), ...options })
const settled = async (answers: Promise<unknown>[]) =>
  (await Promise.allSettled(answers)).map((one) => (one.status === 'fulfilled' ? one.value : one.reason))

/** A recorder whose write is blocked, with more clicks waiting behind it. */
async function stuckRecorder(options = {}) {
  const recorder = newRecorder(options)
  await recorder.record(clickOn(other))
  const block = await blockClicksOf(database, product)
  const inFlight = recorder.record(clickOn(product))
  await untilWaitingForLock(database)
  return { recorder, block, inFlight }
}

/** How many there were. */
async function endRecordersConnections() {
  const { rowCount } = await database.owner.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'recorder' and datname = current_database()`)
  return rowCount
}

describe('When the database goes away (docs/product/clicks.md#what-is-recorded)', () => {
  it('refuses every waiting click as unavailable, writes no half batch, and records the next ones', async () => {
    const { recorder, block, inFlight } = await stuckRecorder()
    const eventId = randomUUID()
    const waiting = [2, 3].map((n) => recorder.record(clickOn(product, { address: addressOf(n), eventId })))
    const answers = settled([inFlight, ...waiting])
    expect(await endRecordersConnections()).toBeGreaterThan(0)
    expect(await answers).toMatchObject([unavailable, unavailable, unavailable])
    await block.release()
    expect(await storedClicks(database.db, product)).toEqual([])

    // The pool notices ended connections one after another.
    const retried = await vi.waitFor(() => recorder.record(clickOn(product, { eventId })))
    expect(retried).toEqual({ outcome: 'counted' })
    expect(await clicksCount(database.db, product)).toBe(1)
  })

  it('reads a salt again after a failure', async () => {
    const recorder = newRecorder()
    await database.owner.pool.query('alter table click_salts rename to out_of_reach')
    expect(await settled([recorder.record(clickOn(product))])).toMatchObject([unavailable])
    await database.owner.pool.query('alter table out_of_reach rename to click_salts')
    expect(await recorder.record(clickOn(product))).toEqual({ outcome: 'counted' })
  })

  it('refuses clicks above the most that may wait, and records the others', async () => {
    const { recorder, block, inFlight } = await stuckRecorder({ maxWaiting: 3 })
    const waiting = [1, 2, 3, 4, 5].map((n) => recorder.record(clickOn(product, { address: addressOf(n) })))
    const kept = settled([inFlight, ...waiting.slice(0, 3)])
    expect(await settled(waiting.slice(3))).toMatchObject([unavailable, unavailable])
    await block.release()
    expect(await kept).toEqual(new Array(4).fill({ outcome: 'counted' }))
  })
})

describe('When the process ends (docs/product/clicks.md#what-is-recorded)', () => {
  it('closing waits for clicks that are written or waiting, and accepts no new ones', async () => {
    const { recorder, block, inFlight } = await stuckRecorder({ maxBatch: 2 })
    const waiting = [1, 2, 3, 4, 5].map((n) => recorder.record(clickOn(product, { address: addressOf(n) })))
    let closed = false
    const closing = recorder.close().then(() => {
      closed = true
    })
    expect(await settled([recorder.record(clickOn(product))])).toMatchObject([unavailable])
    expect(closed).toBe(false)
    await block.release()
    await closing
    expect(await clicksCount(database.db, product)).toBe(6)
    expect(await settled([inFlight, ...waiting])).toEqual(new Array(6).fill({ outcome: 'counted' }))
  })

  it('an idle recorder can be closed, also twice', async () => {
    const recorder = newRecorder()
    await recorder.flush()
    await recorder.close()
    await recorder.close()
  })
})
