import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { refused } from '../../testing/fake-api.ts'
import { fakeStorage, storageError } from '../../testing/fake-storage.ts'
import { chooseFile, photo } from '../../testing/files.ts'
import { flawsInEveryLook } from '../../testing/flaws.ts'
import { person } from '../../testing/session.ts'
import { addDialog, amazonItem, known, openAddDialog, published, unknown } from '../testing/add-dialog.tsx'

const { reachConfirmation, field, sheet, button, heading, toast, post } = addDialog
const crop = page.getByRole('dialog', { name: 'Crop Image' })
const state = (text: string) => sheet.getByRole('status').filter({ hasText: text })
const shownPicture = () => sheet.element().querySelector('img')?.getAttribute('src')
const stored = `/storage/v1/object/public/avatars/products/product-${person.id}-`

/** Nothing can be looked up: every result is a sample. Publishing is answered as the server would. */
const amazonDown = {
  'POST /functions/v1/amazon-paapi': () => unknown,
  'POST /functions/v1/add-product': () => ({ success: false, data: null }),
}

const withSample: typeof published = (input) => ({ ...published(input), image_source: 'sample' })
const asDraft: typeof published = (input) => {
  const product = withSample(input)
  return { ...product, owner: product.owner && { ...product.owner, metadata_source: 'sample' } }
}

async function reachSample() {
  const screen = await openAddDialog({ ...amazonDown, 'POST /api/v1/products': asDraft })
  await reachConfirmation()
  await expect.element(button('Upload image')).toBeVisible()
  return screen
}

const applyCrop = async () => {
  chooseFile(await photo())
  await expect.element(crop).toBeVisible()
  await crop.getByRole('button', { name: 'Apply Crop' }).click()
}

describe('an own photo in confirmation (docs/product/add-item.md#confirmation)', () => {
  it('replaces the sample: cropped, tried three times and shown meanwhile; publishing waits for it', async () => {
    const [first, last] = [Promise.withResolvers<Response>(), Promise.withResolvers<undefined>()]
    const busy = storageError(503, 'Busy')
    const calls = fakeStorage(() => [first.promise, Promise.resolve(busy), last.promise][calls.length - 1])
    const { answer, sent } = await reachSample()
    answer({ 'POST /api/v1/products': published })
    await applyCrop()
    await expect.element(sheet.getByText('Uploading picture')).toBeInTheDocument()
    expect(shownPicture()).toMatch(/^blob:/)
    await expect.element(button('Post to my folio')).toHaveAttribute('aria-disabled', 'true')
    await expect.element(crop).not.toBeInTheDocument()
    await field('Title').fill('The pot')
    await userEvent.keyboard('{Enter}')
    await expect.element(toast('Image upload in progress. Please wait before saving.')).toBeInTheDocument()
    expect(sent('POST /api/v1/products')).toEqual([])
    // The pauses between the tries pass at once.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    first.resolve(storageError(503, 'Busy'))
    await expect.poll(() => vi.advanceTimersByTimeAsync(1_000).then(() => calls.length)).toBe(3)
    vi.useRealTimers()
    last.resolve(undefined)
    await expect.element(toast('Image has been cropped and uploaded successfully')).toBeInTheDocument()
    await post()
    await expect.element(heading('Item Added!')).toBeVisible()
    expect(sent('POST /api/v1/products').map(({ input }) => input.body)).toMatchObject([
      { title: 'The pot', image_url: expect.stringContaining(stored) },
    ])
  })

  it('can be removed again, and is removed when the item is discarded', async () => {
    const calls = fakeStorage()
    await reachSample()
    const sample = shownPicture()
    await applyCrop()
    await expect.element(button('Remove image')).toBeVisible()
    await button('Remove image').click()
    expect(shownPicture()).toBe(sample)
    await expect.element(button('Upload image')).toHaveFocus()
    await applyCrop()
    await expect.element(button('Remove image')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await addDialog.question.getByRole('button', { name: 'Discard' }).click()
    await expect.element(sheet).not.toBeInTheDocument()
    const removed = () => calls.filter(({ method }) => method === 'DELETE')
    await expect.poll(() => removed().length).toBe(1)
  })

  it('survives a reload with the draft', async () => {
    fakeStorage()
    const { unmount } = await reachSample()
    await applyCrop()
    await expect.element(button('Remove image')).toBeVisible()
    await unmount()
    const { sent } = await openAddDialog(amazonDown)
    await button('Continue').click()
    await expect.element(button('Remove image')).toBeVisible()
    await post()
    await expect.element(heading('Item Added!')).toBeVisible()
    expect(sent('POST /api/v1/products')).toMatchObject([
      { input: { body: { image_url: expect.stringContaining(stored) } } },
    ])
  })

  it('is asked for again where it no longer exists, and what was typed stays', async () => {
    fakeStorage()
    const problems = [{ path: 'image_url', message: 'Please upload this picture first.' }]
    const { answer } = await reachSample()
    answer({
      'POST /api/v1/products': () => Promise.reject(refused('validation_failed', 'No.', { problems })),
    })
    await field('Title').fill('The pot')
    await applyCrop()
    await expect.element(button('Remove image')).toBeVisible()
    await post()
    await expect.element(sheet.getByText('Please upload this picture first.')).toBeVisible()
    await expect.element(button('Add another photo')).toHaveFocus()
    await expect.element(field('Title')).toHaveValue('The pot')
    await button('Remove image').click()
    await expect.element(sheet.getByText('Please upload this picture first.')).not.toBeInTheDocument()
  })

  it('is offered with Amazon’s picture and without, and Amazon’s cannot be removed', async () => {
    const { answer } = await openAddDialog()
    await reachConfirmation()
    await expect.element(button('Upload image')).toBeVisible()
    expect(button('Remove image').query()).toBeNull()
    await addDialog.close()
    answer({
      'POST /functions/v1/amazon-paapi': ({ body }) => known(amazonItem(body.asin, { image_url: null })),
    })
    await addDialog.openAgain()
    await reachConfirmation('https://www.amazon.com/dp/B0NOPICT01')
    await expect.element(button('Upload image')).toBeVisible()
  })
})

describe('private draft or public (docs/product/add-item.md#who-finds-it)', () => {
  it('says in one notice what others see, and changes with the person’s own details', async () => {
    fakeStorage()
    await reachSample()
    await expect.element(state('could not be loaded. Only you see these sample ones')).toBeVisible()
    expect(sheet.getByText(/could not be loaded/).elements()).toHaveLength(1)
    expect(await flawsInEveryLook()).toEqual({})
    await field('Title').fill('My pot')
    await expect
      .element(state('Others do not see the sample’s picture, description, and tags.'))
      .toBeVisible()
    await applyCrop()
    await expect.element(state('the sample’s description and tags.')).toBeVisible()
    await field('Description (Optional)').fill('Mine')
    // Whoever takes one of a sample's tags away has chosen the others. A toast may lie on the button.
    const [remove] = sheet.getByRole('button', { name: /^Remove (?!image)/ }).elements()
    ;(remove as HTMLElement).click()
    await expect.element(state('Others see yours.')).toBeVisible()
    await field('Title').fill(' ')
    await expect.element(state('Private draft')).toBeVisible()
  })

  it('has the sample’s title selected, so that typing replaces it, also after a press into it', async () => {
    await reachSample()
    await expect.element(field('Title')).toHaveFocus()
    await expect.element(field('Title')).toHaveAccessibleDescription(/could not be loaded/)
    await field('Title').click()
    await userEvent.keyboard('My pot')
    await expect.element(field('Title')).toHaveValue('My pot')
    await field('Title').click()
    await userEvent.keyboard('{End}s')
    await expect.element(field('Title')).toHaveValue('My pots')
  })

  it('marks an item number that is made up, and no other', async () => {
    const { answer } = await openAddDialog({
      ...amazonDown,
      'POST /functions/v1/resolve-short-link': () => Promise.reject(refused('internal_error')),
    })
    await reachConfirmation('https://amzn.to/3xYzAbC')
    await expect.element(sheet.getByText(/^From amzn\.to, item number B0\w{8} made up$/)).toBeVisible()
    await userEvent.keyboard('{Escape}')
    answer(amazonDown)
    await addDialog.openAgain()
    await reachConfirmation()
    await expect.element(sheet.getByText('From amazon.com', { exact: true })).toBeVisible()
  })

  it('is not shown where all details are Amazon’s, until the title is removed', async () => {
    await openAddDialog()
    await reachConfirmation()
    expect(state('Public').query()).toBeNull()
    await field('Title').fill('')
    await expect.element(state('Private draft')).toBeVisible()
  })

  it('is shown at the end: which of the two it became, and the item as others see it', async () => {
    await reachSample()
    await post()
    await expect.element(heading('Item Added!')).toBeVisible()
    await expect.element(sheet.getByText('Private draft', { exact: true })).toBeVisible()
    await expect
      .element(sheet.getByText(/^Private draft .*Under its link others see “Amazon item B0ENAMEL01”\.$/))
      .toBeVisible()
    expect(shownPicture()).toBeUndefined()
    expect(await flawsInEveryLook({ width: 390, height: 844 })).toEqual({})
  })

  it('shows no sample’s picture under ‘Public’, and says so', async () => {
    const { answer } = await reachSample()
    answer({ 'POST /api/v1/products': withSample })
    await field('Title').fill('My pot')
    await post()
    await expect.element(sheet.getByText('Public', { exact: true })).toBeVisible()
    await expect.element(sheet.getByText(/without a picture until you add one\.$/)).toBeVisible()
    expect(shownPicture()).toBeUndefined()
  })

  it('is shown at the end of a public one too', async () => {
    await openAddDialog()
    await reachConfirmation()
    await post()
    await expect.element(sheet.getByText('Public', { exact: true })).toBeVisible()
  })
})
