import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Person, signUp } from '../../harness/people.ts'
import { postToInbox } from '../helpers/collection.ts'
import { flawsOf } from '../helpers/looks.ts'
import { callsTo } from '../helpers/shelf.ts'
import { setStage } from '../helpers/stage.ts'
import { open, phone, visitor } from '../helpers/visitors.ts'

const stage = setStage()
let maya: Person
beforeEach(async () => {
  maya = await signUp(stage.app)
})

const openAsMaya = async (address: string) =>
  open(await visitor(stage.browser, stage.app, { as: maya, viewport: phone }), address)

const toggle = (page: Page) => page.getByRole('button', { name: 'Search', exact: true })
const box = (page: Page) => page.getByRole('combobox', { name: 'Search by product or tags' })
const option = (page: Page, name: RegExp | string) => page.getByRole('option', { name })

/** Types into what has the focus, one letter after the other, faster than the search is asked. */
const typeFast = (page: Page, text: string) =>
  page.evaluate((letters) => {
    for (const letter of letters) document.execCommand('insertText', false, letter)
  }, text)

const isFocused = (element: Element) => element === document.activeElement

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
    await expect.poll(() => page.title()).toBe('My Folio · Folio')
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
})
