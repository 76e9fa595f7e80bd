import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertPerson, insertProduct } from '../../../tests/harness/factories.ts'
import { lookUpItem } from '../../amazon/service.ts'
import { reviseSchedule } from './service.ts'
import { openPriceStage, type PriceStage } from './testing/stage.ts'

let stage: PriceStage

beforeAll(async () => {
  stage = await openPriceStage()
})
beforeEach(() => stage.reset())
afterAll(() => stage.close())

const kettle = 'B0KETTLE01'
const many = (count: number) => Array.from({ length: count }, (_, n) => `B0MANY${String(n).padStart(4, '0')}`)

async function postAll(asins: string[]) {
  for (const asin of asins) stage.sell(asin)
  return Promise.all(asins.map((asin) => stage.post(asin)))
}

const priced = async () =>
  (await stage.database.pool.query('select count(price_cents) as n from products where deleted_at is null'))
    .rows[0].n

describe('a refresh of prices', () => {
  it('writes an item’s price to all its live products, with the time it was read', async () => {
    const other = await insertPerson(stage.database.db)
    const [mine, again, gone, theirs] = await Promise.all([
      stage.post(kettle, { price_cents: 9_900, price_as_of: new Date('2026-10-01T00:00:00Z') }),
      stage.post(kettle),
      stage.post(kettle, { deleted_at: stage.clock.now() }),
      insertProduct(stage.database.db, other, { asin: kettle }),
    ])
    await stage.newRefresh()()
    for (const { id } of [mine, again, theirs])
      expect(await stage.rowOf(id)).toMatchObject({ price_cents: 6_800, price_as_of: stage.clock.now() })
    expect(await stage.rowOf(gone.id)).toMatchObject({ price_cents: null })
    expect(stage.asked()).toEqual([[kettle]])
    const { rows } = await stage.database.pool.query('select * from amazon_items')
    expect(rows).toMatchObject([
      { asin: kettle, price_cents: 6_800, availability: 'in_stock', fetched_at: stage.clock.now() },
    ])
  })

  it('reads again soon after a clock that was years ahead is corrected', async () => {
    const { id } = await stage.post(kettle)
    stage.hours(5 * 365 * 24)
    await stage.newRefresh()()
    stage.hours(-5 * 365 * 24)
    await reviseSchedule({ db: stage.database.db, clock: stage.clock.now })
    await stage.newRefresh()()
    expect(await stage.rowOf(id)).toMatchObject({ price_as_of: stage.clock.now() })
  })

  it('changes nothing else of a product, so that an open edit has no conflict', async () => {
    const own = { title: 'Mine', description: 'My words', image_url: '/mine.webp', image_source: 'owner' }
    const { id } = await stage.post(kettle, { ...own, created_at: new Date('2026-11-01T00:00:00Z') })
    const before = await stage.rowOf(id)
    await stage.newRefresh()()
    expect(await stage.rowOf(id)).toEqual({
      ...before,
      price_cents: 6_800,
      price_as_of: stage.clock.now(),
    })
  })

  it('writes no price to sample products, nor one in another currency', async () => {
    const sample = await stage.post(kettle, { metadata_source: 'sample' })
    const london = await stage.post('B0LONDON01', { marketplace: 'uk' })
    await stage.newRefresh()()
    for (const { id } of [sample, london])
      expect(await stage.rowOf(id)).toMatchObject({ price_cents: null, price_as_of: null, attention: null })
    expect(stage.asked().flat().sort()).toEqual([kettle, 'B0LONDON01'])
  })

  it('asks for no made-up ASINs, no deleted products, and in no shop without a tag', async () => {
    await stage.post('B0MADEUP01', { asin_is_made_up: true })
    await stage.post('B0BERLIN01', { marketplace: 'de' })
    const { id } = await stage.post(kettle)
    await stage.database.pool.query('update products set deleted_at = now() where id = $1', [id])
    await stage.newRefresh()()
    expect(stage.asked()).toEqual([])
  })

  it('asks for at most ten items a call, and for each twice a day', async () => {
    await postAll(many(12))
    const refresh = stage.newRefresh()
    await refresh()
    expect(stage.asked().map(({ length }) => length)).toEqual([10, 2])
    stage.hours(11)
    await refresh()
    expect(stage.asked()).toHaveLength(2)
    stage.hours(1)
    await refresh()
    expect(stage.asked()).toHaveLength(4)
  })

  it('asks every three days for items without clicks in months, and twice a day once they have some', async () => {
    const posted = new Date('2026-05-01T00:00:00Z')
    const { id } = await stage.post(kettle, { created_at: posted })
    const refresh = stage.newRefresh()
    await refresh()
    stage.hours(71)
    await refresh()
    expect(stage.asked()).toHaveLength(1)
    await stage.database.pool.query(
      `insert into clicks (product_id, kind, outcome, visitor, clicked_at) values ($1, 'view', 'counted', $2, $3)`,
      [id, Buffer.alloc(32), stage.clock.now()],
    )
    stage.hours(1)
    await refresh()
    stage.hours(12)
    await refresh()
    expect(stage.asked()).toHaveLength(3)
  })

  it('soon reads an item that is published again, however rarely it was read before', async () => {
    await stage.post(kettle, { created_at: new Date('2026-05-01T00:00:00Z') })
    const refresh = stage.newRefresh()
    await refresh()
    stage.hours(1)
    const { id } = await stage.post(kettle)
    await refresh()
    expect(await stage.rowOf(id)).toMatchObject({ price_cents: 6_800, price_as_of: stage.clock.now() })
  })

  it('announces no page, so that none is rendered again; another change still does', async () => {
    const { id } = await stage.post(kettle)
    const heard: (string | undefined)[] = []
    const client = new pg.Client(stage.database.address)
    await client.connect()
    client.on('notification', ({ payload }) => heard.push(payload))
    await client.query('listen page_changed')
    await stage.newRefresh()()
    await stage.database.pool.query(`update products set attention = 'gone', attention_since = now()`)
    expect(await stage.rowOf(id)).toMatchObject({ price_cents: 6_800, attention: 'gone' })
    await stage.database.pool.query(`update products set title = 'New', price_cents = 1 where id = $1`, [id])
    await expect.poll(() => heard.length).toBe(4)
    expect(heard).toContain(`product:${id}`)
    expect(heard).toContain('asin:us:B0KETTLE01')
    await client.end()
  })
})

describe('when more is due than may be asked', () => {
  // The background job may make eight of the ten calls of a day.
  const perDay = 10
  beforeEach(() => stage.clock.set(new Date('2026-11-02T22:00:00Z')))

  it('reads the most clicked first, and the rest before those again', async () => {
    const asins = many(100)
    const products = await postAll(asins)
    for (const [n, { id }] of products.entries())
      await stage.database.pool.query('update click_totals set clicks_count = $2 where product_id = $1', [
        id,
        n % 5 === 0 ? 3 : n * 1_000,
      ])
    await reviseSchedule({ db: stage.database.db, clock: stage.clock.now })
    const refresh = stage.newRefresh({ perSecond: 200, perDay })
    await refresh()
    expect(stage.asked()).toHaveLength(8)
    expect(new Set(stage.asked().flat())).toEqual(new Set(asins.filter((_, n) => n % 5 !== 0)))
    await refresh()
    expect(stage.asked()).toHaveLength(8)
    expect(stage.logged).toEqual([])
    stage.hours(13)
    await refresh()
    expect(stage.asked().length).toBeGreaterThan(8)
    expect(await priced()).toBe(100)
  })

  it('leaves calls to people', async () => {
    await postAll(many(100))
    await stage.newRefresh({ perSecond: 200, perDay })()
    const actor = { userId: crypto.randomUUID(), sessionId: '', role: 'user' } as const
    const answer = await lookUpItem(
      { db: stage.database.db, clock: stage.clock.now, actor },
      stage.newAmazon({ perSecond: 200, perDay }),
      { amazonUrl: `https://www.amazon.com/dp/${kettle}`, asin: kettle },
    )
    expect(answer).toMatchObject({ success: true, product: { price_usd: 68 } })
  })
})

describe('several processes on one database', () => {
  it('share the account’s limits, look-ups included', async () => {
    await postAll(many(60))
    const calls = { perSecond: 20, perDay: 200 }
    const actor = { userId: crypto.randomUUID(), sessionId: '', role: 'user' } as const
    const context = { db: stage.database.db, clock: stage.clock.now, actor }
    const lookUps = ['B0HEADPHN1', 'B0LIPSTCK1', kettle].map((asin) =>
      lookUpItem(context, stage.newAmazon(calls), { amazonUrl: `https://www.amazon.com/dp/${asin}`, asin }),
    )
    const started = performance.now()
    await Promise.all([stage.newRefresh(calls)(), stage.newRefresh(calls)(), ...lookUps])
    const elapsed = performance.now() - started
    for (const answer of await Promise.all(lookUps)) expect(answer).toMatchObject({ success: true })
    expect(await priced()).toBe(60)
    expect(stage.asked().length).toBeLessThanOrEqual(1 + elapsed / 50)
  })
})

describe('an interrupted refresh', () => {
  it('stores what it has read when the program ends, and the next one continues there', async () => {
    await postAll(many(30))
    const stopping = new AbortController()
    const running = stage.newRefresh({ perSecond: 0.5, perDay: 8_640 })(stopping.signal)
    await expect.poll(priced, { interval: 20 }).toBe(10)
    stopping.abort()
    await running
    expect([stage.asked().length, await priced(), stage.logged]).toEqual([1, 10, []])
    await stage.database.pool.query(`update amazon_calls set next_turn_at = '-infinity'`)
    await stage.newRefresh()()
    expect(stage.asked().flat().sort()).toEqual(many(30))
  })

  it('writes nothing by halves, and gives way to a person’s change', async () => {
    const { id } = await stage.post(kettle)
    const person = await stage.database.pool.connect()
    await person.query('begin')
    await person.query(`update products set title = 'Being edited' where id = $1`, [id])
    const refresh = stage.newRefresh()
    await expect(refresh()).rejects.toMatchObject({ code: '55P03' })
    expect((await stage.database.pool.query('select * from amazon_items')).rows).toEqual([])
    await person.query('commit')
    person.release()
    await refresh()
    expect(await stage.rowOf(id)).toMatchObject({ title: 'Being edited', price_cents: 6_800 })
  })
})
