import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { addressOf, visitor } from '../helpers/visitors.ts'
import { addDialogOn, folioOf, openAddDialog, sell, setAmazonStage } from './add-dialog.ts'

const stage = setAmazonStage()

/** The token of the page's own session. */
const tokenOf = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('folio.session') ?? '{}').access_token)

/** Ends the session on the server alone, just before this call of the page arrives: no other notices it first. */
const endSessionBefore = (page: Page, call: string) =>
  page.route(
    call,
    async (route) => {
      await stage.app.request('POST', '/auth/v1/logout?scope=global', { token: await tokenOf(page) })
      await route.continue()
    },
    { times: 1 },
  )

async function signInAgain(page: Page) {
  const { email, password } = stage.person
  await page.waitForURL('**/login')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

async function reachConfirmation(address: string) {
  const dialog = await openAddDialog(await visitor(stage.browser, stage.app, { as: stage.person }), address)
  await dialog.reachConfirmation(sell(stage.amazon).url)
  await dialog.field('Title').fill('Half done')
  await dialog.sheet.getByRole('radio', { name: 'Send to Inbox' }).check()
  return dialog
}

describe('add-item dialog, the end of the session (decisions: Routes, resumed after sign-in)', () => {
  it.each(['/feed', '/my-folio'])('keeps what was typed on %s, through signing in again', async (path) => {
    const { page, post } = await reachConfirmation(`${path}?add=true`)
    await endSessionBefore(page, '**/api/v1/products')
    await post()
    await signInAgain(page)
    const dialog = addDialogOn(page)
    await dialog.button('Continue').click()
    expect(await dialog.field('Title').inputValue()).toBe('Half done')
    expect(addressOf(page)).toBe(path)
    await dialog.post()
    await dialog.heading('Item Added!').waitFor()
    const mine = await folioOf(stage.app, { token: await tokenOf(page) })
    expect(mine.map(({ title }) => title)).toEqual(['Half done'])
  })

  it('keeps a link that was being fetched', async () => {
    const dialog = await openAddDialog(await visitor(stage.browser, stage.app, { as: stage.person }))
    await endSessionBefore(dialog.page, '**/functions/v1/amazon-paapi')
    const { url } = sell(stage.amazon)
    await dialog.fetchItem(url)
    await signInAgain(dialog.page)
    await expect.poll(() => dialog.field('Amazon Item URL').inputValue()).toBe(url)
  })

  it('keeps what was typed when another tab signs out', async () => {
    const { page } = await reachConfirmation('/feed?add=true')
    const other = await page.context().newPage()
    await other.goto('/feed')
    await other.evaluate(() => localStorage.removeItem('folio.session'))
    await page.bringToFront()
    await signInAgain(page)
    const dialog = addDialogOn(page)
    await dialog.button('Continue').click()
    expect(await dialog.field('Title').inputValue()).toBe('Half done')
  })
})
