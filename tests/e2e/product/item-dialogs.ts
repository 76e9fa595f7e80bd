import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import type { TestApp } from '../../harness/app.ts'
import type { ProductRow } from '../../harness/factories.ts'
import type { Person } from '../../harness/people.ts'

/** The dialogs about an item on its page, by their visible parts. */
export type ItemDialogs = {
  page: Page
  /** 'Edit Your Item'. */
  sheet: Locator
  /** 'Delete this product?', or the question before unsaved changes are discarded. */
  question: Locator
  options: Locator
  field: (name: string) => Locator
  button: (name: string) => Locator
  /** Opens the menu and chooses from it. */
  choose: (item: 'Edit Product' | 'Delete Product') => Promise<void>
  /** Opens the edit dialog and waits for the form. */
  edit: () => Promise<void>
  save: () => Promise<void>
  addTag: (tag: string) => Promise<void>
  /** Chooses a file for the item's picture. */
  pick: (file: { name: string; mimeType: string; buffer: Buffer }) => Promise<void>
}

/** The dialogs on a page that is open. */
export function itemDialogsOn(page: Page): ItemDialogs {
  const sheet = page.getByRole('dialog', { name: 'Edit Your Item' })
  const field = (name: string) => sheet.getByRole('textbox', { name, exact: true })
  const button = (name: string) => sheet.getByRole('button', { name, exact: true })
  const options = page.getByRole('button', { name: 'Options', exact: true })
  const choose = async (item: string) => {
    await options.click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  return {
    page,
    sheet,
    question: page.getByRole('alertdialog'),
    options,
    field,
    button,
    choose,
    edit: async () => {
      await choose('Edit Product')
      await field('Title').waitFor()
    },
    save: () => button('Save Changes').click(),
    addTag: async (tag) => {
      await field('Tags').fill(tag)
      await field('Tags').press('Enter')
    },
    pick: async (file) => {
      const chooser = page.waitForEvent('filechooser')
      await button('Upload image').click()
      await (await chooser).setFiles(file)
    },
  }
}

/** A picture to upload, wider than high. */
export const photo = async () => ({
  name: 'mine.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 900, height: 600, channels: 3, background: '#8ac' } })
    .png()
    .toBuffer(),
})

/** A product as the server shows it to its owner. */
export async function ownProduct(app: TestApp, { token }: Person, { id }: ProductRow) {
  const { body } = await app.request('GET', `/api/v1/products/${id}`, { token })
  return body
}

/** Changes an own product elsewhere, as another tab would. */
export async function changeElsewhere(app: TestApp, { token }: Person, { id }: ProductRow, body: object) {
  const { status } = await app.request('PATCH', `/api/v1/products/${id}`, { token, body })
  if (status !== 200) throw new Error(`the change answered ${status}`)
}

/** Deletes it elsewhere. */
export async function deleteElsewhere(app: TestApp, { token }: Person, { id }: ProductRow) {
  const { status } = await app.request('DELETE', `/api/v1/products/${id}`, { token })
  if (status !== 204) throw new Error(`the deletion answered ${status}`)
}
