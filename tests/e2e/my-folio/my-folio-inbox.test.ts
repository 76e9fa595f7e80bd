import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Person, signUp } from '../../harness/people.ts'
import { failCalls, fillShelf, postToInbox, titlesIn, toast } from '../helpers/collection.ts'
import { flawsOf } from '../helpers/looks.ts'
import { callsTo } from '../helpers/shelf.ts'
import { setStage } from '../helpers/stage.ts'
import { open, phone, visitor } from '../helpers/visitors.ts'

const stage = setStage()
let maya: Person
beforeEach(async () => {
  maya = await signUp(stage.app)
})

const asMaya = () => visitor(stage.browser, stage.app, { as: maya, viewport: phone })

const rows = (page: Page) => page.getByRole('list', { name: 'Products' }).getByRole('listitem')
const selectAll = (page: Page) => page.getByRole('checkbox', { name: 'Select all' })
const item = (page: Page, title: string) =>
  page.getByRole('checkbox', { name: `Select ${title}`, exact: true })
const category = (page: Page) => page.getByRole('combobox', { name: 'Category' })
const move = (page: Page) => page.getByRole('button', { name: 'Move', exact: true })
/** Whether what has the focus is not behind a bar. */
const isInSight = (page: Page) =>
  page.evaluate(() => {
    const { left, top, width, height } = document.activeElement?.getBoundingClientRect() ?? new DOMRect()
    const seen = document.elementFromPoint(left + width / 2, top + height / 2)
    return Boolean(seen?.closest('li')?.contains(document.activeElement))
  })

describe('spec section 2: /inbox', () => {
  it('moves what is chosen once a category is, and undoes it', async () => {
    await postToInbox(stage.app, maya, ['Lamp', 'Mug', 'Plant', 'Vase'])
    const page = await open(await asMaya(), '/inbox')
    await rows(page).first().waitFor()
    expect(await page.title()).toBe('Inbox · Folio')
    expect(await rows(page).getByRole('link').allTextContents()).toEqual(['Vase', 'Plant', 'Mug', 'Lamp'])
    const calls = callsTo(page, /inbox\/assign/)
    expect(await move(page).getAttribute('aria-disabled')).toBe('true')
    await category(page).selectOption('Home')
    await move(page).click({ force: true })
    await item(page, 'Mug').press('Space')
    await rows(page)
      .filter({ hasText: 'Plant' })
      .click({ position: { x: 300, y: 60 } })
    await page.getByText('2 of 4 selected').waitFor()
    expect(await selectAll(page).evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true)
    expect(calls).toEqual([])
    expect(await flawsOf(page)).toEqual([])

    await move(page).dblclick()
    await toast(page).getByText('Moved 2 items to category').waitFor()
    expect(calls).toHaveLength(1)
    expect(await rows(page).getByRole('link').allTextContents()).toEqual(['Vase', 'Lamp'])
    await page.getByText('0 of 2 selected').waitFor()
    expect(await titlesIn(stage.app, maya, 'home')).toEqual(['Plant', 'Mug'])
    await toast(page).getByRole('button', { name: 'Undo' }).click()
    await toast(page).getByText('Moved 2 items back to the Inbox').waitFor()
    await expect.poll(() => rows(page).count()).toBe(4)
    expect(await titlesIn(stage.app, maya, 'home')).toEqual([])

    await item(page, 'Lamp').click({ force: true })
    await move(page).click()
    await toast(page).getByText('Moved 1 item to category').waitFor()
    await selectAll(page).click()
    await page.getByText('3 of 3 selected').waitFor()
    await move(page).click()
    await page.getByRole('heading', { name: 'Inbox is empty' }).waitFor()
    expect(await page.getByRole('main').evaluate((main) => main === document.activeElement)).toBe(true)
    expect(await titlesIn(stage.app, maya, 'home')).toEqual(['Vase', 'Plant', 'Mug', 'Lamp'])
  })

  it('brings back what could not be moved, still chosen', async () => {
    await postToInbox(stage.app, maya, ['Lamp', 'Mug'])
    const page = await open(await asMaya(), '/inbox')
    let fail = () => {}
    const held = new Promise<void>((resolve) => {
      fail = resolve
    })
    await page.route('**/me/inbox/assign', async (route) => {
      await held
      await route.abort()
    })
    await item(page, 'Lamp').click({ force: true })
    await category(page).selectOption('Home')
    await move(page).click()
    await item(page, 'Lamp').waitFor({ state: 'detached' })
    fail()
    await toast(page).getByText('Failed to move items. Please try again.').waitFor()
    expect(await item(page, 'Lamp').isChecked()).toBe(true)
    expect(await titlesIn(stage.app, maya, 'home')).toEqual([])
    await page.unroute('**/me/inbox/assign')
    await move(page).click()
    await toast(page).getByText('Moved 1 item to category').waitFor()

    const work = await failCalls(page, '**/me/inbox/return')
    await toast(page).getByRole('button', { name: 'Undo' }).click()
    const again = toast(page).getByRole('button', { name: 'Try again' })
    await again.waitFor()
    await work()
    await again.click()
    await item(page, 'Lamp').waitFor()
  })

  it('in two tabs moves everything once, and both end alike', async () => {
    await postToInbox(stage.app, maya, ['Lamp', 'Mug'])
    const context = await asMaya()
    const [one, two] = [await open(context, '/inbox'), await open(context, '/inbox')]
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
    await toast(two).getByText('2 were no longer in your Inbox.').waitFor()
    await two.getByRole('heading', { name: 'Inbox is empty' }).waitFor()
    expect(await titlesIn(stage.app, maya, 'home')).toEqual(['Mug', 'Lamp'])
    expect(await titlesIn(stage.app, maya, 'books')).toEqual([])
  })

  it('selects all of a large Inbox, not only what is loaded', async () => {
    await fillShelf(stage.app, maya, 3_000)
    const page = await open(await asMaya(), '/inbox')
    await page.getByText('0 of 3,000 selected').waitFor()
    await item(page, 'Thing 1').focus()
    for (let row = 1; row < 12; row++) {
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      expect(await isInSight(page), `row ${row + 1}`).toBe(true)
    }
    const work = await failCalls(page, '**/me/inbox/ids')
    await selectAll(page).click()
    await toast(page).getByText('Failed to load products').waitFor()
    expect(await selectAll(page).isChecked()).toBe(false)
    await work()
    await selectAll(page).click()
    await page.getByText('3,000 of 3,000 selected').waitFor()
    await item(page, 'Thing 2').click({ force: true })
    await page.getByText('2,999 of 3,000 selected').waitFor()
    expect(await rows(page).count()).toBeLessThan(40)
    await category(page).selectOption('Garden')
    await move(page).click()
    await toast(page).getByText('Moved 2,999 items to category').waitFor()
    await expect.poll(() => rows(page).getByRole('link').allTextContents()).toEqual(['Thing 2'])
    expect(await titlesIn(stage.app, maya, 'inbox')).toEqual(['Thing 2'])
  })
})
