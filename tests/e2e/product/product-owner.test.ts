import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../harness/app.ts'
import { sharedBrowser } from '../../harness/browser.ts'
import type { ProductRow } from '../../harness/factories.ts'
import { type Person, signUp } from '../../harness/people.ts'
import { flawsInEveryLook } from '../helpers/looks.ts'
import { post } from '../helpers/shelf.ts'
import { desktop, open, phone, visitor } from '../helpers/visitors.ts'

let app: TestApp
let browser: Browser
let theo: Person

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startTestApp({ pages: true }), sharedBrowser()])
  theo = await signUp(app, { first: 'Theo', last: 'Lindqvist' })
})
afterAll(async () => {
  await app?.close()
})

const pathOf = (product: ProductRow) => `/l/${product.shortLinkId}`
const counter = (page: Page) => page.getByRole('heading', { name: /^Your link has been clicked/ })

async function withClicks(count: number): Promise<ProductRow> {
  const product = await post(app, theo, { title: 'Kettle' })
  await app.database.db
    .updateTable('click_totals')
    .set({ clicks_count: count })
    .where('product_id', '=', product.id)
    .execute()
  return product
}

describe('spec section 2: product detail page, owner only', () => {
  it('counts clicks', async () => {
    const context = await visitor(browser, app, { as: theo })
    for (const [count, text] of [
      [0, 'Your link has been clicked 0 times'],
      [1, 'Your link has been clicked 1 time'],
      [1204, 'Your link has been clicked 1,204 times'],
    ] as const) {
      const page = await open(context, pathOf(await withClicks(count)))
      await counter(page).waitFor()
      expect(await counter(page).textContent()).toBe(text)
      await page.getByText('You earn when others purchase through your link').waitFor()
    }
  })

  it.each([
    ['a phone', phone],
    ['a desktop', desktop],
  ])('on %s has one quiet shop button, and no bar over the page', async (_, viewport) => {
    const product = await withClicks(3)
    const page = await open(await visitor(browser, app, { as: theo, viewport }), pathOf(product))
    await counter(page).waitFor()
    const shop = page.getByRole('link', { name: 'Shop on Amazon' })
    expect(await shop.count()).toBe(1)
    expect(await shop.evaluate((link) => getComputedStyle(link).backgroundColor)).toBe('rgb(255, 255, 255)')
    expect(await page.locator('[data-bottom-bar]').count()).toBe(0)
  })

  it('shows nothing of it to others, signed in or not', async () => {
    const product = await withClicks(3)
    const other = await signUp(app)
    for (const as of [undefined, other]) {
      const page = await open(await visitor(browser, app, { ...(as && { as }) }), pathOf(product))
      await page.waitForLoadState('networkidle')
      expect(await counter(page).count()).toBe(0)
    }
  })

  it('keeps sample details to the owner, who is told so (decision: Items)', async () => {
    const product = await post(app, theo, {
      title: 'Enamel Camping Mug',
      asin: 'B0SAMPLE01',
      metadata_source: 'sample',
      image_url: '/art/mug.svg',
      image_source: 'sample',
    })
    const owned = await open(await visitor(browser, app, { as: theo }), pathOf(product))
    await owned.getByRole('heading', { level: 1, name: 'Enamel Camping Mug' }).waitFor()
    await owned.getByText('Needs details').waitFor()
    await owned.locator('main img[src="/art/mug.svg"]').waitFor()
    const visited = await open(await visitor(browser, app), pathOf(product))
    await visited.getByRole('heading', { level: 1, name: 'Amazon item B0SAMPLE01' }).waitFor()
    expect(await visited.getByText('Needs details').count()).toBe(0)
    // A title of their own makes it public.
    await owned.getByRole('button', { name: 'Edit details' }).click()
    const sheet = owned.getByRole('dialog', { name: 'Edit Your Item' })
    await sheet.getByRole('textbox', { name: 'Title' }).fill('My favourite mug')
    await sheet.getByRole('button', { name: 'Save Changes' }).click()
    await owned.getByRole('heading', { level: 1, name: 'My favourite mug' }).waitFor()
    expect(await owned.getByText('Needs details').count()).toBe(0)
    await visited.reload()
    await visited.getByRole('heading', { level: 1, name: 'My favourite mug' }).waitFor()
  })

  it('tells of a shop link that leads nowhere any more', async () => {
    const gone = { attention: 'gone', attention_since: app.clock.now() }
    const product = await post(app, theo, { title: 'Kettle', ...gone })
    const page = await open(await visitor(browser, app, { as: theo }), pathOf(product))
    await page.getByText('Visitors who press Shop on Amazon find nothing there.').waitFor()
  })

  it('says when the numbers cannot be loaded, and tries again', async () => {
    const product = await withClicks(7)
    const page = await (await visitor(browser, app, { as: theo })).newPage()
    await page.route('**/api/v1/products/*', (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto(pathOf(product))
    await page.getByText('Failed to load product details.').waitFor()
    await page.getByRole('heading', { level: 1, name: 'Kettle' }).waitFor()
    await page.unroute('**/api/v1/products/*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await counter(page).waitFor()
  })

  it('has no flaw a machine can find, light or dark', async () => {
    const page = await open(await visitor(browser, app, { as: theo }), pathOf(await withClicks(3)))
    await counter(page).waitFor()
    expect(await flawsInEveryLook(page, phone, desktop)).toEqual({})
  })
})

describe('spec section 2: product detail page, after creation', () => {
  const banner = (page: Page) => page.getByText('Product Created! Ready to share.')
  const another = (page: Page) => page.getByRole('link', { name: 'Add Another Product' })

  async function openAsNew(product: ProductRow): Promise<Page> {
    const page = await open(await visitor(browser, app, { as: theo }), '/my-folio')
    await page.clock.install()
    await page.evaluate((address) => {
      window.history.pushState({ fromCreation: true, from: '/my-folio' }, '', address)
    }, pathOf(product))
    await counter(page).waitFor()
    return page
  }

  it('says so for 5 seconds, and keeps the way to the next product', async () => {
    const page = await openAsNew(await withClicks(0))
    await banner(page).waitFor()
    // The clock also goes on by itself, so a margin is left for a slow machine.
    await page.clock.runFor(2_000)
    expect(await banner(page).count()).toBe(1)
    await page.clock.runFor(3_000)
    await banner(page).waitFor({ state: 'detached' })
    await another(page).click()
    await page.getByRole('dialog').waitFor()
    await page.waitForURL('**/my-folio')
  })

  it('says nothing of the kind otherwise', async () => {
    const page = await open(await visitor(browser, app, { as: theo }), pathOf(await withClicks(0)))
    await counter(page).waitFor()
    expect(await banner(page).count()).toBe(0)
    expect(await another(page).count()).toBe(0)
  })
})
