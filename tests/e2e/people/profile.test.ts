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

describe('/{username} (docs/product/storefront.md#what-it-shows)', () => {
  it('is rendered by the server: name and picture, and the products, newest first', async () => {
    const context = await visitor(browser, app, { browser: { javaScriptEnabled: false } })
    const page = await context.newPage()
    expect((await page.goto(`/${theo.username}`))?.status()).toBe(200)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Theo Lindqvist')
    expect(await page.locator('[aria-current=page]').textContent()).toBe('Products (42)')
    const main = (await page.locator('main').textContent()) ?? ''
    expect(main).toContain(`@${theo.username}`)
    expect(main).toContain('Coffee, clay and chairs.')
    expect(main).toContain('0 followers')
    expect(main).toContain('0 following')
    expect(main).not.toContain('Shared by')
    expect(await page.getByRole('button', { name: 'Follow', exact: true }).isVisible()).toBe(true)
    expect(await titlesOn(page)).toEqual(chairs(40))
  })
})

describe('a profile fails (docs/product/storefront.md#what-it-shows)', () => {
  it("says 'Failed to load profile', also without a network, stays in the app, and tries again by itself", async () => {
    const page = await open(await visitor(browser, app), '/terms')
    await page.context().setOffline(true)
    await goWithin(page, `/${theo.username}`)
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor()
    expect(addressOf(page)).toBe(`/${theo.username}`)

    // It loads by itself when the connection has returned.
    await page.route('**/api/v1/profiles/*', (route) => route.fulfill({ status: 503, json: {} }))
    await page.context().setOffline(false)
    await page.getByText('Failed to load profile').waitFor()
    expect(addressOf(page)).toBe(`/${theo.username}`)
    await page.unroute('**/api/v1/profiles/*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('heading', { level: 1, name: 'Theo Lindqvist' }).waitFor()

    // Upper case leads to lower case inside the app, too, without an entry in the history.
    await page.goBack()
    await page.waitForURL('**/terms')
    await goWithin(page, '/Theo-Lindqvist')
    await page.waitForURL('**/theo-lindqvist')
    await page.getByRole('heading', { level: 1, name: 'Theo Lindqvist' }).waitFor()
    await page.goBack()
    await page.waitForURL('**/terms')
  })
})
