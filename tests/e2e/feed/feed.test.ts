import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../harness/app.ts'
import { sharedBrowser } from '../../harness/browser.ts'
import { type Person, signUp } from '../../harness/people.ts'
import { holdScripts } from '../helpers/holding.ts'
import { shiftOf, shiftSoFar, watchShifts } from '../helpers/looks.ts'
import { file, post, postMany, titlesOn } from '../helpers/shelf.ts'
import { open, phone, visitor } from '../helpers/visitors.ts'
import { cardCount, chip, scrollToEnd, waitForCards } from './feed-page.ts'

const hour = 60 * 60 * 1000
const total = 95

let app: TestApp
let browser: Browser
let ana: Person

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startTestApp({ pages: true }), sharedBrowser()])
  ana = await signUp(app, { first: 'Ana', last: 'López' })
  const old = new Date(app.clock.now().getTime() - 30 * 24 * hour)
  const book = await post(app, ana, { title: 'An old book', created_at: old })
  await file(app, book, 'books')
  await postMany(app, ana, 'Mug', total - 1)
})
afterAll(async () => {
  await app?.close()
})

const mugs = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `Mug ${from + i}`)
const viewButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

describe('/feed (docs/product/feed.md#the-list)', () => {
  it('is rendered by the server with the newest 40, for readers without scripts, too', async () => {
    const { status, body } = await app.request('GET', '/feed')
    expect(status).toBe(200)
    expect(body).toContain('<title>Folio</title>')
    expect(body).toContain(`<link rel="canonical" href="${app.url}/feed"/>`)
    expect(body.match(/As an Amazon Associate I earn from qualifying purchases\./g)).toHaveLength(1)
    const context = await visitor(browser, app, { browser: { javaScriptEnabled: false } })
    const page = await context.newPage()
    await page.goto('/feed')
    expect(await titlesOn(page)).toEqual(mugs(0, 40))
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Explore')
  })

  it('lays out the first screen before the scripts come, and then the rest without moving anything', async () => {
    const page = await (await visitor(browser, app, { viewport: phone })).newPage()
    const release = await holdScripts(page)
    await watchShifts(page)
    await page.goto('/feed', { waitUntil: 'commit' })
    await page.getByText('Mug 39').first().waitFor({ state: 'attached' })
    // `content-visibility: auto` skips the parts of a card that is far below.
    const isLaidOut = (title: string) =>
      page
        .getByRole('article')
        .filter({ hasText: title })
        .first()
        .evaluate((card) => card.checkVisibility({ contentVisibilityAuto: true }))
    // A card is laid out in the first frame, which may come after its text.
    await expect.poll(() => isLaidOut('Mug 1')).toBe(true)
    expect(await isLaidOut('Mug 38')).toBe(false)
    // A font that comes late moves the initials of cards without a picture.
    const before = await shiftSoFar(page)
    release()
    await page.locator('html[data-app]').waitFor({ state: 'attached' })
    await expect.poll(() => isLaidOut('Mug 38')).toBe(true)
    expect((await shiftOf(page)) - before).toBeLessThan(0.001)
  })

  it('is restored by the back button, with scroll position and content, and with its category by the link back', async () => {
    const page = await open(await visitor(browser, app, { viewport: phone }), '/feed')
    await scrollToEnd(page)
    await waitForCards(page, 80)
    const view = page.getByRole('link', { name: 'View Mug 60', exact: true })
    await view.scrollIntoViewIfNeeded()
    const scrolled = await page.evaluate(() => window.scrollY)
    await view.click()
    await page.getByRole('heading', { level: 1, name: 'Mug 60' }).waitFor()
    await page.goBack()
    await page.waitForURL('**/feed')
    await page.waitForFunction((y) => Math.abs(window.scrollY - y) < 2, scrolled)
    expect(await cardCount(page)).toBeGreaterThanOrEqual(80)
    expect((await titlesOn(page)).slice(0, 80)).toEqual(mugs(0, 80))

    // The same of a category, by the page's own link back.
    await chip(page, 'Books').click()
    await page.getByRole('link', { name: 'View An old book' }).click()
    await page.getByRole('heading', { level: 1, name: 'An old book' }).waitFor()
    await page.getByRole('link', { name: 'Back' }).click()
    await page.waitForURL('**/feed?scope=public&category=books')
    expect(await titlesOn(page)).toEqual(['An old book'])
  })
})

describe('the view switch (docs/product/feed.md#view)', () => {
  it('works where the browser refuses storage', async () => {
    const context = await visitor(browser, app)
    await context.addInitScript(() => {
      const refuse = () => {
        throw new DOMException('refused', 'SecurityError')
      }
      Object.defineProperty(window, 'localStorage', { get: refuse })
    })
    const page = await open(context, '/feed')
    await viewButton(page, 'List View').click()
    await page.locator('button[aria-label="List View"][aria-pressed=true]:visible').waitFor()
  })
})

describe('the feed fails as a whole (docs/product/feed.md#empty-and-failed)', () => {
  it("says 'Something went wrong' and tries again, without internals, and is not cached", async () => {
    const page = await open(await visitor(browser, app), '/terms')
    await page.route('**/api/v1/categories', (route) => route.fulfill({ status: 500, json: {} }))
    await page.getByRole('link', { name: 'Folio, to the feed' }).click()
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor()
    await page.getByText('Failed to load products').waitFor()
    await page.unroute('**/api/v1/categories')
    await page.getByRole('button', { name: 'Retry' }).click()
    await waitForCards(page, 40)
  })

  it('answers 500 from the server, and recovers afterwards', async () => {
    const other = await startTestApp({ pages: true })
    const { db } = other.database.owner
    try {
      await db.schema.alterTable('categories').renameTo('gone').execute()
      const failed = await other.request('GET', '/feed')
      expect([failed.status, failed.headers.get('cache-control')]).toEqual([500, 'no-store'])
      expect(failed.body).toContain('Something went wrong')
      expect(failed.body).not.toContain('relation')
      await db.schema.alterTable('gone').renameTo('categories').execute()
      const { status, body } = await other.request('GET', '/feed')
      expect(status).toBe(200)
      expect(body).toContain('No items yet')
    } finally {
      await other.close()
    }
  })
})
