import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transfersOf } from '../../src/folio/transfer/testing/stage.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { type Person, proveAddress, signUp } from '../harness/people.ts'

let app: TestApp
let proven: Person
beforeAll(async () => {
  app = await startTestApp()
  proven = await signUp(app)
  await proveAddress(app, proven)
})
afterAll(() => app.close())

/** Uses up this many points of a limit, for half an hour. */
const spend = (limit: string, { id }: Person, points: number) =>
  app.database.pool.query(
    `insert into rate_limits (key, points, expire) values ($1, $2, $3)
     on conflict (key) do update set points = excluded.points, expire = excluded.expire`,
    [`${limit}:${id}`, points, Date.now() + 30 * 60_000],
  )
const spent = async (limit: string, { id }: Person) => {
  const { rows } = await app.database.pool.query('select points from rate_limits where key = $1', [
    `${limit}:${id}`,
  ])
  return rows[0]?.points ?? 0
}

const kettle = { amazon_url: 'https://www.amazon.com/dp/B0KETTLE01', title: 'Kettle', category_id: null }
const post = (person: Person, { key, ...changes }: { key?: string; amazon_url?: string } = {}) =>
  app.request('POST', '/api/v1/products', {
    body: { ...kettle, ...changes },
    token: person.token,
    headers: key ? { 'idempotency-key': key } : {},
  })

describe('Publishing (decision 44)', () => {
  it('stops for an hour after 120 products of an unproven account, with the time to wait', async () => {
    const person = await signUp(app)
    const key = randomUUID()
    await spend('posts_hour_unproven', person, 118)
    expect((await post(person)).status).toBe(201)
    expect((await post(person, { key })).status).toBe(201)
    const { status, body, headers } = await post(person)
    expect([status, body.code]).toEqual([429, 'rate_limited'])
    expect(body.message).toBe(
      'You have posted 120 products within an hour. You can post again in 30 minutes.',
    )
    expect(body.details).toMatchObject({
      reason: 'You have posted 120 products within an hour.',
      again: 'You can post again',
    })
    expect(Number(headers.get('retry-after'))).toBe(body.details.retry_after)
    expect(body.details.retry_after).toBeGreaterThan(1_700)
    // A repeated request after a lost answer still gets it.
    expect((await post(person, { key })).status).toBe(201)
    await proveAddress(app, person)
    expect((await post(person)).status).toBe(201)
  })

  it('allows 300 links in an evening once the address is proven, and 1,000 in a day', async () => {
    await spend('posts_hour_proven', proven, 299)
    expect((await post(proven)).status).toBe(201)
    expect((await post(proven)).body.message).toMatch(/^You have posted 300 products within an hour/)
    const busy = await signUp(app)
    await proveAddress(app, busy)
    await spend('posts_day_proven', busy, 1_000)
    expect((await post(busy)).body.message).toMatch(/^You have posted 1,000 products within a day/)
    expect(await spent('posts_hour_proven', busy)).toBe(0)
  })

  it('counts published products only: no repeated or refused requests', async () => {
    const person = await signUp(app)
    const key = randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => post(person, { key })))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect((await post(person, { amazon_url: 'https://example.com/dp/B0KETTLE01' })).status).toBe(400)
    expect(await spent('posts_hour_unproven', person)).toBe(1)
    expect(await spent('posts_day_unproven', person)).toBe(1)
  })
})

describe('Adding items by a file (decision 44)', () => {
  const items = (count: number) => ({
    items: Array.from({ length: count }, (_, n) => ({
      ...kettle,
      category_id: undefined,
      title: `Kettle ${n}`,
    })),
  })

  it('stops for a day after 5,000 of an unproven account; items imported before do not count again', async () => {
    const person = await signUp(app)
    const { imported } = transfersOf(app, person)
    expect((await imported(items(3), { preview: true })).body.created).toBe(3)
    expect(await spent('imported_items_day_unproven', person)).toBe(0)
    expect((await imported(items(3))).body.created).toBe(3)
    expect((await imported(items(4))).body).toMatchObject({ created: 1, unchanged: 3 })
    expect(await spent('imported_items_day_unproven', person)).toBe(4)
    await spend('imported_items_day_unproven', person, 4_999)
    const refused = await imported(items(6))
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
    expect(refused.body.message).toMatch(
      /^You have imported 5,000 items within a day\. You can send the file again/,
    )
    expect((await imported(items(5))).body).toMatchObject({ created: 1, unchanged: 4 })
  })
})

describe('Following (decision 44)', () => {
  const follow = (person: Person, star: Person, action = 'follow') =>
    app.request('POST', '/functions/v1/people-follow', {
      body: { userId: star.id, action },
      token: person.token,
    })

  it('stops for an hour after 100 people; followed people do not count again', async () => {
    const person = await signUp(app)
    const [one, two] = [await signUp(app), await signUp(app)]
    await spend('follows_hour_unproven', person, 99)
    for (let n = 0; n < 3; n++) expect((await follow(person, one)).status).toBe(200)
    const { status, body } = await follow(person, two)
    expect([status, body.message]).toEqual([
      429,
      'You have followed 100 people within an hour. You can follow others again in 30 minutes.',
    ])
    expect((await follow(person, one, 'unfollow')).status).toBe(200)
    const byProcedure = { body: { target_user_id: two.id }, token: person.token }
    expect((await app.request('POST', '/rest/v1/rpc/follow_user', byProcedure)).status).toBe(429)
  })
})

describe('Changing one’s name (decision 44)', () => {
  it('stops for a day after ten times, with the error at the name; other fields can still be saved', async () => {
    const person = await signUp(app)
    const patch = (body: object) => app.request('PATCH', '/api/v1/me', { body, token: person.token })
    await spend('renames_day_unproven', person, 9)
    expect((await patch({ first_name: 'Nora', bio: 'Tea.' })).status).toBe(200)
    expect((await patch({ first_name: 'Nora', bio: 'Coffee.' })).status).toBe(200)
    const { status, body } = await patch({ last_name: 'Novak' })
    expect([status, body.details.problems[0].path]).toEqual([429, 'first_name'])
    expect(body.message).toMatch(/^You have changed your name 10 times within a day/)
  })
})

describe('Putting products into lists (docs/product/limits.md#by-account)', () => {
  it('counts those that were put in, and stops an unproven account at three hundred an hour', async () => {
    const person = await signUp(app)
    const { body: product } = await post(person)
    const { body: list } = await app.request('POST', '/api/v1/me/lists', {
      body: { title: 'Mine' },
      token: person.token,
    })
    const add = (path: string) =>
      app.request('POST', path, { body: { product_ids: [product.id] }, token: person.token })
    for (const _ of [1, 2]) expect((await add(`/api/v1/me/lists/${list.id}/items`)).status).toBe(200)
    expect(await spent('listed_hour_unproven', person)).toBe(1)
    await spend('listed_hour_unproven', person, 300)
    for (const path of [`/api/v1/me/lists/${list.id}/items`, '/api/v1/me/saved']) {
      const { status, body } = await add(path)
      expect([status, body.details?.reason]).toEqual([
        429,
        'You have put 300 products into lists within an hour.',
      ])
    }
  })
})
