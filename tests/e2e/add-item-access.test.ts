import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import type { FakeAmazon } from '../fakes/amazon.ts'
import type { TestApp } from '../harness/app.ts'
import { type Person, signUp } from '../harness/people.ts'
import { type AddDialog, addDialogOn, folioOf, openAddDialog, sell, setAmazonStage } from './add-dialog.ts'
import { phone, visitor } from './visitors.ts'

let amazon: FakeAmazon
let app: TestApp
let browser: Browser
let person: Person

setAmazonStage((stage) => {
  ;({ amazon, app, browser } = stage)
})
beforeEach(async () => {
  amazon.reset()
  person = await signUp(app)
})

const opened = async (viewport = phone) =>
  openAddDialog(await visitor(browser, app, { as: person, viewport }))

/** Takes the dialog through all its steps, and stops in each. */
async function eachStep(dialog: AddDialog, stop: (step: string) => Promise<void>) {
  const { page, sheet, fetchItem, heading, button, field, post } = dialog
  await fetchItem('https://example.com')
  await sheet.getByRole('alert').filter({ hasText: 'Oops!' }).waitFor()
  await stop('a refused link')
  amazon.behaviour.shortLinks = 'slow'
  await fetchItem('https://a.co/d/kettle')
  await heading('Resolving short link...').waitFor()
  await stop('fetching')
  await button('Cancel').click()
  amazon.reset()
  amazon.behaviour.api = 'down'
  amazon.behaviour.pages = 'down'
  await dialog.reachConfirmation(sell(amazon, { title: 'x'.repeat(300) }).url)
  await stop('confirmation with a sample')
  await field('Title').fill('A-very-long-title-that-has-no-end-'.repeat(15))
  await dialog.addTag('as-long-as-a-tag-can-be-which-is-40-long')
  await post()
  await sheet.getByText('Please select a category or send to inbox').waitFor()
  await sheet.getByRole('radio', { name: 'Choose Category' }).check()
  await stop('confirmation with messages')
  await button('Close').click()
  const question = page.getByRole('alertdialog')
  await question.waitFor()
  await stop('the question before discarding')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await field('Title').fill('طقم أكواب خزفية')
  await sheet.getByRole('radio', { name: 'Send to Inbox' }).check()
  await post()
  await heading('Item Added!').waitFor()
  await stop('success')
}

const isFocused = (locator: ReturnType<AddDialog['heading']>) =>
  locator.evaluate((element) => element === document.activeElement)

describe('add-item dialog, accessibility (WCAG 2.2 AA)', () => {
  it.each(['light', 'dark'] as const)(
    'has nothing for axe to complain about in any step, %s',
    async (colorScheme) => {
      const dialog = await opened()
      await dialog.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const found: string[] = []
      await eachStep(dialog, async (step) => {
        const { violations } = await new AxeBuilder({ page: dialog.page }).analyze()
        found.push(...violations.map(({ id, nodes }) => `${step}: ${id}: ${nodes[0]?.html}`))
      })
      expect(found).toEqual([])
    },
    60_000,
  )

  it('is usable with the keyboard alone, and gives the focus back', async () => {
    const context = await visitor(browser, app, { as: person })
    const page = await context.newPage()
    await page.goto('/feed')
    const add = page.getByRole('button', { name: 'Add product' })
    await add.focus()
    await page.keyboard.press('Enter')
    const dialog = addDialogOn(page)
    await expect.poll(() => isFocused(dialog.field('Amazon Item URL'))).toBe(true)
    await page.keyboard.type(sell(amazon).url)
    await page.keyboard.press('Enter')
    await expect.poll(() => isFocused(dialog.heading('Add to my folio'))).toBe(true)
    await tabTo(page, 'Choose Category')
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    expect(await dialog.sheet.getByRole('radio', { name: 'Send to Inbox' }).isChecked()).toBe(true)
    await tabTo(page, 'Tags')
    await page.keyboard.type('By hand')
    await page.keyboard.press('Enter')
    await tabTo(page, 'Post to my folio')
    await page.keyboard.press('Enter')
    await expect.poll(() => isFocused(dialog.heading('Item Added!'))).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.sheet.waitFor({ state: 'detached' })
    await expect.poll(() => isFocused(add)).toBe(true)
    expect(await folioOf(app, person, '?category=inbox')).toHaveLength(1)
  })

  it('tells in a live region how far fetching is', async () => {
    const { page, fetchItem, heading, sheet } = await opened()
    const held = Promise.withResolvers<void>()
    await page.route('**/functions/v1/**', async (route) => {
      if (route.request().url().endsWith('amazon-paapi')) await held.promise
      await route.continue()
    })
    amazon.links.set('/d/mug', { to: sell(amazon).url })
    await fetchItem('https://a.co/d/mug')
    await sheet.getByRole('status').getByText('Fetching item information...').waitFor()
    expect(await isFocused(heading('Fetching item information...'))).toBe(true)
    held.resolve()
    await heading('Add to my folio').waitFor()
  })

  it('never hides what has the focus behind the sheet’s head or foot', async () => {
    const { page, reachConfirmation, sheet, button } = await opened({ width: 390, height: 600 })
    await reachConfirmation(sell(amazon).url)
    const foot = (await button('Post to my folio').boundingBox())?.y ?? 0
    const head = await button('Close').boundingBox()
    const hidden: string[] = []
    for (const key of ['Tab', 'Shift+Tab']) {
      for (let presses = 0; presses < 8; presses++) {
        await page.keyboard.press(key)
        const at = await page.evaluate(() => {
          const { activeElement: active } = document
          const { top = 0, bottom = 0 } = active?.getBoundingClientRect() ?? {}
          return {
            top,
            bottom,
            what: active?.outerHTML.slice(0, 90) ?? '',
            inForm: Boolean(active?.closest('form')),
          }
        })
        const free = at.bottom <= foot && at.top >= (head?.y ?? 0) + (head?.height ?? 0) - 8
        if (at.inForm && !free && !at.what.includes('submit')) hidden.push(`${key}: ${at.what}`)
      }
    }
    expect(hidden).toEqual([])
    expect(await sheet.isVisible()).toBe(true)
  })
})

describe('add-item dialog, narrow and right-to-left', () => {
  it.each(['ltr', 'rtl'])(
    'fits 320 px in every step, %s',
    async (direction) => {
      const dialog = await opened({ width: 320, height: 640 })
      await dialog.page.evaluate((dir) => document.documentElement.setAttribute('dir', dir), direction)
      const wider: string[] = []
      await eachStep(dialog, async (step) => {
        const widest = await dialog.page
          .getByRole(step.includes('question') ? 'alertdialog' : 'dialog')
          .evaluate((sheet) => sheet.scrollWidth - sheet.clientWidth)
        if (widest > 0) wider.push(`${step}: ${widest} px`)
      })
      expect(wider).toEqual([])
    },
    60_000,
  )
})

/** Presses Tab until the control with this name has the focus. */
async function tabTo(page: Page, name: string) {
  const control = page
    .getByRole('dialog')
    .getByLabel(name, { exact: true })
    .or(page.getByRole('dialog').getByRole('button', { name, exact: true }))
  for (let presses = 0; presses < 20; presses++) {
    await page.keyboard.press('Tab')
    if (await isFocused(control.first())) return
  }
  throw new Error(`Tab does not reach ${name}`)
}
