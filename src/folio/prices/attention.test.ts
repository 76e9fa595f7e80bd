import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openPriceStage, type PriceStage } from './testing/stage.ts'

let stage: PriceStage
let refresh: () => Promise<void>
let id: string

const asin = 'B0ATTENT01'

beforeAll(async () => {
  stage = await openPriceStage()
})
beforeEach(async () => {
  await stage.reset()
  stage.sell(asin)
  refresh = stage.newRefresh()
  id = (await stage.post(asin)).id
})
afterAll(() => stage.close())

const state = async () => {
  const { price_cents, attention, attention_since } = await stage.rowOf(id)
  return { price_cents, attention, attention_since }
}
const fine = { price_cents: 2_000, attention: null, attention_since: null }

describe('an item that Amazon no longer knows', () => {
  it('is gone only after two misses, hours apart, and since the second', async () => {
    await refresh()
    stage.fake.items.delete(asin)
    stage.hours(12)
    await refresh()
    expect(await state()).toEqual(fine)
    stage.hours(5)
    await refresh()
    expect(await state()).toEqual(fine)
    stage.hours(1)
    await refresh()
    const gone = { price_cents: null, attention: 'gone', attention_since: stage.clock.now() }
    expect(await state()).toEqual(gone)
    stage.hours(24)
    await refresh()
    expect(await state()).toEqual(gone)
    expect(stage.asked()).toHaveLength(4)
  })

  it('is not gone when it missed once, and again much later', async () => {
    stage.fake.items.delete(asin)
    await refresh()
    stage.sell(asin)
    stage.hours(6)
    await refresh()
    stage.fake.items.delete(asin)
    stage.hours(12)
    await refresh()
    expect(await state()).toEqual(fine)
  })

  it('is fine again once Amazon knows it', async () => {
    stage.fake.items.delete(asin)
    await refresh()
    stage.hours(6)
    await refresh()
    expect(await state()).toMatchObject({ attention: 'gone' })
    stage.sell(asin)
    stage.hours(24)
    await refresh()
    expect(await state()).toEqual(fine)
  })
})

describe('an item that is out of stock', () => {
  it('is marked at once, with the time, until it is back', async () => {
    stage.sell(asin, { price: null })
    await refresh()
    const since = stage.clock.now()
    expect(await state()).toEqual({ price_cents: null, attention: 'out_of_stock', attention_since: since })
    stage.hours(12)
    await refresh()
    expect(await state()).toMatchObject({ attention_since: since })
    stage.sell(asin)
    stage.hours(12)
    await refresh()
    expect(await state()).toEqual(fine)
  })

  it('is marked too when its listing says so', async () => {
    stage.sell(asin, { availability: { message: 'Currently unavailable.' } })
    await refresh()
    expect(await state()).toMatchObject({ attention: 'out_of_stock' })
  })
})

describe('while Amazon cannot be asked', () => {
  it.each([
    ['throttled', { api: 'throttled' }, 'throttled'],
    ['not eligible', { api: 'not_eligible' }, 'not_eligible'],
    ['failing', { api: 'failing' }, 'unavailable'],
    ['away', { api: 'down' }, 'unavailable'],
    ['refusing the credentials', { token: 'garbage' }, 'unreadable'],
    ['nonsense', { api: 'garbage' }, 'unreadable'],
  ] as const)('%s, nothing is concluded, and it is asked again later', async (_, behaviour, reason) => {
    stage.fake.retryAfter = 60
    Object.assign(stage.fake.behaviour, behaviour)
    for (let run = 0; run < 3; run++) {
      await refresh()
      stage.hours(6)
    }
    expect(await state()).toEqual({ price_cents: null, attention: null, attention_since: null })
    expect(stage.logged.every((line) => line.reason === reason)).toBe(true)
    stage.fake.reset()
    stage.sell(asin)
    await stage.database.pool.query(`update amazon_calls set paused_until = '-infinity'`)
    await refresh()
    expect(await state()).toEqual(fine)
  })

  it('backs off after 429, for every process', async () => {
    stage.fake.behaviour.api = 'throttled'
    stage.fake.retryAfter = 60
    await Promise.all([refresh(), stage.newRefresh()()])
    await refresh()
    // Two requests may have been in flight when the first was refused.
    expect(stage.asked().length).toBeLessThanOrEqual(2)
    expect(stage.logged).toEqual([])
  })

  it('logs once an hour what only the operator can change', async () => {
    stage.fake.behaviour.api = 'not_eligible'
    for (let minutes = 0; minutes < 60; minutes += 15) {
      await refresh()
      stage.hours(0.25)
    }
    expect(stage.logged).toEqual([{ level: 'error', reason: 'not_eligible' }])
    await refresh()
    expect(stage.asked()).toHaveLength(2)
  })

  it('skips a shop with unreadable answers for ten minutes, and goes on with the others', async () => {
    await stage.post('B0LONDON01', { marketplace: 'uk' })
    stage.fake.behaviour.api = 'garbage'
    await refresh()
    expect(stage.asked()).toHaveLength(2)
    await refresh()
    expect(stage.asked()).toHaveLength(2)
  })
})
