import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type FakeAmazon, fakeCredentials, startFakeAmazon } from '../../fakes/amazon.ts'
import { startTestApp, type TestApp } from '../../harness/app.ts'
import { sharedBrowser } from '../../harness/browser.ts'
import { type Person, signUp } from '../../harness/people.ts'

type AmazonStage = { amazon: FakeAmazon; app: TestApp; browser: Browser; person: Person }

/**
 * A fake Amazon, the app beside it and a browser, for all tests of a file, and a new person for each test, for whom the
 * fake is reset. Call it inside tests and hooks only.
 */
export function setAmazonStage(): Readonly<AmazonStage> {
  const stage: Partial<AmazonStage> = {}
  beforeAll(async () => {
    const amazon = await startFakeAmazon()
    stage.amazon = amazon
    const [app, browser] = await Promise.all([startAppWithAmazon(amazon), sharedBrowser()])
    Object.assign(stage, { app, browser })
  })
  beforeEach(async () => {
    stage.amazon?.reset()
    stage.person = await signUp(stage.app as TestApp)
  })
  afterAll(async () => {
    await stage.app?.close()
    await stage.amazon?.close()
  })
  return stage as AmazonStage
}

/** The app with its pages, with Amazon's API set up for the shops of the US and Germany. */
const startAppWithAmazon = (amazon: FakeAmazon): Promise<TestApp> =>
  startTestApp({
    pages: true,
    env: {
      AMAZON_TEST_ORIGIN: amazon.origin,
      AMAZON_CREATORS_ID: fakeCredentials.id,
      AMAZON_CREATORS_SECRET: fakeCredentials.secret,
      AMAZON_TAGS: 'us=folio-20,de=folio-21',
    },
  })

/** Puts an item on sale that no other test looks up, and returns its address. */
export function sell(amazon: FakeAmazon, { title = 'Enamel Camping Mug', pageOnly = false } = {}) {
  const asin = `B0${randomBytes(4).toString('hex').toUpperCase()}`
  amazon.items.set(asin, {
    asin,
    marketplace: 'us',
    title,
    features: ['Holds half a litre'],
    image: 'https://m.media-amazon.com/images/I/61kettle01L._AC_SL1500_.jpg',
    price: 12.5,
    department: 'Home & Kitchen',
    pageOnly,
  })
  return { asin, url: `https://www.amazon.com/dp/${asin}` }
}

const picture = readFileSync(path.resolve(import.meta.dirname, '../../../src/web/public/art/mug.svg'))

/** The add-item dialog on a page, by its visible parts. */
export type AddDialog = {
  page: Page
  sheet: Locator
  field: (name: string) => Locator
  button: (name: string) => Locator
  heading: (name: string) => Locator
  /** A toast with these words; toasts lie over the dialog, not in it. */
  toast: (words: string) => Locator
  /** Types a link and presses 'Fetch Item Info'. */
  fetchItem: (url: string) => Promise<void>
  /** Puts a text on the clipboard and pastes it into the field. The context must be allowed to. */
  paste: (text: string) => Promise<void>
  /** Fetches a link and waits for confirmation. */
  reachConfirmation: (url: string) => Promise<void>
  addTag: (tag: string) => Promise<void>
  chooseCategory: (name: string) => Promise<void>
  post: () => Promise<void>
}

/** Opens the dialog on a page by its address. Amazon's pictures are replaced: nothing is loaded from outside. */
export async function openAddDialog(context: BrowserContext, address = '/feed?add=true'): Promise<AddDialog> {
  await withoutAmazonsPictures(context)
  const page = await context.newPage()
  await page.goto(address)
  const dialog = addDialogOn(page)
  await dialog.heading('Got something amazing to share?').waitFor()
  return dialog
}

/** Serves a picture of the test for each of Amazon's. */
export async function withoutAmazonsPictures(context: BrowserContext): Promise<void> {
  await context.route('https://m.media-amazon.com/**', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: picture }),
  )
}

/** The open dialog on a page, or the next one to open. */
export function addDialogOn(page: Page): AddDialog {
  const sheet = page.getByRole('dialog')
  const field = (name: string) => sheet.getByRole('textbox', { name, exact: true })
  const button = (name: string) => sheet.getByRole('button', { name, exact: true })
  const heading = (name: string) => sheet.getByRole('heading', { name, exact: true })
  const fetchItem = async (url: string) => {
    // In two strokes: one stroke into the empty field counts as pasting.
    await field('Amazon Item URL').fill(url.slice(0, 1))
    await field('Amazon Item URL').fill(url)
    await button('Fetch Item Info').click()
  }
  return {
    page,
    sheet,
    field,
    button,
    heading,
    toast: (words) => page.locator('[data-sonner-toast]').getByText(words, { exact: true }),
    fetchItem,
    paste: async (text) => {
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
      await field('Amazon Item URL').press('ControlOrMeta+V')
    },
    reachConfirmation: async (url) => {
      await fetchItem(url)
      await heading('Add to my folio').waitFor()
    },
    addTag: async (tag) => {
      await field('Tags').fill(tag)
      await field('Tags').press('Enter')
    },
    chooseCategory: async (name) => {
      await sheet.getByRole('radio', { name: 'Choose Category' }).check()
      await sheet.getByRole('combobox', { name: 'Category' }).selectOption({ label: name })
    },
    post: () => button('Post to my folio').click(),
  }
}

/** Lets the next publishing request reach the server, but loses its answer. */
export async function loseNextAnswer(page: Page): Promise<void> {
  await page.route(
    '**/api/v1/products',
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
}

/** The owner's collection as the server has it. */
export async function folioOf(app: TestApp, { token }: { token: string }, query = '') {
  const { body } = await app.request('GET', `/api/v1/me/products${query}`, { token })
  return body.items as {
    id: string
    title: string
    asin: string
    short_link_id: string
    needs_details: boolean
  }[]
}
