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
  /** The top card, once it is the same twice: what was scrolled to comes in pages, and moves while it comes. */
  const topCardAtRest = async (page: Page) => {
    let last = await topCard(page)
    const isSame = async () => {
      const before = last
      last = await topCard(page)
      return last.title !== undefined && last.title === before.title && last.top === before.top
    }
    await expect.poll(isSame, { timeout: 20_000, interval: 300 }).toBe(true)
    return last
  }

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
    const before = await topCardAtRest(page)
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

describe('a tab that is closed within the ten seconds (docs/product/my-folio.md#deleting-several)', () => {
  it('has deleted what was removed by then, and kept what Undo had brought back', async () => {
    await fillShelf(stage.app, maya, 4, 'books')
    const page = await openAsMaya('/category/books')
    const remove = async (...titles: string[]) => {
      await page.getByRole('button', { name: 'Select', exact: true }).click()
      for (const title of titles)
        await page.getByRole('checkbox', { name: `Select ${title}`, exact: true }).check({ force: true })
      await page.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
      await page
        .getByText(/items? removed$/)
        .last()
        .waitFor()
      await page.getByRole('button', { name: 'Done' }).click()
    }
    const left = async () => {
      const { body } = await stage.app.request('GET', '/api/v1/me/products', { token: maya.token })
      return body.items.map(({ title }: { title: string }) => title).toSorted()
    }
    await remove('Thing 1')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('1 item put back').waitFor()
    await remove('Thing 2', 'Thing 3')
    expect(await left()).toHaveLength(4)
    await page.close({ runBeforeUnload: true })
    await expect.poll(left).toEqual(['Thing 1', 'Thing 4'])
  })
})
