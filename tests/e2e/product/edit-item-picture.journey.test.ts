import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ProductRow } from '../../harness/factories.ts'
import { type Person, signUp } from '../../harness/people.ts'
import { toastOf } from '../helpers/forms.ts'
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

const applyCrop = (page: Page) => page.getByRole('button', { name: 'Apply Crop', exact: true }).click()

describe('the picture in the edit dialog (docs/product/edit-item.md#edit-dialog)', () => {
  it('is cropped, stored and shown; removed when it is discarded or replaced', async () => {
    const { page, sheet, edit, field, button, pick, save, question } = await opened()
    await pick(await photo())
    await applyCrop(page)
    await toastOf(page, 'Image uploaded!').waitFor()
    const path = `/storage/v1/object/public/avatars/products/product-${theo.id}-`
    const shown = sheet.locator('img').first()
    expect(await shown.getAttribute('src')).toContain(path)
    await field('Title').fill('Pot')
    await save()
    await toastOf(page, 'Item updated successfully.').waitFor()
    const saved = await ownProduct(stage.app, theo, product)
    expect(saved).toMatchObject({
      title: 'Pot',
      image_source: 'owner',
      image_url: expect.stringMatching(new RegExp(`${path}\\d+\\.(webp|jpg)$`)),
    })
    const sizeOf = async (address: string) => {
      const stored = await fetch(new URL(address, stage.app.url))
      const { width, height } = await sharp(Buffer.from(await stored.arrayBuffer())).metadata()
      return [width, height]
    }
    // The whole photo is kept; lists show the square that was chosen.
    expect(await sizeOf(saved.image_url)).toEqual([900, 600])
    const square = `${saved.image_url.replace('object', 'render/image')}?width=400&height=400`
    expect(await sizeOf(square)).toEqual([400, 400])
    await page.locator(`main img[src="${saved.image_url}"]`).waitFor()
    // An own photo can be removed.
    await edit()
    await button('Remove image').click()
    await save()
    await expect.poll(async () => (await ownProduct(stage.app, theo, product)).image_url).toBeNull()
    // A picture that was stored but never saved is removed with the edit.
    await sheet.waitFor({ state: 'detached' })
    // The message lies where the button will be, and stays while a pointer is on it.
    await page.mouse.move(0, 0)
    await expect.poll(() => toastOf(page, 'Item updated successfully.').count(), { timeout: 15_000 }).toBe(0)
    await edit()
    await pick(await photo())
    await applyCrop(page)
    await expect.poll(() => shown.getAttribute('src')).toContain(path)
    const unsaved = (await shown.getAttribute('src')) ?? ''
    const removal = page.waitForResponse((response) => response.request().method() === 'DELETE')
    // On a phone the toast lies over the Close button, and stays while a pointer is on it.
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Discard' }).click()
    await removal
    expect((await stage.app.request('GET', unsaved)).body).toMatchObject({ statusCode: '404' })
    expect(await ownProduct(stage.app, theo, product)).toMatchObject({ image_url: null })
  })
})
