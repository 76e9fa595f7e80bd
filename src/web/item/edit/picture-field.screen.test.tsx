import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderOwnPage } from '../../product/testing/own-page.tsx'
import { fakeStorage, storageError } from '../../testing/fake-storage.ts'
import { chooseFile, photo } from '../../testing/files.ts'
import { flawsOf } from '../../testing/flaws.ts'
import { person } from '../../testing/session.ts'
import { itemWith } from '../testing/item.ts'

const update = 'PATCH /api/v1/products/:ref'
const sheet = page.getByRole('dialog', { name: 'Edit Your Item' })
const crop = page.getByRole('dialog', { name: 'Crop Image' })
const question = page.getByRole('alertdialog')
const button = (name: string) => sheet.getByRole('button', { name })
const title = sheet.getByRole('textbox', { name: 'Title' })
const toast = (text: string) => page.getByText(text, { exact: true })
const shownPicture = () => sheet.element().querySelector('img')?.getAttribute('src')
const applyCrop = () => crop.getByRole('button', { name: 'Apply Crop' }).click()
const busy = () => storageError(503, 'Busy')
const uploads = (calls: { method: string }[]) => calls.filter(({ method }) => method !== 'DELETE').length

/** Opens the edit dialog of an item without a picture. */
async function opened() {
  const screen = await renderOwnPage(itemWith({ image_url: null, image_source: null }))
  await edit()
  return screen
}

async function edit() {
  await page.getByRole('button', { name: 'Options' }).click()
  await page.getByRole('menuitem', { name: 'Edit Product' }).click()
  await expect.element(title).toBeVisible()
}

/** Skips the pauses between attempts. */
const hurry = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

describe('the picture in the edit dialog (docs/product/edit-item.md#edit-dialog)', () => {
  it('is cropped, tried three times and shown meanwhile, and saving waits for it', async () => {
    const held = Promise.withResolvers<undefined>()
    const calls = fakeStorage(() => (calls.length < 3 ? busy() : held.promise))
    const { sent } = await opened()
    chooseFile(await photo())
    await expect.element(crop).toBeVisible()
    expect(await flawsOf()).toEqual([])
    hurry()
    await applyCrop()
    await expect.element(sheet.getByText('Uploading picture')).toBeInTheDocument()
    expect(shownPicture()).toMatch(/^blob:/)
    await expect.element(button('Save Changes')).toBeDisabled()
    // The crop dialog gives the focus back once it is closed, and would take it from the title.
    await expect.element(crop).not.toBeInTheDocument()
    await expect.poll(() => sheet.element().contains(document.activeElement)).toBe(true)
    await title.fill('Pot')
    await userEvent.keyboard('{Enter}')
    await expect.element(toast('Image upload in progress. Please wait before saving.')).toBeInTheDocument()
    await expect.poll(() => vi.advanceTimersByTimeAsync(1_000).then(() => uploads(calls))).toBe(3)
    vi.useRealTimers()
    held.resolve(undefined)
    await expect.element(toast('Image has been cropped and uploaded successfully')).toBeInTheDocument()
    // The whole picture goes, with the square that was chosen: 80 % of its shorter side, from its middle.
    const form = calls.at(-1)?.body
    if (!(form instanceof FormData)) throw new Error('nothing was uploaded')
    expect(JSON.parse(String(form.get('metadata')))).toEqual({ square: { left: 210, top: 60, side: 480 } })
    const { width, height } = await createImageBitmap(form.get('') as Blob)
    expect([width, height]).toEqual([900, 600])
    const path = `/storage/v1/object/public/avatars/products/product-${person.id}-`
    await button('Save Changes').click()
    await expect.element(toast('Item updated successfully.')).toBeInTheDocument()
    expect(sent(update).map(({ input }) => input.body)).toEqual([
      { title: 'Pot', image_url: expect.stringMatching(new RegExp(`${path}\\d+\\.jpg$`)) },
    ])
  })

  it('does not change when cropping is cancelled, or the upload fails or is refused', async () => {
    const calls = fakeStorage(busy)
    await opened()
    const before = shownPicture()
    chooseFile(await photo())
    await crop.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(crop).not.toBeInTheDocument()
    expect(calls).toEqual([])
    chooseFile(await photo())
    await expect.element(crop).toBeVisible()
    hurry()
    await applyCrop()
    await expect.poll(() => vi.advanceTimersByTimeAsync(1_000).then(() => uploads(calls))).toBe(3)
    vi.useRealTimers()
    await expect.element(toast('Failed to upload image')).toBeInTheDocument()
    expect(shownPicture()).toBe(before)
    for (const [status, message] of [
      [429, 'Too many requests. Please try again shortly.'],
      [400, 'Your pictures take up the 200 MB that an account has.'],
    ] as const) {
      fakeStorage(() => storageError(status, message))
      chooseFile(await photo())
      await applyCrop()
      await expect.element(toast(message)).toBeInTheDocument()
      expect(shownPicture()).toBe(before)
    }
  })

  it('is discarded only after a question, and a stored upload is removed', async () => {
    const held = Promise.withResolvers<undefined>()
    const calls = fakeStorage(({ method }) => (method === 'DELETE' ? undefined : held.promise))
    const { sent } = await opened()
    chooseFile(await photo())
    await applyCrop()
    await expect.element(sheet.getByText('Uploading picture')).toBeInTheDocument()
    await button('Close').click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect.element(sheet).not.toBeInTheDocument()
    held.resolve(undefined)
    const removals = () => calls.filter(({ method }) => method === 'DELETE')
    await expect.poll(removals).toHaveLength(1)

    await edit()
    chooseFile(await photo())
    await applyCrop()
    await expect.element(toast('Image uploaded!')).toBeInTheDocument()
    const stored = calls.at(-1)?.path.replace('avatars/', '')
    await userEvent.keyboard('{Escape}')
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect.poll(removals).toHaveLength(2)
    expect(JSON.parse(String(removals()[1]?.body))).toEqual({ prefixes: [stored] })
    expect(sent(update)).toEqual([])
  })

  it('is refused before anything is sent when it is no image, too large or broken (docs/product/pictures.md#choosing)', async () => {
    const calls = fakeStorage()
    await opened()
    chooseFile(new File(['%PDF'], 'notes.pdf', { type: 'application/pdf' }))
    await expect.element(toast('Please select an image file')).toBeInTheDocument()
    chooseFile(new File([new Uint8Array(5 * 1024 * 1024)], 'large.png', { type: 'image/png' }))
    await expect.element(toast('Please select an image smaller than 5MB')).toBeInTheDocument()
    chooseFile(new File([new Uint8Array([0xff, 0xd8, 0xff])], 'broken.jpg', { type: 'image/jpeg' }))
    await expect.element(page.getByText(/^This picture could not be read\./)).toBeInTheDocument()
    await expect.element(crop).not.toBeInTheDocument()
    await expect.element(button('Upload image')).toBeEnabled()
    expect(calls).toEqual([])
  })
})

describe('several photos in the edit dialog (docs/product/pictures.md#several-photos)', () => {
  const [a, b, c] = ['/art/mug.svg', '/art/lamp.svg', '/art/kettle.svg'] as const
  const withPhotos = (image_url: string, ...photos: string[]) =>
    itemWith({
      image_url,
      image_source: 'owner',
      photos: photos.map((photo) => ({ image_url: photo, image_side: null })),
    })
  const saved = async (sent: (call: typeof update) => { input: { body?: unknown } }[]) => {
    await button('Save Changes').click()
    await expect.element(toast('Item updated successfully.')).toBeInTheDocument()
    return sent(update).at(-1)?.input.body
  }

  it('change places with the arrow keys: the first becomes the card’s', async () => {
    const { sent } = await renderOwnPage(withPhotos(a, b, c))
    await edit()
    const handle = button('Move photo 3, with the arrow keys or by dragging')
    await expect.element(handle).toBeVisible()
    expect(await flawsOf()).toEqual([])
    ;(handle.element() as HTMLElement).focus()
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
    await expect.element(sheet.getByText('photo 2 is now 1 of 3.')).toBeInTheDocument()
    expect(await saved(sent)).toEqual({ image_url: c, photos: [a, b] })
  })

  it('are removed one by one; the next takes the card’s place, and none is left in the end', async () => {
    const { sent } = await renderOwnPage(withPhotos(a, b))
    await edit()
    await button('Remove photo 1').click()
    await button('Remove image').click()
    await expect.element(button('Upload image')).toHaveFocus()
    expect(await saved(sent)).toEqual({ image_url: null, photos: [] })
  })

  it('are added behind the others, up to four', async () => {
    fakeStorage()
    const { sent } = await renderOwnPage(withPhotos(a, b, c))
    await edit()
    chooseFile(await photo())
    await applyCrop()
    await expect.element(toast('Image uploaded!')).toBeInTheDocument()
    await expect.element(button('Move photo 4, with the arrow keys or by dragging')).toBeVisible()
    await expect.element(button('Add another photo')).toHaveAttribute('aria-disabled', 'true')
    const body = await saved(sent)
    expect(body).toEqual({ photos: [b, c, expect.stringMatching(/\d+\.jpg$/)] })
  })
})
