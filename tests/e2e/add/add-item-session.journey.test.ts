import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { signIn } from '../helpers/forms.ts'
import { endSessionBefore, tokenOf } from '../helpers/session-end.ts'
import { addressOf, visitor } from '../helpers/visitors.ts'
import { addDialogOn, folioOf, openAddDialog, sell, setAmazonStage } from './add-dialog.ts'

const stage = setAmazonStage()

const opened = async (address: string) =>
  openAddDialog(await visitor(stage.browser, stage.app, { as: stage.person }), address)

async function signInAgain(page: Page) {
  await page.waitForURL('**/login')
  await signIn(page, stage.person)
}

/** Signs in again after the session ended at confirmation, and finds everything typed. */
async function goOn(page: Page, path: string) {
  await signInAgain(page)
  const dialog = addDialogOn(page)
  await dialog.button('Continue').click()
  expect(await dialog.field('Title').inputValue()).toBe('Half done')
  expect(addressOf(page)).toBe(path)
}

async function typeHalf({ field, sheet }: ReturnType<typeof addDialogOn>) {
  await field('Title').fill('Half done')
  await sheet.getByRole('radio', { name: 'Send to Inbox' }).check()
}

async function postOnce(page: Page) {
  const dialog = addDialogOn(page)
  await dialog.post()
  await dialog.heading('Item Added!').waitFor()
  const mine = await folioOf(stage.app, { token: await tokenOf(page) })
  expect(mine.map(({ title }) => title)).toEqual(['Half done'])
}

describe('add-item dialog, the end of the session (docs/product/add-item.md#closing-and-drafts)', () => {
  it('has the link that was being fetched, and what was typed, on /my-folio after signing in again', async () => {
    const dialog = await opened('/my-folio?add=true')
    const { page } = dialog
    await endSessionBefore(page, stage.app, '**/functions/v1/amazon-paapi')
    const { url } = sell(stage.amazon)
    await dialog.fetchItem(url)
    await signInAgain(page)
    await expect.poll(() => dialog.field('Amazon Item URL').inputValue()).toBe(url)

    await dialog.reachConfirmation(url)
    await typeHalf(dialog)
    await endSessionBefore(page, stage.app, '**/api/v1/products')
    await dialog.post()
    await goOn(page, '/my-folio')
    await postOnce(page)
  })

  it('has what was typed on /feed after another tab signed out', async () => {
    const dialog = await opened('/feed?add=true')
    const { page } = dialog
    await dialog.reachConfirmation(sell(stage.amazon).url)
    await typeHalf(dialog)
    const other = await page.context().newPage()
    await other.goto('/feed')
    await other.evaluate(() => localStorage.removeItem('folio.session'))
    await page.bringToFront()
    await goOn(page, '/feed')
    await postOnce(page)
  })
})
