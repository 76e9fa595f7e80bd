import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Person, signUp } from '../../harness/people.ts'
import { failCalls, pin, postTo, postToInbox } from '../helpers/collection.ts'
import { flawsOf } from '../helpers/looks.ts'
import { callsTo, titlesOn } from '../helpers/shelf.ts'
import { setStage } from '../helpers/stage.ts'
import { addressOf, desktop, open, phone, visitor } from '../helpers/visitors.ts'

const stage = setStage()
let maya: Person
beforeEach(async () => {
  maya = await signUp(stage.app)
})

const openAsMaya = async (address: string, viewport = phone) =>
  open(await visitor(stage.browser, stage.app, { as: maya, viewport }), address)

const grid = (page: Page) => page.getByRole('list', { name: 'Categories' })
const toggle = (page: Page) => page.getByRole('button', { name: 'Search', exact: true })
const box = (page: Page) => page.getByRole('combobox', { name: 'Search by product or tags' })
const option = (page: Page, name: RegExp | string) => page.getByRole('option', { name })

/** Types into what has the focus, one letter after the other, faster than the search is asked. */
const typeFast = (page: Page, text: string) =>
  page.evaluate((letters) => {
    for (const letter of letters) document.execCommand('insertText', false, letter)
  }, text)

const isFocused = (element: Element) => element === document.activeElement

describe('spec section 2: /my-folio', () => {
  it('has 8 places: pinned categories, the Inbox where one is left, and empty ones', async () => {
    await postTo(stage.app, maya, 'home', ['Lamp'])
    await postTo(stage.app, maya, 'kitchen', ['Mug', 'Kettle'])
    await postToInbox(stage.app, maya, ['Plant'])
    const page = await openAsMaya('/my-folio')
    await page.getByText('Your organized product collection').waitFor()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('My Folio')
    expect(await page.title()).toBe('My Folio · Folio')
    await page.getByRole('article').first().waitFor()
    const tiles = grid(page).getByRole('listitem')
    expect(await tiles.allInnerTexts()).toEqual([
      'Fashion\n0 items',
      'Beauty\n0 items',
      'Home\n1 item',
      'Kitchen\n2 items',
      'Electronics\n0 items',
      'Fitness\n0 items',
      'Books\n0 items',
      'Kids\n0 items',
      'Community\nSee what others share',
    ])
    await page.getByRole('link', { name: 'Organize 1 in the Inbox' }).waitFor()
    await page.getByRole('heading', { level: 2, name: 'All items (4)' }).waitFor()
    expect(await titlesOn(page)).toEqual(['Plant', 'Kettle', 'Mug', 'Lamp'])

    for (const name of ['Fashion', 'Beauty', 'Kids']) await pin(stage.app, maya, name, false)
    await page.reload()
    await grid(page).waitFor()
    expect((await tiles.allInnerTexts()).slice(4)).toEqual([
      'Books\n0 items',
      'Inbox\n1 item to organize',
      'Pin a category\n2 places left',
      'Pin a category\n2 places left',
      'Community\nSee what others share',
    ])
    expect(await flawsOf(page)).toEqual([])

    const ways = [
      [/^Home/, '/category/home'],
      [/^Inbox/, '/inbox'],
      [/^Pin a category/, '/categories/setup'],
      [/^Community/, '/feed'],
    ] as const
    for (const [name, address] of ways) {
      await grid(page).getByRole('link', { name }).first().click()
      await page.waitForURL(`${stage.app.url}${address}`)
      await page.goBack()
      await grid(page).waitFor()
    }
    await page.getByRole('link', { name: 'Filing Cabinet' }).click()
    await page.waitForURL('**/filing-cabinet')
  })

  it('invites whoever has nothing yet to add the first product', async () => {
    const page = await openAsMaya('/my-folio', desktop)
    await page.getByRole('heading', { name: 'No items yet' }).waitFor()
    expect(await page.getByRole('heading', { name: 'All items' }).count()).toBe(0)
    await page.getByText('Inbox is empty').waitFor()
    await page.getByRole('button', { name: 'Add your first product' }).click()
    await page.getByRole('dialog', { name: 'Got something amazing to share?' }).waitFor()
    await page.waitForURL(`${stage.app.url}/my-folio`)
  })

  it('says that it could not be loaded, which is not the same as empty, and tries again', async () => {
    await postTo(stage.app, maya, 'home', ['Lamp'])
    const page = await (await visitor(stage.browser, stage.app, { as: maya })).newPage()
    await page.route('**/api/v1/me/{products,categories}*', (route) =>
      route.fulfill({ status: 500, json: { code: 'internal_error', message: 'no' } }),
    )
    await page.goto('/my-folio')
    await page.getByRole('alert').getByText('Failed to load categories').waitFor()
    expect(await page.getByText('No items yet').count()).toBe(0)
    await page.unroute('**/api/v1/me/{products,categories}*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('heading', { name: 'Lamp' }).waitFor()
  })
})

describe('spec section 2: the search of own products', () => {
  it('finds by title, description and tags while one types, by keyboard alone', async () => {
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
  })

  it('never shows an older answer for a newer question, and says when it failed', async () => {
    await postToInbox(stage.app, maya, ['Lamp', 'Mug'])
    const page = await openAsMaya('/my-folio', desktop)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/me/products?q=lamp*', async (route) => {
      await held
      await route.continue().catch(() => {})
    })
    await toggle(page).click()
    const asked = page.waitForRequest('**/me/products?q=lamp*')
    await box(page).fill('lamp')
    await asked
    await box(page).fill('mug')
    await option(page, /Mug/).waitFor()
    release()
    await page.waitForLoadState('networkidle')
    expect(await page.getByRole('option').allInnerTexts()).toEqual(['Mug'])

    const work = await failCalls(page, '**/me/products?q=vase*')
    await box(page).fill('vase')
    await page.getByRole('alert').getByText('Failed to load products').waitFor()
    await work()
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByText('No items found').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect(await toggle(page).evaluate(isFocused)).toBe(true)
    expect(addressOf(page)).toBe('/my-folio')
  })
})
