import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Person, signUp } from '../../harness/people.ts'
import { fillShelf } from '../helpers/collection.ts'
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

describe('ten thousand products', () => {
  const scrollDown = (page: Page) => page.evaluate(() => window.scrollBy(0, 6_000))
  const topCard = (page: Page) =>
    cards(page).evaluateAll((all) => {
      const found = all.find((card) => card.getBoundingClientRect().top > 100)
      return { title: found?.querySelector('h2')?.textContent, top: found?.getBoundingClientRect().top ?? 0 }
    })

  it('are light in the page, come in pages, and are restored after going back', async () => {
    await fillShelf(stage.app, maya, 10_000, 'books')
    const page = await openAsMaya('/category/books')
    await page.getByText('10,000 items').waitFor()
    await expect.poll(() => page.title()).toBe('Books · Folio')
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
    const card = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: before.title ?? '' }) })
    expect(await card.getAttribute('aria-setsize')).toBe('10000')
    expect(`Thing ${await card.getAttribute('aria-posinset')}`).toBe(before.title)

    await page.getByRole('link', { name: `View ${before.title}`, exact: true }).click()
    await page.waitForURL('**/l/thing-*')
    await page.getByRole('heading', { level: 1, name: before.title ?? '' }).waitFor()
    await page.goBack()
    await cards(page).first().waitFor()
    await expect.poll(async () => (await topCard(page)).title).toBe(before.title)
    expect(Math.abs((await topCard(page)).top - before.top)).toBeLessThan(8)
    expect(addressOf(page)).toBe('/category/books')
  })
})
