import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../tests/harness/app.ts'
import { type Person, proveAddress, signUp } from '../../tests/harness/people.ts'
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
async function signUpProven(): Promise<Person> {
  const person = await signUp(app)
  await proveAddress(app, person)
  return person
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
     from products where user_id = $1 and deleted_at is null and feed_at is not null group by date_trunc('hour', feed_at, 'UTC')
     order by date_trunc('hour', feed_at, 'UTC') desc`,
    [id],
  )
  return rows.map(({ hour, count }) => [hour, count])
}
const publicFeed = () => stage.readAll('feed?scope=public')
const titlesOf = (list: Item[]) => list.map(({ title }) => title)

describe('One person’s products in everyone’s feed (decision 44)', () => {
  it('take twelve positions of an hour when published in a row; the rest go to the hours before', async () => {
    const spammer = await signUpProven()
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
    const mover = await signUpProven()
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
    const mover = await signUpProven()
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
    const hasty = await signUpProven()
    await Promise.all(Array.from({ length: 16 }, (_, n) => post(hasty, `At once ${n}`)))
    expect((await hoursOf(hasty)).map(([, count]) => count)).toEqual([12, 4])
  })
})

describe('An account whose address nobody has proven (decision 44)', () => {
  /** The first titles of everyone's feed that begin so. */
  const inFeed = async (beginning: string, feed = 'feed?scope=public') =>
    titlesOf(await stage.readAll(feed)).filter((title) => title.startsWith(beginning))
  const day = (time: string) => app.clock.set(new Date(time))

  it('has three products a day in everyone’s feed; the others are on its profile, in search and for followers', async () => {
    day('2030-06-01T23:05:00Z')
    const stranger = await signUp(app)
    const fan = await signUp(app)
    await stage.follow(fan, [{ userId: stranger.id, payeeId: '', username: stranger.username }])
    for (let n = 0; n < 5; n++) {
      app.clock.advance(8 * 60_000)
      await post(stranger, `Stranger ${n}`)
    }
    expect(await inFeed('Stranger')).toEqual(['Stranger 2', 'Stranger 1', 'Stranger 0'])
    expect(await stage.readAll(`profiles/${stranger.username}/products`)).toHaveLength(5)
    expect((await stage.get('products/search?q=stranger&limit=40')).items).toHaveLength(5)
    expect(await stage.readAll('feed?scope=following', fan.token)).toHaveLength(5)
    // Nobody is told of new posts that the feed does not show.
    const [first] = await stage.readAll('feed?scope=public')
    const since = `since=${Date.parse(first?.created_at ?? '').toString(36)}_${first?.id}`
    expect((await stage.get(`feed/new?${since}`)).count).toBe(0)
    // The day is that of UTC.
    day('2030-06-01T23:59:59Z')
    await post(stranger, 'Stranger late')
    expect(await inFeed('Stranger')).toHaveLength(3)
    day('2030-06-02T00:00:00Z')
    await post(stranger, 'Stranger next')
    expect((await inFeed('Stranger'))[0]).toBe('Stranger next')
  })

  it('gets none back by deleting, and none by posting at once', async () => {
    day('2030-06-03T09:00:00Z')
    const stranger = await signUp(app)
    await Promise.all(Array.from({ length: 8 }, (_, n) => post(stranger, `Hasty ${n}`)))
    expect(await inFeed('Hasty')).toHaveLength(3)
    for (const { id } of await stage.readAll(`profiles/${stranger.username}/products`))
      await app.request('DELETE', `/api/v1/products/${id}`, { token: stranger.token })
    await post(stranger, 'Hasty again')
    expect(await inFeed('Hasty')).toEqual([])
  })

  it('brings only what is of today into the feed by a file, three at most', async () => {
    day('2030-06-04T09:00:00Z')
    const stranger = await signUp(app)
    const { imported } = transfersOf(app, stranger)
    const dated = Array.from({ length: 6 }, (_, n) => ({
      ...items(1).items[0],
      title: `Dated ${n}`,
      created_at: `2030-06-0${1 + (n % 3)}T08:00:00Z`,
    }))
    const undated = items(5, { category: 'toys' }).items.map((item, n) => ({
      ...item,
      title: `Brought ${n}`,
    }))
    expect((await imported({ items: [...dated, ...undated] })).body.created).toBe(11)
    expect(await inFeed('Dated')).toEqual([])
    expect(await inFeed('Brought')).toHaveLength(3)
    expect(await inFeed('Brought', 'feed?scope=public&category=toys')).toHaveLength(3)
    await post(stranger, 'Brought by hand')
    expect(await inFeed('Brought by hand')).toEqual([])
    expect(await stage.readAll(`profiles/${stranger.username}/products`)).toHaveLength(12)
  })

  it('has everything where it was posted once the address is proven, and nothing comes up on top', async () => {
    day('2030-06-05T09:00:00Z')
    const stranger = await signUp(app)
    const { imported } = transfersOf(app, stranger)
    await imported(items(20, { category: 'toys', title: 'Proven later' }))
    app.clock.advance(20 * 60_000)
    const waiting = await post(stranger, 'Proven later too')
    const between = await signUp(app)
    app.clock.advance(60_000)
    await post(between, 'Between')
    expect(await inFeed('Proven')).toHaveLength(3)
    // Its owner is told so, and nobody else.
    const waits = async ({ token }: Person) =>
      (await stage.get(`products/${waiting}`, token)).owner?.waits_for_proof
    expect([await waits(stranger), await waits(between)]).toEqual([true, undefined])
    const before = titlesOf(await publicFeed())
    expect(before[0]).toBe('Between')

    app.clock.advance(60_000)
    await proveAddress(app, stranger)
    expect(await inFeed('Proven')).toHaveLength(21)
    expect(await waits(stranger)).toBe(false)
    expect(await inFeed('Proven', 'feed?scope=public&category=toys')).toHaveLength(20)
    const after = titlesOf(await publicFeed())
    expect(after.slice(0, 2)).toEqual(['Between', 'Proven later too'])
    expect((await hoursOf(stranger)).every(([, count]) => count <= 12)).toBe(true)
    // From here on as everybody.
    for (let n = 0; n < 5; n++) await post(stranger, `Proven now ${n}`)
    expect(await inFeed('Proven now')).toHaveLength(5)
  })

  it('keeps a reader’s pages whole while the address is proven', async () => {
    day('2030-06-06T09:00:00Z')
    const strangers = [await signUp(app), await signUp(app)]
    for (const stranger of strangers)
      await transfersOf(app, stranger).imported(items(45, { category: 'garden', title: 'Paged' }))
    const seen = titlesOf(await publicFeed()).length
    let left = strangers
    const paged = await stage.readAll('feed?scope=public', undefined, async () => {
      const [next, ...others] = left
      left = others
      if (next) await proveAddress(app, next)
    })
    expect(new Set(paged.map(({ id }) => id)).size).toBe(paged.length)
    expect(paged.length).toBeGreaterThanOrEqual(seen)
  })
})
