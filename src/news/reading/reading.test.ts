import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import type { Person } from '../../../tests/harness/people.ts'
import { type Creator, creatorOf } from '../../lists/testing/own-lists.ts'
import { inTransaction } from '../../platform/context.ts'
import { type Telling, tell } from '../telling/service.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const creator = (options?: Parameters<typeof creatorOf>[1]) => creatorOf(app, options)
const newsOf = async ({ token }: Person, query = '') =>
  (await app.request('GET', `/api/v1/me/news${query}`, { token })).body
const read = ({ token }: Person, body: unknown) =>
  app.request('POST', '/api/v1/me/news/read', { token, body })
const me = async ({ token }: Person) => (await app.request('GET', '/api/v1/me', { token })).body
const follow = ({ token }: Person, { id }: Person, action = 'follow') =>
  app.request('POST', '/functions/v1/people-follow', { token, body: { userId: id, action } })
const telling = (tellings: Telling[]) => {
  app.clock.advance(1_000)
  return inTransaction({ db: app.database.db, clock: app.clock.now, actor: null }, (tx) => tell(tx, tellings))
}

/** A list of three of its owner's products and one of somebody else's. */
const listWith = async (of: Creator, product: string, title = 'Gifts') => {
  const { id, slug } = await of.lists.make({ title, product_ids: of.products.slice(0, 3) })
  await of.lists.add(id, [product])
  return { id, slug }
}

describe('the list of news (docs/product/news.md#the-list)', () => {
  it('says who followed, once for good, and how many are unread', async () => {
    const [star, one, two] = [
      await creator({ products: 0 }),
      await creator({ first: 'Theo', products: 0 }),
      await creator({ first: 'Lena', products: 0 }),
    ]
    for (const fan of [one, two, one]) {
      app.clock.advance(1_000)
      await follow(fan.person, star.person)
      await follow(one.person, star.person, 'unfollow')
    }
    const { items, unread, next_cursor } = await newsOf(star.person)
    expect([unread, next_cursor]).toEqual([1, null])
    expect(items).toMatchObject([
      { kind: 'followed', count: 2, is_read: false, amount: null, product: null, list: null },
    ])
    expect(items[0].people.map((person: { first_name: string }) => person.first_name)).toEqual([
      'Lena',
      'Theo',
    ])
    expect((await me(star.person)).unread_news).toBe(1)
    expect((await me(one.person)).unread_news).toBeUndefined()
    const profile = await app.request('GET', `/api/v1/profiles/${star.person.username}`)
    expect(profile.body).not.toHaveProperty('unread_news')
  })

  it('never says who keeps a product in a private list; in a public one who and where', async () => {
    const [maya, kofi] = [await creator({ products: 1 }), await creator({ first: 'Kofi' })]
    const [product] = maya.products as [string]
    const { id, slug } = await listWith(kofi, product)
    await kofi.lists.save([product])
    const saved = (await newsOf(maya.person)).items
    expect(saved).toMatchObject([
      { kind: 'saved', count: 1, people: [], list: null, product: { id: product } },
    ])
    expect(JSON.stringify(saved)).not.toContain(kofi.person.id)
    app.clock.advance(1_000)
    await kofi.lists.publish(id)
    const [listed] = (await newsOf(maya.person)).items
    expect(listed).toMatchObject({
      kind: 'listed',
      people: [{ first_name: 'Kofi', username: kofi.person.username }],
      list: { title: 'Gifts', slug, username: kofi.person.username },
      product: { id: product, title: 'Maya thing 1', image_url: null },
    })
    // A list that is private again is nobody's business.
    await kofi.lists.edit(id, { is_public: false })
    expect((await newsOf(maya.person)).items[0]).toMatchObject({ kind: 'listed', people: [], list: null })
    await kofi.lists.takeOut(id, (await kofi.lists.read(id)).items.items[3].id)
    await kofi.lists.add(id, [product])
    expect((await newsOf(maya.person)).items).toHaveLength(2)
    // One's own products are no news.
    expect((await newsOf(kofi.person)).items).toEqual([])
  })

  it('leaves out a product that is gone, and people who have been suspended or have left', async () => {
    const [maya, kofi, ines] = [
      await creator({ products: 1 }),
      await creator({ products: 0 }),
      await creator({ products: 0 }),
    ]
    for (const fan of [kofi, ines]) await fan.lists.save(maya.products)
    for (const fan of [kofi, ines]) await follow(fan.person, maya.person)
    await maya.folio.remove(maya.products[0] as string)
    const { username, password, token } = kofi.person
    await app.request('DELETE', '/api/v1/me', { token, body: { username, password } })
    const byKind = async () =>
      new Map((await newsOf(maya.person)).items.map((item: { kind: string }) => [item.kind, item]))
    const left = await byKind()
    expect(left.get('saved')).toMatchObject({ count: 1, product: null })
    expect(left.get('followed')).toMatchObject({ count: 1, people: [{ username: ines.person.username }] })
  })

  it('has the unread first, thirty a page, by group', async () => {
    const { person } = await creator({ products: 0 })
    await telling(
      Array.from({ length: 40 }, () => ({ userId: person.id, kind: 'amazon_paid', detail: '2026-09' })),
    )
    const first = await newsOf(person, '?group=money')
    expect([first.items.length, first.unread]).toEqual([30, 40])
    await read(person, {
      until: first.items[0].at,
      ids: first.items.slice(0, 20).map(({ id }: { id: string }) => id),
    })
    await telling([{ userId: person.id, kind: 'sign_in_changed', subject: person.id, detail: 'password' }])
    const shown = await newsOf(person)
    expect(shown.unread).toBe(21)
    expect(shown.items.slice(0, 21).every(({ is_read }: { is_read: boolean }) => !is_read)).toBe(true)
    expect(shown.items[0].kind).toBe('sign_in_changed')
    const rest = await newsOf(person, `?cursor=${shown.next_cursor}`)
    expect(new Set([...shown.items, ...rest.items].map(({ id }) => id)).size).toBe(41)
    expect((await newsOf(person, '?group=account')).items).toHaveLength(1)
    expect((await newsOf(person, '?group=people')).items).toEqual([])
    const bad = await app.request('GET', '/api/v1/me/news?cursor=x', { token: person.token })
    expect(bad.body.code).toBe('validation_failed')
  })

  it('is nobody else’s', async () => {
    const [maya, kofi] = [await creator({ products: 0 }), await creator({ products: 0 })]
    await telling([{ userId: maya.person.id, kind: 'hold_set', detail: 'orders' }])
    const [item] = (await newsOf(maya.person)).items
    expect((await newsOf(kofi.person)).items).toEqual([])
    await read(kofi.person, { until: item.at, ids: [item.id] })
    expect((await newsOf(maya.person)).unread).toBe(1)
  })
})

describe('reading (docs/product/news.md#read-and-unread)', () => {
  it('marks on every device; what came after the page was opened stays unread', async () => {
    const { person } = await creator({ products: 0 })
    const order = { userId: person.id, kind: 'order_posted', amountCents: 100 } as const
    await telling([order])
    const { items } = await newsOf(person)
    await telling([order, { userId: person.id, kind: 'hold_set', detail: 'orders' }])
    expect((await read(person, { until: items[0].at })).body).toEqual({ unread: 2 })
    const { items: later } = await newsOf(person)
    expect(later.find(({ kind }: { kind: string }) => kind === 'order_posted')).toMatchObject({
      count: 2,
      amount: 2,
      is_read: false,
    })
    expect((await read(person, { until: later[0].at, group: 'people' })).body).toEqual({ unread: 2 })
    expect((await read(person, { until: later[0].at, group: 'money' })).body).toEqual({ unread: 0 })
    // What is read stays as it was; more of it begins anew.
    await telling([order])
    expect((await newsOf(person)).items.map(({ count }: { count: number }) => count)).toEqual([1, 1, 2])
  })

  it('does not wait for an act that is just telling, whose news stay unread', async () => {
    const { person } = await creator({ products: 0 })
    await telling([{ userId: person.id, kind: 'order_posted', amountCents: 100 }])
    const [item] = (await newsOf(person)).items
    const client = await app.database.pool.connect()
    await client.query('begin')
    await client.query(`update news set at = at + interval '1 second', count = 2 where user_id = $1`, [
      person.id,
    ])
    expect((await read(person, { until: item.at })).status).toBe(200)
    await client.query('commit')
    client.release()
    expect((await newsOf(person)).unread).toBe(1)
  })
})
