import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { type Answers, offline, refused } from '../../testing/fake-api.ts'
import { addDialog, amazonItem, known, openAddDialog, unknown, urlOf } from '../testing/add-dialog.tsx'

const { fetchItem, paste, reachConfirmation, heading, link, message, button, field, sheet } = addDialog

const mug = urlOf('B0ENAMEL01')

const notAmazon = "Oops! That didn't look like an Amazon product link. Try again?"
const invalid = 'Invalid Amazon URL provided'
const noAsin = 'Could not extract ASIN from URL'

describe('add-item dialog, url-input (docs/product/add-item.md#link)', () => {
  it('is opened by ?add=true, which is then removed from the address, and starts over after closing', async () => {
    await openAddDialog()
    await expect.poll(() => window.location.pathname + window.location.search).toBe('/feed')
    await expect.element(link).toHaveFocus()
    await fetchItem('https://example.com/mug')
    await expect.element(message).toBeVisible()
    await addDialog.close()
    await addDialog.openAgain()
    await expect.element(link).toHaveValue('')
    await expect.element(message).not.toBeInTheDocument()
  })

  it.each([
    ['', 'Please enter an Amazon URL'],
    ['https://example.com/dp/B0KETTLE01', notAmazon],
    ['https://www.amazon.com.evil.io/dp/B0KETTLE01', notAmazon],
    ['https://www.amazon.com/shop/someone', noAsin],
    ['https://a.co/d/outside', invalid],
    ['https://a.co/d/storefront', noAsin],
  ])('keeps %j, with the message that says why until it is changed', async (url, words) => {
    await openAddDialog({
      'POST /functions/v1/resolve-short-link': ({ body }) =>
        body.url.endsWith('outside')
          ? { success: false, resolvedUrl: null, error: invalid }
          : { success: true, resolvedUrl: 'https://www.amazon.com/shop/someone' },
    })
    await fetchItem(url)
    await expect.element(message.getByText(words, { exact: true })).toBeVisible()
    await expect.element(link).toHaveValue(url)
    await expect.element(link).toHaveAttribute('aria-invalid', 'true')
    await expect.element(heading('Got something amazing to share?')).toBeVisible()
    await expect.element(link).toHaveFocus()
    await userEvent.keyboard('{End}x')
    await expect.element(message).not.toBeInTheDocument()
  })

  it('says so when someone asks too often, and stays', async () => {
    const words = 'Too many requests. Please try again shortly.'
    await openAddDialog({
      'POST /functions/v1/amazon-paapi': () => Promise.reject(refused('rate_limited', words)),
    })
    await fetchItem(mug)
    await expect.element(message.getByText(words)).toBeVisible()
    await expect.element(link).toHaveValue(mug)
  })
})

describe('add-item dialog, a pasted link', () => {
  it('begins by itself, with words around it, and asks for no clipboard', async () => {
    const read = vi.spyOn(navigator.clipboard, 'read')
    const readText = vi.spyOn(navigator.clipboard, 'readText')
    const { sent } = await openAddDialog()
    await paste(`Speckled Enamel Mug ${mug}?tag=someone-else-20`)
    await expect.element(heading('Add to my folio')).toBeVisible()
    expect(sent('POST /functions/v1/amazon-paapi')).toMatchObject([
      { input: { body: { asin: 'B0ENAMEL01' } } },
    ])
    expect([...read.mock.calls, ...readText.mock.calls]).toEqual([])
  })

  it('does not begin while it is typed', async () => {
    const { sent } = await openAddDialog()
    await expect.element(link).toHaveFocus()
    await userEvent.keyboard('a.co/d/mug')
    await expect.element(link).toHaveValue('a.co/d/mug')
    await expect.element(button('Fetch Item Info')).toBeVisible()
    expect(sent('POST /functions/v1/resolve-short-link')).toEqual([])
  })

  it('begins where a phone’s keyboard inserts a whole link at one stroke, without a paste', async () => {
    await openAddDialog()
    await link.fill(mug)
    await expect.element(heading('Add to my folio')).toBeVisible()
  })

  it('stays with a message where it names no item, and starts over with a link pasted there', async () => {
    const { sent } = await openAddDialog()
    await paste('https://example.com/mug')
    await expect.element(message).toMatchTextContent(/^Oops!/)
    await expect.element(link).toHaveValue('https://example.com/mug')
    await paste(mug)
    await expect.element(heading('Add to my folio')).toBeVisible()
    expect(sent('POST /functions/v1/amazon-paapi')).toMatchObject([
      { input: { body: { asin: 'B0ENAMEL01' } } },
    ])
  })

  it('starts over when pasted over the text of the field, and not beside it', async () => {
    const { sent } = await openAddDialog()
    await expect.element(link).toHaveFocus()
    await userEvent.keyboard('mug ')
    await paste(mug)
    await expect.element(link).toHaveValue(`mug ${mug}`)
    expect(sent('POST /functions/v1/amazon-paapi')).toEqual([])
    ;(link.element() as HTMLInputElement).select()
    await paste(mug)
    await expect.element(heading('Add to my folio')).toBeVisible()
  })
})

describe('add-item dialog, fetching (docs/product/add-item.md#fetching)', () => {
  const never = () => new Promise<never>(() => {})

  it('says that a short link is resolved, and keeps the link when it is cancelled', async () => {
    await openAddDialog({ 'POST /functions/v1/resolve-short-link': never })
    await fetchItem('https://a.co/d/kettle')
    await expect.element(heading('Resolving short link...')).toBeVisible()
    await button('Cancel').click()
    await expect.element(heading('Got something amazing to share?')).toBeVisible()
    await expect.element(link).toHaveValue('https://a.co/d/kettle')
  })

  it('resolves short links of a host that the operator has added', async () => {
    const resolve = { 'POST /functions/v1/resolve-short-link': never }
    await openAddDialog(resolve, { app: { shortHosts: ['amzn.example'] } })
    await fetchItem('https://amzn.example/d/kettle')
    await expect.element(heading('Resolving short link...')).toBeVisible()
  })

  it('is over when it is cancelled, whatever is answered later', async () => {
    const held = Promise.withResolvers<void>()
    const { sent } = await openAddDialog({
      'POST /functions/v1/amazon-paapi': () => held.promise.then(() => known(amazonItem('B0ENAMEL01'))),
    })
    await fetchItem(mug)
    await expect.element(heading('Fetching item information...')).toBeVisible()
    await button('Cancel').click()
    const [call] = sent('POST /functions/v1/amazon-paapi')
    expect(call?.extras.signal?.aborted).toBe(true)
    held.resolve()
    await expect.element(heading('Got something amazing to share?')).toBeVisible()
    await expect.element(heading('Add to my folio')).not.toBeInTheDocument()
  })

  it('ends when the dialog is closed', async () => {
    const { sent } = await openAddDialog({ 'POST /functions/v1/amazon-paapi': never })
    await fetchItem(mug)
    await expect.element(heading('Fetching item information...')).toBeVisible()
    await addDialog.close()
    expect(sent('POST /functions/v1/amazon-paapi')[0]?.extras.signal?.aborted).toBe(true)
  })
})

describe('add-item dialog, what was found (docs/product/add-item.md#fetching)', () => {
  it('is what the Creators API says of a short link’s item', async () => {
    const { sent } = await openAddDialog({
      'POST /functions/v1/resolve-short-link': () => ({
        success: true,
        resolvedUrl: `${mug}?tag=someone-else-20`,
      }),
      'POST /functions/v1/amazon-paapi': ({ body }) =>
        known(amazonItem(body.asin, { title: 'Speckled Enamel Mug' })),
    })
    await reachConfirmation('Look at this https://a.co/d/mug')
    await expect.element(field('Title')).toHaveValue('Speckled Enamel Mug')
    await expect.element(field('Description (Optional)')).toHaveValue('Holds half a litre')
    await expect.element(sheet.getByText('From amazon.com', { exact: true })).toBeVisible()
    await expect.element(sheet.getByText('$12.50', { exact: true })).toBeVisible()
    await expect.element(sheet.getByText(/^as of \d+:\d\d/)).toBeVisible()
    await expect.poll(() => picture()).toBe('/art/mug.svg')
    const asked = sent('POST /functions/v1/amazon-paapi').map(({ input }) => input.body.asin)
    expect(asked).toEqual(['B0ENAMEL01'])
  })

  it('is else what its page says, without a price', async () => {
    await openAddDialog({
      'POST /functions/v1/amazon-paapi': () => unknown,
      'POST /functions/v1/add-product': () => ({
        success: true,
        data: amazonItem('B0ENAMEL01', { title: 'Glazed Planter', price_usd: null, price_as_of: null }),
      }),
    })
    await reachConfirmation(mug)
    await expect.element(field('Title')).toHaveValue('Glazed Planter')
    await expect.element(sheet.getByText('Price not available', { exact: true })).toBeVisible()
    await expect.element(sheet.getByText('sample details are shown')).not.toBeInTheDocument()
  })

  it.each<[string, string, Answers]>([
    [
      'Amazon is down',
      mug,
      {
        'POST /functions/v1/amazon-paapi': () => unknown,
        'POST /functions/v1/add-product': () => ({ success: false, data: null, error: 'Blocked' }),
      },
    ],
    [
      'a short link cannot be resolved',
      'https://a.co/d/down',
      { 'POST /functions/v1/resolve-short-link': () => ({ success: false, resolvedUrl: null }) },
    ],
    [
      'the connection is down',
      mug,
      {
        'POST /functions/v1/amazon-paapi': () => Promise.reject(offline()),
        'POST /functions/v1/add-product': () => Promise.reject(offline()),
      },
    ],
  ])('is a sample, and says so, when %s', async (_, url, answers) => {
    await openAddDialog(answers)
    await reachConfirmation(url)
    await expect
      .element(sheet.getByText(/Details could not be loaded\. Only you see these sample ones/))
      .toBeVisible()
    await expect.element(sheet.getByText('Price not available', { exact: true })).toBeVisible()
    await expect.element(field('Title')).not.toHaveValue('')
    await expect.poll(() => picture()).toMatch(/^\/art\//)
  })
})

/** The address of the found item's picture. */
const picture = () => document.querySelector('[role=dialog] img')?.getAttribute('src')
