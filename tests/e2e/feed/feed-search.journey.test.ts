import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, signUp } from '../../harness/people.ts'
import { gate, holdScripts } from '../helpers/holding.ts'
import { flawsOf } from '../helpers/looks.ts'
import { callsTo, file, post, postMany } from '../helpers/shelf.ts'
import { setStage } from '../helpers/stage.ts'
import { open, phone, visitor } from '../helpers/visitors.ts'
import { card, chip, scrollY, waitForCards } from './feed-page.ts'

const stage = setStage()
let theo: Person
let maya: Person

beforeAll(async () => {
  ;[theo, maya] = await Promise.all([
    signUp(stage.app, { first: 'Theo' }),
    signUp(stage.app, { first: 'Maya' }),
  ])
  await postMany(stage.app, maya, 'Crème bowl', 45)
  const kettle = { title: 'Gooseneck kettle', description: 'For slow mornings', tags: ['coffee', 'brewing'] }
  await file(stage.app, await post(stage.app, theo, kettle), 'kitchen')
})

const box = (page: Page) => page.getByRole('combobox', { name: 'Search by product or tags' })
const options = (page: Page) => page.getByRole('option')
const onPhone = (page: Page) => page.getByRole('button', { name: 'Search', exact: true })
const isFocused = (element: Element) => element === document.activeElement

/** Types into the focused element, one letter after the other, faster than the search is sent. */
const typeFast = (page: Page, text: string) =>
  page.evaluate((letters) => {
    for (const letter of letters) document.execCommand('insertText', false, letter)
  }, text)

describe("the feed's search (docs/product/feed.md#search)", () => {
  it('finds by title, description and tags in the chosen category, and is restored after a result', async () => {
    const page = await open(await visitor(stage.browser, stage.app, { viewport: phone }), '/feed')
    await page.evaluate(() => window.scrollTo(0, 900))
    await onPhone(page).press('Enter')
    await box(page).waitFor()
    const scrolled = await scrollY(page)
    expect(scrolled).toBeGreaterThan(400)
    expect(await box(page).evaluate(isFocused)).toBe(true)
    expect(await box(page).getAttribute('placeholder')).toBe('Search by product or tags')

    const calls = callsTo(page, /v1\/search/)
    await typeFast(page, 'creme')
    await page.getByText('The newest 8 results').waitFor()
    expect(calls).toEqual(['GET /api/v1/search?q=creme&scope=public&limit=8'])
    expect(await options(page).count()).toBe(8)
    expect(await options(page).first().locator('mark').textContent()).toBe('Crème')
    expect([await card(page, 'Crème bowl 0').isVisible(), await scrollY(page)]).toEqual([false, 0])
    expect(await flawsOf(page)).toEqual([])

    await chip(page, 'Kitchen').click()
    await page.getByRole('heading', { name: 'No items found' }).waitFor()
    expect(calls.at(-1)).toContain('category=kitchen')
    for (const [text, line] of [
      ['KETTLE', '#coffee #brewing'],
      ['brew', '#brewing #coffee'],
      ['slow morn', 'In “For slow mornings”'],
    ] as const) {
      await box(page).fill(text)
      await options(page).getByText(line).waitFor()
      expect(await options(page).allTextContents()).toHaveLength(1)
    }
    expect(await options(page).textContent()).toMatch(/Gooseneck kettle.*Theo/)

    await box(page).press('ArrowDown')
    expect(await options(page).getAttribute('id')).toBe(await box(page).getAttribute('aria-activedescendant'))
    await box(page).press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Gooseneck kettle' }).waitFor()
    expect(await page.evaluate(() => history.state.from)).toBe('/feed')
    await page.goBack()
    await options(page).getByText('In “For slow mornings”').waitFor()
    expect(await box(page).inputValue()).toBe('slow morn')

    await chip(page, 'All').click()
    await box(page).press('Escape')
    await waitForCards(page, 40)
    expect(await onPhone(page).evaluate(isFocused)).toBe(true)
    await page.waitForFunction((y) => Math.abs(window.scrollY - y) < 2, scrolled)
  })

  it('accepts the first letters before its script has loaded, or is closed again', async () => {
    const page = await open(await visitor(stage.browser, stage.app, { viewport: phone }), '/feed')
    const release = await holdScripts(page)
    await onPhone(page).press('Enter')
    const early = page.getByRole('textbox', { name: 'Search by product or tags' })
    expect(await early.evaluate(isFocused)).toBe(true)
    await page.keyboard.type('mug')
    await page.keyboard.press('Escape')
    expect(await onPhone(page).evaluate(isFocused)).toBe(true)
    await onPhone(page).press('Enter')
    await page.keyboard.type('ket')
    release()
    await box(page).waitFor()
    await page.keyboard.type('tle')
    await options(page).getByText('Gooseneck').waitFor()
    expect(await box(page).inputValue()).toBe('kettle')
  })

  it('shows the text of the address before its script has loaded, and goes on with it', async () => {
    const context = await visitor(stage.browser, stage.app, { viewport: phone })
    const { opened, open: release } = gate()
    await context.route('**/assets/feed-search-*.js', async (route) => {
      await opened
      await route.continue()
    })
    const page = await open(context, '/feed?q=kett')
    const early = page.getByRole('textbox', { name: 'Search by product or tags' })
    expect(await early.inputValue()).toBe('kett')
    await page.keyboard.type('le')
    release()
    await box(page).waitFor()
    await options(page).getByText('Gooseneck').waitFor()
    expect(await box(page).inputValue()).toBe('kettle')
  })
})
