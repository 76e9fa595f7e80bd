import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { flawsInEveryLook } from '../helpers/looks.ts'
import { phone, visitor } from '../helpers/visitors.ts'
import { type AddDialog, addDialogOn, folioOf, openAddDialog, sell, setAmazonStage } from './add-dialog.ts'

const stage = setAmazonStage()

const opened = async (viewport = phone) =>
  openAddDialog(
    await visitor(stage.browser, stage.app, {
      as: stage.person,
      viewport,
      browser: { permissions: ['clipboard-read', 'clipboard-write'] },
    }),
  )

/** Takes the dialog through all its steps, and stops in each. */
async function eachStep(dialog: AddDialog, stop: (step: string) => Promise<void>) {
  const { page, sheet, fetchItem, paste, heading, button, field, post } = dialog
  const question = page.getByRole('alertdialog')
  await paste(
    `${sell(stage.amazon).url}\nhttps://example.com/a-rather-long-address-of-a-page\nhttps://a.co/d/down`,
  )
  await stop('several links')
  await button('Post 2 items').click()
  await button('Retry 1 item').waitFor()
  await stop('several links, at their end')
  await button('Close').click()
  await page.getByRole('button', { name: 'Add product' }).click()
  await button('Discard').waitFor()
  await fetchItem('https://example.com')
  await sheet.getByRole('alert').filter({ hasText: 'Oops!' }).waitFor()
  await stop('an offer and a refused link')
  stage.amazon.behaviour.shortLinks = 'slow'
  await fetchItem('https://a.co/d/kettle')
  await heading('Resolving short link...').waitFor()
  await stop('fetching')
  await button('Cancel').click()
  stage.amazon.reset()
  stage.amazon.behaviour.api = 'down'
  stage.amazon.behaviour.pages = 'down'
  await dialog.reachConfirmation(sell(stage.amazon, { title: 'x'.repeat(300) }).url)
  await stop('confirmation with a sample')
  await field('Title').fill('A-very-long-title-that-has-no-end-'.repeat(15))
  await dialog.addTag('as-long-as-a-tag-can-be-which-is-40-long')
  await sheet.getByRole('radio', { name: 'Choose Category' }).check()
  await post()
  await sheet.getByText('Please select a category or send to inbox').waitFor()
  await stop('confirmation with messages')
  await button('Close').click()
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
  it('has nothing for axe to complain about, light and dark, and fits 320 px both ways, in any step', async () => {
    const narrow = { width: 320, height: 640 }
    const dialog = await opened(narrow)
    const { page } = dialog
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const found: string[] = []
    await eachStep(dialog, async (step) => {
      for (const [look, flaws] of Object.entries(await flawsInEveryLook(page, narrow)))
        found.push(`${step}: ${look}: ${flaws}`)
      const role = step.includes('question') ? 'alertdialog' : 'dialog'
      const wider = await page.getByRole(role).evaluate((sheet) =>
        ['rtl', 'ltr'].filter((direction) => {
          document.documentElement.dir = direction
          return sheet.scrollWidth > sheet.clientWidth
        }),
      )
      found.push(...wider.map((direction) => `${step}: too wide, ${direction}`))
    })
    expect(found).toEqual([])
  })

  it('is usable with the keyboard alone, and gives the focus back', async () => {
    const context = await visitor(stage.browser, stage.app, { as: stage.person })
    const page = await context.newPage()
    await page.goto('/feed')
    const add = page.getByRole('button', { name: 'Add product' })
    await add.focus()
    await page.keyboard.press('Enter')
    const dialog = addDialogOn(page)
    await expect.poll(() => isFocused(dialog.field('Amazon Item URL'))).toBe(true)
    await page.keyboard.type(sell(stage.amazon).url)
    await page.keyboard.press('Enter')
    await expect.poll(() => isFocused(dialog.heading('Add to my folio'))).toBe(true)
    await tabTo(page, 'Send to Inbox')
    await page.keyboard.press('ArrowUp')
    expect(await dialog.sheet.getByRole('radio', { name: 'Choose Category' }).isChecked()).toBe(true)
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
    expect(await folioOf(stage.app, stage.person, '?category=inbox')).toHaveLength(1)
  })

  it('tells in a live region how far fetching is, and hides no focus behind the sheet’s head or foot', async () => {
    const { page, fetchItem, heading, sheet, button } = await opened({ width: 390, height: 600 })
    const held = Promise.withResolvers<void>()
    await page.route('**/functions/v1/**', async (route) => {
      if (route.request().url().endsWith('amazon-paapi')) await held.promise
      await route.continue()
    })
    stage.amazon.links.set('/d/mug', { to: sell(stage.amazon).url })
    await fetchItem('https://a.co/d/mug')
    await sheet.getByRole('status').getByText('Fetching item information...').waitFor()
    expect(await isFocused(heading('Fetching item information...'))).toBe(true)
    held.resolve()
    await heading('Add to my folio').waitFor()

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
  })
})

/** Presses Tab until the control with this name has the focus. */
async function tabTo(page: Page, name: string) {
  const control = page
    .getByRole('dialog')
    .getByLabel(name, { exact: true })
    .or(page.getByRole('dialog').getByRole('button', { name, exact: true }))
    .or(page.getByRole('dialog').getByRole('radio', { name }))
  for (let presses = 0; presses < 20; presses++) {
    await page.keyboard.press('Tab')
    if (await isFocused(control.first())) return
  }
  throw new Error(`Tab does not reach ${name}`)
}
