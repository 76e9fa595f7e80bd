import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sampleItems } from '../../src/shared/amazon/sample-items.ts'
import { type Person, signUp } from '../harness/people.ts'
import { setStage } from './stage.ts'
import { addressOf, open, phone, visitor } from './visitors.ts'

const stage = setStage()
let maya: Person
let categoryIds: Map<string, string>

beforeAll(async () => {
  const { body } = await stage.app.request('GET', '/api/v1/categories')
  categoryIds = new Map(body.items.map(({ name, id }: { name: string; id: string }) => [name, id]))
})
beforeEach(async () => {
  maya = await signUp(stage.app)
})

/** Posts products one after the other; without a category they go to the Inbox. */
async function post(titles: string[], category?: string): Promise<string[]> {
  const shortLinks: string[] = []
  for (const title of titles) {
    stage.app.clock.advance(1_000)
    const { status, body } = await stage.app.request('POST', '/api/v1/products', {
      token: maya.token,
      body: {
        amazon_url: 'https://www.amazon.com/dp/B08N5WRWNW',
        title,
        category_id: category ? categoryIds.get(category) : null,
      },
    })
    expect(status).toBe(201)
    shortLinks.push(body.short_link_id)
  }
  return shortLinks
}

const openAsMaya = async (address: string, viewport = phone) =>
  open(await visitor(stage.browser, stage.app, { as: maya, viewport }), address)

const tile = (page: Page, name: RegExp) =>
  page.getByRole('list', { name: 'Categories' }).getByRole('link', { name })
const titlesOn = (page: Page) => page.getByRole('article').getByRole('heading').allTextContents()
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `Thing ${index + 1}`)

describe('spec section 2: /my-folio', () => {
  it('has its title, its subtitle, and a tile for each category that holds something', async () => {
    await post(['Lamp'], 'Home')
    await post(['Mug', 'Kettle'], 'Kitchen')
    await post(['Plant'])
    const page = await openAsMaya('/my-folio')
    await page.getByText('Your organized product collection').waitFor()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('My Folio')
    await tile(page, /Home/).waitFor()
    expect(
      await page.getByRole('list', { name: 'Categories' }).getByRole('listitem').allInnerTexts(),
    ).toEqual([
      'Home\n1 item',
      'Kitchen\n2 items',
      'Inbox\n1 item to organize',
      'Community\nSee what others share',
    ])
    expect(await page.title()).toBe('My Folio · Folio')
  })

  it('shows all products below, newest first', async () => {
    await post(['First', 'Second'], 'Home')
    await post(['Third'])
    const page = await openAsMaya('/my-folio')
    await page.getByRole('article').first().waitFor()
    expect(await titlesOn(page)).toEqual(['Third', 'Second', 'First'])
  })

  it('shows what a tile holds, and comes back', async () => {
    await post(['Lamp'], 'Home')
    await post(['Mug', 'Kettle'], 'Kitchen')
    const page = await openAsMaya('/my-folio')
    await tile(page, /Kitchen/).click()
    await page.waitForURL('**/my-folio?category=kitchen')
    await page.getByRole('heading', { level: 1, name: 'Kitchen' }).waitFor()
    await page.getByText('2 items').waitFor()
    await page.getByRole('article').first().waitFor()
    expect(await titlesOn(page)).toEqual(['Kettle', 'Mug'])
    await page.goBack()
    await page.getByRole('heading', { level: 2, name: 'All items' }).waitFor()
    expect(addressOf(page)).toBe('/my-folio')
  })

  it('shows the Inbox, and says when it is empty', async () => {
    await post(['Lamp'], 'Home')
    const page = await openAsMaya('/my-folio?category=inbox')
    await page.getByRole('heading', { name: 'Inbox is empty' }).waitFor()
    await post(['Plant'])
    await page.reload()
    await page.getByRole('heading', { name: 'Plant' }).waitFor()
    expect(await titlesOn(page)).toEqual(['Plant'])
  })

  it('says that a category holds nothing', async () => {
    const page = await openAsMaya('/my-folio?category=toys')
    await page.getByRole('heading', { name: 'No items in Toys' }).waitFor()
  })

  it.each(['nonsense', '2026', 'true', '%00'])(
    'leads back from the category %s, of which there is none',
    async (slug) => {
      const page = await openAsMaya(`/my-folio?category=${slug}`)
      await page.waitForURL(`${stage.app.url}/my-folio`)
      await page.getByRole('heading', { level: 1, name: 'My Folio' }).waitFor()
    },
  )

  it('leads to the community', async () => {
    const page = await openAsMaya('/my-folio')
    await tile(page, /Community/).click()
    await page.waitForURL('**/feed')
  })

  it('opens a product, whose way back leads here', async () => {
    const [shortLink] = await post(['Lamp'], 'Home')
    const page = await openAsMaya('/my-folio')
    await page.getByRole('link', { name: 'View Lamp' }).click()
    await page.waitForURL(`**/l/${shortLink}`)
    await page.getByRole('heading', { level: 1, name: 'Lamp' }).waitFor()
    expect(await page.evaluate(() => history.state.from)).toBe('/my-folio')
  })

  it('loads more as the reader scrolls, and nothing twice', async () => {
    await post(numbered(85))
    const page = await openAsMaya('/my-folio?category=inbox')
    await page.getByRole('article').first().waitFor()
    expect(await page.getByRole('article').count()).toBe(40)
    const last = page.getByRole('heading', { name: 'Thing 1', exact: true })
    await expect
      .poll(
        async () => {
          await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
          return last.count()
        },
        { timeout: 10_000 },
      )
      .toBe(1)
    expect(await titlesOn(page)).toEqual(numbered(85).reverse())
  })

  it('marks items whose details are a sample', async () => {
    await post([sampleItems[0]?.title ?? '', 'My own'], 'Home')
    const page = await openAsMaya('/my-folio?category=home')
    await page.getByText('Needs details').waitFor()
    const marked = page.getByRole('listitem').filter({ hasText: 'Needs details' })
    expect(await marked.getByRole('heading').allTextContents()).toEqual([sampleItems[0]?.title])
  })

  it('invites whoever has nothing yet to add the first product', async () => {
    const page = await openAsMaya('/my-folio')
    await page.getByRole('heading', { name: 'No items yet' }).waitFor()
    await page.getByRole('button', { name: 'Add your first product' }).click()
    await page.getByRole('dialog', { name: 'Got something amazing to share?' }).waitFor()
    await page.waitForURL(`${stage.app.url}/my-folio`)
  })
})

describe('decisions: a list that could not be loaded is not an empty one', () => {
  it('says so, and tries again', async () => {
    await post(['Lamp'], 'Home')
    const context = await visitor(stage.browser, stage.app, { as: maya })
    await context.route('**/api/v1/me/{products,categories}*', (route) =>
      route.fulfill({
        status: 500,
        json: { code: 'internal_error', message: 'An unexpected error occurred' },
      }),
    )
    const page = await open(context, '/my-folio')
    await page.getByRole('alert').getByText('Failed to load products').waitFor()
    await expect.poll(() => page.getByText(/^Loading (categories|products)$/).count()).toBe(0)
    expect(await page.getByText('No items yet').count()).toBe(0)
    await context.unroute('**/api/v1/me/{products,categories}*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('heading', { name: 'Lamp' }).waitFor()
    await tile(page, /Home/).waitFor()
  })

  it('keeps what is there when only the next page fails', async () => {
    await post(numbered(41))
    const context = await visitor(stage.browser, stage.app, { as: maya, viewport: phone })
    await context.route('**/api/v1/me/products*cursor=*', (route) =>
      route.fulfill({
        status: 500,
        json: { code: 'internal_error', message: 'An unexpected error occurred' },
      }),
    )
    const page = await open(context, '/my-folio?category=inbox')
    await page.getByRole('article').first().waitFor()
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await page.getByRole('alert').getByText('Failed to load products').waitFor()
    expect(await page.getByRole('article').count()).toBe(40)
    await context.unroute('**/api/v1/me/products*cursor=*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('heading', { name: 'Thing 1', exact: true }).waitFor()
  })
})
