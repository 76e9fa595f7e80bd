import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person, signUp } from '../../../tests/harness/people.ts'
import { uploadPicture } from '../../account/testing/life.ts'
import { type Collection, collectionOf, knowItem, titlesOf } from '../testing/collection.ts'
import { csv, forgetTransfers, transfersOf, versionsOf } from './testing/stage.ts'

let app: TestApp
let ana: Person
let shelf: Collection
let files: ReturnType<typeof transfersOf>
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await forgetTransfers(app)
  ana = await signUp(app)
  shelf = collectionOf(app, ana)
  files = transfersOf(app, ana)
})

const lamp = 'https://www.amazon.com/dp/B0LAMP0001'
const kettle = 'https://www.amazon.co.uk/dp/B0KETTLE01'
const items = async () => (await files.exported()).body.items

describe('the export of a collection', () => {
  it('is a file with the day in its name, the oldest item first, and without earnings', async () => {
    const first = await shelf.post({ title: 'Lamp', amazon_url: lamp, tags: ['home', 'tea, coffee'] })
    const second = await shelf.post({ title: '=HYPERLINK("x")', amazon_url: kettle })
    const gone = await shelf.post({ title: 'Gone' })
    await shelf.remove(gone.id)
    const { status, headers, body } = await files.exported('csv')
    const day = app.clock.now().toISOString().slice(0, 10)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-disposition')).toBe(`attachment; filename="folio-collection-${day}.csv"`)
    expect(body.trimEnd().split('\r\n')).toEqual([
      '"id","short_link","amazon_url","asin","title","description","user_comment","category","tags","image_url","photos","created_at"',
      `"${first.id}","${first.short_link_id}","${lamp}","B0LAMP0001","Lamp","","","","home, ""tea, coffee""","","","${first.created_at}"`,
      `"${second.id}","${second.short_link_id}","${kettle}","B0KETTLE01","'=HYPERLINK(""x"")","","","","","","","${second.created_at}"`,
    ])
  })

  it('begins with a byte order mark as CSV, and is one list as JSON', async () => {
    const response = await fetch(new URL('/api/v1/me/collection?format=csv', app.url), {
      headers: { authorization: `Bearer ${ana.token}` },
    })
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect((await files.exported()).body).toEqual({ items: [] })
  })

  it('and an import are described as files in the API’s own description', async () => {
    const { body } = await app.request('GET', '/api/openapi.json')
    const { get, post } = body.paths['/api/v1/me/collection']
    const types = ['text/csv', 'application/json']
    expect(Object.keys(get.responses['200'].content)).toEqual(types)
    // Browsers' bookmarks, too.
    expect(Object.keys(post.requestBody.content)).toEqual([...types, 'text/html'])
    expect(post.requestBody.content['text/csv'].schema).toMatchObject({ type: 'string', format: 'binary' })
    expect(Object.keys(post.responses['200'].content['application/json'].schema.properties)).toContain(
      'errors',
    )
  })

  it('is refused to an anonymous caller, as is an import', async () => {
    const nobody = transfersOf(app, {})
    expect((await nobody.exported()).status).toBe(401)
    expect((await nobody.imported(csv(['amazon_url'], [lamp]))).status).toBe(401)
  })
})

describe('an import', () => {
  it('publishes new items as single requests do (docs/product/add-item.md#publishing)', async () => {
    await knowItem(app, { asin: 'B0KNOWN001', title: 'Known', image_url: 'https://m.media-amazon.com/k.jpg' })
    const url = 'https://www.amazon.com/dp/B0KNOWN001'
    const header = ['Amazon URL', 'TITLE', 'Tags', 'Category', 'extra']
    const { body } = await files.imported(
      csv(
        header,
        [`${url}?tag=foreign-21`, 'Known', 'Home, LAMP,home', 'Kitchen', 'x'],
        [lamp, '', '', '', ''],
      ),
    )
    expect(body).toEqual({
      total: 2,
      created: 2,
      updated: 0,
      unchanged: 0,
      skipped: 0,
      errors: [],
      notices: [],
      sample: [],
      import_id: expect.any(String),
    })
    const [known, plain] = await items()
    expect(known).toMatchObject({ amazon_url: url, tags: ['home', 'lamp'], category: 'kitchen' })
    expect(await shelf.read(known.short_link)).toMatchObject({
      id: known.id,
      image_url: 'https://m.media-amazon.com/k.jpg',
      image_source: 'amazon',
      is_categorized: true,
      owner: { clicks_count: 0, version: 1, metadata_source: 'creators_api' },
    })
    expect(plain).toMatchObject({ title: '', tags: null, category: null, image_url: null })
    expect(plain.short_link).toMatch(/^item-/)
  })

  it('changes one’s own items by id or short link, and only the columns of the file (docs/product/edit-item.md#edit-dialog)', async () => {
    const first = await shelf.post({ title: 'Lamp', description: 'Bright', tags: ['home'] })
    const second = await shelf.post({ title: 'Kettle', amazon_url: kettle, user_comment: 'Mine' })
    const third = await shelf.post({ title: 'Same' })
    const { body } = await files.imported(
      csv(
        ['title', 'amazon_url', 'id', 'short_link', 'category', 'tags'],
        ['Lamp!', lamp, first.id, '', 'inbox', ''],
        ['Kettle', `${kettle}/ref=x`, '', `https://folio.example/l/${second.short_link_id}`, 'kitchen', ''],
        ['Same', lamp, third.id, third.short_link_id, '', ''],
      ),
    )
    expect(body).toMatchObject({ total: 3, created: 0, updated: 2, unchanged: 1, errors: [] })
    expect(await shelf.read(first.id)).toMatchObject({
      title: 'Lamp!',
      description: 'Bright',
      tags: null,
      owner: { version: 2, metadata_source: 'owner' },
    })
    expect(await shelf.read(second.id)).toMatchObject({
      user_comment: 'Mine',
      categories: { slug: 'kitchen' },
      is_categorized: true,
    })
    expect((await versionsOf(app, ana))[third.id]).toBe(1)
    expect(titlesOf(await shelf.list({ category: 'kitchen' }))).toEqual(['Kettle'])
  })

  it('reports problems by line and column, and imports the rest (docs/product/my-folio.md#import-and-export)', async () => {
    const own = await shelf.post({ title: 'Lamp' })
    const { body } = await files.imported(
      csv(
        ['id', 'amazon_url', 'title', 'category', 'tags', 'created_at'],
        ['', lamp, 'Good', '', '', '2026-01-31'],
        ['', '', 'No link', '', '', ''],
        ['', 'https://example.com/dp/B0LAMP0001', 'Not Amazon', '', '', ''],
        ['', 'https://amzn.to/3abcde', 'Short', '', '', ''],
        ['', lamp, 'x'.repeat(501), 'nowhere', Array.from({ length: 21 }, (_, n) => n).join(), ''],
        ['', lamp, 'Undated', '', '', 'yesterday'],
        [own.id, lamp, '', '', '', ''],
        [own.id, lamp, 'Lamp', '', '', ''],
        ['', lamp, 'Long', '', '', '', 'one cell too many'],
      ),
    )
    expect(body).toMatchObject({ total: 9, created: 1, updated: 0, unchanged: 0, skipped: 8 })
    expect(body.errors).toEqual([
      { line: 3, column: 'amazon_url', message: 'Please enter an Amazon URL' },
      { line: 4, column: 'amazon_url', message: 'Invalid Amazon URL provided' },
      { line: 5, column: 'amazon_url', message: 'Could not extract ASIN from URL' },
      { line: 6, column: 'title', message: 'Use at most 500 characters.' },
      { line: 6, column: 'tags', message: 'Use at most 20 tags.' },
      { line: 6, column: 'category', message: 'This category does not exist.' },
      { line: 7, column: 'created_at', message: expect.stringContaining('2026-01-31') },
      { line: 8, column: 'title', message: 'Item title is required.' },
      { line: 9, column: 'id', message: expect.stringContaining('Line 8 is about the same item') },
      { line: 10, column: '', message: expect.stringContaining('more cells') },
    ])
    expect((await items())[0]).toMatchObject({ title: 'Good', created_at: '2026-01-31T00:00:00.000Z' })
    expect(await shelf.read(own.id)).toMatchObject({ title: 'Lamp', owner: { version: 1 } })
  })

  it('does not turn an item into another one', async () => {
    const own = await shelf.post({ title: 'Lamp' })
    const { body } = await files.imported([{ id: own.id, amazon_url: kettle, title: 'Kettle' }])
    expect(body).toMatchObject({ updated: 0, skipped: 1, errors: [{ line: 1, column: 'amazon_url' }] })
  })

  it('gives the same report as a preview, which changes nothing', async () => {
    const own = await shelf.post({ title: 'Lamp' })
    const file = csv(
      ['id', 'amazon_url', 'title', 'image_url'],
      [own.id, lamp, 'Lamp!', ''],
      ['', kettle, 'Kettle', 'https://example.com/foreign.jpg'],
      ['', '', '', ''],
      ['', 'x', '', ''],
    )
    const before = await items()
    const preview = await files.imported(file, { preview: true })
    expect(preview.body).toMatchObject({ total: 3, created: 1, updated: 1, skipped: 1 })
    expect(preview.body.errors).toMatchObject([{ line: 5 }])
    expect(await items()).toEqual(before)
    expect((await files.imported(file)).body).toEqual({
      ...preview.body,
      sample: [],
      import_id: expect.any(String),
    })
    expect((await files.imported(file, { preview: true })).body).toMatchObject({ unchanged: 2, skipped: 1 })
  })

  it('as a preview shows the first ten items as they would be (docs/product/my-folio.md#import-and-export)', async () => {
    const own = await shelf.post({ title: 'Lamp', tags: ['home'] })
    const same = await shelf.post({ title: 'Same' })
    const { body } = await files.imported(
      csv(
        ['id', 'amazon_url', 'title', 'category', 'tags'],
        [same.id, lamp, 'Same', '', ''],
        ['', kettle, '', '', 'Tea, kitchen'],
        ['', 'x', 'Refused', '', ''],
        [own.id, lamp, 'Lamp!', 'kitchen', 'home'],
        ...Array.from({ length: 12 }, (_, n) => ['', lamp, `Lamp ${n}`, '', '']),
      ),
      { preview: true },
    )
    expect(body).toMatchObject({ created: 13, updated: 1, unchanged: 1, skipped: 1, import_id: null })
    expect(body.sample).toHaveLength(10)
    expect(body.sample.slice(0, 3)).toEqual([
      {
        line: 3,
        is_new: true,
        title: '',
        amazon_url: kettle,
        category: null,
        tags: ['tea', 'kitchen'],
        is_public: false,
      },
      {
        line: 5,
        is_new: false,
        title: 'Lamp!',
        amazon_url: 'https://amazon.com/dp/B0LAMP0001',
        category: 'Kitchen',
        tags: ['home'],
        is_public: true,
      },
      {
        line: 6,
        is_new: true,
        title: 'Lamp 0',
        amazon_url: lamp,
        category: null,
        tags: [],
        is_public: true,
      },
    ])
  })

  it.each(['1969-12-31T23:59:59.999Z', '0001-01-01', '0000-01-01'])(
    'takes no date from before computers counted them: %s',
    async (created_at) => {
      const { status, body } = await files.imported({
        items: [{ amazon_url: lamp, title: 'Old', created_at }],
      })
      expect([status, body.created, body.errors[0]?.column]).toEqual([200, 0, 'created_at'])
    },
  )

  it('accepts an earlier date, and no date in the future', async () => {
    const future = new Date(app.clock.now().getTime() + 86_400_000).toISOString()
    await files.imported([
      { amazon_url: lamp, title: 'Later', created_at: future },
      { amazon_url: lamp, title: 'Old', created_at: '2020-02-03T04:05:06.789Z' },
      { amazon_url: lamp, title: 'Now' },
    ])
    const now = app.clock.now().toISOString()
    expect(await items()).toMatchObject([
      { title: 'Old', created_at: '2020-02-03T04:05:06.789Z' },
      { title: 'Later', created_at: now },
      { title: 'Now', created_at: now },
    ])
  })

  it('imports pictures as publishing and editing do, and reports those left out', async () => {
    const picture = await uploadPicture(app, ana, `products/product-${ana.id}-1.webp`)
    const own = await shelf.post({ title: 'Lamp' })
    const foreign = 'https://example.com/x.jpg'
    const { body } = await files.imported([
      { amazon_url: lamp, title: 'Own', image_url: app.url + picture },
      { amazon_url: lamp, title: 'Drawn', image_url: '/art/mug.svg' },
      { amazon_url: lamp, title: 'Foreign', image_url: foreign },
      { amazon_url: lamp, title: 'Not there', image_url: picture.replace('-1.webp', '-2.webp') },
      { id: own.id, amazon_url: lamp, title: 'Lamp!', image_url: foreign },
    ])
    expect(body).toMatchObject({ created: 4, updated: 1, errors: [] })
    expect(body.notices.map(({ line, column }: { line: number; column: string }) => [line, column])).toEqual([
      [3, 'image_url'],
      [4, 'image_url'],
      [5, 'image_url'],
    ])
    const pictures = Object.fromEntries(
      (await items()).map(({ title, image_url }: Record<string, string>) => [title, image_url]),
    )
    expect(pictures).toEqual({
      Own: picture,
      Drawn: '/art/mug.svg',
      Foreign: null,
      'Not there': null,
      'Lamp!': null,
    })
  })

  it('never touches another person’s items: their ids make new ones', async () => {
    const ben = await signUp(app)
    const theirs = await collectionOf(app, ben).post({ title: 'Theirs' })
    const deleted = await shelf.post({ title: 'Deleted' })
    await shelf.remove(deleted.id)
    const { body } = await files.imported([
      { id: theirs.id, amazon_url: lamp, title: 'Mine' },
      { short_link: theirs.short_link_id, amazon_url: lamp, title: 'Mine too' },
      { id: deleted.id, amazon_url: lamp, title: 'Deleted' },
      { id: '17', amazon_url: lamp, title: 'Of another tool' },
    ])
    expect(body).toMatchObject({ created: 4, updated: 0 })
    expect(await versionsOf(app, ben)).toEqual({ [theirs.id]: 1 })
    const ids = (await items()).map(({ id }: { id: string }) => id)
    expect(ids).not.toContain(theirs.id)
    expect(ids).not.toContain(deleted.id)
  })

  it('is allowed forty times in ten minutes', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => files.imported([])))
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200))
    await app.database.pool.query('update rate_limits set points = 40')
    expect(await files.imported([])).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  })
})

describe('the same file again (docs/product/my-folio.md#import-and-export)', () => {
  const file = csv(['amazon_url', 'title'], [lamp, 'Lamp'], [kettle, 'Kettle'], [lamp, 'Lamp'])

  it('makes nothing twice; an item that is in the file twice is two items', async () => {
    expect((await files.imported(file)).body).toMatchObject({ created: 3 })
    expect((await files.imported(file)).body).toMatchObject({ created: 0, unchanged: 3 })
    expect((await items()).map(({ title }: { title: string }) => title)).toEqual(['Lamp', 'Kettle', 'Lamp'])
  })

  it('makes each item once when sent four times at once', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => files.imported(file)))
    const created = answers.map(({ body }) => body.created).sort()
    expect(created).toEqual([0, 0, 0, 3])
    expect(answers.map(({ body }) => body.created + body.unchanged)).toEqual([3, 3, 3, 3])
    expect(await items()).toHaveLength(3)
  })

  it('skips items edited since, and brings back deleted ones', async () => {
    await files.imported(file)
    const [first, second] = await items()
    await shelf.patch(first.id, { title: 'Edited' })
    await shelf.remove(second.id)
    expect((await files.imported(file, { preview: true })).body).toMatchObject({ created: 1, unchanged: 2 })
    expect((await files.imported(file)).body).toMatchObject({ created: 1, unchanged: 2 })
    expect((await files.imported(file)).body).toMatchObject({ created: 0, unchanged: 3 })
    expect(await items()).toHaveLength(3)
  })
})
