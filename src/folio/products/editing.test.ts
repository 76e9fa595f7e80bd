import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { signUp } from '../../../tests/harness/people.ts'
import { randomSample } from '../../shared/amazon/sample.ts'
import { type Collection, categoryIds, collectionOf, knowItem } from '../testing/collection.ts'

let app: TestApp
let maya: Collection
let theo: Collection
let categories: Record<string, string>
beforeAll(async () => {
  app = await startTestApp()
  maya = collectionOf(app, await signUp(app))
  theo = collectionOf(app, await signUp(app))
  categories = await categoryIds(app)
})
afterAll(() => app.close())

const nobody = '01900000-0000-7000-8000-000000000000'

describe('PATCH products/{id} (docs/product/edit-item.md#edit-dialog)', () => {
  it('changes only the fields sent', async () => {
    const before = await maya.post({ description: 'Warm light.', user_comment: 'Mine.', tags: ['light'] })
    const { status, body } = await maya.patch(before.id, {
      title: '  Reading lamp ',
      tags: ['Brass', 'brass '],
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      ...before,
      title: 'Reading lamp',
      tags: ['brass'],
      owner: { ...before.owner, version: 2 },
    })
    const cleared = await maya.patch(before.id, { description: ' ', user_comment: null, tags: [] })
    expect(cleared.body).toMatchObject({
      title: 'Reading lamp',
      description: null,
      user_comment: null,
      tags: null,
    })
    expect(await maya.read(before.short_link_id)).toEqual(cleared.body)
  })

  it('accepts every tag that it returns, also one that lower-casing makes longer', async () => {
    const { id } = await maya.post()
    expect((await maya.patch(id, { tags: ['İ'.repeat(40)] })).status).toBe(400)
    const { body } = await maya.patch(id, { tags: ['İ'.repeat(20)] })
    expect((await maya.patch(id, { tags: body.tags })).status).toBe(200)
  })

  it('makes no new version without a change', async () => {
    const { id } = await maya.post({ tags: ['light'], category_id: categories.home })
    const before = await rowOf(id)
    app.clock.advance(60_000)
    for (const changes of [
      {},
      { title: ' Lamp ' },
      { tags: ['LIGHT'] },
      { category_id: categories.home },
      { image_url: null },
    ])
      expect((await maya.patch(id, changes)).status).toBe(200)
    expect(await rowOf(id)).toEqual(before)
    await maya.patch(id, { title: 'Lantern' })
    expect(await rowOf(id)).toMatchObject({ version: 2, updated_at: app.clock.now() })
  })

  it('moves a product between categories and the Inbox (docs/product/edit-item.md#edit-dialog)', async () => {
    const { id } = await maya.post()
    const { home, books } = categories
    const moves = [
      [home, { is_categorized: true, categories: { slug: 'home' } }],
      [books, { is_categorized: true, categories: { slug: 'books' } }],
      [null, { is_categorized: false, categories: null }],
      [home, { is_categorized: true, categories: { slug: 'home' } }],
    ] as const
    for (const [index, [category_id, shown]] of moves.entries()) {
      const { body } = await maya.patch(id, { category_id })
      expect(body).toMatchObject({ ...shown, owner: { version: index + 2 } })
      expect(await linksOf(id)).toEqual(category_id ? [category_id] : [])
    }
    expect((await maya.list({ category: 'home' })).items.map((item: { id: string }) => item.id)).toContain(id)
  })

  it.each([
    ['a blank title', { title: '  ' }, 'title', 'Item title is required.'],
    ['a title that nobody can see', { title: '\u200b' }, 'title', 'Item title is required.'],
    ['no title', { title: null }, 'title', expect.any(String)],
    ['a long title', { title: 'x'.repeat(501) }, 'title', 'Use at most 500 characters.'],
    ['a long comment', { user_comment: 'x'.repeat(2001) }, 'user_comment', 'Use at most 2,000 characters.'],
    ['21 tags', { tags: Array.from({ length: 21 }, (_, i) => `t${i}`) }, 'tags', 'Use at most 20 tags.'],
    ['a long tag', { tags: ['x'.repeat(41)] }, 'tags.0', 'Use at most 40 characters.'],
    ['half a character', { title: '\ud800' }, 'title', expect.any(String)],
    ['an unknown category', { category_id: nobody }, 'category_id', 'This category does not exist.'],
    ['no category’s id', { category_id: 'home' }, 'category_id', expect.any(String)],
  ])('refuses %s beside its field', async (_what, changes, path, message) => {
    const { id } = await maya.post()
    const { status, body } = await maya.patch(id, { user_comment: 'Lost?', ...changes })
    expect([status, body.code, body.details.problems]).toEqual([
      400,
      'validation_failed',
      [{ path, message }],
    ])
    expect((await rowOf(id)).version).toBe(1)
  })

  it('accepts 20 tags of 40 characters', async () => {
    const tags = Array.from({ length: 20 }, (_, index) => `${index}`.padStart(40, 'é'))
    const { id } = await maya.post()
    expect((await maya.patch(id, { tags })).body.tags).toEqual(tags)
  })

  it('never changes ASIN, price, counts or owner', async () => {
    const before = await maya.post()
    const forged = { asin: 'B0FORGED01', price_usd: 1, user_id: nobody, clicks_count: 9, version: 7 }
    expect((await maya.patch(before.id, forged)).body).toEqual(before)
  })
})

describe('two tabs (docs/product/edit-item.md#changed-elsewhere)', () => {
  it('refuses a save from an earlier version, which then undoes nothing', async () => {
    const { id } = await maya.post()
    expect((await maya.patch(id, { title: 'From the first tab' }, 1)).status).toBe(200)
    const { status, body } = await maya.patch(id, { title: 'From the second tab' }, 1)
    expect([status, body]).toEqual([
      412,
      {
        code: 'version_mismatch',
        message: 'This item was changed elsewhere after you opened it.',
        details: { version: 2 },
      },
    ])
    expect((await maya.read(id)).title).toBe('From the first tab')
    expect((await maya.patch(id, { title: 'From the second tab' }, 2)).body.owner.version).toBe(3)
  })

  it('reports the conflict before other errors, and also for a moved category', async () => {
    const { id } = await maya.post()
    await maya.assign([id], categories.home as string)
    const stale = [{ category_id: nobody }, { image_url: 'https://x.example/y.png' }, { category_id: null }]
    for (const changes of stale) expect((await maya.patch(id, changes, 1)).status).toBe(412)
  })

  it('accepts the same save again after a lost answer (RFC 9110, 13.1.1)', async () => {
    const { id } = await maya.post()
    const changes = { title: 'Lantern', tags: ['light'], category_id: categories.home }
    const saved = await maya.patch(id, changes, 1)
    const again = await maya.patch(id, changes, 1)
    expect([again.status, again.body]).toEqual([200, saved.body])
  })

  it.each([
    ['*', 200],
    ['"1"', 200],
    ['"7", "1"', 200],
    ['W/"1"', 412],
    ['"one"', 412],
    ['1', 400],
    ['"1" "2"', 400],
    ['', 400],
  ])('If-Match: %s answers %i', async (header, status) => {
    const { id } = await maya.post()
    expect((await maya.patch(id, { title: 'Lantern' }, header)).status).toBe(status)
  })

  it('accepts one of eight saves at once from one version', async () => {
    const { id } = await maya.post()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => maya.patch(id, { title: `Lamp ${index}` }, 1)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(412)])
    const taken = answers.find(({ status }) => status === 200)?.body
    expect(await maya.read(id)).toEqual(taken)
  })

  it('applies eight saves at once without a version, one after the other', async () => {
    const { id } = await maya.post()
    const targets = [null, categories.home, categories.books]
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        maya.patch(id, { title: `Lamp ${index}`, category_id: targets[index % 3] }),
      ),
    )
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect((await rowOf(id)).version).toBe(9)
  })
})

describe('permission to edit', () => {
  it('strangers may neither change nor delete a product, whatever the version', async () => {
    const { id } = await maya.post()
    for (const version of [undefined, 1, 9, '*']) {
      const answers = [await theo.patch(id, { title: 'Mine now' }, version), await theo.remove(id, version)]
      for (const { status, body } of answers) expect([status, body.code]).toEqual([403, 'forbidden'])
    }
    expect((await maya.read(id)).title).toBe('Lamp')
  })

  it('an unknown product is not found', async () => {
    const answers = [await maya.patch(nobody, { title: 'Lamp' }), await maya.remove(nobody)]
    for (const { status, body } of answers) expect([status, body.code]).toEqual([404, 'not_found'])
    expect((await maya.patch('B0LAMP0001', { title: 'Lamp' })).status).toBe(400)
  })
})

describe('where details come from (docs/product/products.md#sample-details)', () => {
  const seen = async (id: string) => (await app.request('GET', `/api/v1/products/${id}`)).body

  it('a rewritten title makes the owner their source, and drops the sample text beside it', async () => {
    const { title, description, image_url, tags } = randomSample()
    const { id } = await maya.post({ title, description, image_url, tags })
    const { body } = await maya.patch(id, { title: 'My own lamp', description })
    expect(body).toMatchObject({
      title: 'My own lamp',
      description: null,
      owner: { metadata_source: 'owner', needs_details: true },
    })
    expect(await seen(id)).toMatchObject({
      title: 'My own lamp',
      description: null,
      tags: null,
      image_url: null,
    })
  })

  it('another picture does not, and sample texts stay hidden until they are rewritten', async () => {
    const { title, description, image_url } = randomSample()
    const { id } = await maya.post({ title, description, image_url })
    const { body } = await maya.patch(id, { image_url: null })
    expect(body.owner).toMatchObject({ metadata_source: 'sample', needs_details: true })
    expect(await seen(id)).toMatchObject({ title: '', description: null, image_url: null })
    expect((await maya.list()).items[0]).toMatchObject({ id, title, needs_details: true })
    await maya.patch(id, { title: 'My own lamp' })
    expect(await seen(id)).toMatchObject({ title: 'My own lamp', description: null })
  })

  it('a comment, a tag or a category alone does not change the source', async () => {
    const { title, description } = randomSample()
    const { id } = await maya.post({ title, description })
    const { body } = await maya.patch(id, { user_comment: 'Nice', tags: ['a'], category_id: categories.home })
    expect(body.owner).toMatchObject({ metadata_source: 'sample', needs_details: true, version: 2 })
  })

  it('Amazon’s own title stays Amazon’s until it is rewritten', async () => {
    await knowItem(app, { asin: 'B0KNOWN001', title: 'A kettle' })
    const { id, owner } = await maya.post({
      amazon_url: 'https://amazon.com/dp/B0KNOWN001',
      title: 'A kettle',
    })
    expect(owner.metadata_source).toBe('creators_api')
    expect((await maya.patch(id, { description: 'Mine' })).body.owner.metadata_source).toBe('creators_api')
    expect((await maya.patch(id, { title: 'My kettle' })).body.owner.metadata_source).toBe('owner')
  })
})

async function rowOf(id: string) {
  const { rows } = await app.database.pool.query('select * from products where id = $1', [id])
  return rows[0]
}

async function linksOf(id: string): Promise<string[]> {
  const { rows } = await app.database.pool.query(
    'select category_id from product_categories where product_id = $1',
    [id],
  )
  return rows.map((row) => row.category_id)
}
