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

it('several processes that start at once make the tables of the jobs once', async () => {
  await database.pool.query('drop schema graphile_worker cascade')
  await Promise.all([1, 2, 3].map(() => migrate(database.address)))
  await enqueue(database.db, { name: 'greet', payload: z.object({}) }, {})
  expect(await jobsIn(database)).toHaveLength(1)
})

it('a step that a new version of the library adds is taken at the next start', async () => {
  const newest = async () =>
    (await database.pool.query('select max(id) as id from graphile_worker.migrations')).rows[0].id
  const id = await newest()
  await database.pool.query('delete from graphile_worker.migrations where id = $1', [id])
  await migrate(database.address)
  expect(await newest()).toBe(id)
})
