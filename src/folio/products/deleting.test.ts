import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person, signUp } from '../../../tests/harness/people.ts'
import { type Collection, categoryIds, collectionOf } from '../testing/collection.ts'

let app: TestApp
let person: Person
let maya: Collection
let home: string
beforeAll(async () => {
  app = await startTestApp()
  person = await signUp(app)
  maya = collectionOf(app, person)
  home = (await categoryIds(app)).home as string
})
afterAll(() => app.close())

const rowsOf = async (statement: string, id: string) => (await app.database.pool.query(statement, [id])).rows

describe('DELETE products/{id} (docs/product/products.md#deleting)', () => {
  it('is final for everyone', async () => {
    const { id, short_link_id } = await maya.post({ category_id: home })
    const { status, body } = await maya.remove(id, 1)
    expect([status, body]).toEqual([204, ''])
    for (const ref of [id, short_link_id])
      expect((await app.request('GET', `/api/v1/products/${ref}`)).status).toBe(404)
    const lists = ['/api/v1/me/products', '/api/v1/me/products?category=home', '/api/v1/feed']
    for (const list of [...lists, `/api/v1/profiles/${person.username}/products`])
      expect(JSON.stringify((await app.request('GET', list, { token: person.token })).body)).not.toContain(id)
    expect(
      (await maya.categories()).items.some((item: { product_count: number }) => item.product_count),
    ).toBe(false)
    for (const answer of [await maya.remove(id), await maya.patch(id, { title: 'Back?' })])
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
  })

  it('names its creator to whoever asks for it, while they are there and public', async () => {
    const creator = await signUp(app)
    const { id, short_link_id } = await collectionOf(app, creator).post()
    const detailsOf = async (ref: string) =>
      (await app.request('GET', `/api/v1/products/${ref}`)).body.details
    await collectionOf(app, creator).remove(id)
    const named = { creator: { first_name: 'Maya', username: creator.username } }
    for (const ref of [id, short_link_id]) expect(await detailsOf(ref)).toEqual(named)
    await app.database.pool.query('update profiles set is_suspended = true where id = $1', [creator.id])
    expect(await detailsOf(short_link_id)).toBeUndefined()
    expect(await detailsOf('unknown')).toBeUndefined()
  })

  it('leaves what orders need: ASIN, owner, payee and short links; texts, tags and category go', async () => {
    const words = { title: 'A secret', description: 'Secret', user_comment: 'Secret', tags: ['secret'] }
    const { id, short_link_id, asin } = await maya.post({ ...words, category_id: home })
    await maya.remove(id)
    const [row] = await rowsOf('select * from products where id = $1', id)
    expect(row).toMatchObject({
      asin,
      user_id: person.id,
      payee_id: expect.any(String),
      title: '',
      is_categorized: false,
      version: 2,
      deleted_at: app.clock.now(),
    })
    expect(JSON.stringify(row).toLowerCase()).not.toContain('secret')
    expect(await rowsOf('select id from short_links where product_id = $1', id)).toEqual([
      { id: short_link_id },
    ])
    expect(await rowsOf('select from product_categories where product_id = $1', id)).toEqual([])
    expect(await rowsOf('select from earnings where product_id = $1', id)).toHaveLength(1)
    expect(await rowsOf('select from click_totals where product_id = $1', id)).toHaveLength(1)
  })

  it('never frees its short link, in any case of letters', async () => {
    const { id, short_link_id } = await maya.post()
    await maya.remove(id)
    // A second back, so that the next product has the same time and title.
    app.clock.advance(-1_000)
    const next = await maya.post()
    expect(next.short_link_id).not.toBe(short_link_id)
  })

  it('makes a repeated request to publish answer with no second product', async () => {
    const { id } = await maya.post({ title: 'Once' }, 'post-and-delete')
    await maya.remove(id)
    const body = { amazon_url: 'https://amazon.com/dp/B0LAMP0001', title: 'Once', category_id: null }
    const again = await app.request('POST', '/api/v1/products', {
      body,
      token: person.token,
      headers: { 'idempotency-key': 'post-and-delete' },
    })
    expect([again.status, again.body.code]).toEqual([404, 'not_found'])
    expect((await maya.list({ q: 'once' })).items).toEqual([])
  })

  it('is refused for an item that was changed elsewhere meanwhile', async () => {
    const { id } = await maya.post()
    await maya.patch(id, { title: 'Lantern' })
    const { status, body } = await maya.remove(id, 1)
    expect([status, body.code, body.details]).toEqual([412, 'version_mismatch', { version: 2 }])
    expect((await maya.remove(id, 2)).status).toBe(204)
  })

  it('happens once when it is sent twice at once', async () => {
    const { id } = await maya.post()
    const answers = await Promise.all(Array.from({ length: 4 }, () => maya.remove(id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404])
  })
})

describe('POST me/products/delete (docs/product/my-folio.md#deleting-several)', () => {
  it('deletes the existing ones as single calls would, and nothing more the second time', async () => {
    const kept = await maya.post({ title: 'Kept' })
    const [one, two, gone] = [await maya.post({ category_id: home }), await maya.post(), await maya.post()]
    await maya.remove(gone.id)
    const stranger = collectionOf(app, await signUp(app))
    const theirs = await stranger.post()
    const asked = [one.id, gone.id, theirs.id, two.id, one.id]
    const { status, body } = await maya.removeAll(asked)
    expect([status, body.deleted, body.product_ids.sort()]).toEqual([200, 2, [one.id, two.id].sort()])
    for (const { id, short_link_id } of [one, two])
      for (const ref of [id, short_link_id])
        expect((await app.request('GET', `/api/v1/products/${ref}`)).status).toBe(404)
    expect(await rowsOf('select from product_categories where product_id = $1', one.id)).toEqual([])
    expect(await rowsOf('select version, title, deleted_at from products where id = $1', one.id)).toEqual([
      { version: 2, title: '', deleted_at: app.clock.now() },
    ])
    for (const { id } of [kept, theirs])
      expect((await app.request('GET', `/api/v1/products/${id}`)).status).toBe(200)
    expect((await maya.removeAll(asked)).body).toEqual({ deleted: 0, product_ids: [] })
  })

  it('deletes each once when sent twice at once, in any order', async () => {
    const posted = [await maya.post(), await maya.post(), await maya.post()]
    const ids = posted.map(({ id }) => id)
    const answers = await Promise.all([ids, ids.toReversed(), ids].map((some) => maya.removeAll(some)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answers.flatMap(({ body }) => body.product_ids).sort()).toEqual(ids.sort())
  })

  it('takes 500 at most, and one at least', async () => {
    const some = await maya.post()
    for (const ids of [[], Array.from({ length: 501 }, () => some.id)])
      expect((await maya.removeAll(ids)).body.details.problems[0].path).toBe('product_ids')
    expect((await maya.removeAll([])).status).toBe(400)
  })
})

describe('GET functions/v1/share (docs/product/addresses.md#for-programs)', () => {
  const share = (asin: string, method = 'GET') => app.request(method, `/functions/v1/share?asin=${asin}`)

  it('leads to the newest live product with an ASIN', async () => {
    const post = () => maya.post({ amazon_url: 'https://amazon.com/dp/B0SHARED01' })
    const [older, newer] = [await post(), await post()]
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await share(' b0shared01', method)
      expect([status, headers.get('location')]).toEqual([302, `/l/${newer.short_link_id}`])
      expect(headers.get('cache-control')).toBe('public, max-age=60')
    }
    await maya.remove(newer.id)
    expect((await share('B0SHARED01')).headers.get('location')).toBe(`/l/${older.short_link_id}`)
  })

  it('leads to the page of a missing product where there is none', async () => {
    const { status, headers } = await share('B0NOTHERE1')
    expect([status, headers.get('location')]).toEqual([302, '/l/B0NOTHERE1'])
    expect((await app.request('GET', '/api/v1/products/B0NOTHERE1')).status).toBe(404)
  })

  it.each(['', 'B0SHORT', '../../evil0', '//evil.xyz'])('refuses %j, which is no ASIN', async (asin) => {
    const { status, body } = await share(encodeURIComponent(asin))
    expect([status, body.details.problems[0].path]).toEqual([400, 'asin'])
  })
})
