import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { insertPerson, insertProduct, type Person } from '../../../tests/harness/factories.ts'
import { ManualClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { addressOf, clickOn, clicksCount, storedClicks, wrongCounters } from '../testing/clicks.ts'
import { type Click, type ClickRecorder, createClickRecorder } from './recorder.ts'

const minute = 60_000
const clock = new ManualClock(new Date('2026-11-20T12:00:00Z'))
let database: TestDatabase
let recorder: ClickRecorder
let owner: Person
let product: string

beforeAll(async () => {
  database = await createTestDatabase()
  recorder = createClickRecorder({ db: database.db, clock: clock.now, log: createLog('silent') })
  owner = await insertPerson(database.db)
})
beforeEach(async () => {
  product = (await insertProduct(database.db, owner)).id
})
afterAll(async () => {
  await recorder.close()
  expect(await wrongCounters(database.db)).toEqual([])
  await database.close()
})

const click = async (values: Partial<Click> = {}) =>
  (await recorder.record(clickOn(values.productId ?? product, values)))?.outcome ?? 'not found'

describe('Outcomes of clicks, in their order (docs/product/clicks.md#outcomes)', () => {
  it.each([
    ['bot', 'bot', true],
    ['owner', 'counted', true],
    ['owner', 'limited', true],
    ['limited', 'limited', false],
    ['counted', 'counted', false],
  ] as const)(
    '%s, when the request alone says %s and the owner is looking: %s',
    async (outcome, claim, own) => {
      expect(await click({ claim, viewerId: own ? owner.userId : null })).toBe(outcome)
      expect(await storedClicks(database.db, product)).toEqual([`view ${outcome}`])
      expect(await clicksCount(database.db, product)).toBe(outcome === 'counted' ? 1 : 0)
    },
  )

  it('another signed-in person is not the owner', async () => {
    const stranger = await insertPerson(database.db)
    expect(await click({ viewerId: stranger.userId })).toBe('counted')
  })

  it('a view followed by a press adds one to the counter: a press is a kind of its own', async () => {
    expect(await click()).toBe('counted')
    expect(await click({ kind: 'outbound' })).toBe('counted')
    expect(await clicksCount(database.db, product)).toBe(1)
  })

  it('stores bots, repeats and all others, with their details', async () => {
    await click({ claim: 'bot', userAgent: null, referrer: 'nonsense' })
    await click({ userAgent: 'x'.repeat(600), referrer: 'https://a.example/post?token=1' })
    const rows = await database.db
      .selectFrom('clicks')
      .selectAll()
      .where('product_id', '=', product)
      .execute()
    expect(rows).toMatchObject([
      { outcome: 'bot', user_agent: null, referrer: null, clicked_at: clock.now() },
      { outcome: 'counted', user_agent: 'x'.repeat(500), referrer: 'https://a.example/post' },
    ])
    expect(JSON.stringify(rows)).not.toContain('192.0.2.1')
  })
})

describe('A repeat: same visitor, product and kind within 30 minutes (docs/product/clicks.md#outcomes)', () => {
  it('ends 30 minutes after the visitor last counted, not after their last view', async () => {
    const outcomes = []
    for (const wait of [0, 10, 19.99, 0.01, 29.99, 0.01]) {
      clock.advance(wait * minute)
      outcomes.push(await click())
    }
    expect(outcomes).toEqual(['counted', 'repeat', 'repeat', 'counted', 'repeat', 'counted'])
  })

  it('is recognised by address prefix and user agent', async () => {
    expect(await click({ address: '2001:db8:1:2::1' })).toBe('counted')
    expect(await click({ address: '2001:db8:1:2:ffff::9' })).toBe('repeat')
    expect(await click({ address: '2001:db8:1:3::1' })).toBe('counted')
    expect(await click({ address: '::ffff:192.0.2.7' })).toBe('counted')
    expect(await click({ address: '192.0.2.7' })).toBe('repeat')
    expect(await click({ address: '192.0.2.7', userAgent: 'Mozilla/5.0 (X11) Firefox/140.0' })).toBe(
      'counted',
    )
  })

  it('is recognised across midnight, when every visitor gets a new hash', async () => {
    clock.set(new Date('2026-11-20T23:50:00Z'))
    expect(await click()).toBe('counted')
    clock.set(new Date('2026-11-21T00:10:00Z'))
    expect(await click()).toBe('repeat')
    clock.set(new Date('2026-11-21T00:20:00Z'))
    expect(await click()).toBe('counted')
    const hashes = await database.db
      .selectFrom('clicks')
      .select('visitor')
      .where('product_id', '=', product)
      .execute()
    expect(new Set(hashes.map((row) => row.visitor.toString('hex'))).size).toBe(2)
  })

  it('is recognised across midnight also among clicks that arrive together', async () => {
    clock.set(new Date('2026-11-22T00:01:00Z'))
    const late = new Date('2026-11-21T23:59:00Z')
    expect(await Promise.all([click({ clickedAt: late }), click()])).toEqual(['counted', 'repeat'])
  })

  it('counts once among clicks that arrive together, also beside bots and the owner', async () => {
    const outcomes = await Promise.all([
      click({ claim: 'bot' }),
      click({ viewerId: owner.userId }),
      click(),
      click(),
      click({ kind: 'outbound' }),
      click({ address: '198.51.100.4' }),
    ])
    expect(outcomes).toEqual(['bot', 'owner', 'counted', 'repeat', 'counted', 'counted'])
    expect(await clicksCount(database.db, product)).toBe(2)
  })
})

describe('A retried event (docs/product/clicks.md#what-is-recorded)', () => {
  it('gets the first outcome and counts nothing, also at another process and much later', async () => {
    const eventId = randomUUID()
    expect(await click({ eventId })).toBe('counted')
    clock.advance(47 * 60 * minute)
    const restarted = createClickRecorder({ db: database.db, clock: clock.now, log: createLog('silent') })
    expect(await restarted.record(clickOn(product, { eventId, address: '203.0.113.9' }))).toEqual({
      outcome: 'counted',
    })
    expect(await storedClicks(database.db, product)).toEqual(['view counted'])
    expect(await clicksCount(database.db, product)).toBe(1)
  })

  it('is recognised among clicks that arrive together, and has its first outcome', async () => {
    await click()
    const eventId = randomUUID()
    const outcomes = await Promise.all([
      click({ eventId }),
      click({ eventId }),
      click({ address: addressOf(1) }),
    ])
    expect(outcomes).toEqual(['repeat', 'repeat', 'counted'])
    expect(await click({ eventId })).toBe('repeat')
    expect(await storedClicks(database.db, product)).toHaveLength(3)
  })

  it('is recognised in capital letters', async () => {
    const eventId = randomUUID()
    const outcomes = await Promise.all([
      click({ eventId }),
      click({ eventId: eventId.toUpperCase(), productId: product.toUpperCase() }),
    ])
    expect(outcomes).toEqual(['counted', 'counted'])
    expect(await storedClicks(database.db, product)).toEqual(['view counted'])
  })

  it('belongs to its product and kind: the same id for another is another click', async () => {
    const eventId = randomUUID()
    const other = (await insertProduct(database.db, owner)).id
    expect(await click({ eventId })).toBe('counted')
    expect(await click({ eventId, kind: 'outbound' })).toBe('counted')
    expect(await click({ eventId, productId: other })).toBe('counted')
  })

  it('whose first click is deleted gets the first outcome, and is no second click', async () => {
    const eventId = randomUUID()
    await click({ eventId })
    await database.db.deleteFrom('clicks').where('product_id', '=', product).execute()
    expect(await click({ eventId })).toBe('counted')
    expect(await storedClicks(database.db, product)).toEqual([])
    await database.db
      .updateTable('click_totals')
      .set({ clicks_count: 0 })
      .where('product_id', '=', product)
      .execute()
  })
})

describe('Group commit (decision 6)', () => {
  it('a deleted or unknown product does not fail the others', async () => {
    const deleted = (await insertProduct(database.db, owner, { deleted_at: clock.now() })).id
    const outcomes = await Promise.all([
      click({ productId: deleted, eventId: randomUUID() }),
      click(),
      click({ productId: randomUUID() }),
      click({ address: addressOf(2) }),
    ])
    expect(outcomes).toEqual(['not found', 'counted', 'not found', 'counted'])
    expect(await storedClicks(database.db, deleted)).toEqual([])
  })

  it('writes more clicks than fit in one statement, in their order', async () => {
    const small = createClickRecorder({
      db: database.db,
      clock: clock.now,
      log: createLog('silent'),
      maxBatch: 7,
    })
    const addresses = Array.from({ length: 60 }, (_, n) => addressOf(n % 20))
    const answers = await Promise.all(addresses.map((address) => small.record(clickOn(product, { address }))))
    expect(answers.map((answer) => answer?.outcome)).toEqual([
      ...new Array(20).fill('counted'),
      ...new Array(40).fill('repeat'),
    ])
    expect(await clicksCount(database.db, product)).toBe(20)
  })

  it('records past clicks of a caller in this process, each at its own time', async () => {
    const times = [
      '2025-03-01T10:00:00Z',
      '2025-03-01T10:29:59Z',
      '2025-03-01T10:30:00Z',
      '2025-04-01T00:00:00Z',
    ]
    const outcomes = await Promise.all(times.map((time) => click({ clickedAt: new Date(time) })))
    expect(outcomes).toEqual(['counted', 'repeat', 'counted', 'counted'])
    const rows = await database.db
      .selectFrom('clicks')
      .select('clicked_at')
      .where('product_id', '=', product)
      .orderBy('clicked_at')
      .execute()
    expect(rows.map((row) => row.clicked_at)).toEqual(times.map((time) => new Date(time)))
  })

  it('text that PostgreSQL cannot store does not fail a batch', async () => {
    const outcomes = await Promise.all([
      click({ userAgent: 'Mozilla/5.0 \0 \ud83d', referrer: 'https://a.example/\0\ud83d' }),
      click({ address: addressOf(3) }),
    ])
    expect(outcomes).toEqual(['counted', 'counted'])
  })
})
