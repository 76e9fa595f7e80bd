import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeAmazon, fakeCredentials, startFakeAmazon } from '../../tests/fakes/amazon.ts'
import { createTestDatabase, type TestDatabase } from '../../tests/harness/database.ts'
import { ManualClock } from '../platform/clock.ts'
import type { Context } from '../platform/context.ts'
import { openDatabase } from '../platform/database/database.ts'
import { creatorsPace } from './creators/creators.ts'
import { createAmazon } from './index.ts'
import type { AmazonItem } from './rules.ts'
import { knownItem, lookUpItem } from './service.ts'
import { upsertItems } from './sql.ts'

let database: TestDatabase
let context: Context
const clock = new ManualClock(new Date('2026-11-02T09:40:00Z'))

beforeAll(async () => {
  database = await createTestDatabase()
  const actor = { userId: crypto.randomUUID(), sessionId: crypto.randomUUID(), role: 'user' } as const
  context = { db: database.db, actor, clock: clock.now }
})
beforeEach(() => database.pool.query('delete from amazon_items'))
afterAll(() => database.close())

const fromApi: AmazonItem = {
  marketplace: 'us',
  asin: 'B0KETTLE01',
  title: 'Kettle',
  description: null,
  image_url: null,
  price_cents: 6800,
  price_as_of: clock.now(),
  availability: 'in_stock',
  source: 'creators_api',
  fetched_at: clock.now(),
}
const fromPage: AmazonItem = {
  ...fromApi,
  title: 'Kettle, as its page says',
  price_cents: null,
  price_as_of: null,
  availability: null,
  source: 'page',
}

describe('the stored details of an item', () => {
  it('do not exist before it was read, and are per marketplace', async () => {
    await upsertItems(context.db, [fromApi])
    expect(await knownItem(context, fromApi)).toEqual(fromApi)
    expect(await knownItem(context, { marketplace: 'uk', asin: 'B0KETTLE01' })).toBeUndefined()
  })

  it('are replaced by a later reading', async () => {
    await upsertItems(context.db, [fromPage])
    await upsertItems(context.db, [{ ...fromPage, title: 'Newer page' }])
    expect(await knownItem(context, fromApi)).toMatchObject({ title: 'Newer page' })
    await upsertItems(context.db, [fromApi])
    await upsertItems(context.db, [{ ...fromApi, price_cents: null, price_as_of: null }])
    expect(await knownItem(context, fromApi)).toMatchObject({ title: 'Kettle', price_cents: null })
  })

  it('are never replaced by a page’s once they are from the Creators API', async () => {
    await upsertItems(context.db, [fromApi])
    await upsertItems(context.db, [fromPage])
    expect(await knownItem(context, fromApi)).toEqual(fromApi)
  })

  it('cannot have a price from a page: the database refuses it', async () => {
    await expect(upsertItems(context.db, [{ ...fromApi, source: 'page' }])).rejects.toMatchObject({
      constraint: 'amazon_items_no_page_price',
    })
  })
})

describe('a look-up that waits for Amazon', () => {
  let fake: FakeAmazon
  beforeAll(async () => {
    fake = await startFakeAmazon()
  })
  afterAll(() => fake.close())

  it('holds no database connection meanwhile', async () => {
    const one = openDatabase(database.address, { max: 1 })
    const amazon = createAmazon({
      settings: {
        credentials: fakeCredentials,
        tags: { us: 'folio-20' },
        shortHosts: [],
        calls: { perSecond: 50, perDay: 100 },
        testOrigin: fake.origin,
      },
      ...one,
      clock: clock.now,
      log: { info: () => {}, warn: () => {}, error: () => {} },
      timing: { resolveMs: 500, pageMs: 500, creators: creatorsPace },
    })
    fake.behaviour.api = 'slow'
    const input = { amazonUrl: 'https://www.amazon.com/dp/B0KETTLE01', asin: 'B0KETTLE01' }
    const waiting = lookUpItem({ ...context, db: one.db }, amazon, input)
    await expect.poll(() => fake.asked('creatorsapi.amazon').length, { timeout: 5_000 }).toBe(1)
    expect((await one.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    expect(await Promise.race([waiting, 'still waiting'])).toBe('still waiting')
    await amazon.close()
    expect(await waiting).toMatchObject({ success: false, configured: true })
    await one.close()
  })
})
