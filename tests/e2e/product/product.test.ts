import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../harness/app.ts'
import { sharedBrowser } from '../../harness/browser.ts'
import type { ProductRow } from '../../harness/factories.ts'
import { type Person, signUp } from '../../harness/people.ts'
import { gate } from '../helpers/holding.ts'
import { shiftOf, watchShifts } from '../helpers/looks.ts'
import { file, post } from '../helpers/shelf.ts'
import { goWithin, open, phone, visitor } from '../helpers/visitors.ts'

const minute = 60_000

let app: TestApp
let browser: Browser
let theo: Person
let kettle: ProductRow

beforeAll(async () => {
  const env = { AMAZON_TAGS: 'us=folio-20' }
  ;[app, browser] = await Promise.all([startTestApp({ pages: true, env }), sharedBrowser()])
  theo = await signUp(app, { first: 'Theo', last: 'Lindqvist' })
  kettle = await post(app, theo, {
    // One line in any face: how long titles wrap before theirs has come is not what is tested here.
    title: 'Gooseneck kettle',
    asin: 'B0KETTLE01',
    user_comment: 'Slow pour, no drips.',
    description: 'A stovetop kettle with a narrow spout.',
    tags: ['coffee', 'slow mornings'],
    image_url: '/art/kettle.svg',
    image_source: 'owner',
    price_cents: 6800,
    price_as_of: new Date(app.clock.now().getTime() - 10 * minute),
  })
  await file(app, kettle, 'kitchen')
})
afterAll(async () => {
  await app?.close()
})

const pathOf = (product: ProductRow) => `/l/${product.shortLinkId}`
const shopLink = (page: Page) => page.getByRole('link', { name: 'Shop on Amazon (paid link)' })
const unavailable = (page: Page) =>
  page.getByRole('heading', { level: 1, name: 'Product Preview Not Available' })

describe('product detail page (docs/product/product-page.md#what-it-shows)', () => {
  it('is rendered by the server, for visitors without scripts, too', async () => {
    const context = await visitor(browser, app, { browser: { javaScriptEnabled: false } })
    const page = await context.newPage()
    expect((await page.goto(pathOf(kettle)))?.status()).toBe(200)
    const main = (await page.locator('main').textContent()) ?? ''
    for (const text of [
      'Gooseneck kettle',
      '$68',
      'What I love about it:',
      'Slow pour, no drips.',
      'A stovetop kettle with a narrow spout.',
      'Kitchen',
      '#coffee',
      '#slow mornings',
      `Shared by @${theo.username}`,
      'Product curator',
      'As an Amazon Associate I earn from qualifying purchases.',
      'The price may have changed since.',
    ])
      expect(main).toContain(text)
    expect(await shopLink(page).first().getAttribute('href')).toBe(
      `https://www.amazon.com/dp/B0KETTLE01?tag=folio-20&ascsubtag=${kettle.shortLinkId}`,
    )
    expect(main).toMatch(/as of \w{3} \d{1,2}, \d\d:\d\d UTC on Amazon/)
  })
})

describe('product detail page, loading and failing (docs/product/product-page.md#missing)', () => {
  it("says 'Loading product details...' while it loads, then that it failed, and leads back", async () => {
    const page = await open(await visitor(browser, app, { as: theo }), '/feed')
    const { opened: failing, open: fail } = gate()
    await page.route('**/api/v1/products/*', async (route) => {
      await failing
      await route.fulfill({ status: 500, json: {} })
    })
    await page.getByRole('link', { name: 'View Gooseneck' }).click()
    await page.getByText('Loading product details...').filter({ visible: true }).waitFor()
    fail()
    await unavailable(page).waitFor()
    await page.getByText('Failed to load product details.').waitFor()
    await page.getByRole('link', { name: 'Go Back' }).click()
    await page.waitForURL('**/feed')
    await page.getByRole('heading', { name: 'Gooseneck kettle' }).waitFor()

    // Somebody who came from My Folio gets back there, one step in the history.
    await page.unroute('**/api/v1/products/*')
    await goWithin(page, '/category/kitchen')
    // Until then the feed stands there, with a link of the same name.
    await page.getByRole('heading', { level: 1, name: 'Kitchen' }).waitFor()
    await page.getByRole('link', { name: 'View Gooseneck' }).click()
    await page.waitForURL(`**${pathOf(kettle)}`)
    const back = page.getByRole('link', { name: 'Back' })
    await expect.poll(() => back.getAttribute('href')).toBe('/my-folio')
    await back.click()
    await page.waitForURL('**/category/kitchen')
  })
})

describe('product detail page: weight', () => {
  it("loads at most 119 kB of scripts together, late ones too, moves nothing while they take over, shows the price's time in the viewer's time zone", async () => {
    const settings = { timezoneId: 'Asia/Tokyo', locale: 'en-GB' }
    const page = await (await visitor(browser, app, { viewport: phone, browser: settings })).newPage()
    await watchShifts(page)
    const sizes: Promise<number>[] = []
    page.on('requestfinished', (request) => {
      if (new URL(request.url()).pathname.endsWith('.js'))
        sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
    })
    await page.goto(pathOf(kettle), { waitUntil: 'networkidle' })
    const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    expect(total).toBeGreaterThan(50_000)
    expect(total).toBeLessThanOrEqual(119_000)
    expect(await shiftOf(page)).toBeLessThan(0.01)

    const at = new Date(app.clock.now().getTime() - 10 * minute)
    const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Asia/Tokyo' }).format(at)
    await page.getByText(new RegExp(`as of ${clock} (today|yesterday) on Amazon`)).waitFor()
  })
})
