import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../harness/app.ts'
import { sharedBrowser } from '../../harness/browser.ts'
import type { ProductRow } from '../../harness/factories.ts'
import { type Person, signUp } from '../../harness/people.ts'
import { post } from '../helpers/shelf.ts'
import { goTo, open, visitor } from '../helpers/visitors.ts'

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

/** That the page has nothing of its owner's. */
async function isNobodys(page: Page) {
  await page.waitForLoadState('networkidle')
  expect(await counter(page).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Options' }).count()).toBe(0)
}

async function withClicks(count: number): Promise<ProductRow> {
  const product = await post(app, theo, { title: 'Kettle' })
  await app.database.db
    .updateTable('click_totals')
    .set({ clicks_count: count })
    .where('product_id', '=', product.id)
    .execute()
  return product
}

describe('product detail page, owner only (docs/product/product-page.md#owner)', () => {
  it('shows neither clicks nor options to others, signed in or not', async () => {
    const product = await withClicks(3)
    const other = await signUp(app)
    const page = await open(await visitor(browser, app, { as: other }), pathOf(product))
    await isNobodys(page)
    await page.evaluate(() => localStorage.removeItem('folio.session'))
    await goTo(page, pathOf(product))
    await isNobodys(page)
  })

  it('shows sample details to the owner only, with a notice (decision 54)', async () => {
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
    // Its picture is still the sample's.
    expect(await owned.getByText('Needs details').count()).toBe(1)
    await visited.reload()
    await visited.getByRole('heading', { level: 1, name: 'My favourite mug' }).waitFor()
  })
})
