import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { itemWith } from '../item/testing/item.ts'
import { offline, refused } from '../testing/fake-api.ts'
import { fitsItsWidth, flawsInEveryLook } from '../testing/flaws.ts'
import { me } from '../testing/people.ts'
import { idOf } from '../testing/samples.ts'
import { renderScreen } from '../testing/screen.tsx'
import { ProductPage } from './product-page.tsx'
import { renderOwnPage } from './testing/own-page.tsx'
import { productWith } from './testing/product.ts'

const phone = { width: 390, height: 844 }
const path = '/l/kettle-a1b2'
const view = 'POST /api/v1/products/:id/clicks'

const bare = productWith({
  title: '',
  asin: 'B0BARE0001',
  description: null,
  user_comment: null,
  tags: null,
  categories: null,
  price_usd: null,
  price_as_of: null,
})

/** The page for a visitor, whose views are counted. */
const shown = (product = productWith()) =>
  renderScreen(<ProductPage doorway={null} product={product} />, {
    session: null,
    route: path,
    api: { [view]: () => ({ outcome: 'counted' as const }) },
  })

describe('moderation (decision 51)', () => {
  it('shows its owner that nobody else sees it, and why', async () => {
    await renderOwnPage(itemWith({ hidden: { reason: 'A fake.', since: '2026-11-10T10:00:00Z' } }))
    await expect.element(page.getByText('Hidden by Folio: only you see this')).toBeVisible()
    await expect.element(page.getByText('A fake.')).toBeVisible()
    expect(page.getByRole('button', { name: 'Report' }).elements()).toEqual([])
  })

  it('lets an admin hide it and decide on its owner without a report, and nobody else', async () => {
    const hide = 'POST /api/v1/admin/products/:id/hide'
    const { answer, sent } = await renderScreen(<ProductPage doorway={null} product={productWith()} />, {
      session: { id: idOf(3, 9) },
      route: path,
      api: {
        [view]: () => ({ outcome: 'counted' as const }),
        'GET /api/v1/me': () => ({ ...me, id: idOf(3, 9), is_admin: true }),
      },
    })
    const options = page.getByRole('region', { name: 'For admins' })
    await options.getByRole('button', { name: 'Hide item' }).click()
    const dialog = page.getByRole('dialog', { name: 'Hide the item?' })
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('A fake')
    answer({ [hide]: () => ({ outcome: 'changed' as const }) })
    await dialog.getByRole('button', { name: 'Hide', exact: true }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(sent(hide).at(-1)?.input.body).toEqual({ reason: 'A fake' })
    // The focus goes back and scrolls: where the bar covers half of a button, that counts as too small.
    await expect.poll(() => options.element().contains(document.activeElement)).toBe(true)
    window.scrollTo(0, 0)
    expect(await flawsInEveryLook()).toEqual({})
  })

  it('shows members nothing of what is for admins', async () => {
    await renderScreen(<ProductPage doorway={null} product={productWith()} />, {
      session: { id: idOf(3, 9) },
      route: path,
      api: {
        [view]: () => ({ outcome: 'counted' as const }),
        'GET /api/v1/me': () => ({ ...me, id: idOf(3, 9) }),
      },
    })
    await expect.element(page.getByRole('link', { name: 'Profile' }).first()).toBeVisible()
    expect(page.getByRole('region', { name: 'For admins' }).elements()).toEqual([])
  })

  it('lets a visitor report it', async () => {
    await shown()
    await expect.element(page.getByRole('button', { name: 'Report' })).toBeVisible()
  })
})

const main = () => page.getByRole('main').element().textContent ?? ''
const shopLink = page.getByRole('link', { name: 'Shop on Amazon (paid link)' })

describe('a tablet, and a page enlarged to 200 %', () => {
  const square = (colour: string) =>
    `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><path fill="${colour}" d="M0 0h100v100H0z"/></svg>`

  it.each([
    [820, 1180],
    [640, 400],
    [844, 390],
    [195, 422],
  ])('%s by %s show picture, title and button at once, and the whole picture', async (width, height) => {
    await page.viewport(width, height)
    await shown(productWith({ image_url: square('green'), image_source: 'owner' }))
    const image = document.querySelector('main img') as HTMLImageElement
    await expect.poll(() => image.naturalWidth).toBe(100)
    const { objectFit } = getComputedStyle(image)
    const box = image.getBoundingClientRect()
    expect(objectFit === 'contain' || Math.abs(box.width - box.height) < 1).toBe(true)
    const bar = document.querySelector('[data-bottom-bar="action"]')?.getBoundingClientRect().top || height
    const top = (name: string) => document.querySelector(name)?.getBoundingClientRect() as DOMRect
    expect(top('h1').top).toBeGreaterThan(0)
    expect(top('h1').top + 20).toBeLessThanOrEqual(bar)
    if (width >= 640) expect(box.bottom).toBeLessThanOrEqual(bar)
    await expect.element(shopLink).toBeInViewport()
  })
})

describe('product detail page, what it shows (docs/product/product-page.md#what-it-shows)', () => {
  it('links from category and tags to products of the same', async () => {
    await shown(productWith({ tags: ['slow mornings'] }))
    const hrefOf = (name: string) => page.getByRole('link', { name }).element().getAttribute('href')
    expect(hrefOf('#slow mornings')).toBe('/feed?q=%23slow%20mornings')
    expect(hrefOf('Kitchen')).toBe('/feed?category=kitchen')
  })

  it('says when there is no price, and leaves out what is not there', async () => {
    await shown(bare)
    expect(main()).toContain('Amazon item B0BARE0001')
    expect(main()).toContain('Price not available')
    expect(main()).not.toContain('What I love about it:')
    expect(main()).not.toContain('The price may have changed since.')
    expect(main()).toContain('No photo yet')
  })

  it("shows its category's sign where there is no picture", async () => {
    await shown()
    expect(document.querySelector('main use')?.getAttribute('href')).toMatch(/#kitchen$/)
  })

  it('leads to Amazon with a plain, marked link; on a phone at the bottom, with the notice right under it', async () => {
    await shown()
    await expect.element(shopLink).toHaveAttribute('href', 'https://www.amazon.com/dp/B0KETTLE01')
    await expect.element(shopLink).toHaveAttribute('rel', 'sponsored nofollow noopener')
    await expect.element(shopLink).toHaveAttribute('target', '_blank')
    window.scrollTo(0, document.body.scrollHeight)
    const box = shopLink.element().getBoundingClientRect()
    expect(box.bottom).toBeLessThan(phone.height)
    expect(box.top).toBeGreaterThan(phone.height - 140)
  })

  it('folds searches in other shops below it, whose presses are not recorded', async () => {
    const elsewhere = ['amazon.co.uk', 'amazon.de'].map((host) => ({
      host,
      url: `https://www.${host}/s?k=kettle`,
    }))
    const { sent } = await shown(productWith({ elsewhere }))
    const search = page.getByRole('link', { name: 'amazon.de (paid link)' })
    const summary = page.getByText('Search other Amazon sites')
    await expect.element(summary).toBeVisible()
    expect(search.elements()).toEqual([])
    await summary.click()
    await expect.element(search).toBeVisible()
    await expect.element(search).toHaveAttribute('href', 'https://www.amazon.de/s?k=kettle')
    await expect.element(search).toHaveAttribute('rel', 'sponsored nofollow noopener')
    search.element().addEventListener('click', (event) => event.preventDefault())
    await search.click()
    const kinds = sent(view).map(({ input }) => (input.body as { kind: string }).kind)
    expect(kinds).not.toContain('outbound')
    expect(await flawsInEveryLook()).toEqual({})
  })

  it('links to the curator, and back to the feed after a shared link', async () => {
    const { router } = await shown()
    await expect.element(page.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/feed')
    await page.getByRole('link', { name: /^Shared by @maya/ }).click()
    await expect.poll(() => router.state.location.pathname).toBe('/maya')
  })

  it('links back to the feed after a profile, and to My Folio from there', async () => {
    const { router } = await shown()
    const back = page.getByRole('link', { name: 'Back' })
    await router.navigate({ to: '.', state: { from: '/category/kitchen' } })
    await expect.element(back).toHaveAttribute('href', '/my-folio')
    await router.navigate({ to: '.', state: { from: '/maya' } })
    await expect.element(back).toHaveAttribute('href', '/feed')
    await back.click()
    await expect.poll(() => router.state.location.pathname).toBe('/feed')
  })
})

describe('product detail page: small windows and WCAG 2.2 AA', () => {
  it.each([
    ['whole', productWith()],
    ['bare', bare],
  ])('has no accessibility flaw that axe finds when %s, in any look', async (_, product) => {
    await shown(product)
    expect(await flawsInEveryLook()).toEqual({})
  })

  it('fits 320 pixels, whatever the words', async () => {
    await page.viewport(320, 640)
    await shown(
      productWith({
        title: '🎧👩‍👩‍👧‍👦 super-duper-extra-long-hyphenated-name-of-a-thing-that-never-ends',
        description: 'x'.repeat(500),
        user_comment: 'كل وصفة فيه تعمل.',
        tags: ['a tag of forty characters, which is a lot'],
        price_usd: 1_234_567.89,
      }),
    )
    expect(fitsItsWidth()).toBe(true)
    const quote = document.querySelector('blockquote') as Element
    expect(getComputedStyle(quote).direction).toBe('rtl')
  })
})

describe('each view of a product page records a click (docs/product/product-page.md#views-are-recorded)', () => {
  const recorded = async (screen: ReturnType<typeof shown>) =>
    (await screen).sent(view).map(({ input }) => input.body)

  it('once, by an event of its own, also where the browser makes no UUIDs', async () => {
    vi.spyOn(crypto, 'randomUUID').mockImplementation(undefined as never)
    const screen = shown()
    await expect.poll(() => recorded(screen)).toHaveLength(1)
    expect(await recorded(screen)).toEqual([
      {
        ...{ kind: 'view', referrer: expect.anything(), list_link: null },
        event_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    ])
  })

  it.each([
    ['visible', 'visibilityState', 'hidden', 'visible', 'visibilitychange'],
    ['opened, if the browser only prerenders it', 'prerendering', true, false, 'prerenderingchange'],
  ])('not before it is %s, and not at all when it never is', async (_, key, before, after, event) => {
    let state: unknown = before
    Object.defineProperty(document, key, { configurable: true, get: () => state })
    onTestFinished(() => void Reflect.deleteProperty(document, key))
    const screen = shown()
    await screen
    await new Promise((resolve) => setTimeout(resolve))
    expect(await recorded(screen)).toEqual([])
    state = after
    document.dispatchEvent(new Event(event))
    await expect.poll(() => recorded(screen)).toHaveLength(1)
  })

  it('not twice after a failure of the network, and without harm when it cannot be recorded at all', async () => {
    const screen = renderScreen(<ProductPage doorway={null} product={productWith()} />, {
      session: null,
      route: path,
      api: { [view]: () => Promise.reject(offline()) },
    })
    await expect.poll(() => recorded(screen)).toHaveLength(2)
    const [first, second] = await recorded(screen)
    expect(second?.event_id).toBe(first?.event_id)
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(/^Gooseneck/)
  })

  it('not again when the server refuses it', async () => {
    const screen = renderScreen(<ProductPage doorway={null} product={productWith()} />, {
      session: null,
      route: path,
      api: {
        [view]: () => {
          throw refused('internal_error')
        },
      },
    })
    await expect.poll(() => recorded(screen)).toHaveLength(1)
    await new Promise((resolve) => setTimeout(resolve))
    expect(await recorded(screen)).toHaveLength(1)
  })

  it('and a press names the view that it came from, which makes it evidence', async () => {
    const screen = shown()
    await expect.poll(() => recorded(screen)).toHaveLength(1)
    await shopLink.click({ button: 'middle' })
    await expect.poll(() => recorded(screen)).toHaveLength(2)
    const [seen, pressed] = await recorded(screen)
    expect(pressed).toMatchObject({ kind: 'outbound', view_event_id: seen?.event_id })
    expect(pressed?.event_id).not.toBe(seen?.event_id)
  })

  it('but not for the right button on the shop link, which only opens a menu', async () => {
    const screen = shown()
    await expect.poll(() => recorded(screen)).toHaveLength(1)
    await shopLink.click({ button: 'right' })
    await new Promise((resolve) => setTimeout(resolve))
    expect((await recorded(screen)).map(({ kind }) => kind)).toEqual(['view'])
  })
})

describe('several photos (docs/product/product-page.md#several-photos)', () => {
  const photos = ['b', 'c'].map((name) => ({ image_url: `/art/${name}.svg`, image_side: null }))
  const several = productWith({ image_url: '/art/a.svg', image_source: 'owner', photos })
  const left = () => document.querySelector('.hero-photos')?.scrollLeft ?? -1
  const width = () => document.querySelector('.hero-photos')?.clientWidth ?? 0

  it('lie beside each other, and are turned by links and keys, without a step in the history', async () => {
    await shown(several)
    await expect.element(page.getByText('Photo 3 of 3')).toBeInTheDocument()
    const steps = history.length
    await page.getByRole('link', { name: 'Next photo' }).first().click()
    await expect.poll(() => Math.round(left() / width())).toBe(1)
    await page.getByRole('link', { name: 'Previous photo' }).first().click()
    await expect.poll(left).toBe(0)
    expect(history.length).toBe(steps)
  })

  it('take the room of one, in every look', async () => {
    await page.viewport(phone.width, phone.height)
    const one = await shown(productWith({ image_url: '/art/a.svg', image_source: 'owner' }))
    const heightOfOne = document.querySelector('.hero-well')?.clientHeight
    await one.unmount()
    await shown(several)
    expect(document.querySelector('.hero-photos')?.clientHeight).toBe(heightOfOne)
    expect(fitsItsWidth()).toBe(true)
    expect(await flawsInEveryLook()).toEqual({})
  })
})
