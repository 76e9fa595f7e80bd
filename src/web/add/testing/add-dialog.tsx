import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AnswerOf, InputOf } from '../../api/client.ts'
import { AppScreen } from '../../app/app-screen.tsx'
import { itemWith } from '../../item/testing/item.ts'
import type { Answers } from '../../testing/fake-api.ts'
import { me } from '../../testing/people.ts'
import { renderScreen, type Screen, type ScreenOptions } from '../../testing/screen.tsx'
import { toast } from '../../testing/toasts.ts'

type AmazonProduct = NonNullable<AnswerOf<'POST /functions/v1/amazon-paapi'>['product']>
type OwnProducts = AnswerOf<'GET /api/v1/me/products'>

export const kitchen = {
  id: '0193a000-0000-7000-8000-000000000001',
  name: 'Kitchen',
  slug: 'kitchen',
  sort_order: 1,
}
export const books = {
  id: '0193a000-0000-7000-8000-000000000002',
  name: 'Books',
  slug: 'books',
  sort_order: 2,
}

/** The address of an item at Amazon. */
export const urlOf = (asin: string) => `https://www.amazon.com/dp/${asin}`

/** An item as Amazon describes it: a mug, unless a test says otherwise. */
export const amazonItem = (asin: string, values: Partial<AmazonProduct> = {}): AmazonProduct => ({
  asin,
  amazon_url: urlOf(asin),
  title: 'Enamel Camping Mug',
  description: 'Holds half a litre',
  image_url: '/art/mug.svg',
  price_usd: 12.5,
  // A price is shown for a day.
  price_as_of: new Date().toISOString(),
  ...values,
})

/** The Creators API's answers: the item, unknown, and unavailable. */
export const known = (product: AmazonProduct) => ({ success: true, configured: true, product })
export const unknown = { success: false, configured: true, product: null, error: 'Not found' }

export const noProducts: OwnProducts = { items: [], next_cursor: null }

/** The published product, as the server would answer it. */
export function published({ body }: InputOf<'POST /api/v1/products'>) {
  const category = [kitchen, books].find(({ id }) => id === body.category_id)
  const { id, name, slug } = category ?? kitchen
  return {
    ...itemWith({ asin: body.asin ?? '', title: body.title ?? '', image_url: body.image_url ?? null }),
    user_comment: body.user_comment ?? null,
    description: body.description ?? null,
    tags: body.tags ?? [],
    is_categorized: Boolean(category),
    categories: category ? { id, name, slug } : null,
  }
}

/** An API where everything works and the folio is empty. */
const answers: Answers = {
  'GET /api/v1/me': () => me,
  'GET /api/v1/categories': () => ({ items: [kitchen, books] }),
  'GET /api/v1/me/products': () => noProducts,
  'POST /functions/v1/amazon-paapi': ({ body }) => known(amazonItem(body.asin)),
  'POST /functions/v1/resolve-short-link': () => ({ success: true, resolvedUrl: urlOf('B0SHORT001') }),
  'POST /api/v1/products': published,
}

const sheet = page.getByRole('dialog')
const field = (name: string) => sheet.getByRole('textbox', { name, exact: true })
const button = (name: string) => sheet.getByRole('button', { name, exact: true })
const heading = (name: string) => sheet.getByRole('heading', { name, exact: true })
const radio = (name: string) => sheet.getByRole('radio', { name })
const link = field('Amazon Item URL')

/** The add-item dialog, by what people see of it. */
export const addDialog = {
  sheet,
  field,
  button,
  heading,
  radio,
  link,
  toast,
  message: sheet.getByRole('alert'),
  select: sheet.getByRole('combobox', { name: 'Category' }),
  /** The question before something is discarded or stopped. */
  question: page.getByRole('alertdialog'),
  /** Types a link and presses 'Fetch Item Info'. */
  async fetchItem(url: string) {
    // In two steps: text that appears in the empty field at once counts as pasted.
    await link.fill(url.slice(0, 1))
    await link.fill(url)
    await button('Fetch Item Info').click()
  },
  /** Pastes a text into a field. Not by the clipboard, which all tests that run at the same time share. */
  async paste(text: string, into = link) {
    const input = (await into.findElement()) as HTMLInputElement
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', text)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    if (input.dispatchEvent(event)) await into.fill(input.value + text)
  },
  async reachConfirmation(url = urlOf('B0ENAMEL01')) {
    await addDialog.fetchItem(url)
    await expect.element(heading('Add to my folio')).toBeVisible()
  },
  async addTag(tag: string) {
    await field('Tags').fill(tag)
    await userEvent.keyboard('{Enter}')
  },
  async chooseCategory(name: string) {
    await radio('Choose Category').click()
    await addDialog.select.selectOptions(name)
  },
  post: () => button('Post to my folio').click(),
  async close() {
    await button('Close').click()
    await expect.element(sheet).not.toBeInTheDocument()
  },
  /** Opens it again on the page it was closed on. */
  async openAgain() {
    await page.getByRole('button', { name: 'Add product' }).click()
    await expect.element(button('Fetch Item Info')).toBeVisible()
  },
}

/** Opens the dialog on a page of the app, by its address. `more` replaces answers of the calls. */
export async function openAddDialog(more: Answers = {}, options: ScreenOptions = {}): Promise<Screen> {
  const screen = await renderScreen(<AppScreen>The page behind</AppScreen>, {
    route: '/feed?add=true',
    ...options,
    api: { ...answers, ...more },
  })
  await expect.element(heading('Got something amazing to share?')).toBeVisible()
  return screen
}
