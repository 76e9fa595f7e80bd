import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../harness/app.ts'
import { sharedBrowser } from '../../harness/browser.ts'
import type { ProductRow } from '../../harness/factories.ts'
import { type Person, signUp } from '../../harness/people.ts'
import { holdScripts } from '../helpers/holding.ts'
import { post } from '../helpers/shelf.ts'
import { goWithin, open, personsBrowser, visitor } from '../helpers/visitors.ts'

let app: TestApp
let browser: Browser
let theo: Person

beforeAll(async () => {
  ;[app, browser] = await Promise.all([
    startTestApp({ pages: true, env: { AMAZON_TAGS: 'us=folio-20,uk=folio-21' } }),
    sharedBrowser(),
  ])
  theo = await signUp(app, { first: 'Theo', last: 'Lindqvist' })
})
afterAll(async () => {
  await app?.close()
})

const clicksPattern = '**/api/v1/products/*/clicks'
const pathOf = (product: ProductRow) => `/l/${product.shortLinkId}`

type Sent = { kind: string; event_id: string; referrer: string | null }

/** A person's browser, and the clicks that it sends. No request goes to Amazon. */
async function reader(as?: Person): Promise<{ context: BrowserContext; sent: Sent[] }> {
  const context = await visitor(browser, app, { ...(as && { as }), browser: personsBrowser })
  await context.route('https://www.amazon.com/**', (route) => route.fulfill({ body: 'Amazon' }))
  const sent: Sent[] = []
  context.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/clicks')) sent.push(request.postDataJSON())
  })
  return { context, sent }
}

const counted = (page: Page) =>
  page.waitForResponse((response) => response.url().endsWith('/clicks') && response.status() === 201)

async function recorded(product: ProductRow) {
  const rows = await app.database.db
    .selectFrom('clicks')
    .where('product_id', '=', product.id)
    .select(['kind', 'outcome'])
    .orderBy('clicked_at')
    .orderBy('id')
    .execute()
  return rows.map(({ kind, outcome }) => `${kind} ${outcome}`)
}

describe('each view of a product page records a click (docs/product/product-page.md#views-are-recorded)', () => {
  it('once, and again for each product opened inside the app, with the referring page', async () => {
    const [first, second] = [
      await post(app, theo, { title: 'First' }),
      await post(app, theo, { title: 'Second' }),
    ]
    const { context, sent } = await reader()
    const page = await context.newPage()
    const firstAnswer = counted(page)
    await page.goto(pathOf(first), { referer: 'https://blog.example.org/finds' })
    await firstAnswer
    await page.locator('html[data-app]').waitFor({ state: 'attached' })
    expect(sent.map(({ kind }) => kind)).toEqual(['view'])
    expect(await recorded(first)).toEqual(['view counted'])
    await page.getByRole('link', { name: 'Back' }).click()
    const answer = counted(page)
    await page.getByRole('link', { name: 'View Second' }).click()
    await answer
    expect(sent).toHaveLength(2)
    expect(new Set(sent.map(({ event_id }) => event_id)).size).toBe(2)
    expect(sent[0]?.referrer).toBe('https://blog.example.org/finds')
    expect(await recorded(second)).toEqual(['view counted'])
  })

  it("not as the owner's", async () => {
    const product = await post(app, theo)
    const { context } = await reader(theo)
    const page = await context.newPage()
    const answer = counted(page)
    await page.goto(pathOf(product))
    await answer
    expect(await recorded(product)).toEqual(['view owner'])
  })
})

describe("a press on 'Shop on Amazon' is recorded without delaying the link (docs/product/product-page.md#shop-on-amazon)", () => {
  const shopLink = (page: Page) => page.getByRole('link', { name: 'Shop on Amazon' })
  const press: Record<string, (page: Page) => Promise<void>> = {
    click: (page) => shopLink(page).click(),
    'middle click': (page) => shopLink(page).click({ button: 'middle' }),
    'Enter key': (page) => shopLink(page).press('Enter'),
  }

  it(`by ${Object.keys(press).join(', ')}`, async () => {
    const { context } = await reader()
    const page = await open(context, '/terms')
    for (const one of Object.values(press)) {
      const product = await post(app, theo)
      const view = counted(page)
      await goWithin(page, pathOf(product))
      await view
      const answer = counted(page)
      await one(page)
      await answer
      expect(await recorded(product)).toEqual(['view counted', 'outbound counted'])
      expect(new URL(page.url()).pathname).toBe(pathOf(product))
      await page.bringToFront()
    }
    // Amazon opens at once even when nothing can be recorded.
    await page.route(clicksPattern, () => {})
    const opened = context.waitForEvent('page')
    await shopLink(page).click()
    expect((await opened).url()).toContain('https://www.amazon.com/dp/')
  })
})

describe('before the scripts are there (decision 59)', () => {
  const shopLink = (page: Page) => page.getByRole('link', { name: 'Shop on Amazon' })

  /** Opens a product's page while its scripts are held back. */
  async function openHeld(product: ProductRow, as?: Person) {
    const { context, sent } = await reader(as)
    const page = await context.newPage()
    const release = await holdScripts(page)
    const answer = counted(page)
    await page.goto(pathOf(product), { waitUntil: 'commit', referer: 'https://blog.example.org/finds' })
    return { page, sent, release, answer }
  }
  const whenHydrated = (page: Page) => page.locator('html[data-app]').waitFor({ state: 'attached' })

  it('a search in another shop opens, and is not recorded', async () => {
    const product = await post(app, theo)
    const { page, sent, answer } = await openHeld(product)
    await answer
    await page.context().route('https://www.amazon.co.uk/**', (route) => route.fulfill({ body: 'Amazon' }))
    await page.getByText('Search other Amazon sites').click()
    const opened = page.waitForEvent('popup')
    await page.getByRole('link', { name: 'amazon.co.uk' }).click()
    expect((await opened).url()).toMatch(/^https:\/\/www\.amazon\.co\.uk\/s\?k=/)
    // A later press is sent after it.
    const pressed = counted(page)
    await shopLink(page).click()
    await pressed
    expect(sent.map(({ kind }) => kind)).toEqual(['view', 'outbound'])
  })

  it('a view and a press are recorded at once, and each once', async () => {
    const product = await post(app, theo)
    const { page, sent, release, answer } = await openHeld(product)
    await answer
    expect(await recorded(product)).toEqual(['view counted'])
    const pressed = counted(page)
    await shopLink(page).click()
    await pressed
    expect(await recorded(product)).toEqual(['view counted', 'outbound counted'])
    release()
    await whenHydrated(page)
    await page.bringToFront()
    const again = counted(page)
    await shopLink(page).click()
    await again
    const [view, ...presses] = sent
    expect(view).toMatchObject({ kind: 'view', referrer: 'https://blog.example.org/finds' })
    expect(presses).toMatchObject([
      { kind: 'outbound', view_event_id: view?.event_id, referrer: 'https://blog.example.org/finds' },
      { kind: 'outbound', view_event_id: view?.event_id },
    ])
    expect(new Set(sent.map(({ event_id }) => event_id)).size).toBe(3)
  })

  it("an owner's view stays the owner's", async () => {
    const product = await post(app, theo)
    const { page, sent, release, answer } = await openHeld(product, theo)
    await answer
    release()
    await whenHydrated(page)
    expect(sent).toHaveLength(1)
    expect(await recorded(product)).toEqual(['view owner'])
  })

  it('nothing is recorded with a token that is over: the app renews it first', async () => {
    const product = await post(app, theo)
    const over = { ...theo, session: { ...theo.session, expires_at: 1 } }
    const { page, sent, release, answer } = await openHeld(product, over)
    await shopLink(page).waitFor()
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))))
    expect(sent).toEqual([])
    release()
    await answer
    expect(await recorded(product)).toEqual(['view owner'])
  })
})
