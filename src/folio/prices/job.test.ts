import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeAmazon, fakeCredentials, startFakeAmazon } from '../../../tests/fakes/amazon.ts'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { signUp } from '../../../tests/harness/people.ts'
import { addPeriodicJob } from '../../platform/jobs/sql.ts'

let fake: FakeAmazon
let app: TestApp

beforeAll(async () => {
  fake = await startFakeAmazon()
})
afterAll(() => fake.close())

async function postKettle() {
  const { token } = await signUp(app)
  const { body } = await app.request('POST', '/api/v1/products', {
    token,
    body: { amazon_url: 'https://www.amazon.com/dp/B0KETTLE01', title: 'Kettle', category_id: null },
  })
  return async () => (await app.request('GET', `/api/v1/products/${body.id}`)).body
}

describe('A price shown in the app', () => {
  it('is refreshed in the background, and gone when it is 24 hours old', async () => {
    app = await startTestApp({
      jobs: true,
      env: {
        AMAZON_TEST_ORIGIN: fake.origin,
        AMAZON_CREATORS_ID: fakeCredentials.id,
        AMAZON_CREATORS_SECRET: fakeCredentials.secret,
        AMAZON_TAGS: 'us=folio-20',
      },
    })
    const read = await postKettle()
    expect(await read()).toMatchObject({ price_usd: null })
    await addPeriodicJob(app.database.db, 'refresh_prices')
    await expect.poll(async () => (await read()).price_usd, { timeout: 10_000 }).toBe(68)
    app.clock.advance(24 * 3_600_000)
    expect(await read()).toMatchObject({ price_usd: null, price_as_of: null })
    await app.close()
  })

  it('does not refresh without credentials', async () => {
    app = await startTestApp({ jobs: true, env: { AMAZON_TEST_ORIGIN: fake.origin } })
    await postKettle()
    const jobs = await app.database.pool.query(
      `select from graphile_worker.jobs where task_identifier = any($1)`,
      [['refresh_prices', 'revise_price_schedule']],
    )
    expect(jobs.rowCount).toBe(0)
    await app.close()
  })
})
