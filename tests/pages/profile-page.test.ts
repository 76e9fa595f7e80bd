import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { type Person, proveAddress, signUp } from '../harness/people.ts'

let app: TestApp
let theo: Person

beforeAll(async () => {
  app = await startTestApp({ pages: true })
  theo = await signUp(app, { first: 'Theo', last: 'Lindqvist' })
  await app.database.db
    .updateTable('profiles')
    .set({ bio: 'Coffee, clay and chairs.\nI only post what I use.' })
    .where('id', '=', theo.id)
    .execute()
})
afterAll(() => app?.close())

/** Gives someone another name, as a rename does: the old one stays theirs. */
async function rename(person: Person, username: string) {
  await app.database.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('usernames')
      .values({ username, user_id: person.id, created_at: app.clock.now() })
      .execute()
    await tx.updateTable('profiles').set({ username }).where('id', '=', person.id).execute()
  })
}

describe('/{username} (docs/product/storefront.md#what-it-shows)', () => {
  it('names its owner for link previews and search engines', async () => {
    const { body } = await app.request('GET', `/${theo.username}`)
    const address = `${app.url}/${theo.username}`
    for (const tag of [
      `<title>Theo Lindqvist (@${theo.username}) · Folio</title>`,
      '<meta name="description" content="Coffee, clay and chairs. I only post what I use."/>',
      `<link rel="canonical" href="${address}"/>`,
      '<meta property="og:type" content="profile"/>',
      `<meta property="og:title" content="Theo Lindqvist (@${theo.username})"/>`,
      `<meta property="og:url" content="${address}"/>`,
      `<meta property="og:image" content="${address}/preview.jpg?v=`,
    ])
      expect(body).toContain(tag)
  })
})

describe('the tabs of a storefront (docs/product/storefront.md#tabs)', () => {
  it('are pages of their own, read without scripts; no other query makes one', async () => {
    const lamp = { amazon_url: 'https://amazon.com/dp/B0LAMP0001', title: 'A ranked lamp', category_id: null }
    const post = (title: string) =>
      app.request('POST', '/api/v1/products', { token: theo.token, body: { ...lamp, title } })
    const { body: ranked } = await post(lamp.title)
    await post('A lamp that nobody viewed')
    await app.database.owner.pool.query(
      `insert into product_ranks (product_id, user_id, marketplace, asin, score)
       values ($1, $2, 'us', 'B0LAMP0001', 3)`,
      [ranked.id, theo.id],
    )
    const shown = async (query: string) => {
      const { body } = await app.request('GET', `/${theo.username}${query}`)
      const main = String(body).split('<main')[1]?.split('</main>')[0] ?? ''
      return ['A ranked lamp', 'A lamp that nobody viewed', 'Most viewed in 90 days'].filter((text) =>
        main.includes(`>${text}<`),
      )
    }
    const all = ['A ranked lamp', 'A lamp that nobody viewed']
    // A profile may be a quarter of a second old.
    await expect.poll(() => shown('')).toEqual(all)
    expect(await shown('?tab=popular')).toEqual(['A ranked lamp', 'Most viewed in 90 days'])
    expect(await shown('?tab=lists')).toEqual([])
    for (const query of ['?tab=other', '?q=lamp', '?category=home', '?utm_source=x&q=x'])
      expect(await shown(query)).toEqual(all)
  })

  it('follow a change of picks, cover and links at once', async () => {
    const page = async () => String((await app.request('GET', `/${theo.username}?tab=lists`)).body)
    expect(await page()).not.toContain('Theo</bdi>’s picks')
    const { body: mine } = await app.request('GET', '/api/v1/me/products', { token: theo.token })
    const product_ids = [mine.items[0].id]
    await app.request('PUT', '/api/v1/me/picks', { token: theo.token, body: { product_ids } })
    await expect.poll(page).toContain('Theo</bdi>’s picks')
    await proveAddress(app, theo)
    const body = { links: ['instagram.com/theo'] }
    await app.request('PATCH', '/api/v1/me', { token: theo.token, body })
    await expect.poll(page).toContain('href="https://instagram.com/theo" rel="nofollow ugc me noopener"')
  })
})

describe('names on the way to a profile (docs/product/addresses.md#unknown-addresses)', () => {
  it('a former name redirects permanently to the current one', async () => {
    const kofi = await signUp(app, { first: 'Kofi', last: 'Mensah' })
    await rename(kofi, 'kofi-builds')
    const { status, headers } = await app.request('GET', `/${kofi.username}`)
    expect([status, headers.get('location')]).toEqual([301, '/kofi-builds'])
  })

  it('upper case redirects permanently to lower case', async () => {
    const { status, headers } = await app.request('GET', `/${theo.username.toUpperCase()}`)
    expect([status, headers.get('location')]).toEqual([301, `/${theo.username}`])
  })

  it.each(['/@', '/%40'])('a name after %s redirects permanently to the profile', async (start) => {
    const { status, headers } = await app.request('GET', start + theo.username)
    expect([status, headers.get('location')]).toEqual([301, `/${theo.username}`])
  })
})

describe('no such profile (docs/product/addresses.md#unknown-addresses)', () => {
  it.each(['/nobody-here', '/Nobody-Here', '/___', '/a-b_c'])(
    "%s is 'Profile Not Found'",
    async (address) => {
      const { status, body, headers } = await app.request('GET', address)
      expect([status, headers.get('cache-control')]).toEqual([404, 'no-store'])
      expect(body).toContain('<title>Profile Not Found · Folio</title>')
      expect(body).toContain('<meta name="robots" content="noindex"/>')
    },
  )

  it.each(['/ab', `/${'x'.repeat(21)}`, '/a.b', '/%C3%A9lise', '/with%20space', '/%00'])(
    "%s, which nobody can be called, is 'Oops! Page not found'",
    async (address) => {
      const { status, body } = await app.request('GET', address)
      expect(status).toBe(404)
      expect(body).toContain('Oops! Page not found')
      expect(body).toContain('<title>Page not found · Folio</title>')
    },
  )
})
