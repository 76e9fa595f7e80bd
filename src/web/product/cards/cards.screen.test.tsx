import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PublicScreen } from '../../app/public-screen.tsx'
import { fitsItsWidth, flawsInEveryLook } from '../../testing/flaws.ts'
import { renderScreen } from '../../testing/screen.tsx'
import { cardWith } from '../testing/card.ts'
import { ProductGrid } from './product-grid.tsx'
import { type ProductView, ViewSwitch } from './product-view.tsx'

const hour = 60 * 60_000
const views = ['grid', 'list', 'card'] as const
const picture = (colour: string) =>
  `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path fill="${colour}" d="M0 0h1v1H0z"/></svg>`
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

const kettle = () =>
  cardWith({
    short_link_id: 'kettle-a1b2',
    title: 'Gooseneck pour-over kettle, 0.9 L',
    user_comment: 'Slow pour, no drips.',
    image_url: picture('green'),
    image_source: 'owner',
    price_as_of: ago(1.5 * hour),
    clicks_count: 1204,
    created_at: ago(5.5 * 60_000),
  })
const long = () =>
  cardWith(
    {
      title:
        '🎧🔥 كتاب super-duper-extra-long-hyphenated-name-of-a-thing-that-never-ends, and on and on it goes',
      image_url: picture('gold'),
      image_source: 'amazon',
      price_usd: 1_234_567.89,
    },
    2,
  )
const untitled = () =>
  cardWith({ title: '', asin: 'B0EMPTY001', sign: 'garden', price_usd: null, price_as_of: null }, 3)
const old = () =>
  cardWith(
    {
      title: 'Old price',
      image_url: '/art/no-such-picture.svg',
      image_source: 'owner',
      price_usd: 9.99,
      price_as_of: ago(24 * hour + 60_000),
    },
    4,
  )

function Cards({ first = 'grid' }: { first?: ProductView | undefined }) {
  const [view, setView] = useState(first)
  const [items] = useState([kettle(), long(), untitled(), old()])
  return (
    <PublicScreen>
      <h1>Products</h1>
      <ViewSwitch value={view} onChange={setView} />
      <ProductGrid items={items} view={view} from="/feed" />
    </PublicScreen>
  )
}

/** Renders the cards for a visitor; no calls are made. */
const shown = (view?: ProductView) => renderScreen(<Cards first={view} />, { session: null, route: '/feed' })

const cardOf = (title: string | RegExp) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) })
const textOf = (title: string | RegExp) =>
  (cardOf(title).element().textContent ?? '').replaceAll('\u00a0', ' ')

describe('product card (docs/product/cards.md#parts)', () => {
  it.each(views)('%s shows title, author, price with its time, clicks and View', async (view) => {
    const { router } = await shown(view)
    const text = textOf(/^Gooseneck/)
    expect(text).toContain('Gooseneck pour-over kettle, 0.9 L')
    expect(text).toContain('Shared by Ana')
    expect(text).toContain('$68.50')
    expect(text.match(/as of .+/g)).toHaveLength(1)
    expect(text).toMatch(/1,204 clicks/)
    await cardOf(/^Gooseneck/)
      .getByRole('link', { name: /^View Gooseneck/ })
      .click()
    await expect.poll(() => router.state.location.pathname).toBe('/l/kettle-a1b2')
    expect(router.state.location.state.from).toBe('/feed')
  })

  it.each(views)(
    '%s is not opened by the second click of a double one, whose first was for a dialog',
    async (view) => {
      const { router } = await shown(view)
      const links = cardOf(/^Gooseneck/)
        .element()
        .querySelectorAll('a[href="/l/kettle-a1b2"]')
      expect(links.length).toBeGreaterThan(1)
      for (const link of links)
        link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 2 }))
      expect(router.state.location.pathname).toBe('/feed')
    },
  )

  it("card begins with the author and shows the creator's words", async () => {
    const { router } = await shown('card')
    expect(textOf(/^Gooseneck/)).toMatch(/^AShared by Ana@ana-lopez · \d min/)
    await expect.element(cardOf(/^Gooseneck/).getByText('Slow pour, no drips.')).toBeVisible()
    await cardOf(/^Gooseneck/)
      .getByRole('link', { name: /^Shared by Ana/ })
      .click()
    await expect.poll(() => router.state.location.pathname).toBe('/ana-lopez')
  })

  it('has no click badge at 0, and shows an empty title as the item it is', async () => {
    await shown()
    expect(textOf('Old price')).not.toMatch(/click/)
    await expect.element(cardOf('Amazon item B0EMPTY001')).toBeVisible()
  })

  it.each(views)('%s never shows a price older than 24 hours', async (view) => {
    await shown(view)
    expect(textOf('Old price')).toContain('Price not available')
    expect(textOf('Old price')).not.toContain('$')
  })

  it.each(views)(
    '%s says only to screen readers that there is no price, and keeps View at its end',
    async (view) => {
      await page.viewport(390, 844)
      await shown(view)
      const viewOf = (title: string | RegExp) => cardOf(title).getByRole('link', { name: /^View/ }).element()
      const price = cardOf('Old price').getByText('Price not available').element()
      expect(price.getBoundingClientRect().width).toBe(1)
      const spaceAfter = (title: string | RegExp) =>
        Math.round(
          cardOf(title).element().getBoundingClientRect().right - viewOf(title).getBoundingClientRect().right,
        )
      expect(spaceAfter('Old price')).toBe(spaceAfter(/^Gooseneck/))
    },
  )

  it('takes a price away from a page that stays open too long', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    await shown()
    await expect.element(cardOf(/^Gooseneck/).getByText('$68.50')).toBeVisible()
    vi.advanceTimersByTime(23 * hour)
    await expect.element(cardOf(/^Gooseneck/).getByText('Price not available')).toBeInTheDocument()
  })

  it.each(views)(
    "%s shows the category's sign for a picture that is not there, and a bag for one that does not load",
    async (view) => {
      await shown(view)
      const pictureOf = (title: string) => {
        const picture = cardOf(title).element().querySelector('a[aria-hidden]') as Element
        picture.scrollIntoView()
        return picture
      }
      const bare = pictureOf('Amazon item B0EMPTY001')
      expect(bare.querySelector('use')?.getAttribute('href')).toMatch(/#garden$/)
      expect(bare.querySelector('img')).toBeNull()
      const failed = pictureOf('Old price')
      await expect.poll(() => failed.querySelector('img')).toBeNull()
      expect(failed.querySelector('svg')).not.toBeNull()
    },
  )

  it("shows Amazon's pictures whole on white, in both themes (Amazon policy)", async () => {
    await shown()
    const image = cardOf(/super-duper/)
      .element()
      .querySelector('img') as HTMLImageElement
    expect(image.getAttribute('src')).toBe(picture('gold'))
    const { dataset } = document.documentElement
    for (const theme of ['light', 'dark']) {
      dataset.theme = theme
      expect([
        getComputedStyle(image).objectFit,
        getComputedStyle(image.closest('span') as Element).backgroundColor,
      ]).toEqual(['contain', 'rgb(255, 255, 255)'])
    }
    delete dataset.theme
  })

  it('toggles a like in this browser only, in every layout', async () => {
    await shown()
    const like = cardOf(/^Gooseneck/).getByRole('button', { name: /^Like Gooseneck/ })
    await like.click()
    await expect.element(like).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('button', { name: 'List View' }).click()
    await expect.element(like).toHaveAttribute('aria-pressed', 'true')
    await like.click()
    await expect.element(like).toHaveAttribute('aria-pressed', 'false')
  })

  it.each([
    ['grid', ['Like', 'Gooseneck', 'Shared by Ana', 'Share']],
    ['list', ['Gooseneck', 'Shared by Ana', 'Like', 'Share']],
    ['card', ['AShared by Ana', 'Like', 'Share', 'Gooseneck']],
  ] as const)(
    '%s is operated by keyboard, each product stopping once at each thing to do',
    async (view, stops) => {
      const { router } = await shown(view)
      page.getByRole('button', { name: 'Full Card View' }).element().focus()
      const title = cardOf(/^Gooseneck/)
        .getByRole('link', { name: /^Gooseneck/ })
        .element()
      for (const stop of stops) {
        await userEvent.tab()
        const { activeElement: at } = document
        expect(at?.getAttribute('aria-label') ?? at?.textContent).toMatch(new RegExp(`^${stop}`))
        if (at === title) expect(getComputedStyle(at as Element, '::after').outlineStyle).toBe('solid')
      }
      title.focus()
      await userEvent.keyboard('{Enter}')
      await expect.poll(() => router.state.location.pathname).toBe('/l/kettle-a1b2')
    },
  )

  it.each(views)('%s is one target: a press anywhere on it opens its product', async (view) => {
    const { router } = await shown(view)
    const card = cardOf(/^Gooseneck/)
    const box = card.element().getBoundingClientRect()
    const at = (x: number, y: number) =>
      document.elementFromPoint(box.left + x, box.top + y)?.closest('a, button')
    const targets = new Set<string>()
    for (let x = 4; x < box.width - 4; x += 6)
      for (let y = 4; y < Math.min(box.height - 4, window.innerHeight - box.top); y += 6) {
        const target = at(x, y)
        targets.add(
          target?.getAttribute('href') ?? target?.getAttribute('aria-label') ?? `nothing at ${x}, ${y}`,
        )
      }
    const title = 'Gooseneck pour-over kettle, 0.9 L'
    expect([...targets].sort()).toEqual(['/ana-lopez', '/l/kettle-a1b2', `Like ${title}`, `Share ${title}`])
    await card.getByRole('link', { name: /^Shared by Ana|^AShared by Ana/ }).click()
    await expect.poll(() => router.state.location.pathname).toBe('/ana-lopez')
  })

  it('keeps an edge around white buttons on white pictures', async () => {
    await shown()
    const like = cardOf(/super-duper/)
      .getByRole('button', { name: /^Like/ })
      .element()
    expect(getComputedStyle(like).boxShadow).toContain('233, 226, 216')
  })
})

describe('WCAG 2.2 AA and small windows: cards with long, mixed and missing content', () => {
  it.each(views)('%s has no accessibility flaw that axe finds, and fits 320 pixels', async (view) => {
    await shown(view)
    expect(await flawsInEveryLook({ width: 390, height: 844 })).toEqual({})
    await page.viewport(320, 640)
    expect(fitsItsWidth()).toBe(true)
    const overflowing = [...document.querySelectorAll('article')].filter(
      (one) => one.scrollWidth > one.clientWidth,
    )
    expect(overflowing.map((one) => one.textContent)).toEqual([])
  })
})
