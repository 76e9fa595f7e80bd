import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../tests/harness/app.ts'
import { type Person, proveAddress, signUp } from '../../tests/harness/people.ts'
import { type Item, stageOf } from './testing/stage.ts'

let app: TestApp
let maya: Person
let readAll: (path: string) => Promise<Item[]>

beforeAll(async () => {
  app = await startTestApp()
  readAll = stageOf({ app, at: app.clock.now() }).readAll
  maya = await signUp(app)
  await proveAddress(app, maya)
  for (let i = 0; i < 95; i++) await post(i)
})
afterAll(() => app.close())

let home: string | undefined
async function post(number: number) {
  home ??= (await app.request('GET', '/api/v1/categories')).body.items[2].id
  // Several share a millisecond: the id decides their order.
  if (number % 3 === 0) app.clock.advance(1)
  // As if hours passed: many of one person within an hour are spread (spread.test.ts).
  if (number % 12 === 0) await app.database.db.deleteFrom('feed_hours').execute()
  const { status } = await app.request('POST', '/api/v1/products', {
    token: maya.token,
    body: {
      amazon_url: 'https://amazon.com/dp/B0FEED0001',
      title: `Product ${number}`,
      category_id: number % 5 === 0 ? home : null,
    },
  })
  expect(status).toBe(201)
}

describe('the public feed (docs/product/feed.md#the-list)', () => {
  it('is newest first, 40 a page, and complete', async () => {
    const items = await readAll('feed')
    expect(items).toHaveLength(95)
    expect(new Set(items.map((item) => item.id)).size).toBe(95)
    const order = items.map((item) => [item.created_at, item.id].join())
    expect(order).toEqual([...order].sort().reverse())
  })

  it('of one category has only its products; an unknown one has none', async () => {
    const items = await readAll('feed?category=home')
    expect(items.length).toBeGreaterThanOrEqual(19)
    expect(items.every((item) => Number(item.title.split(' ')[1]) % 5 === 0)).toBe(true)
    expect((await app.request('GET', '/api/v1/feed?category=nope')).body.items).toEqual([])
  })

  it.each(['x', '1_2', '%00', '../', 'zzzzzzzzzzzz_01900000-0000-7000-8000-000000000000'])(
    'refuses a cursor that is not ours: %s',
    async (cursor) => {
      const { status, body } = await app.request('GET', `/api/v1/feed?cursor=${cursor}`)
      expect([status, body.code]).toEqual([400, 'validation_failed'])
    },
  )
})

describe('a person’s products', () => {
  it('are theirs alone, newest first', async () => {
    const other = await signUp(app)
    expect(await readAll(`profiles/${other.username}/products`)).toEqual([])
    expect((await readAll(`profiles/${maya.username}/products`)).length).toBeGreaterThanOrEqual(95)
  })

  it('of nobody answer 404', async () => {
    expect((await app.request('GET', '/api/v1/profiles/nobody-here/products')).status).toBe(404)
  })
})
