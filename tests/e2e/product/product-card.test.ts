import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../harness/app.ts'
import { sharedBrowser } from '../../harness/browser.ts'
import type { ProductRow } from '../../harness/factories.ts'
import { signUp } from '../../harness/people.ts'
import { fitsItsWidth, flawsInEveryLook } from '../helpers/looks.ts'
import { callsTo, post } from '../helpers/shelf.ts'
import { open, phone, visitor } from '../helpers/visitors.ts'

const amazonPicture = 'https://m.media-amazon.com/images/I/61kettle01L.jpg'
const views = ['Grid View', 'List View', 'Full Card View']

let app: TestApp
let browser: Browser
let kettle: ProductRow

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startTestApp({ pages: true }), sharedBrowser()])
  const ana = await signUp(app, { first: 'Ana', last: 'López' })
  const now = app.clock.now().getTime()
  const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000)
  kettle = await post(app, ana, {
    title: 'Gooseneck pour-over kettle, 0.9 L',
    user_comment: 'Slow pour, no drips.',
    image_url: '/art/kettle.svg',
    image_source: 'owner',
    price_cents: 6850,
    price_as_of: minutesAgo(90),
    created_at: minutesAgo(1),
  })
  await post(app, ana, {
    title:
      '🎧🔥 كتاب super-duper-extra-long-hyphenated-name-of-a-thing-that-never-ends, and on and on it goes',
    image_url: amazonPicture,
    image_source: 'amazon',
    price_cents: 123_456_789,
    price_as_of: minutesAgo(10),
    created_at: minutesAgo(130),
  })
  await post(app, ana, { title: '', asin: 'B0EMPTY001', created_at: minutesAgo(3 * 24 * 60) })
  await post(app, ana, {
    title: 'Old price',
    image_url: '/art/no-such-picture.svg',
    image_source: 'owner',
    price_cents: 999,
    price_as_of: minutesAgo(24 * 60 + 1),
    created_at: minutesAgo(4 * 24 * 60),
  })
  await app.database.db
    .updateTable('click_totals')
    .set({ clicks_count: 1204 })
    .where('product_id', '=', kettle.id)
    .execute()
})
afterAll(async () => {
  await app?.close()
})

type Options = Parameters<typeof visitor>[2]

async function openFeed(view = 'Grid View', options: Options = {}): Promise<Page> {
  const context = await visitor(browser, app, options)
  await context.route('https://m.media-amazon.com/**', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  )
  const page = await open(context, '/feed')
  if (view !== 'Grid View') await page.getByRole('button', { name: view, exact: true }).click()
  return page
}

const card = (page: Page, title: string | RegExp): Locator =>
  page.locator('article', { has: page.getByRole('heading', { name: title }) })
const kettleOn = (page: Page) => card(page, /^Gooseneck/)

describe('spec section 2: product card', () => {
  it.each(views)('%s shows title, author, price with its time, clicks and View', async (view) => {
    const page = await openFeed(view)
    const text = ((await kettleOn(page).textContent()) ?? '').replaceAll('\u00a0', ' ')
    expect(text).toContain('Gooseneck pour-over kettle, 0.9 L')
    expect(text).toContain('Shared by Ana')
    expect(text).toContain('$68.50')
    expect(text).toMatch(/as of .+/)
    expect((await kettleOn(page).ariaSnapshot()).match(/as of/g)).toHaveLength(1)
    expect(text).toMatch(/1,204 clicks/)
    await kettleOn(page).getByRole('link', { name: 'View Gooseneck' }).click()
    await page.waitForURL(`**/l/${kettle.shortLinkId}`)
  })

  it("Full Card View begins with the author and shows the creator's words", async () => {
    const page = await openFeed('Full Card View')
    expect(await kettleOn(page).textContent()).toMatch(/^AShared by Ana@ana-lopez · \d min/)
    await kettleOn(page).getByText('Slow pour, no drips.').waitFor()
    await kettleOn(page).getByRole('link', { name: 'Shared by Ana' }).click()
    await page.waitForURL('**/ana-lopez')
  })

  it('has no click badge at 0', async () => {
    const page = await openFeed()
    expect(await card(page, 'Old price').textContent()).not.toMatch(/click/)
  })

  it('shows an empty title as the item it is', async () => {
    const page = await openFeed()
    await card(page, 'Amazon item B0EMPTY001').waitFor()
  })

  it.each(views)('%s never shows a price older than 24 hours', async (view) => {
    const page = await openFeed(view)
    const text = await card(page, 'Old price').textContent()
    expect(text).toContain('Price not available')
    expect(text).not.toContain('$')
  })

  it('takes a price away from a page that stays open too long', async () => {
    const context = await visitor(browser, app)
    const page = await context.newPage()
    await page.clock.install({ time: app.clock.now() })
    await page.goto('/feed')
    await kettleOn(page).getByText('$68.50').waitFor()
    await page.clock.fastForward('23:00:00')
    await kettleOn(page).getByText('Price not available').waitFor()
  })

  it('shows the placeholder for a picture that does not load, or is not there', async () => {
    const page = await openFeed()
    for (const title of ['Old price', 'Amazon item B0EMPTY001']) {
      await card(page, title).scrollIntoViewIfNeeded()
      await card(page, title).locator('img[src="/placeholder.svg"]').waitFor()
    }
  })

  it("shows Amazon's pictures whole on white, in both themes (Amazon policy)", async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await openFeed('Grid View', { browser: { colorScheme } })
      const picture = card(page, /super-duper/).locator('img')
      expect(await picture.getAttribute('src')).toBe(amazonPicture)
      expect(
        await picture.evaluate((img) => [
          getComputedStyle(img).objectFit,
          getComputedStyle(img.parentElement as Element).backgroundColor,
        ]),
      ).toEqual(['contain', 'rgb(255, 255, 255)'])
    }
  })

  it('toggles a like here alone, for as long as the page lives', async () => {
    const page = await openFeed()
    const calls = callsTo(page, /^\/api\//)
    const like = kettleOn(page).getByRole('button', { name: 'Like Gooseneck' })
    await like.click()
    expect(await like.getAttribute('aria-pressed')).toBe('true')
    await page.getByRole('button', { name: 'List View' }).click()
    expect(await like.getAttribute('aria-pressed')).toBe('true')
    await like.click()
    expect(await like.getAttribute('aria-pressed')).toBe('false')
    expect(calls).toEqual([])
  })

  it('is operated by keyboard, each product stopping at its three controls alone', async () => {
    const page = await openFeed()
    await kettleOn(page).getByRole('button', { name: 'Like' }).focus()
    await page.keyboard.press('Tab')
    expect(await page.locator(':focus').getAttribute('aria-label')).toMatch(/^Share Gooseneck/)
    await page.keyboard.press('Tab')
    expect(await page.locator(':focus').textContent()).toMatch(/^View/)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/l/*')
  })
})

describe('WCAG 2.2 AA and small windows: cards with long, mixed and missing content', () => {
  it.each(views)('%s has no flaw a machine can find', async (view) => {
    const page = await openFeed(view, { viewport: phone })
    expect(await flawsInEveryLook(page, phone)).toEqual({})
  })

  it.each(views)('%s fits 320 pixels', async (view) => {
    const page = await openFeed(view, { viewport: { width: 320, height: 640 } })
    expect(await fitsItsWidth(page)).toBe(true)
    const overflowing = await page
      .locator('article')
      .evaluateAll((cards) =>
        cards.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
      )
    expect(overflowing).toEqual([])
  })
})
