import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { itemWith, ownCardOf } from '../../item/testing/item.ts'
import { offline, refused } from '../../testing/fake-api.ts'
import { fakeClipboard } from '../../testing/fake-clipboard.ts'
import {
  addDialog,
  amazonItem,
  books,
  kitchen,
  known,
  openAddDialog,
  published,
} from '../testing/add-dialog.tsx'

const {
  reachConfirmation,
  field,
  sheet,
  button,
  heading,
  toast,
  radio,
  select,
  addTag,
  chooseCategory,
  post,
} = addDialog

const failedText = 'Failed to create product. Please try again.'
const organizationMissing = 'Please select a category or send to inbox'
const address = () => window.location.pathname

describe('add-item dialog, publishing (docs/product/add-item.md#publishing)', () => {
  it('sends everything typed, also tags that were not added, without duplicates', async () => {
    const { sent } = await openAddDialog()
    await reachConfirmation()
    await field('Title').fill('The mug')
    await field('What you love about it').fill('It survives everything.')
    await field('Description (Optional)').fill('Half a litre.')
    await chooseCategory('Kitchen')
    for (const tag of ['  Camping ', 'camping']) await addTag(tag)
    // Not added with Enter: publishing adds it.
    await field('Tags').fill('Enamel')
    await post()
    await expect.element(heading('Item Added!')).toBeVisible()
    // Shown once: by the dialog, not by a toast over its buttons as well.
    await expect.element(page.getByText('Item added to your folio')).toBeVisible()
    expect(toast('Item added to your folio').query()).toBeNull()
    expect(sent('POST /api/v1/products').map(({ input }) => input.body)).toEqual([
      {
        asin: 'B0ENAMEL01',
        amazon_url: 'https://www.amazon.com/dp/B0ENAMEL01',
        image_url: '/art/mug.svg',
        photos: [],
        title: 'The mug',
        user_comment: 'It survives everything.',
        description: 'Half a litre.',
        tags: ['camping', 'enamel'],
        category_id: kitchen.id,
      },
    ])
  })

  it("offers a shorter title than Amazon's, and takes it back (docs/product/add-item.md#a-shorter-title)", async () => {
    const whole = 'Gooseneck Pour-Over Kettle, 0.9 L, Brushed Stainless Steel'
    await openAddDialog({
      'POST /functions/v1/amazon-paapi': ({ body }) => known(amazonItem(body.asin, { title: whole })),
    })
    await reachConfirmation()
    await button('Shorter: “Gooseneck Pour-Over Kettle”').click()
    await expect.element(field('Title')).toHaveValue('Gooseneck Pour-Over Kettle')
    await button('Back to the whole title').click()
    await expect.element(field('Title')).toHaveValue(whole)
    await field('Title').fill('My kettle')
    expect(sheet.getByRole('button', { name: /^Shorter/ }).elements()).toEqual([])
  })

  it('needs a category when one is to be chosen, once the categories are loaded', async () => {
    const { answer, sent } = await openAddDialog({
      'GET /api/v1/categories': () => Promise.reject(refused('internal_error')),
    })
    await reachConfirmation()
    await radio('Choose Category').click()
    await expect.element(sheet.getByText('Failed to load categories', { exact: true })).toBeVisible()
    answer({ 'GET /api/v1/categories': () => ({ items: [kitchen, books] }) })
    await button('Retry').click()
    await expect.element(select.getByRole('option', { name: 'Kitchen' })).toBeInTheDocument()
    await post()
    await expect.element(toast('Required')).toBeVisible()
    await expect.element(toast(organizationMissing)).toBeVisible()
    await expect.element(sheet.getByText(organizationMissing, { exact: true })).toBeVisible()
    await expect.element(select).toHaveAttribute('aria-invalid', 'true')
    await expect.element(select).toHaveFocus()
    expect(sent('POST /api/v1/products')).toEqual([])
  })

  it('no longer says ‘Required’ once a category is chosen, or the dialog is gone', async () => {
    const postsWithout = async () => {
      const screen = await openAddDialog()
      await reachConfirmation()
      await radio('Choose Category').click()
      await post()
      await expect.element(toast('Required')).toBeVisible()
      return screen
    }
    const { unmount } = await postsWithout()
    await select.selectOptions('Books')
    await expect.element(toast('Required')).not.toBeInTheDocument()
    await unmount()
    await postsWithout()
    await button('Close').click()
    await addDialog.question.getByRole('button', { name: 'Discard' }).click()
    await expect.element(toast('Required')).not.toBeInTheDocument()
  })

  it('publishes to the Inbox, without a title, once after a double click', async () => {
    const held = Promise.withResolvers<void>()
    const { sent } = await openAddDialog({
      'POST /api/v1/products': (input) => held.promise.then(() => published(input)),
    })
    await reachConfirmation()
    await field('Title').fill('')
    await expect.element(sheet.getByText('Organize later', { exact: true })).toBeVisible()
    await button('Post to my folio').dblClick()
    held.resolve()
    await expect.element(heading('Item Added!')).toBeVisible()
    await expect.element(page.getByText('Item added to Inbox')).toBeVisible()
    expect(sent('POST /api/v1/products')).toMatchObject([
      { input: { body: { title: '', category_id: null } } },
    ])
  })

  it('starts with the category of the person’s last item, stored for this person alone', async () => {
    const { sent, unmount } = await openAddDialog()
    await reachConfirmation()
    await expect.element(radio('Send to Inbox')).toBeChecked()
    await chooseCategory('Books')
    await post()
    await expect.element(heading('Item Added!')).toBeVisible()
    await unmount()
    await openAddDialog()
    await reachConfirmation()
    await expect.element(radio('Choose Category')).toBeChecked()
    await expect.element(select).toHaveValue(books.id)
    await unmount()
    await openAddDialog({}, { session: { id: '0193a000-0000-7000-8000-00000000000c' } })
    await reachConfirmation()
    await expect.element(radio('Send to Inbox')).toBeChecked()
    expect(sent('POST /api/v1/products')).toHaveLength(1)
  })

  it('sends a sample without its price, and a made-up ASIN with the short link itself', async () => {
    const { sent } = await openAddDialog({
      'POST /functions/v1/resolve-short-link': () => ({
        success: false,
        resolvedUrl: null,
        error: 'Failed to resolve short Amazon link',
      }),
    })
    await reachConfirmation('https://a.co/d/down')
    await post()
    await expect.element(heading('Item Added!')).toBeVisible()
    const [body] = sent('POST /api/v1/products').map(({ input }) => input.body)
    expect(body).toMatchObject({
      amazon_url: 'https://a.co/d/down',
      asin: expect.stringMatching(/^B0[A-Z0-9]{8}$/),
      image_url: expect.stringMatching(/^\/art\//),
    })
  })
})

describe('add-item dialog, success (docs/product/add-item.md#success)', () => {
  const reachSuccess = async () => {
    const screen = await openAddDialog()
    await reachConfirmation()
    await post()
    await expect.element(heading('Item Added!')).toBeVisible()
    return screen
  }

  it('leads to the item as just created, with the dialog’s page to go back to', async () => {
    const { router } = await reachSuccess()
    await button('Go to Item').click()
    await expect.poll(address).toBe('/l/kettle-a1b2')
    expect(router.state.location.state).toMatchObject({ fromCreation: true, from: '/feed' })
    await expect.element(sheet).not.toBeInTheDocument()
  })

  it('copies the link, and says when it could not', async () => {
    await reachSuccess()
    const copied = fakeClipboard()
    await button('Copy Link').click()
    await expect.element(toast('Copied!')).toBeVisible()
    await expect.element(toast('Product link copied to clipboard')).toBeVisible()
    expect(copied).toEqual([`${window.location.origin}/l/kettle-a1b2`])
    vi.mocked(navigator.clipboard.writeText).mockRejectedValue(new Error('refused'))
    await button('Copy Link').click()
    await expect.element(toast('Error')).toBeVisible()
    await expect.element(toast('Failed to copy link')).toBeVisible()
  })

  it('edits the item in place, goes home, and offers nothing afterwards', async () => {
    const { answer, sent } = await reachSuccess()
    const item = itemWith()
    answer({
      'GET /api/v1/products/:ref': () => item,
      'PATCH /api/v1/products/:ref': ({ body }) => ({ ...item, title: body.title ?? '' }),
    })
    await button('Edit Item').click()
    const edit = page.getByRole('dialog', { name: 'Edit Your Item' })
    await edit.getByRole('textbox', { name: 'Title' }).fill('Named later')
    await edit.getByRole('button', { name: 'Save Changes' }).click()
    await expect.element(edit).not.toBeInTheDocument()
    expect(sent('PATCH /api/v1/products/:ref')).toMatchObject([
      { input: { params: { ref: item.id }, body: { title: 'Named later' } } },
    ])
    await button('Go Home').click()
    await expect.element(sheet).not.toBeInTheDocument()
    await expect.poll(address).toBe('/my-folio')
  })

  it('leaves no draft to be offered', async () => {
    await reachSuccess()
    await addDialog.close()
    await addDialog.openAgain()
    await expect.element(sheet.getByText('You have not posted this item yet.')).not.toBeInTheDocument()
  })
})

describe('add-item dialog, a refused request (docs/product/add-item.md#publishing)', () => {
  it('says at once which limits are exceeded, and sends nothing', async () => {
    const { sent } = await openAddDialog()
    await reachConfirmation()
    await field('Title').fill('x'.repeat(501))
    await expect.element(sheet.getByText('Use at most 500 characters.', { exact: true })).toBeVisible()
    await addTag('y'.repeat(41))
    await expect.element(sheet.getByText('Use at most 40 characters.', { exact: true })).toBeVisible()
    await expect.element(field('Tags')).toHaveValue('y'.repeat(41))
    await post()
    await expect.element(field('Tags')).toHaveFocus()
    await field('Tags').fill('')
    await post()
    await expect.element(field('Title')).toHaveFocus()
    expect(sent('POST /api/v1/products')).toEqual([])
    await field('Title').fill('Kept title')
    await post()
    await expect.element(heading('Item Added!')).toBeVisible()
  })

  it('shows the message at the field that the server names, and keeps everything typed', async () => {
    const problems = [{ path: 'category_id', message: 'This category does not exist.' }]
    const { answer, sent } = await openAddDialog({
      'POST /api/v1/products': () => Promise.reject(refused('validation_failed', 'No.', { problems })),
    })
    await reachConfirmation()
    await field('Title').fill('Kept title')
    await addTag('kept')
    await chooseCategory('Kitchen')
    await post()
    await expect.element(sheet.getByText('This category does not exist.', { exact: true })).toBeVisible()
    await expect.element(toast(failedText)).toBeVisible()
    answer({ 'POST /api/v1/products': published })
    await chooseCategory('Books')
    await post()
    await expect.element(heading('Item Added!')).toBeVisible()
    const body = { title: 'Kept title', tags: ['kept'], category_id: books.id }
    expect(sent('POST /api/v1/products').at(-1)).toMatchObject({ input: { body } })
  })

  it('is disabled while it is published, and gives the focus back', async () => {
    const held = Promise.withResolvers<void>()
    await openAddDialog({
      'POST /api/v1/products': () => held.promise.then(() => Promise.reject(refused('internal_error'))),
    })
    await reachConfirmation()
    await field('Title').fill('Kept title')
    await userEvent.keyboard('{Enter}')
    await expect.element(button('Close')).toBeDisabled()
    // Text typed now would be missing from the request.
    await userEvent.keyboard('lost')
    held.resolve()
    await expect.element(field('Title')).toHaveFocus()
    await expect.element(field('Title')).toHaveValue('Kept title')
    await expect.element(toast(failedText)).toBeVisible()
  })

  it('is tried again under the same key, also from the draft', async () => {
    const { sent, unmount } = await openAddDialog({
      'POST /api/v1/products': () => Promise.reject(offline()),
    })
    await reachConfirmation()
    await post()
    await expect.element(toast(failedText)).toBeVisible()
    await post()
    await expect.poll(() => sent('POST /api/v1/products')).toHaveLength(2)
    await unmount()
    const after = await openAddDialog()
    await button('Continue').click()
    await post()
    await expect.element(heading('Item Added!')).toBeVisible()
    const calls = [...sent('POST /api/v1/products'), ...after.sent('POST /api/v1/products')]
    const requests = new Set(calls.map(({ input, extras }) => JSON.stringify([input, extras.idempotencyKey])))
    expect([calls.length, requests.size]).toEqual([3, 1])
  })

  it('says that the first one arrived when the fields were edited in between', async () => {
    const owned = itemWith({ title: 'As first posted', asin: 'B0ENAMEL01' })
    const { answer, sent } = await openAddDialog({
      'POST /api/v1/products': () => Promise.reject(refused('idempotency_key_reused')),
      'GET /api/v1/me/products': () => ({ items: [ownCardOf(owned)], next_cursor: null }),
    })
    await reachConfirmation()
    await field('Title').fill('Edited since')
    await post()
    const notice = sheet.getByText(/An earlier try did arrive/)
    await expect.element(notice).toBeVisible()
    await expect.poll(() => document.activeElement?.contains(notice.query())).toBe(true)

    // It exists already (docs/product/add-item.md#confirmation): the dialog says so, and it may be published again.
    await expect
      .element(sheet.getByText('This item is already in your folio. You can post it again.'))
      .toBeVisible()
    await expect
      .element(sheet.getByRole('link', { name: /See it/ }))
      .toHaveAttribute('href', `/l/${owned.short_link_id}`)
    answer({ 'POST /api/v1/products': published })
    await post()
    await expect.element(heading('Item Added!')).toBeVisible()
    const keys = sent('POST /api/v1/products').map(({ extras }) => extras.idempotencyKey)
    expect(new Set(keys).size).toBe(2)
  })
})
