import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, signUp } from '../../harness/people.ts'
import { failCalls } from '../helpers/collection.ts'
import { follow } from '../helpers/follows.ts'
import { holdScripts } from '../helpers/holding.ts'
import { fitsItsWidth, flawsOf } from '../helpers/looks.ts'
import { callsTo, file, post, postMany } from '../helpers/shelf.ts'
import { setStage } from '../helpers/stage.ts'
import { addressOf, open, phone, visitor } from '../helpers/visitors.ts'
import { card, chip, scopeButton, scrollY, waitForCards } from './feed-page.ts'

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
const onDesktop = (page: Page) => page.getByRole('button', { name: 'Search by product or tags' })
const isFocused = (element: Element) => element === document.activeElement

/** Types into what has the focus, one letter after the other, faster than the search is asked. */
const typeFast = (page: Page, text: string) =>
  page.evaluate((letters) => {
    for (const letter of letters) document.execCommand('insertText', false, letter)
  }, text)

describe("spec section 2: the feed's search", () => {
  it('finds by title, description and tags in the chosen category, and is found again after a result', async () => {
    const page = await open(await visitor(stage.browser, stage.app, { viewport: phone }), '/feed')
    await page.evaluate(() => window.scrollTo(0, 900))
    await onPhone(page).press('Enter')
    await box(page).waitFor()
    const place = await scrollY(page)
    expect(place).toBeGreaterThan(400)
    expect(await box(page).evaluate(isFocused)).toBe(true)
    expect(await box(page).getAttribute('placeholder')).toBe('Search by product or tags')

    const calls = callsTo(page, /products\/search/)
    await typeFast(page, 'creme')
    await page.getByText('The newest 8 results').waitFor()
    expect(calls).toEqual(['GET /api/v1/products/search?q=creme&scope=public&limit=8'])
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
    await page.waitForFunction((y) => Math.abs(window.scrollY - y) < 2, place)
  })

  it('never shows an older answer for a newer question, and says when it failed', async () => {
    const page = await open(await visitor(stage.browser, stage.app), '/feed')
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/products/search?q=kettle*', async (route) => {
      await held
      await route.continue().catch(() => {})
    })
    await onDesktop(page).click()
    const asked = page.waitForRequest('**/products/search?q=kettle*')
    await box(page).fill('kettle')
    await asked
    await box(page).fill('bowl 44')
    await options(page).getByText('bowl 44').waitFor()
    release()
    await page.waitForLoadState('networkidle')
    expect(await options(page).count()).toBe(1)

    const work = await failCalls(page, '**/products/search?q=vase*')
    await box(page).fill('vase')
    await page.getByRole('alert').getByText('Failed to load products').waitFor()
    await work()
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('heading', { name: 'No items found' }).waitFor()
    await box(page).fill('  ')
    await card(page, 'Crème bowl 0').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect(await onDesktop(page).evaluate(isFocused)).toBe(true)
    expect(addressOf(page)).toBe('/feed')
  })

  it('takes the first letters before its script has come, or is closed again', async () => {
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

  it('keeps to whom one follows in their feed, and bears long words in small windows', async () => {
    const long = `${'Extraordinarily'.repeat(8)} kettle`
    const tags = ['kettle'.repeat(5), 'an-endless-tag'.repeat(4)]
    await post(stage.app, maya, { title: long, tags, description: long.repeat(3) })
    const reader = await signUp(stage.app)
    await follow(stage.app, reader, maya)
    const context = await visitor(stage.browser, stage.app, {
      as: reader,
      viewport: { width: 320, height: 640 },
    })
    const page = await open(context, '/feed')
    await onPhone(page).click()
    await box(page).fill('kettle')
    await expect.poll(() => options(page).count()).toBe(2)
    await scopeButton(page, 'Home feed (following)').click()
    await expect.poll(() => options(page).count()).toBe(1)
    await options(page).getByText('Extraordinarily').first().waitFor()
    expect(await fitsItsWidth(page)).toBe(true)
  })
})
