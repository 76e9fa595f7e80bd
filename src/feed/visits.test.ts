import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../tests/harness/app.ts'
import { type Person, signInAgain } from '../../tests/harness/people.ts'
import { creatorOf } from '../lists/testing/own-lists.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const feedOf = async ({ token }: Person, query = '') =>
  (await app.request('GET', `/api/v1/feed?scope=following${query}`, { token })).body
const note = ({ token }: Person, until: string) =>
  app.request('POST', '/api/v1/me/following/visit', { token, body: { until } })
const minutes = (n: number) => app.clock.advance(n * 60_000)

describe('what is new on the following feed (docs/product/feed.md#what-is-new)', () => {
  it('is what came after the last visit, which lasts until half an hour has passed, on any device', async () => {
    const [maya, theo] = [await creatorOf(app, { products: 0 }), await creatorOf(app, { products: 3 })]
    await app.request('POST', '/functions/v1/people-follow', {
      token: maya.person.token,
      body: { userId: theo.person.id, action: 'follow' },
    })
    const first = await feedOf(maya.person)
    expect(first.visit).toMatchObject({ since: null, lists: [] })
    expect((await note(maya.person, first.visit.until)).status).toBe(204)
    minutes(10)
    // The same visit.
    expect((await feedOf(maya.person)).visit.since).toBeNull()
    minutes(31)
    const { visit } = await feedOf(maya.person)
    expect(visit.since).toBe(first.visit.until)
    // Reading alone moves nothing.
    expect((await feedOf(maya.person)).visit.since).toBe(first.visit.until)
    await note(maya.person, visit.until)
    // Another device, with an older page, moves nothing back.
    await note(maya.person, first.visit.until)
    minutes(10)
    expect((await feedOf(maya.person)).visit.since).toBe(first.visit.until)
    minutes(31)
    const later = { ...maya.person, token: (await signInAgain(app, maya.person)).access_token }
    expect((await feedOf(later)).visit.since).toBe(visit.until)
    // Nobody has seen what is to come.
    await note(later, '2999-01-01T00:00:00Z')
    minutes(31)
    const { since } = (await feedOf(later)).visit
    expect(Date.parse(since)).toBeLessThan(app.clock.now().getTime())
  })

  it('has new public lists of followed people on its first page, and of nobody else', async () => {
    const [maya, theo, ines] = [
      await creatorOf(app, { products: 0 }),
      await creatorOf(app, { first: 'Theo' }),
      await creatorOf(app, { first: 'Ines' }),
    ]
    await app.request('POST', '/functions/v1/people-follow', {
      token: maya.person.token,
      body: { userId: theo.person.id, action: 'follow' },
    })
    for (const one of [theo, ines]) {
      const { id } = await one.lists.make({ title: 'My desk', product_ids: one.products })
      await one.lists.make({ title: 'Private', product_ids: one.products })
      await one.lists.publish(id)
    }
    const listsOf = async () => (await feedOf(maya.person)).visit.lists
    expect(await listsOf()).toMatchObject([{ title: 'My desk', profiles: { first_name: 'Theo' } }])
    minutes(1)
    const { visit } = await feedOf(maya.person)
    await note(maya.person, visit.until)
    minutes(31)
    expect(await listsOf()).toEqual([])
    expect(await feedOf(maya.person, `&cursor=${'0'.repeat(8)}_${maya.person.id}`)).not.toHaveProperty(
      'visit',
    )
    const everyone = await app.request('GET', '/api/v1/feed', { token: maya.person.token })
    expect(everyone.body).not.toHaveProperty('visit')
  })
})
