import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { migrate } from '../database/migrate.ts'
import { enqueue } from './job.ts'
import { jobsIn } from './testing/jobs.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const start = () => migrate(database.owner.address, { app: database.address.user })

it('several processes that start at once make the tables of the jobs once', async () => {
  await database.owner.pool.query('drop schema graphile_worker cascade')
  await Promise.all([1, 2, 3].map(start))
  await enqueue(database.db, { name: 'greet', payload: z.object({}) }, {})
  expect(await jobsIn(database)).toHaveLength(1)
})

it('a step that a new version of the library adds is taken at the next start', async () => {
  const newest = async () =>
    (await database.pool.query('select max(id) as id from graphile_worker.migrations')).rows[0].id
  const id = await newest()
  await database.owner.pool.query('delete from graphile_worker.migrations where id = $1', [id])
  await start()
  expect(await newest()).toBe(id)
})
