import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { childrenOf, type Element, parseXml, textOf } from '../harness/markup.ts'
import { type Person, signUp } from '../harness/people.ts'

const siteUrl = 'https://folio.example'
const associateSentence = 'As an Amazon Associate I earn from qualifying purchases.'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ pages: true, env: { APP_NAME: 'Shelf & Co', SITE_URL: siteUrl } })
})
afterAll(() => app.close())

async function post(owner: Person, body: Record<string, unknown>) {
  const { body: product } = await app.request('POST', '/api/v1/products', {
    token: owner.token,
    body: { amazon_url: 'https://www.amazon.com/dp/B0ATOM0001', title: 'A mug', category_id: null, ...body },
  })
  return product as { id: string; short_link_id: string; title: string }
}

const answerOf = (username: string, headers: Record<string, string> = {}) =>
  app.request('GET', `/${username}/feed.atom`, { headers })

async function feedOf(username: string): Promise<Element> {
  const { status, body } = await answerOf(username)
  expect(status).toBe(200)
  return parseXml(body)
}

const entriesOf = (feed: Element) => childrenOf(feed, 'entry')
const linkOf = (element: Element, rel: string) =>
  childrenOf(element, 'link').find(({ attributes }) => attributes.rel === rel)?.attributes.href

const update = (statement: string, ...values: unknown[]) => app.database.pool.query(statement, values)

describe('a creator’s feed (RFC 4287)', () => {
  it('has their profile and products, newest first, with absolute addresses', async () => {
    const maya = await signUp(app, { first: 'Maya', last: 'O’Kafor' })
    const older = await post(maya, { title: 'An older mug' })
    app.clock.advance(60_000)
    const newer = await post(maya, {
      title: 'Kettle & <b>stand</b>',
      description: 'Boils.\nFast.',
      user_comment: 'Slow pour, "no" drips & <i>joy</i>',
    })
    const feed = await feedOf(maya.username)
    expect(feed).toMatchObject({ name: 'feed', attributes: { xmlns: 'http://www.w3.org/2005/Atom' } })
    expect(textOf(feed, 'id')).toBe(`urn:uuid:${maya.id}`)
    expect(textOf(feed, 'title')).toBe(`Maya O’Kafor (@${maya.username}) · Shelf & Co`)
    expect(linkOf(feed, 'self')).toBe(`${siteUrl}/${maya.username}/feed.atom`)
    expect(linkOf(feed, 'alternate')).toBe(`${siteUrl}/${maya.username}`)
    const [author] = childrenOf(feed, 'author')
    expect(author && [textOf(author, 'name'), textOf(author, 'uri')]).toEqual([
      'Maya O’Kafor',
      `${siteUrl}/${maya.username}`,
    ])
    const [first, second] = entriesOf(feed)
    if (!first || !second) throw new Error('The feed has not two entries')
    expect(textOf(first, 'id')).toBe(`urn:uuid:${newer.id}`)
    expect(textOf(first, 'title')).toBe('Kettle & <b>stand</b>')
    expect(textOf(first, 'summary')).toBe('Slow pour, "no" drips & <i>joy</i>')
    expect(linkOf(first, 'alternate')).toBe(`${siteUrl}/l/${newer.short_link_id}`)
    expect(textOf(first, 'published')).toBe(app.clock.now().toISOString())
    expect(textOf(first, 'updated')).toBe(app.clock.now().toISOString())
    expect(textOf(feed, 'updated')).toBe(app.clock.now().toISOString())
    const content = textOf(first, 'content')
    expect(content).toContain('<p>Boils.<br>Fast.</p>')
    expect(content).toContain('What I love about it:')
    expect(content).toContain('&#60;i&#62;joy&#60;/i&#62;')
    expect(content).not.toMatch(/<[ib]>/)
    expect(linkOf(second, 'alternate')).toBe(`${siteUrl}/l/${older.short_link_id}`)
    expect((await answerOf(maya.username)).body.split(associateSentence)).toHaveLength(2)
  })

  it('shows the creator’s own picture, never Amazon’s, and never a price', async () => {
    const ana = await signUp(app)
    const own = await post(ana, {})
    const amazons = await post(ana, {})
    const picture = `update products set image_url = $2, image_source = $3, price_cents = 6800, price_as_of = $4
      where id = $1`
    const now = app.clock.now()
    await update(picture, own.id, '/storage/v1/object/public/avatars/products/mug.webp', 'owner', now)
    await update(picture, amazons.id, 'https://m.media-amazon.com/images/I/mug.jpg', 'amazon', now)
    const { body } = await answerOf(ana.username)
    expect(
      entriesOf(parseXml(body)).map((entry) => /<img src="([^"]+)"/.exec(textOf(entry, 'content'))?.[1]),
    ).toEqual([undefined, `${siteUrl}/storage/v1/object/public/avatars/products/mug.webp`])
    expect(body).not.toMatch(/\$|USD|price|media-amazon/)
  })

  it('holds the newest forty, whole descriptions, and nothing of a sample that was not rewritten', async () => {
    const ben = await signUp(app)
    const long = 'word '.repeat(200).trim()
    for (let n = 1; n <= 41; n++) await post(ben, { title: `Mug ${n}`, description: long })
    const sample = await post(ben, { title: 'Sample lamp', description: 'A sample’s words' })
    await update(`update products set metadata_source = 'sample', tags = '{secret}' where id = $1`, sample.id)
    const { body } = await answerOf(ben.username)
    const entries = entriesOf(parseXml(body))
    expect(entries).toHaveLength(40)
    expect(entries.map((entry) => textOf(entry, 'title')).slice(0, 2)).toEqual(['Mug 41', 'Mug 40'])
    expect(body).not.toMatch(/Sample lamp|sample’s words|secret/)
    expect(body).toContain(long)
  })

  it('is well-formed whatever people write, also for characters that XML does not allow', async () => {
    const odd = `]]> <!-- &amp; \u0001\u0008\u000b\ufffe ${'\u{1F475}'} "quotes" 'and' \u200b`
    const person = await signUp(app, { first: `A & B <c> \u0007`, last: ']]>' })
    await post(person, { title: odd, description: odd, user_comment: odd })
    const feed = await feedOf(person.username)
    expect(textOf(feed, 'title')).toContain('A & B <c>')
    const [entry] = entriesOf(feed)
    expect(entry && textOf(entry, 'title')).toBe(`]]> <!-- &amp;  ${'\u{1F475}'} "quotes" 'and' \u200b`)
  })

  it('exists without a product too', async () => {
    const person = await signUp(app)
    const feed = await feedOf(person.username)
    expect(entriesOf(feed)).toEqual([])
    expect(Date.parse(textOf(feed, 'updated'))).toBe(app.clock.now().getTime())
  })
})

describe('the address of a creator’s feed', () => {
  it('is linked from their profile', async () => {
    const person = await signUp(app)
    const { body } = await app.request('GET', `/${person.username}`)
    const link = body.match(/<link[^>]*application\/atom\+xml[^>]*>/)?.[0]
    expect(link).toContain(`href="${siteUrl}/${person.username}/feed.atom"`)
    expect(link).toContain('rel="alternate"')
  })

  it('redirects from former names, and from upper case, to the current one', async () => {
    const person = await signUp(app)
    const former = person.username
    await app.request('PATCH', '/api/v1/me', {
      token: person.token,
      body: { username: `${former.slice(0, 10)}-new` },
    })
    const current = `/${former.slice(0, 10)}-new/feed.atom`
    for (const name of [former, former.toUpperCase(), `${former.slice(0, 10)}-NEW`]) {
      const { status, headers } = await answerOf(name)
      expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([
        301,
        current,
        'no-cache',
      ])
    }
    expect((await app.request('GET', current)).status).toBe(200)
  })

  it.each(['nobody-of-that-name', 'feed', 'a', 'api', 'x%00y', 'too-long-to-be-anyones-name'])(
    '/%s/feed.atom answers 404 in plain words',
    async (name) => {
      const { status, headers, body } = await answerOf(name)
      expect([status, headers.get('cache-control'), body]).toEqual([404, 'no-store', 'Not found\n'])
      expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
    },
  )
})

describe('repeated requests of a creator’s feed', () => {
  it('get 304 until it changes, by tag and by date', async () => {
    const person = await signUp(app)
    const { id } = await post(person, { title: 'Before' })
    app.clock.advance(60_000)
    const first = await answerOf(person.username)
    const etag = first.headers.get('etag') ?? ''
    const lastModified = first.headers.get('last-modified') ?? ''
    expect(first.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
    expect(first.headers.get('cache-control')).toBe(
      'public, max-age=0, s-maxage=30, stale-while-revalidate=30',
    )
    expect(first.headers.get('vary')).toBe('accept-encoding')
    expect((await answerOf(person.username, { 'if-none-match': etag })).status).toBe(304)
    expect((await answerOf(person.username, { 'if-modified-since': lastModified })).status).toBe(304)

    await app.request('DELETE', `/api/v1/products/${id}`, { token: person.token })
    app.clock.advance(60_000)
    await expect
      .poll(async () => [
        (await answerOf(person.username, { 'if-none-match': etag })).status,
        (await answerOf(person.username, { 'if-modified-since': lastModified })).status,
        (await answerOf(person.username, { 'if-none-match': etag, 'if-modified-since': lastModified }))
          .status,
      ])
      .toEqual([200, 200, 200])
    expect(entriesOf(await feedOf(person.username))).toEqual([])
  })

  it('get no date that a further change could share', async () => {
    const person = await signUp(app)
    await post(person, {})
    expect((await answerOf(person.username)).headers.get('last-modified')).toBeNull()
  })

  it('get it compressed, or without its body, where they ask for that', async () => {
    const person = await signUp(app)
    expect(
      (await answerOf(person.username, { 'accept-encoding': 'br' })).headers.get('content-encoding'),
    ).toBe('br')
    const head = await app.request('HEAD', `/${person.username}/feed.atom`)
    expect([head.status, head.body]).toEqual([200, ''])
  })
})
