import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Person, signUp } from '../../harness/people.ts'
import { pinnedNames, postTo, postToInbox, titlesIn } from '../helpers/collection.ts'
import { toastOf } from '../helpers/forms.ts'
import { flawsOf } from '../helpers/looks.ts'
import { callsTo, post, titlesOn } from '../helpers/shelf.ts'
import { setStage } from '../helpers/stage.ts'
import { goWithin, open, phone, visitor } from '../helpers/visitors.ts'

const stage = setStage()
let maya: Person
beforeEach(async () => {
  maya = await signUp(stage.app)
})

const asMaya = () => visitor(stage.browser, stage.app, { as: maya, viewport: phone })
const openAsMaya = async (address: string) => open(await asMaya(), address)

/** That /categories/setup pins and unpins at once, the focus stays, and My Folio follows. */
async function pinsCategories(page: Page) {
  const pinOf = (name: string) => page.getByRole('switch', { name: `Pin ${name}` })
  await postTo(stage.app, maya, 'pets', ['Ball'])
  await goWithin(page, '/categories/setup')
  await page.getByText('(max 8)').waitFor()
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Manage Categories')
  await pinOf('Kids').waitFor()
  expect(await page.getByRole('switch').count()).toBe(16)
  expect(await flawsOf(page)).toEqual([])
  await pinOf('Kids').press('Space')
  await toastOf(page, 'Category unpinned successfully').waitFor()
  expect(await pinOf('Kids').getAttribute('aria-checked')).toBe('false')
  expect(await pinOf('Kids').evaluate((button) => button === document.activeElement)).toBe(true)
  await page.getByText('7 of 8').waitFor()
  await pinOf('Pets').click()
  await toastOf(page, 'Category pinned successfully').waitFor()
  await page.getByRole('banner').getByRole('link', { name: 'Back' }).click()
  await page.getByRole('link', { name: /^Kids/ }).waitFor()
  await page.getByRole('banner').getByRole('link', { name: 'Back' }).click()
  await page.getByRole('link', { name: /^Pets 1 item/ }).waitFor()
  const defaults = ['Fashion', 'Beauty', 'Home', 'Kitchen', 'Electronics', 'Fitness', 'Books']
  expect(await pinnedNames(stage.app, maya)).toEqual([...defaults, 'Pets'])
}

const since = new Date('2026-11-20T12:00:00Z')

/** A product with a broken shop link and so many clicks. */
async function postDead(owner: Person, title: string, attention: 'gone' | 'out_of_stock', clicks: number) {
  const asin = title.toUpperCase().padEnd(10, '0').slice(0, 10)
  const { id } = await post(stage.app, owner, { title, asin, attention, attention_since: since })
  await stage.app.database.db
    .updateTable('click_totals')
    .set({ clicks_count: clicks })
    .where('product_id', '=', id)
    .execute()
}

const rowOf = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title })

/** That it lists broken links by clicks, says why, and links to each. */
async function showsWhatNeedsAttention(page: Page) {
  await postDead(maya, 'Lamp', 'out_of_stock', 3)
  await postDead(maya, 'Kettle', 'gone', 1_204)
  await post(stage.app, maya, { title: 'Mug' })
  await postDead(await signUp(stage.app), 'Chair', 'gone', 9)

  await goWithin(page, '/my-folio/attention')
  await rowOf(page, 'Lamp').waitFor()
  await expect.poll(() => page.title()).toBe('Needs attention · Folio')
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Needs attention')
  expect(await titlesOn(page)).toEqual(['Kettle', 'Lamp'])
  expect(await rowOf(page, 'Kettle').textContent()).toMatch(
    /No longer on Amazon\s*since Nov 20, 2026 · 1,204 clicks/,
  )
  expect(await rowOf(page, 'Lamp').textContent()).toMatch(
    /Out of stock on Amazon\s*since Nov 20, 2026 · 3 clicks/,
  )
  const atAmazon = page.getByRole('link', { name: 'Open at Amazon Kettle' })
  expect(await atAmazon.getAttribute('href')).toBe('https://www.amazon.com/dp/KETTLE0000')
  expect(await flawsOf(page)).toEqual([])

  await page.getByRole('link', { name: 'View Kettle' }).click()
  await page.waitForURL('**/l/**')
  await page.goBack()
  await rowOf(page, 'Kettle').waitFor()
}

describe('the search of own products (docs/product/my-folio.md#own-search)', () => {
  const toggle = (page: Page) => page.getByRole('button', { name: 'Search', exact: true })
  const box = (page: Page) => page.getByRole('combobox', { name: 'Search by product or tags' })
  const option = (page: Page, name: RegExp | string) => page.getByRole('option', { name })

  /** Types into the focused element, one letter after the other, faster than the search is sent. */
  const typeFast = (page: Page, text: string) =>
    page.evaluate((letters) => {
      for (const letter of letters) document.execCommand('insertText', false, letter)
    }, text)

  const isFocused = (element: Element) => element === document.activeElement

  it('finds by title, description and tags while typing, by keyboard alone; other pages link to it', async () => {
    const kettle = { title: 'Gooseneck kettle', description: 'For slow mornings', tags: ['coffee'] }
    const { body } = await stage.app.request('POST', '/api/v1/products', {
      token: maya.token,
      body: { amazon_url: 'https://www.amazon.com/dp/B08N5WRWNW', category_id: null, ...kettle },
    })
    await postToInbox(
      stage.app,
      maya,
      Array.from({ length: 9 }, (_, index) => `Crème bowl ${index}`),
    )
    const page = await openAsMaya('/my-folio')
    await expect.poll(() => page.title()).toBe('My Folio · Folio')
    // What the page itself asks for is shown before the calls are noted; a pause of the network may come earlier.
    await page.getByRole('heading', { name: 'Crème bowl 8', level: 3 }).waitFor()
    await page.getByRole('region', { name: 'Inbox' }).getByText('Crème bowl 8').waitFor()
    await toggle(page).press('Enter')
    expect(await box(page).evaluate(isFocused)).toBe(true)
    expect(await box(page).getAttribute('placeholder')).toBe('Search by product or tags')

    const calls = callsTo(page, /me\/products/)
    await typeFast(page, 'creme')
    await option(page, /Crème bowl 8/).waitFor()
    expect(calls).toEqual(['GET /api/v1/me/products?q=creme&limit=8'])
    expect(await page.getByRole('option').count()).toBe(8)
    expect(await flawsOf(page)).toEqual([])
    for (const text of ['KETTLE', 'slow morn', 'coffee']) {
      await box(page).fill(text)
      await expect.poll(() => page.getByRole('option').allInnerTexts()).toHaveLength(1)
      await option(page, /Gooseneck kettle/).waitFor()
      // Other results between, so that none of these are taken for the next.
      await box(page).fill('creme')
      await expect.poll(() => page.getByRole('option').count()).toBe(8)
    }
    await box(page).fill('nothing like it')
    await page.getByText('No items found').waitFor()
    await page.keyboard.press('Escape')
    await box(page).waitFor({ state: 'detached' })
    expect(await toggle(page).evaluate(isFocused)).toBe(true)

    await page.keyboard.press('Enter')
    await page.keyboard.type('kettle')
    await option(page, /Gooseneck kettle/).waitFor()
    await page.keyboard.press('ArrowDown')
    const active = await box(page).getAttribute('aria-activedescendant')
    expect(await option(page, /Gooseneck kettle/).getAttribute('id')).toBe(active)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/l/${body.short_link_id}`)
    expect(await page.evaluate(() => history.state.from)).toBe('/my-folio')
    await pinsCategories(page)
    await showsWhatNeedsAttention(page)
  })
})

describe('/inbox (docs/product/my-folio.md#inbox)', () => {
  const rows = (page: Page) => page.getByRole('list', { name: 'Products' }).getByRole('listitem')
  const selectAll = (page: Page) => page.getByRole('checkbox', { name: 'Select all' })
  const category = (page: Page) => page.getByRole('combobox', { name: 'Category' })
  const move = (page: Page) => page.getByRole('button', { name: 'Move', exact: true })

  it('in two tabs moves everything once, and both show the same', async () => {
    await postToInbox(stage.app, maya, ['Lamp', 'Mug'])
    const context = await asMaya()
    const [one, two] = [await open(context, '/inbox'), await open(context, '/inbox')]
    await expect.poll(() => one.title()).toBe('Inbox · Folio')
    for (const page of [one, two]) {
      await rows(page).first().waitFor()
      await selectAll(page).click()
      await page.getByText('2 of 2 selected').waitFor()
    }
    await category(one).selectOption('Home')
    await move(one).click()
    await one.getByRole('heading', { name: 'Inbox is empty' }).waitFor()
    await category(two).selectOption('Books')
    await move(two).click()
    await toastOf(two, '2 were no longer in your Inbox.').waitFor()
    await two.getByRole('heading', { name: 'Inbox is empty' }).waitFor()
    expect(await titlesIn(stage.app, maya, 'home')).toEqual(['Mug', 'Lamp'])
    expect(await titlesIn(stage.app, maya, 'books')).toEqual([])
  })
})
