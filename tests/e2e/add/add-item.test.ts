import { describe, expect, it } from 'vitest'
import { addressOf, phone, visitor } from '../helpers/visitors.ts'
import { type AddDialog, folioOf, openAddDialog, openAgain, sell, setAmazonStage } from './add-dialog.ts'

const stage = setAmazonStage()

const permissions = ['clipboard-read', 'clipboard-write']

/** The open dialog of the test's own person. */
const opened = async () =>
  openAddDialog(
    await visitor(stage.browser, stage.app, { as: stage.person, viewport: phone, browser: { permissions } }),
  )

const isFocused = (locator: ReturnType<AddDialog['field']>) =>
  locator.evaluate((element) => element === document.activeElement)

async function close({ button, sheet }: AddDialog) {
  await button('Close').click()
  await sheet.waitFor({ state: 'detached' })
}

describe('add-item dialog, url-input (spec sections 2 and 5)', () => {
  it('is opened by ?add=true, which is then removed from the address, and starts anew after closing', async () => {
    const dialog = await opened()
    const { page, field, sheet, fetchItem } = dialog
    await page.waitForURL((url) => url.search === '')
    expect(addressOf(page)).toBe('/feed')
    await expect.poll(() => isFocused(field('Amazon Item URL'))).toBe(true)
    await fetchItem('https://example.com/mug')
    await sheet.getByRole('alert').waitFor()
    await close(dialog)
    await openAgain(dialog)
    expect(await field('Amazon Item URL').inputValue()).toBe('')
    expect(await sheet.getByRole('alert').filter({ hasText: /\w/ }).count()).toBe(0)
  })

  it('keeps what names no item, with the message that says why until it is changed', async () => {
    const { fetchItem, sheet, field, heading } = await opened()
    const input = field('Amazon Item URL')
    const cases = [
      ['', 'Please enter an Amazon URL'],
      ['https://example.com/dp/B0KETTLE01', "Oops! That didn't look like an Amazon product link. Try again?"],
      [
        'https://www.amazon.com.evil.io/dp/B0KETTLE01',
        "Oops! That didn't look like an Amazon product link. Try again?",
      ],
      ['https://www.amazon.com/shop/someone', 'Could not extract ASIN from URL'],
      ['https://a.co/d/outside', 'Invalid Amazon URL provided'],
      ['https://a.co/d/storefront', 'Could not extract ASIN from URL'],
    ] as const
    for (const [url, message] of cases) {
      await fetchItem(url)
      await sheet.getByRole('alert').getByText(message, { exact: true }).waitFor()
      expect(await input.inputValue()).toBe(url)
      expect(await input.getAttribute('aria-invalid')).toBe('true')
      expect(await heading('Got something amazing to share?').isVisible()).toBe(true)
      await expect.poll(() => isFocused(input)).toBe(true)
      await input.press('End')
      await input.pressSequentially('x')
      await sheet.getByText(message, { exact: true }).waitFor({ state: 'detached' })
    }
  })

  it('says so when someone asks too often, and stays', async () => {
    const { fetchItem, sheet, field } = await opened()
    const { url, asin } = sell(stage.amazon)
    const call = { token: stage.person.token, body: { amazonUrl: url, asin } }
    await Promise.all(
      Array.from({ length: 30 }, () => stage.app.request('POST', '/functions/v1/amazon-paapi', call)),
    )
    await fetchItem(url)
    await sheet.getByRole('alert').getByText('Too many requests. Please try again shortly.').waitFor()
    expect(await field('Amazon Item URL').inputValue()).toBe(url)
  })
})

describe('add-item dialog, from a pasted link to the published page in two taps', () => {
  it('begins by itself when a link is pasted, not when it is typed, and asks for no clipboard', async () => {
    const dialog = await opened()
    const { page, paste, field, heading, button, sheet } = dialog
    await page.evaluate(() => {
      navigator.clipboard.readText = () => Promise.reject(new Error('read'))
      navigator.clipboard.read = () => Promise.reject(new Error('read'))
    })
    const { url } = sell(stage.amazon, { title: 'Speckled Enamel Mug' })
    const typed = page.waitForRequest('**/functions/v1/**', { timeout: 500 }).catch(() => null)
    await field('Amazon Item URL').pressSequentially(url)
    expect(await typed).toBeNull()
    await field('Amazon Item URL').fill('')
    await paste(`Speckled Enamel Mug ${url}?tag=someone-else-20`)
    await heading('Add to my folio').waitFor()
    await close(dialog)
    await openAgain(dialog)
    // As a phone's keyboard inserts from its clipboard: a whole link at one stroke, without a paste.
    await expect.poll(() => isFocused(field('Amazon Item URL'))).toBe(true)
    await page.keyboard.insertText(url)
    await heading('Add to my folio').waitFor()
    await close(dialog)
    await openAgain(dialog)
    await paste('https://example.com/mug')
    await sheet
      .getByRole('alert')
      .getByText(/^Oops!/)
      .waitFor()
    expect(await field('Amazon Item URL').inputValue()).toBe('https://example.com/mug')
    await paste(url)
    expect(await button('Fetch Item Info').isVisible()).toBe(true)
  })

  it('is Post and Go to Item, in the Inbox at first and then where the person’s last item went', async () => {
    const dialog = await opened()
    const { page, paste, post, button, heading, chooseCategory, sheet } = dialog
    const radio = (name: string) => sheet.getByRole('radio', { name })
    await paste(sell(stage.amazon).url)
    await post()
    await button('Go to Item').click()
    await page.getByText('Product Created! Ready to share.').waitFor()
    expect(await folioOf(stage.app, stage.person, '?category=inbox')).toHaveLength(1)

    await page.getByRole('link', { name: 'Add Another Product' }).click()
    await paste(sell(stage.amazon).url)
    await chooseCategory('Books')
    await post()
    await heading('Item Added!').waitFor()
    await page.goto('/feed?add=true')
    await paste(sell(stage.amazon).url)
    expect(await radio('Choose Category').isChecked()).toBe(true)
    await post()
    await heading('Item Added!').waitFor()
    expect(await folioOf(stage.app, stage.person, '?category=books')).toHaveLength(2)

    // Kept for this person alone: a browser may be used by one after another.
    const keys = await page.evaluate(() => Object.keys(localStorage))
    expect(keys).toContain(`folio.organization.${stage.person.id}`)
  })
})

describe('add-item dialog, fetching (spec sections 2 and 4)', () => {
  it('says what is going on, can be cancelled, and ends when the dialog is closed', async () => {
    stage.amazon.behaviour.shortLinks = 'slow'
    const { page, fetchItem, heading, button, field, sheet } = await opened()
    await fetchItem('https://a.co/d/kettle')
    await heading('Resolving short link...').waitFor()
    await button('Cancel').click()
    await heading('Got something amazing to share?').waitFor()
    expect(await field('Amazon Item URL').inputValue()).toBe('https://a.co/d/kettle')

    const asked = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    await page.route('**/functions/v1/amazon-paapi', async (route) => {
      asked.resolve()
      await held.promise
      await route.continue().catch(() => {})
    })
    await fetchItem(sell(stage.amazon).url)
    await heading('Fetching item information...').waitFor()
    await asked.promise
    await button('Cancel').click()
    held.resolve()
    await heading('Got something amazing to share?').waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    expect(await heading('Add to my folio').count()).toBe(0)

    stage.amazon.behaviour.api = 'slow'
    const nextCall = page.waitForRequest('**/functions/v1/amazon-paapi')
    await fetchItem(sell(stage.amazon).url)
    const call = await nextCall
    const ended = page.waitForEvent('requestfailed', (request) => request === call)
    await button('Close').click()
    await ended
    await sheet.waitFor({ state: 'detached' })
  })
})

describe('add-item dialog, what was found (spec sections 2, 4 and 7)', () => {
  it('is what the Creators API says of a short link’s item, else what its page says, without a price', async () => {
    const { asin, url } = sell(stage.amazon, { title: 'Speckled Enamel Mug' })
    stage.amazon.links.set('/d/mug', { to: `${url}?tag=someone-else-20` })
    const dialog = await opened()
    const { reachConfirmation, field, sheet } = dialog
    await reachConfirmation('Look at this https://a.co/d/mug')
    expect(await field('Title').inputValue()).toBe('Speckled Enamel Mug')
    expect(await field('Description (Optional)').inputValue()).toBe('Holds half a litre')
    await sheet.getByText('From amazon.com', { exact: true }).waitFor()
    await sheet.getByText('$12.50', { exact: true }).waitFor()
    await sheet.getByText(/^as of \d+:\d\d/).waitFor()
    expect(await sheet.locator('img').first().getAttribute('src')).toContain('m.media-amazon.com')
    const asked = stage.amazon.asked('creatorsapi.amazon').map(({ body }) => body)
    expect(asked.some((body) => body.includes(asin))).toBe(true)

    await close(dialog)
    await openAgain(dialog)
    await reachConfirmation(sell(stage.amazon, { title: 'Glazed Planter', pageOnly: true }).url)
    expect(await field('Title').inputValue()).toBe('Glazed Planter')
    await sheet.getByText('Price not available', { exact: true }).waitFor()
    expect(await sheet.getByText('sample details are shown').count()).toBe(0)
  })

  it('is a sample, and says so, when Amazon, the short link or the connection is down', async () => {
    stage.amazon.behaviour.api = 'down'
    stage.amazon.behaviour.pages = 'robot'
    const dialog = await opened()
    const { page, reachConfirmation, field, sheet } = dialog
    const sampleIsShown = async (url: string) => {
      await reachConfirmation(url)
      await sheet.getByText(/could not be loaded, so sample details are shown/).waitFor()
      await sheet.getByText('Price not available', { exact: true }).waitFor()
      expect(await field('Title').inputValue()).not.toBe('')
      expect(await sheet.locator('img').first().getAttribute('src')).toMatch(/^\/art\//)
      await close(dialog)
      await openAgain(dialog)
    }
    await sampleIsShown(sell(stage.amazon).url)
    await sampleIsShown('https://a.co/d/down')
    stage.amazon.reset()
    await page.route('**/functions/v1/**', (route) => route.abort('internetdisconnected'))
    await sampleIsShown(sell(stage.amazon).url)
  })
})
