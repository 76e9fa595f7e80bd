import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../tests/harness/database.ts'
import { insertPerson, insertProduct } from '../../tests/harness/factories.ts'
import { createClicksJobs } from './jobs.ts'
import { ensurePartitions } from './maintenance.ts'
import { createClickRecorder } from './recording/recorder.ts'
import { clickOn } from './testing/clicks.ts'
import { wrongRollups } from './testing/rollups.ts'

const clock = () => new Date('2029-06-15T12:00:00Z')
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const run = async (name: string) => {
  const jobs = createClicksJobs({ db: database.db, clock, retentionDays: 500 })
  await jobs.find((job) => job.name === name)?.run({}, AbortSignal.timeout(60_000))
}
const rowsOf = async (table: string) => (await database.pool.query(`select from ${table}`)).rowCount
const hasMonth = async (month: string) =>
  (await database.pool.query('select to_regclass($1) is not null as there', [`clicks_${month}`])).rows[0]
    .there

describe('What is done with clicks in the background', () => {
  it('folds them into the roll-ups, makes months ahead, and drops months after the configured days', async () => {
    const { db } = database
    await ensurePartitions({ db, clock, actor: null }, new Date('2028-01-01'), new Date('2028-02-01'))
    const { id } = await insertProduct(db, await insertPerson(db))
    const recorder = createClickRecorder({ db, clock, log: { error: () => {} } })
    await recorder.record(clickOn(id))
    expect([await rowsOf('click_deltas'), await rowsOf('click_days')]).toEqual([1, 0])
    await run('fold_clicks')
    expect([await rowsOf('click_deltas'), await rowsOf('click_days')]).toEqual([0, 1])
    expect(await wrongRollups(db)).toEqual([])
    await run('maintain_clicks')
    const months = ['2028_01', '2028_02', '2029_06', '2029_09', '2029_10']
    expect(await Promise.all(months.map(hasMonth))).toEqual([false, true, true, true, false])
  })
})
