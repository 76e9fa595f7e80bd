import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { sampleItems } from '../../../src/shared/amazon/sample.ts'
import { type Person, signUp } from '../../harness/people.ts'
import { fillShelf, postTo } from '../helpers/collection.ts'
import { flawsOf } from '../helpers/looks.ts'
import { titlesOn } from '../helpers/shelf.ts'
import { setStage } from '../helpers/stage.ts'
import { addressOf, open, phone, visitor } from '../helpers/visitors.ts'

const stage = setStage()
let maya: Person
beforeEach(async () => {
  maya = await signUp(stage.app)
})

const openAsMaya = async (address: string) =>
  open(await visitor(stage.browser, stage.app, { as: maya, viewport: phone }), address)

const cards = (page: Page) => page.getByRole('article')

describe('spec section 2: /category/{categorySlug}', () => {
  it('shows its products with their number in the view that was chosen, and their marks', async () => {
    await postTo(stage.app, maya, 'kitchen', [sampleItems[0]?.title ?? '', 'Mug', 'Kettle'])
    const page = await openAsMaya('/category/kitchen')
    await cards(page).first().waitFor()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Kitchen')
    expect(await page.title()).toBe('Kitchen · Folio')
    await page.getByText('3 items').waitFor()
    expect(await titlesOn(page)).toEqual(['Kettle', 'Mug', sampleItems[0]?.title])
    const marked = page.getByRole('listitem').filter({ hasText: 'Needs details' })
    expect(await marked.getByRole('heading').allTextContents()).toEqual([sampleItems[0]?.title])
    expect(await flawsOf(page)).toEqual([])
    const gridHeight = (await cards(page).first().boundingBox())?.height ?? 0
    await page.getByRole('button', { name: 'List View' }).click()
    expect((await cards(page).first().boundingBox())?.height).toBeLessThan(gridHeight / 2)
    expect(await titlesOn(page)).toHaveLength(3)
    await page.reload()
    await cards(page).first().waitFor()
    expect(await page.getByRole('button', { name: 'List View' }).getAttribute('aria-pressed')).toBe('true')
    await page.getByRole('button', { name: 'Full Card View' }).click()
    expect((await cards(page).first().boundingBox())?.height).toBeGreaterThan(gridHeight)
    await page.getByRole('banner').getByRole('link', { name: 'Back' }).click()
    await page.waitForURL('**/my-folio')
  })

  it('says that it holds nothing, and leads back from one that there is not', async () => {
    const page = await openAsMaya('/category/toys')
    await page.getByRole('heading', { name: 'No items in Toys' }).waitFor()
    await page.getByText('0 items').waitFor()
    for (const slug of ['nonsense', '2026', 'Kitchen']) {
      await page.goto(`/category/${slug}`)
      await page.waitForURL(`${stage.app.url}/my-folio`)
    }
    await page.goto('/feed')
    await page.goto('/category/nonsense')
    await page.waitForURL(`${stage.app.url}/my-folio`)
    await page.goBack()
    await page.waitForURL('**/feed')
  })
})

describe('ten thousand products', () => {
  const scrollDown = (page: Page) => page.evaluate(() => window.scrollBy(0, 6_000))
  const topCard = (page: Page) =>
    cards(page).evaluateAll((all) => {
      const found = all.find((card) => card.getBoundingClientRect().top > 100)
      return { title: found?.querySelector('h2')?.textContent, top: found?.getBoundingClientRect().top ?? 0 }
    })

  it('stay light in the page, come one page after the other, and are where they were after going back', async () => {
    await fillShelf(stage.app, maya, 10_000, 'books')
    const page = await openAsMaya('/category/books')
    await page.getByText('10,000 items').waitFor()
    const reached = page.getByRole('heading', { name: /^Thing [4-9]\d\d$/ })
    await expect
      .poll(
        async () => {
          await scrollDown(page)
          expect(await cards(page).count()).toBeLessThan(40)
          return reached.count()
        },
        { timeout: 20_000, interval: 50 },
      )
      .toBeGreaterThan(0)
    await page.waitForLoadState('networkidle')
    const before = await topCard(page)
    const place = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: before.title ?? '' }) })
    expect(await place.getAttribute('aria-setsize')).toBe('10000')
    expect(`Thing ${await place.getAttribute('aria-posinset')}`).toBe(before.title)

    await page.getByRole('link', { name: `View ${before.title}`, exact: true }).click()
    await page.waitForURL('**/l/thing-*')
    await page.getByRole('heading', { level: 1, name: before.title ?? '' }).waitFor()
    await page.goBack()
    await cards(page).first().waitFor()
    await expect.poll(async () => (await topCard(page)).title).toBe(before.title)
    expect(Math.abs((await topCard(page)).top - before.top)).toBeLessThan(8)
    expect(addressOf(page)).toBe('/category/books')
  })

  it('keep what is there when only the next page fails', async () => {
    await fillShelf(stage.app, maya, 41, 'books')
    const page = await (await visitor(stage.browser, stage.app, { as: maya, viewport: phone })).newPage()
    await page.route('**/api/v1/me/products*cursor=*', (route) =>
      route.fulfill({ status: 500, json: { code: 'internal_error', message: 'no' } }),
    )
    await page.goto('/category/books')
    await cards(page).first().waitFor()
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await page.getByRole('alert').getByText('Failed to load products').waitFor()
    await page.getByRole('heading', { name: 'Thing 40', exact: true }).waitFor()
    await page.unroute('**/api/v1/me/products*cursor=*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('heading', { name: 'Thing 41', exact: true }).waitFor()
  })
})
