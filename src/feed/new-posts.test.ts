import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../tests/harness/app.ts'
import type { Person } from '../../tests/harness/factories.ts'
import { type Person as Principal, signUp } from '../../tests/harness/people.ts'
import { cursorOf, type Stage, stageOf } from './testing/stage.ts'

let app: TestApp
let stage: Stage
let reader: Principal
let followed: Person
let stranger: Person

beforeAll(async () => {
  app = await startTestApp()
  stage = stageOf({ app, at: app.clock.now() })
  reader = await signUp(app)
  followed = await stage.creator()
  stranger = await stage.creator()
  await stage.follow(reader, [followed])
})
afterAll(() => app.close())

const newSince = async (cursor: string | null, query = '') =>
  (await stage.get(`feed/new?${cursor === null ? '' : `since=${cursor}`}&${query}`, reader.token)).count

describe('new products (docs/product/feed.md#new-posts)', () => {
  it('are counted from the newest product that is shown, in its scope and category', async () => {
    const first = await stage.post(followed, 1)
    const since = cursorOf(first)
    expect(await newSince(since)).toBe(0)
    await stage.post(followed, 2, { category: 'home' })
    await stage.post(stranger, 3, { category: 'home' })
    await stage.post(stranger, 4)
    await stage.post(stranger, 0)
    const counts = await Promise.all(
      ['', 'category=home', 'category=nope', 'scope=following', 'scope=following&category=home'].map(
        (query) => newSince(since, query),
      ),
    )
    expect(counts).toEqual([3, 2, 0, 1, 1])
    expect([await newSince(null), await newSince(null, 'scope=following')]).toEqual([5, 2])
  })

  it('within a millisecond are those with a higher id, and never the product itself', async () => {
    const posts = await Promise.all(Array.from({ length: 4 }, () => stage.post(followed, 10)))
    const cursors = posts.map(cursorOf).sort()
    expect(await Promise.all(cursors.map((cursor) => newSince(cursor)))).toEqual([3, 2, 1, 0])
    expect(await Promise.all(cursors.map((cursor) => newSince(cursor, 'scope=following')))).toEqual([
      3, 2, 1, 0,
    ])
  })

  it('are not counted once deleted', async () => {
    const since = cursorOf(await stage.post(followed, 20))
    const { id } = await stage.post(followed, 21)
    expect([await newSince(since), await newSince(since, 'scope=following')]).toEqual([1, 1])
    await app.database.db
      .updateTable('products')
      .set({ deleted_at: app.clock.now() })
      .where('id', '=', id)
      .execute()
    expect([await newSince(since), await newSince(since, 'scope=following')]).toEqual([0, 0])
  })

  it('are counted up to 100', async () => {
    const since = cursorOf(await stage.post(followed, 30))
    for (const minute of [31, 32])
      await Promise.all(Array.from({ length: 49 }, () => stage.post(followed, minute)))
    expect([await newSince(since), await newSince(since, 'scope=following')]).toEqual([98, 98])
    await Promise.all(Array.from({ length: 4 }, () => stage.post(followed, 33)))
    expect([await newSince(since), await newSince(since, 'scope=following')]).toEqual([100, 100])
  })

  it('may be cached for some seconds, but not in the following scope', async () => {
    const cached = async (query: string) =>
      (await app.request('GET', `/api/v1/feed/new${query}`, { token: reader.token })).headers.get(
        'cache-control',
      )
    expect([await cached(''), await cached('?scope=following'), await cached('?since=x')]).toEqual([
      'public, max-age=5',
      'no-store',
      'no-store',
    ])
  })

  it.each([
    ['since=x', 'since'],
    ['since=%00', 'since'],
    [`since=${'a'.repeat(101)}`, 'since'],
    ['scope=all', 'scope'],
    ['category=No%20slug', 'category'],
  ])('are not counted for what makes no sense: %s', async (query, field) => {
    const { code, details } = await stage.get(`feed/new?${query}`, reader.token)
    expect([code, details.problems[0].path]).toEqual(['validation_failed', field])
  })
})
