import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeAmazon, fakeCredentials, startFakeAmazon } from '../../../tests/fakes/amazon.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { ManualClock } from '../../platform/clock.ts'
import type { Marketplace } from '../../shared/amazon/marketplaces.ts'
import { createNetwork, type Network } from '../network.ts'
import { createAllowance } from './allowance.ts'
import { type Creators, createCreators } from './creators.ts'

let database: TestDatabase
let amazon: FakeAmazon
let network: Network
let clock: ManualClock
let creators: Creators
let logged: { level: string; message: string }[]

const start = new Date('2026-11-02T09:40:00Z')
const pace = { windowMs: 5, deadlineMs: 3_000, backOffMs: 20 }
const calls = { perSecond: 50, perDay: 8_640 }
const tags = { us: 'folio-20', uk: 'folio-21' }
const log = {
  warn: (_fields: unknown, message: string) => logged.push({ level: 'warn', message }),
  error: (_fields: unknown, message: string) => logged.push({ level: 'error', message }),
}

type Changes = Partial<Pick<Parameters<typeof createCreators>[0], 'credentials' | 'pace'>>
const make = (changes: Changes = {}, limits = calls) =>
  createCreators({
    network,
    credentials: fakeCredentials,
    tags,
    allowance: createAllowance(database.db, limits, clock.now),
    clock: clock.now,
    log,
    pace,
    ...changes,
  })

beforeAll(async () => {
  database = await createTestDatabase()
  amazon = await startFakeAmazon()
  network = createNetwork({ testOrigin: amazon.origin })
})
beforeEach(async () => {
  await database.pool.query('delete from amazon_calls')
  await database.pool.query('insert into amazon_calls default values')
  clock = new ManualClock(start)
  logged = []
  creators = make()
})
afterEach(() => amazon.reset())
afterAll(async () => {
  await network.close()
  await amazon.close()
  await database.close()
})

const lookUp = (asin = 'B0KETTLE01', marketplace: Marketplace = 'us') => creators.lookUp(marketplace, asin)
const tokenCalls = () => amazon.asked('api.amazon.com').length
const itemCalls = () => amazon.asked('creatorsapi.amazon')

describe('a look-up in the Creators API', () => {
  it('sends the request that Amazon documents', async () => {
    await lookUp()
    const [token] = amazon.asked('api.amazon.com')
    expect(token).toMatchObject({ method: 'POST', path: '/auth/o2/token' })
    expect(JSON.parse(token?.body ?? '')).toEqual({
      grant_type: 'client_credentials',
      client_id: fakeCredentials.id,
      client_secret: fakeCredentials.secret,
      scope: 'creatorsapi::default',
    })
    const [call] = itemCalls()
    expect(call).toMatchObject({ method: 'POST', path: '/catalog/v1/getItems' })
    expect(call?.headers).toMatchObject({ 'x-marketplace': 'www.amazon.com' })
    expect(call?.headers.authorization).toMatch(/^Bearer fake-token-/)
    expect(JSON.parse(call?.body ?? '')).toMatchObject({ partnerTag: 'folio-20', itemIds: ['B0KETTLE01'] })
  })

  it('returns title, features, picture and a dated price in cents', async () => {
    expect(await lookUp()).toEqual({
      kind: 'found',
      item: {
        marketplace: 'us',
        asin: 'B0KETTLE01',
        title: 'Gooseneck Pour-Over Kettle, 0.9 L, Matte Black',
        description: 'Slow, steady stream for pour-over coffee\nThermometer in the lid',
        image_url: 'https://m.media-amazon.com/images/I/61kettle01L._AC_SL1500_.jpg',
        price_cents: 6800,
        price_as_of: start,
        availability: 'in_stock',
        source: 'creators_api',
        fetched_at: start,
      },
    })
  })

  it('reads the list without its wrapper too', async () => {
    amazon.behaviour.api = 'bare_items'
    expect(await lookUp()).toMatchObject({ kind: 'found', item: { price_cents: 6800 } })
  })

  it('returns no price in another currency, nor where nothing is for sale', async () => {
    expect(await lookUp('B0LONDON01', 'uk')).toMatchObject({
      kind: 'found',
      item: { title: 'Everyday Umbrella, Navy', price_cents: null, price_as_of: null },
    })
    expect(itemCalls()[0]?.headers['x-marketplace']).toBe('www.amazon.co.uk')
    expect(await lookUp('B0SOLDOUT1')).toMatchObject({
      kind: 'found',
      item: { price_cents: null, availability: 'out_of_stock' },
    })
  })

  it('says when Amazon does not know the item', async () => {
    expect(await lookUp('B0NOTHING1')).toEqual({ kind: 'unknown' })
  })

  it('is not configured without credentials, or without a tag of the marketplace', async () => {
    expect(creators.isConfigured('us')).toBe(true)
    expect(creators.isConfigured('de')).toBe(false)
    expect(await lookUp('B0BERLIN01', 'de')).toEqual({ kind: 'not_configured' })
    creators = make({ credentials: undefined })
    expect(creators.isConfigured('us')).toBe(false)
    expect(await lookUp()).toEqual({ kind: 'not_configured' })
    expect(amazon.requests).toHaveLength(0)
  })
})

describe('its token', () => {
  it('is reused until shortly before its end', async () => {
    await lookUp()
    clock.advance(58 * 60_000)
    await lookUp('B0HEADPHN1')
    expect(tokenCalls()).toBe(1)
    clock.advance(90_000)
    await lookUp('B0LIPSTCK1')
    expect(tokenCalls()).toBe(2)
  })

  it('is asked for once, however many look-ups wait', async () => {
    await Promise.all([lookUp(), lookUp('B0LONDON01', 'uk')])
    expect(itemCalls()).toHaveLength(2)
    expect(tokenCalls()).toBe(1)
  })

  it('is renewed when it is refused before its end', async () => {
    amazon.behaviour.api = 'expired_once'
    expect(await lookUp()).toMatchObject({ kind: 'found' })
    expect(tokenCalls()).toBe(2)
  })

  it('comes from the host of the credentials’ version', async () => {
    for (const [version, host] of [
      ['3.2', 'api.amazon.co.uk'],
      ['3.3', 'api.amazon.co.jp'],
    ] as const) {
      const elsewhere = make({ credentials: { ...fakeCredentials, version } })
      expect(await elsewhere.lookUp('us', 'B0KETTLE01')).toMatchObject({ kind: 'found' })
      expect(amazon.asked(host)).toHaveLength(1)
    }
  })

  it('is reported in plain words when refused, and not requested again at once', async () => {
    creators = make({ credentials: { ...fakeCredentials, secret: 'wrong' } })
    const refused = { kind: 'failed', reason: 'credentials_refused' }
    expect(await lookUp()).toEqual(refused)
    expect(await lookUp()).toEqual(refused)
    expect(tokenCalls()).toBe(1)
    expect(logged).toEqual([{ level: 'error', message: expect.stringContaining('AMAZON_CREATORS_SECRET') }])
    expect(JSON.stringify(logged)).not.toContain('wrong')
    clock.advance(61_000)
    await lookUp()
    expect(tokenCalls()).toBe(2)
  })
})

describe('simultaneous look-ups', () => {
  it('share calls of at most ten items', async () => {
    const kettle = amazon.items.get('B0KETTLE01')
    const asins = Array.from({ length: 12 }, (_, n) => `B0MANY00${String(n).padStart(2, '0')}`)
    for (const asin of asins) if (kettle) amazon.items.set(asin, { ...kettle, asin, title: `Item ${asin}` })
    const found = await Promise.all([...asins, ...asins].map((asin) => lookUp(asin)))
    expect(found.map((outcome) => outcome.kind === 'found' && outcome.item.title)).toEqual(
      [...asins, ...asins].map((asin) => `Item ${asin}`),
    )
    const sizes = itemCalls().map(({ body }) => JSON.parse(body).itemIds.length)
    expect(sizes.sort((one, other) => other - one)).toEqual([10, 2])
  })

  it('fail without waiting past their deadline', async () => {
    creators = make({}, { ...calls, perSecond: 0.1 })
    await lookUp()
    const started = performance.now()
    expect(await lookUp('B0HEADPHN1')).toEqual({ kind: 'failed', reason: 'throttled' })
    expect(performance.now() - started).toBeLessThan(pace.deadlineMs)
  })
})

describe('when the Creators API has trouble', () => {
  it('backs off after 429 and asks again', async () => {
    amazon.behaviour.api = 'throttled_once'
    amazon.retryAfter = null
    expect(await lookUp()).toMatchObject({ kind: 'found' })
    expect(itemCalls()).toHaveLength(2)
  })

  it('keeps backing off, ever longer, until the deadline', async () => {
    creators = make({ pace: { ...pace, deadlineMs: 1_000 } })
    amazon.behaviour.api = 'throttled'
    amazon.retryAfter = null
    expect(await lookUp()).toEqual({ kind: 'failed', reason: 'throttled' })
    // 20 + 40 + 80 + 160 + 320 + 640 ms: a seventh call would come after the deadline.
    expect(itemCalls().length).toBeGreaterThanOrEqual(3)
    expect(itemCalls().length).toBeLessThanOrEqual(6)
  })

  it('honours Retry-After, for every caller', async () => {
    amazon.behaviour.api = 'throttled_once'
    amazon.retryAfter = 30
    expect(await lookUp()).toEqual({ kind: 'failed', reason: 'throttled' })
    expect(await lookUp('B0LONDON01', 'uk')).toEqual({ kind: 'failed', reason: 'throttled' })
    expect(itemCalls()).toHaveLength(1)
  })

  it('logs once when the account is not eligible', async () => {
    amazon.behaviour.api = 'not_eligible'
    expect(await lookUp()).toEqual({ kind: 'failed', reason: 'not_eligible' })
    expect(await lookUp('B0HEADPHN1')).toEqual({ kind: 'failed', reason: 'not_eligible' })
    expect(creators.isConfigured('us')).toBe(true)
    expect(itemCalls()).toHaveLength(1)
    expect(logged).toEqual([
      { level: 'error', message: expect.stringContaining('does not let this Associates account use') },
    ])
    amazon.behaviour.api = 'normal'
    clock.advance(11 * 60_000)
    expect(await lookUp()).toMatchObject({ kind: 'found' })
  })

  it('tries once more after a server error, and only once', async () => {
    amazon.behaviour.api = 'failing_once'
    expect(await lookUp()).toMatchObject({ kind: 'found' })
    amazon.behaviour.api = 'failing'
    amazon.requests.length = 0
    expect(await lookUp('B0HEADPHN1')).toEqual({ kind: 'failed', reason: 'unavailable' })
    expect(itemCalls()).toHaveLength(2)
  })

  it('tries once more after a lost connection', async () => {
    amazon.behaviour.api = 'down'
    expect(await lookUp()).toEqual({ kind: 'failed', reason: 'unavailable' })
    expect(itemCalls()).toHaveLength(2)
  })

  it('gives up on a slow API at the deadline', async () => {
    creators = make({ pace: { ...pace, deadlineMs: 500 } })
    amazon.behaviour.api = 'slow'
    expect(await lookUp()).toEqual({ kind: 'failed', reason: 'timeout' })
  })

  it('gives up on a slow token service at the deadline', async () => {
    creators = make({ pace: { ...pace, deadlineMs: 500 } })
    amazon.behaviour.token = 'slow'
    expect(await lookUp()).toEqual({ kind: 'failed', reason: 'timeout' })
  })

  it('reports unreadable answers as such', async () => {
    amazon.behaviour.api = 'garbage'
    expect(await lookUp()).toEqual({ kind: 'failed', reason: 'unreadable' })
    amazon.behaviour.token = 'garbage'
    creators = make()
    expect(await lookUp()).toEqual({ kind: 'failed', reason: 'unreadable' })
  })
})
