import type { Page, Route } from 'playwright-core'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ProductRow } from '../../harness/factories.ts'
import { type Person, signUp } from '../../harness/people.ts'
import { toastOf } from '../helpers/forms.ts'
import { gate } from '../helpers/holding.ts'
import { flawsOf } from '../helpers/looks.ts'
import { post } from '../helpers/shelf.ts'
import { setStage } from '../helpers/stage.ts'
import { open, phone, visitor } from '../helpers/visitors.ts'
import { type ItemDialogs, itemDialogsOn, ownProduct, photo } from './item-dialogs.ts'

const stage = setStage()
let theo: Person
let product: ProductRow

beforeEach(async () => {
  theo = await signUp(stage.app)
  product = await post(stage.app, theo, { title: 'Kettle' })
})

async function opened(): Promise<ItemDialogs> {
  const context = await visitor(stage.browser, stage.app, { as: theo, viewport: phone })
  const dialogs = itemDialogsOn(await open(context, `/l/${product.shortLinkId}`))
  await dialogs.edit()
  return dialogs
}

const uploads = '**/storage/v1/object/avatars/**'
const crop = (page: Page) => page.getByRole('dialog', { name: 'Crop Image' })
const applyCrop = (page: Page) => page.getByRole('button', { name: 'Apply Crop', exact: true }).click()
const busy = (route: Route) =>
  route.fulfill({ status: 503, json: { statusCode: '503', error: 'unavailable', message: 'Busy' } })

describe('spec sections 2 and 4: the picture in the edit dialog', () => {
  it('is cropped, tried three times, shown meanwhile, and has saving wait', async () => {
    const { page, sheet, field, button, pick, save } = await opened()
    const { opened: released, open: release } = gate()
    let tries = 0
    await page.route(uploads, async (route) => {
      if (++tries < 3) return busy(route)
      await released
      return route.continue()
    })
    await pick(await photo())
    await crop(page).waitFor()
    expect(await flawsOf(page)).toEqual([])
    await applyCrop(page)
    await sheet.getByText('Uploading picture').waitFor()
    const shown = sheet.locator('img').first()
    expect(await shown.getAttribute('src')).toMatch(/^blob:/)
    expect(await button('Save Changes').isDisabled()).toBe(true)
    await field('Title').fill('Pot')
    await field('Title').press('Enter')
    await toastOf(page, 'Please wait')
      .getByText('Image upload in progress. Please wait before saving.')
      .waitFor()
    release()
    await toastOf(page, 'Image uploaded!')
      .getByText('Image has been cropped and uploaded successfully')
      .waitFor()
    expect(tries).toBe(3)
    const path = `/storage/v1/object/public/avatars/products/product-${theo.id}-`
    expect(await shown.getAttribute('src')).toContain(path)
    await save()
    await toastOf(page, 'Item updated successfully.').waitFor()
    const saved = await ownProduct(stage.app, theo, product)
    expect(saved).toMatchObject({
      title: 'Pot',
      image_source: 'owner',
      image_url: expect.stringMatching(new RegExp(`${path}\\d+\\.(webp|jpg)$`)),
    })
    const stored = await fetch(new URL(saved.image_url, stage.app.url))
    const { width, height } = await sharp(Buffer.from(await stored.arrayBuffer())).metadata()
    expect([width, height]).toEqual([400, 400])
    await page.locator(`main img[src="${saved.image_url}"]`).waitFor()
    // An own photo can be removed.
    await itemDialogsOn(page).edit()
    await button('Remove image').click()
    await save()
    await expect.poll(async () => (await ownProduct(stage.app, theo, product)).image_url).toBeNull()
  })

  it('stays as it was when the upload fails, is cancelled, or is not wanted any more', async () => {
    const { page, sheet, edit, pick, button, question } = await opened()
    const shown = sheet.locator('img').first()
    const before = await shown.getAttribute('src')
    let tries = 0
    await page.route(uploads, (route) => {
      tries++
      return busy(route)
    })
    await pick(await photo())
    await crop(page).getByRole('button', { name: 'Cancel', exact: true }).click()
    await crop(page).waitFor({ state: 'detached' })
    expect(tries).toBe(0)
    await pick(await photo())
    await applyCrop(page)
    await toastOf(page, 'Upload failed').getByText('Failed to upload image').waitFor()
    expect([tries, await shown.getAttribute('src')]).toEqual([3, before])
    await page.unroute(uploads)
    const message = 'Too many requests. Please try again shortly.'
    await page.route(uploads, (route) =>
      route.fulfill({ status: 429, json: { statusCode: '429', error: 'rate_limited', message } }),
    )
    await pick(await photo())
    await applyCrop(page)
    await toastOf(page, 'Upload failed').getByText(message).waitFor()
    await page.unroute(uploads)
    // Closing meanwhile asks first.
    await page.route(uploads, () => {})
    await pick(await photo())
    await applyCrop(page)
    await sheet.getByText('Uploading picture').waitFor()
    await button('Close').click()
    await question.getByRole('button', { name: 'Discard' }).click()
    await sheet.waitFor({ state: 'detached' })
    await page.unroute(uploads)
    // What was stored by then is removed.
    await edit()
    await pick(await photo())
    await applyCrop(page)
    await toastOf(page, 'Image uploaded!').waitFor()
    const stored = (await shown.getAttribute('src')) ?? ''
    const removal = page.waitForResponse((response) => response.request().method() === 'DELETE')
    // On a phone the toast lies over the Close button, and stays while a pointer waits on it.
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Discard' }).click()
    await removal
    expect((await stage.app.request('GET', stored)).body).toMatchObject({ statusCode: '404' })
    expect(await ownProduct(stage.app, theo, product)).toMatchObject({ image_url: null })
  })

  it('is refused before anything is sent when it is no image, too large or broken (spec section 5)', async () => {
    const { page, pick, button } = await opened()
    const large = Buffer.alloc(5 * 1024 * 1024)
    await pick({ name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') })
    await toastOf(page, 'Please select an image file').waitFor()
    await pick({ name: 'large.png', mimeType: 'image/png', buffer: large })
    await toastOf(page, 'Please select an image smaller than 5MB').waitFor()
    await pick({ name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('ffd8ff', 'hex') })
    await toastOf(page, 'Upload failed').getByText('This picture could not be read.').waitFor()
    expect(await crop(page).count()).toBe(0)
    expect(await button('Upload image').isEnabled()).toBe(true)
  })
})
