import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../tests/harness/app.ts'
import { type Person, signUp } from '../../tests/harness/people.ts'
import { transfersOf } from '../folio/transfer/testing/stage.ts'
import { type Item, type Stage, stageOf } from './testing/stage.ts'

let app: TestApp
let stage: Stage
let other: Person
let others: string

beforeAll(async () => {
  app = await startTestApp()
  stage = stageOf({ app, at: app.clock.now() })
  app.clock.set(new Date('2030-05-01T12:30:00Z'))
  other = await signUp(app)
  others = await post(other, 'Lamp')
})
afterAll(() => app.close())

async function post({ token }: Person, title: string): Promise<string> {
  const body = { amazon_url: 'https://amazon.com/dp/B0SPREAD01', title, category_id: null }
  const answer = await app.request('POST', '/api/v1/products', { token, body })
  expect(answer.status).toBe(201)
  return answer.body.id
}
const items = (count: number, values: object = {}) => ({
  items: Array.from({ length: count }, (_, n) => ({
    amazon_url: 'https://amazon.com/dp/B0SPREAD02',
    title: `Imported ${n}`,
    ...values,
  })),
})

/** How many products of a person are in each hour of the feed, from the database: the latest hour first. */
async function hoursOf({ id }: Person): Promise<[string, number][]> {
  const { rows } = await app.database.pool.query(
    `select to_char(date_trunc('hour', feed_at, 'UTC') at time zone 'UTC', 'HH24') as hour, count(*)::int as count
     from products where user_id = $1 and deleted_at is null group by date_trunc('hour', feed_at, 'UTC')
     order by date_trunc('hour', feed_at, 'UTC') desc`,
    [id],
  )
  return rows.map(({ hour, count }) => [hour, count])
}
const publicFeed = () => stage.readAll('feed?scope=public')
const titlesOf = (list: Item[]) => list.map(({ title }) => title)

describe('One person’s products in everyone’s feed (decision 44)', () => {
  it('take twelve positions of an hour when published in a row; the rest go to the hours before', async () => {
    const spammer = await signUp(app)
    const { username } = spammer
    for (let n = 0; n < 30; n++) {
      app.clock.advance(4)
      await post(spammer, `Offer ${n}`)
    }
    expect(await hoursOf(spammer)).toEqual([
      ['12', 12],
      ['11', 12],
      ['10', 6],
    ])
    const feed = await publicFeed()
    expect(titlesOf(feed.slice(0, 12))).toEqual(Array.from({ length: 12 }, (_, n) => `Offer ${11 - n}`))
    expect(feed[12]?.id).toBe(others)
    const profile = await stage.readAll(`profiles/${username}/products`)
    expect(titlesOf(profile)).toEqual(Array.from({ length: 30 }, (_, n) => `Offer ${29 - n}`))
    // Products that were moved down do not count as new ones.
    const since = `since=${Date.parse('2030-05-01T12:30:00Z').toString(36)}_${others}`
    expect((await stage.get(`feed/new?${since}`)).count).toBe(12)
    // A deleted product gives no position back.
    const newest = profile[0] as Item
    await app.request('DELETE', `/api/v1/products/${newest.id}`, { token: spammer.token })
    await post(spammer, 'Offer again')
    expect((await hoursOf(spammer))[0]).toEqual(['12', 12])
    expect(titlesOf(await publicFeed()).slice(0, 13)).not.toContain('Offer again')
    // An edit moves nothing.
    const last = feed.at(-2) as Item
    const edit = { token: spammer.token, body: { title: 'Offer, changed' } }
    expect((await app.request('PATCH', `/api/v1/products/${last.id}`, edit)).status).toBe(200)
    expect(titlesOf(await publicFeed()).slice(0, 13)).not.toContain('Offer, changed')
    app.clock.advance(31 * 60_000)
    await post(spammer, 'In the next hour')
    expect(titlesOf(await publicFeed())[0]).toBe('In the next hour')
  })

  it('are spread over hours when imported, and at once on the profile, in search and for followers', async () => {
    const mover = await signUp(app)
    const fan = await signUp(app)
    await stage.follow(fan, [{ userId: mover.id, payeeId: '', username: mover.username }])
    const { imported } = transfersOf(app, mover)
    expect((await imported(items(40, { category: 'kitchen' }))).body.created).toBe(40)
    const hours = await hoursOf(mover)
    expect(hours.map(([, count]) => count)).toEqual([12, 12, 12, 4])
    const kitchen = await stage.get('feed?scope=public&category=kitchen')
    expect(kitchen.items).toHaveLength(40)
    expect(new Set((await publicFeed()).slice(0, 14).map(({ user_id }) => user_id)).size).toBeGreaterThan(1)
    expect(await stage.readAll(`profiles/${mover.username}/products`)).toHaveLength(40)
    expect((await stage.readAll('feed?scope=following', fan.token)).length).toBe(40)
    expect((await stage.get('products/search?q=imported&limit=40')).items).toHaveLength(40)
  })

  it('take twelve positions of each hour when imported with dates of their own', async () => {
    const mover = await signUp(app)
    const file = items(15, { created_at: '2029-01-01T08:30:00Z' })
    file.items.push(...items(3, { created_at: '2029-01-01T06:10:00Z' }).items)
    expect((await transfersOf(app, mover).imported(file)).body.created).toBe(18)
    expect(await hoursOf(mover)).toEqual([
      ['08', 12],
      ['07', 3],
      ['06', 3],
    ])
  })

  it('take twelve positions when published at the same time', async () => {
    const hasty = await signUp(app)
    await Promise.all(Array.from({ length: 16 }, (_, n) => post(hasty, `At once ${n}`)))
    expect((await hoursOf(hasty)).map(([, count]) => count)).toEqual([12, 4])
  })
})
