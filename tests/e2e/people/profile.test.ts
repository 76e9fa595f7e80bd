import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../harness/app.ts'
import { sharedBrowser } from '../../harness/browser.ts'
import { type Person, signUp } from '../../harness/people.ts'
import { post, postMany, titlesOn } from '../helpers/shelf.ts'
import { addressOf, goWithin, open, visitor } from '../helpers/visitors.ts'

let app: TestApp
let browser: Browser
let theo: Person

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startTestApp({ pages: true }), sharedBrowser()])
  theo = await signUp(app, { first: 'Theo', last: 'Lindqvist' })
  await postMany(app, theo, 'Chair', 42)
  await post(app, await signUp(app, { first: 'Ana' }), { title: 'Of someone else' })
  await app.database.db
    .updateTable('profiles')
    .set({ bio: 'Coffee, clay and chairs.\nI only post what I use.', avatar_url: '/art/av-theo.svg' })
    .where('id', '=', theo.id)
    .execute()
})
afterAll(async () => {
  await app?.close()
})

const chairs = (count: number) => Array.from({ length: count }, (_, i) => `Chair ${i}`)

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

describe('spec section 2: /{username}', () => {
  it('is rendered by the server: who it is, and the products, newest first', async () => {
    const context = await visitor(browser, app, { browser: { javaScriptEnabled: false } })
    const page = await context.newPage()
    expect((await page.goto(`/${theo.username}`))?.status()).toBe(200)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Theo Lindqvist')
    expect(await page.getByRole('heading', { level: 2 }).textContent()).toBe('Products (42)')
    const main = (await page.locator('main').textContent()) ?? ''
    expect(main).toContain(`@${theo.username}`)
    expect(main).toContain('Coffee, clay and chairs.')
    expect(main).toContain('0 followers')
    expect(main).toContain('0 following')
    expect(main).not.toContain('Shared by')
    expect(await page.getByRole('button', { name: 'Follow', exact: true }).isVisible()).toBe(true)
    expect(await titlesOn(page)).toEqual(chairs(40))
  })

  it('tells link previews and search engines whose it is', async () => {
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

  it('is led to by the product pages', async () => {
    const page = await open(await visitor(browser, app), `/${theo.username}`)
    await page.getByRole('link', { name: 'View Chair 3', exact: true }).click()
    await page.getByRole('link', { name: `Shared by @${theo.username}` }).click()
    await page.waitForURL(`**/${theo.username}`)
  })
})

describe('decision: names on the way to a profile', () => {
  it('a former name leads permanently to the current one', async () => {
    const kofi = await signUp(app, { first: 'Kofi', last: 'Mensah' })
    await rename(kofi, 'kofi-builds')
    const { status, headers } = await app.request('GET', `/${kofi.username}`)
    expect([status, headers.get('location')]).toEqual([301, '/kofi-builds'])
  })

  it('upper case leads permanently to lower case', async () => {
    const { status, headers } = await app.request('GET', `/${theo.username.toUpperCase()}`)
    expect([status, headers.get('location')]).toEqual([301, `/${theo.username}`])
  })

  it('inside the app, too, without a trace on the way back', async () => {
    const page = await open(await visitor(browser, app), '/terms')
    await goWithin(page, '/Theo-Lindqvist')
    await page.waitForURL('**/theo-lindqvist')
    await page.getByRole('heading', { level: 1, name: 'Theo Lindqvist' }).waitFor()
    await page.goBack()
    await page.waitForURL('**/terms')
  })
})

describe('spec section 2: no such profile', () => {
  it.each(['/nobody-here', '/Nobody-Here', '/___', '/a-b_c'])(
    "%s is 'Profile Not Found'",
    async (address) => {
      const { status, body, headers } = await app.request('GET', address)
      expect([status, headers.get('cache-control')]).toEqual([404, 'no-store'])
      expect(body).toContain('Profile Not Found')
      expect(body).toContain('<meta name="robots" content="noindex"/>')
    },
  )

  it.each(['/ab', `/${'x'.repeat(21)}`, '/a.b', '/%C3%A9lise', '/with%20space', '/%00'])(
    "%s, which nobody can be called, is 'Oops! Page not found'",
    async (address) => {
      const { status, body } = await app.request('GET', address)
      expect(status).toBe(404)
      expect(body).toContain('Oops! Page not found')
    },
  )
})

describe('spec section 8: a profile fails', () => {
  it("says 'Failed to load profile', also without a network, instead of leaving the app, and tries again", async () => {
    const page = await open(await visitor(browser, app), '/terms')
    await page.context().setOffline(true)
    await goWithin(page, `/${theo.username}`)
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor()
    expect(addressOf(page)).toBe(`/${theo.username}`)
    await page.context().setOffline(false)

    await page.route('**/api/v1/profiles/*', (route) => route.fulfill({ status: 503, json: {} }))
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByText('Failed to load profile').waitFor()
    expect(addressOf(page)).toBe(`/${theo.username}`)
    await page.unroute('**/api/v1/profiles/*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('heading', { level: 1, name: 'Theo Lindqvist' }).waitFor()
  })
})
