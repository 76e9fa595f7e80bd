import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Person } from '../../harness/people.ts'
import { addressOf, phone, visitor } from '../helpers/visitors.ts'
import { addDialogOn, folioOf, sell, setAmazonStage, withoutAmazonsPictures } from './add-dialog.ts'

const stage = setAmazonStage()

/** Opens the address that a phone opens when something is shared into the installed app. */
async function share(given: Record<string, string>, as?: Person) {
  const context = await visitor(stage.browser, stage.app, { viewport: phone, ...(as && { as }) })
  await withoutAmazonsPictures(context)
  const page = await context.newPage()
  await page.goto(`/share?${new URLSearchParams(given)}`)
  return addDialogOn(page)
}

/** That the page can be installed: it has a manifest that Chrome accepts. */
async function hasManifest(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  const { errors, url, data } = await devtools.send('Page.getAppManifest')
  expect([errors, url]).toEqual([[], `${stage.app.url}/manifest.webmanifest`])
  expect(JSON.parse(data ?? '')).toMatchObject({ name: 'Folio', display: 'standalone', start_url: '/feed' })
  const icon = page.locator('link[rel="apple-touch-icon"]')
  expect((await page.request.get((await icon.getAttribute('href')) ?? '')).status()).toBe(200)
}

describe('the app on a phone (docs/product/add-item.md#sharing-into-the-app)', () => {
  it('can be installed, accepts a shared link, looks it up at once and publishes it with two taps; a reload shares nothing again', async () => {
    const { url } = sell(stage.amazon, { title: 'Speckled Enamel Mug' })
    stage.amazon.links.set('/d/shared', { to: url })
    const dialog = await share({ text: 'Speckled Enamel Mug, 0.5 l https://amzn.eu/d/shared' }, stage.person)
    const { page, heading, field, post, button, sheet } = dialog
    await hasManifest(page)
    await heading('Add to my folio').waitFor()
    expect(await field('Title').inputValue()).toBe('Speckled Enamel Mug')
    await expect.poll(() => addressOf(page)).toBe('/my-folio')
    await post()
    await button('Go to Item').click()
    await page.getByText('Product Created! Ready to share.').waitFor()
    expect(await folioOf(stage.app, stage.person, '?category=inbox')).toHaveLength(1)
    await page.goBack()
    // Back leads over the dialog's entry: a reload on the way there is lost.
    await page.getByRole('heading', { name: 'My Folio' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'My Folio' }).waitFor()
    expect(addressOf(page)).toBe('/my-folio')
    expect(await sheet.count()).toBe(0)
  })

  it('remembers a shared link for someone signed out, through the sign-in page and sign-up (docs/product/add-item.md#sharing-into-the-app)', async () => {
    const { url } = sell(stage.amazon, { title: 'Speckled Enamel Mug' })
    const fresh = await share({ text: `Mug ${url}` })
    await fresh.page.waitForURL('**/login')
    await fresh.page.getByRole('link', { name: 'Sign up' }).click()
    await fresh.page.getByLabel('First name').fill('Maya')
    await fresh.page.getByLabel('Last name').fill('Okafor')
    await fresh.page.getByLabel('Email').fill('shared@example.com')
    await fresh.page.getByLabel('Password', { exact: true }).fill('long enough')
    await fresh.page.getByRole('button', { name: 'Sign up' }).click()
    await fresh.heading('Add to my folio').waitFor()
    expect(await fresh.field('Title').inputValue()).toBe('Speckled Enamel Mug')
    await expect.poll(() => addressOf(fresh.page)).toBe('/my-folio')
  })
})
