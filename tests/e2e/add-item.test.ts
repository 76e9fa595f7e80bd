import type { Browser } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import type { FakeAmazon } from '../fakes/amazon.ts'
import type { TestApp } from '../harness/app.ts'
import { type Person, signUp } from '../harness/people.ts'
import { openAddDialog, sell, setAmazonStage } from './add-dialog.ts'
import { addressOf, phone, visitor } from './visitors.ts'

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

/** The open dialog of the test's own person. */
const opened = async (address?: string) =>
  openAddDialog(await visitor(browser, app, { as: person, viewport: phone }), address)

describe('add-item dialog, opening (spec section 2, protected page shell)', () => {
  it('is opened by ?add=true, which is then removed from the address', async () => {
    const { page, field } = await opened('/feed?add=true')
    await page.waitForURL((url) => url.search === '')
    expect(addressOf(page)).toBe('/feed')
    await expect
      .poll(() => field('Amazon Item URL').evaluate((input) => input === document.activeElement))
      .toBe(true)
  })

  it('starts at url-input again after closing', async () => {
    const { page, fetchItem, sheet, button, field } = await opened()
    await fetchItem('https://example.com/mug')
    await sheet.getByRole('alert').waitFor()
    await button('Close').click()
    await sheet.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Add product' }).click()
    await button('Fetch Item Info').waitFor()
    expect(await field('Amazon Item URL').inputValue()).toBe('')
    expect(await sheet.getByRole('alert').filter({ hasText: /\w/ }).count()).toBe(0)
  })
})

describe('add-item dialog, url-input (spec sections 2 and 5)', () => {
  it.each([
    ['', 'Please enter an Amazon URL'],
    ['https://example.com/dp/B0KETTLE01', "Oops! That didn't look like an Amazon product link. Try again?"],
    [
      'https://www.amazon.com.evil.io/dp/B0KETTLE01',
      "Oops! That didn't look like an Amazon product link. Try again?",
    ],
    ['https://www.amazon.com/shop/someone', 'Could not extract ASIN from URL'],
    ['https://a.co/d/outside', 'Invalid Amazon URL provided'],
    ['https://a.co/d/storefront', 'Could not extract ASIN from URL'],
  ])('keeps %j with the message %j', async (url, message) => {
    const { fetchItem, sheet, field, heading } = await opened()
    await fetchItem(url)
    await sheet.getByRole('alert').getByText(message, { exact: true }).waitFor()
    const input = field('Amazon Item URL')
    expect(await input.inputValue()).toBe(url)
    expect(await input.getAttribute('aria-invalid')).toBe('true')
    expect(await heading('Got something amazing to share?').isVisible()).toBe(true)
    await expect.poll(() => input.evaluate((element) => element === document.activeElement)).toBe(true)
    await input.press('End')
    await input.pressSequentially('x')
    await sheet.getByText(message, { exact: true }).waitFor({ state: 'detached' })
  })

  it('says so when someone asks too often, and stays', async () => {
    const { fetchItem, sheet, field } = await opened()
    const { url, asin } = sell(amazon)
    const call = { token: person.token, body: { amazonUrl: url, asin } }
    await Promise.all(
      Array.from({ length: 30 }, () => app.request('POST', '/functions/v1/amazon-paapi', call)),
    )
    await fetchItem(url)
    await sheet.getByRole('alert').getByText('Too many requests. Please try again shortly.').waitFor()
    expect(await field('Amazon Item URL').inputValue()).toBe(url)
  })
})

describe('add-item dialog, fetching (spec sections 2 and 4)', () => {
  it('says that a short link is being resolved, and can be cancelled', async () => {
    amazon.behaviour.shortLinks = 'slow'
    const { fetchItem, heading, button, field } = await opened()
    await fetchItem('https://a.co/d/kettle')
    await heading('Resolving short link...').waitFor()
    await button('Cancel').click()
    await heading('Got something amazing to share?').waitFor()
    expect(await field('Amazon Item URL').inputValue()).toBe('https://a.co/d/kettle')
  })

  it('says that the item is being fetched, and ignores an answer after cancelling', async () => {
    const { page, fetchItem, heading, button } = await opened()
    const asked = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    await page.route('**/functions/v1/amazon-paapi', async (route) => {
      asked.resolve()
      await held.promise
      await route.continue().catch(() => {})
    })
    await fetchItem(sell(amazon).url)
    await heading('Fetching item information...').waitFor()
    await asked.promise
    await button('Cancel').click()
    held.resolve()
    await heading('Got something amazing to share?').waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    expect(await heading('Add to my folio').count()).toBe(0)
  })

  it('ends when the dialog is closed', async () => {
    amazon.behaviour.api = 'slow'
    const { page, fetchItem, heading, button, sheet } = await opened()
    const asked = page.waitForRequest('**/functions/v1/amazon-paapi')
    await fetchItem(sell(amazon).url)
    await heading('Fetching item information...').waitFor()
    const call = await asked
    const ended = page.waitForEvent('requestfailed', (request) => request === call)
    await button('Close').click()
    await ended
    await sheet.waitFor({ state: 'detached' })
  })
})

describe('add-item dialog, what was found (spec sections 2, 4 and 7)', () => {
  it('shows what the Creators API says of a short link’s item', async () => {
    const { asin, url } = sell(amazon, { title: 'Speckled Enamel Mug' })
    amazon.links.set('/d/mug', { to: `${url}?tag=someone-else-20` })
    const { reachConfirmation, field, sheet } = await opened()
    await reachConfirmation('Look at this https://a.co/d/mug')
    expect(await field('Title').inputValue()).toBe('Speckled Enamel Mug')
    expect(await field('Description (Optional)').inputValue()).toBe('Holds half a litre')
    await sheet.getByText('From amazon.com', { exact: true }).waitFor()
    await sheet.getByText('$12.50', { exact: true }).waitFor()
    await sheet.getByText(/^as of \d+:\d\d/).waitFor()
    expect(await sheet.locator('img').first().getAttribute('src')).toContain('m.media-amazon.com')
    const asked = amazon.asked('creatorsapi.amazon').map(({ body }) => body)
    expect(asked.some((body) => body.includes(asin))).toBe(true)
  })

  it('falls back to the item’s page, which never gives a price', async () => {
    const { url } = sell(amazon, { title: 'Glazed Planter', pageOnly: true })
    const { reachConfirmation, field, sheet } = await opened()
    await reachConfirmation(url)
    expect(await field('Title').inputValue()).toBe('Glazed Planter')
    await sheet.getByText('Price not available', { exact: true }).waitFor()
    expect(await sheet.getByText('sample details are shown').count()).toBe(0)
  })

  it.each([
    ['the provider and the page are down', async () => sell(amazon).url],
    ['the short link cannot be resolved', async () => 'https://a.co/d/down'],
  ])('shows sample details, and says that they are, when %s', async (_, linkTo) => {
    amazon.behaviour.api = 'down'
    amazon.behaviour.pages = 'robot'
    const { reachConfirmation, field, sheet } = await opened()
    await reachConfirmation(await linkTo())
    await sheet.getByText(/could not be loaded, so sample details are shown/).waitFor()
    await sheet.getByText('Price not available', { exact: true }).waitFor()
    expect(await field('Title').inputValue()).not.toBe('')
    expect(await sheet.locator('img').first().getAttribute('src')).toMatch(/^\/art\//)
  })

  it('shows sample details when the connection is gone', async () => {
    const { page, reachConfirmation, sheet } = await opened()
    await page.route('**/functions/v1/**', (route) => route.abort('internetdisconnected'))
    await reachConfirmation(sell(amazon).url)
    await sheet.getByText(/sample details are shown/).waitFor()
  })
})
