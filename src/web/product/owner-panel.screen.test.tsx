import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { sampleItems } from '../../shared/amazon/sample.ts'
import { itemWith } from '../item/testing/item.ts'
import { offline, refused } from '../testing/fake-api.ts'
import { fitsItsWidth, flawsInEveryLook, flawsOf } from '../testing/flaws.ts'
import { renderScreen } from '../testing/screen.tsx'
import type { ProductData } from './product-data.ts'
import { ProductPage } from './product-page.tsx'
import { analyticsWith, ownServer, renderOwnPage } from './testing/own-page.tsx'

const phone = { width: 390, height: 844 }
const desktop = { width: 1280, height: 800 }

const [sample] = sampleItems
const samplePicture = { image_url: sample.image_url, image_source: 'sample' as const }

const withOwner = (values: Partial<NonNullable<ProductData['owner']>>) => {
  const { owner, ...item } = itemWith()
  return itemWith({ ...item, owner: owner && { ...owner, ...values } })
}
const withClicks = (clicks_count: number) => withOwner({ clicks_count })
const counter = page.getByRole('heading', { name: /^Your link has been clicked/ })
const options = page.getByRole('button', { name: 'Options' })
const menuItem = (name: string) => page.getByRole('menuitem', { name })
const question = page.getByRole('alertdialog')
const questionButton = (name: string) => question.getByRole('button', { name })
const toast = (text: string) => page.getByText(text, { exact: true })

describe('product detail page, owner only (docs/product/product-page.md#owner)', () => {
  it.each([
    [390, 844],
    [640, 400],
    [768, 1024],
    [800, 1180],
    [1024, 768],
    [1280, 800],
  ])("has its menu on the picture's corner, and whole words, at %s by %s", async (width, height) => {
    await page.viewport(width, height)
    await renderOwnPage()
    await expect.element(options).toBeVisible()
    const menu = options.element().getBoundingClientRect()
    const back = page.getByRole('link', { name: 'Back' }).element()
    const picture = (back.parentElement as Element).getBoundingClientRect()
    expect(picture.right - menu.right).toBe(16)
    expect(menu.top).toBe(back.getBoundingClientRect().top)
    const activity = page.getByRole('heading', { name: 'Click Activity' }).element()
    expect(activity.getBoundingClientRect().height).toBeLessThan(24)
  })

  it.each([phone, desktop])('never moves Shop on Amazon when its numbers come, at $width', async (window) => {
    await page.viewport(window.width, window.height)
    const shop = page.getByRole('link', { name: 'Shop on Amazon (paid link)' })
    const top = () => shop.element().getBoundingClientRect().top
    const item = withOwner({ waits_for_proof: true })
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<ProductData>()
    await renderOwnPage(item, { 'GET /api/v1/products/:ref': () => arrived })
    await expect.element(shop).toBeVisible()
    const before = top()
    arrive(item)
    await expect.element(counter).toBeVisible()
    expect(top()).toBe(before)
  })

  it('says where it is not shown while the address is unproven, and how to prove that', async () => {
    const notice = page.getByText('Not in Explore yet')
    const first = await renderOwnPage(withOwner({ waits_for_proof: true }))
    await expect.element(notice).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Send me a link' }))
      .toHaveAttribute('href', '/forgot')
    await first.unmount()
    await renderOwnPage(withOwner({ waits_for_proof: false }))
    await expect.element(counter).toBeVisible()
    await expect.element(notice).not.toBeInTheDocument()
  })

  it.each<[string, Partial<ProductData>, Partial<NonNullable<ProductData['owner']>>, string]>([
    [
      'a sample as it was',
      { title: sample.title, description: sample.description, ...samplePicture },
      { metadata_source: 'sample' },
      'Only you see the sample’s title, picture, and description. Others see “Amazon item B0KETTLE01”.',
    ],
    ['an own title', samplePicture, {}, 'Only you see the sample’s picture.'],
    ['no picture', { image_url: null, image_source: null }, {}, 'It has no picture yet.'],
    ['no title', { title: '' }, {}, 'It has no title yet. Others see “Amazon item B0KETTLE01”.'],
    [
      'a number made up',
      samplePicture,
      { asin_is_made_up: true },
      'Only you see the sample’s picture. Its item number is made up, since its link could not be read.',
    ],
  ])('says of %s what others see, and shares no more', async (_, values, extras, text) => {
    const { owner, ...item } = itemWith(values)
    await renderOwnPage(itemWith({ ...item, owner: owner && { ...owner, needs_details: true, ...extras } }))
    await expect.element(page.getByText(`Needs details${text}`)).toBeVisible()
    await page.getByRole('button', { name: 'More ways to share' }).click()
    const sheet = page.getByRole('dialog', { name: 'Share' })
    await expect.element(sheet.getByRole('link', { name: 'Mail' })).toBeVisible()
    const mail = sheet.getByRole('link', { name: 'Mail' }).element().getAttribute('href') ?? ''
    expect(decodeURIComponent(mail).includes(sample.title)).toBe(false)
  })

  it.each([
    [0, 'Your link has been clicked 0 times'],
    [1, 'Your link has been clicked 1 time'],
    [1204, 'Your link has been clicked 1,204 times'],
  ])('counts %d clicks', async (count, text) => {
    await renderOwnPage(withClicks(count))
    await expect.element(counter).toHaveTextContent(text)
    await expect.element(page.getByText('You earn when others purchase through your link')).toBeVisible()
  })

  it.each([
    ['a phone', phone],
    ['a desktop', desktop],
  ])('on %s has one quiet shop button, and no bar over the page', async (_, { width, height }) => {
    await page.viewport(width, height)
    await renderOwnPage(withClicks(3))
    await expect.element(counter).toBeVisible()
    const shop = page.getByRole('link', { name: /^Shop on Amazon/ })
    expect(shop.elements()).toHaveLength(1)
    expect(getComputedStyle(shop.element()).backgroundColor).toBe('rgb(255, 255, 255)')
    expect(document.querySelectorAll('[data-bottom-bar="action"]')).toHaveLength(0)
  })

  it.each([
    ['nobody', null],
    ['somebody else', { id: '0193a000-0000-7000-8000-0000000000ff' }],
  ])('shows nothing of it to %s', async (_, session) => {
    const item = withClicks(3)
    const { answers } = ownServer(item)
    await renderScreen(<ProductPage doorway={null} product={{ ...item, owner: null }} />, {
      session,
      api: answers,
    })
    await expect.element(page.getByRole('heading', { level: 1, name: 'Kettle' })).toBeVisible()
    await expect.element(counter).not.toBeInTheDocument()
    await expect.element(options).not.toBeInTheDocument()
  })

  it('says when the shop link leads nowhere any more', async () => {
    const item = withClicks(0)
    const attention = { reason: 'gone' as const, since: '2026-01-01T00:00:00.000Z' }
    await renderOwnPage({ ...item, owner: item.owner && { ...item.owner, attention } })
    await expect
      .element(page.getByText('Visitors who press Shop on Amazon find nothing there.'))
      .toBeVisible()
  })

  it('says when the numbers cannot be loaded, and tries again', async () => {
    const { answer, answers } = await renderOwnPage(withClicks(7), {
      'GET /api/v1/products/:ref': () => {
        throw refused('internal_error')
      },
    })
    await expect.element(page.getByText('Failed to load product details.')).toBeVisible()
    await expect.element(page.getByRole('heading', { level: 1, name: 'Kettle' })).toBeVisible()
    answer(answers)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(counter).toBeVisible()
  })

  it('has no accessibility flaw that axe finds, light or dark', async () => {
    await renderOwnPage(withClicks(3))
    await expect.element(counter).toBeVisible()
    await expect.element(page.getByText('0 people, 0 previews filtered')).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})
  })
})

describe('what a product earned (docs/product/product-page.md#owner)', () => {
  const earned = 'GET /api/v1/me/earnings/products/:id'

  it('is shown with its orders, and links to them', async () => {
    await renderOwnPage(withClicks(40), {
      [earned]: () => ({ orders: 2, conversion_rate: 0.05, earnings: 6.72, pending_earnings: 3.36 }),
    })
    const panel = page.getByRole('region', { name: 'Earnings', exact: true })
    await expect.element(panel.getByText('$6.72')).toBeVisible()
    await expect.element(panel.getByRole('definition').nth(1)).toHaveTextContent('$3.36')
    await expect.element(panel.getByText('5%', { exact: true })).toBeVisible()
    await expect
      .element(panel.getByRole('link', { name: 'Orders of this product' }))
      .toHaveAttribute('href', `/earnings?product=${itemWith().id}`)
    expect(await flawsInEveryLook()).toEqual({})
  })

  it('says when it cannot be loaded, and tries again', async () => {
    const { answer, answers } = await renderOwnPage(withClicks(0), {
      [earned]: () => {
        throw refused('internal_error')
      },
    })
    await expect.element(page.getByText('Failed to load earnings')).toBeVisible()
    answer(answers)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(page.getByText('Still pending')).toBeVisible()
  })
})

describe('product detail page, after creation (docs/product/product-page.md#after-creation)', () => {
  const banner = toast('Product Created! Ready to share.')
  const another = page.getByRole('link', { name: 'Add Another Product' })

  it('says so for 5 seconds, and keeps the button for the next product', async () => {
    const { router } = await renderOwnPage(withClicks(0))
    await expect.element(counter).toBeVisible()
    await expect.element(banner).not.toBeInTheDocument()
    await expect.element(another).not.toBeInTheDocument()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await router.navigate({ to: '.', state: { fromCreation: true, from: '/my-folio' } })
    await expect.element(banner).toBeVisible()
    vi.advanceTimersByTime(4_900)
    await expect.element(banner).toBeVisible()
    vi.advanceTimersByTime(100)
    await expect.element(banner).not.toBeInTheDocument()
    vi.useRealTimers()
    await another.click()
    await expect.poll(() => router.state.location.href).toBe('/my-folio?add=true')
  })
})

describe('Click Activity (docs/product/product-page.md#click-activity)', () => {
  const codes = ['US', 'DE', 'ES', 'GB', 'FR', 'IT', 'BR', 'MX', 'IN', null]
  const huge = analyticsWith({
    items: [0, 0, 0, 0, 0, 0, 12_345_678].map((count, i) => ({
      start: `2026-11-0${i + 1}`,
      count,
      presses: 0,
    })),
    total: 12_345_678,
    presses: 7_000_000,
    filtered: { previews: 1_000_000, bots: 234_567, repeats: 0, own: 0, limited: 0 },
    sites: [{ site: `${'very-long-label.'.repeat(15)}example`, count: 12_345_678 }],
    countries: codes.map((country, i) => ({ country, count: i < 9 ? 9 - i : 1 })),
    through_others: 1_234_567,
    clicks_count: 12_345_678,
  })
  const clicks = 'GET /api/v1/products/:id/clicks'
  const broken = () => {
    throw refused('internal_error')
  }
  const clicked = (times: string) =>
    expect.element(counter).toHaveTextContent(`Your link has been clicked ${times} times`)

  it('keeps the last numbers when no new ones can be loaded, and fits any number', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    const { answer } = await renderOwnPage(withClicks(0), { [clicks]: broken })
    await expect.element(page.getByText('Failed to load clicks')).toBeVisible()
    answer({ [clicks]: () => huge })
    await page.getByRole('button', { name: 'Retry' }).click()
    await clicked('12,345,678')
    await expect.element(page.getByText('12,345,678 people, 1,234,567 previews filtered')).toBeVisible()
    await expect.element(page.getByText('7,000,000 pressed Shop on Amazon · 57%')).toBeVisible()
    await expect.element(page.getByText('12.3M')).toBeVisible()
    expect(fitsItsWidth()).toBe(true)

    const countries = page.getByRole('region', { name: 'Countries' })
    const rows = () => countries.getByRole('listitem').elements()
    expect(rows()).toHaveLength(5)
    await countries.getByRole('button', { name: 'Show all' }).click()
    expect(
      rows()
        .slice(-2)
        .map(({ textContent }) => textContent),
    ).toEqual(['Unknown1', 'Other countries12,345,632'])

    answer({ [clicks]: broken })
    await vi.advanceTimersByTimeAsync(5_000)
    await expect.element(page.getByText(/^Last read at/)).toBeVisible()
    await expect.element(page.getByText('12,345,678 people, 1,234,567 previews filtered')).toBeVisible()
    const topOf = () => countries.element().getBoundingClientRect().top + window.scrollY
    const before = topOf()
    answer({ [clicks]: () => ({ ...huge, clicks_count: 12_345_679 }) })
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(page.getByText(/^Last read at/)).not.toBeInTheDocument()
    await clicked('12,345,679')
    expect(topOf()).toBe(before)

    // The counter keeps its value too when another period's numbers cannot be loaded.
    answer({ [clicks]: broken })
    await page.getByRole('button', { name: 'Week' }).click()
    await expect.element(page.getByText('Failed to load clicks')).toBeVisible()
    await clicked('12,345,679')
    await page.getByRole('button', { name: 'Day' }).click()
  })
})

describe('the owner’s options (docs/product/product-page.md#owner)', () => {
  it('are a menu for the keyboard, and the delete dialog says what it does', async () => {
    const { sent } = await renderOwnPage()
    await expect.element(options).toBeVisible()
    ;(options.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('menu')).toBeVisible()
    const items = page.getByRole('menuitem').elements()
    expect(items.map(({ textContent }) => textContent)).toEqual(['Edit Product', 'Delete Product'])
    expect(await flawsOf()).toEqual([])
    await userEvent.keyboard('{Escape}')
    await expect.element(options).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(menuItem('Edit Product')).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(menuItem('Delete Product')).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(question.getByText('Delete this product?')).toBeVisible()
    await expect
      .element(
        question.getByText(
          'This removes it from your collection and the Community Feed. It cannot be undone.',
        ),
      )
      .toBeVisible()
    await expect.element(questionButton('Cancel')).toHaveFocus()
    expect(await flawsOf()).toEqual([])
    await userEvent.keyboard('{Enter}')
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(options).toHaveFocus()
    expect(sent('DELETE /api/v1/products/:ref')).toEqual([])
  })

  it('delete once, whatever is pressed, and lead to the feed where there is no page to go back to', async () => {
    const { sent, router } = await renderOwnPage()
    await options.click()
    await menuItem('Delete Product').click()
    await questionButton('Delete').dblClick()
    await expect.element(toast('Product Removed')).toBeVisible()
    expect(sent('DELETE /api/v1/products/:ref').map(({ extras }) => extras.ifMatch)).toEqual([1])
    await expect.poll(() => router.state.location.pathname).toBe('/feed')
  })

  it('say when deleting failed, and count it as done when only its answer was lost', async () => {
    const { answer, answers, remove } = await renderOwnPage(undefined, {
      'DELETE /api/v1/products/:ref': () => {
        throw refused('internal_error')
      },
    })
    await options.click()
    await menuItem('Delete Product').click()
    await questionButton('Delete').click()
    await expect.element(toast('Failed to delete product. Please try again.')).toBeVisible()
    expect(document.querySelector('h1')?.textContent).toBe('Kettle')
    answer({
      'DELETE /api/v1/products/:ref': () => {
        remove()
        throw offline()
      },
    })
    await questionButton('Delete').click()
    await expect
      .poll(() => page.getByText('Failed to delete product. Please try again.').elements())
      .toHaveLength(2)
    answer(answers)
    await questionButton('Delete').click()
    await expect.element(toast('Product Removed')).toBeVisible()
  })

  it('ask again when the product was changed elsewhere meanwhile (docs/product/edit-item.md#deleting)', async () => {
    const { change, now } = await renderOwnPage()
    await options.click()
    await menuItem('Delete Product').click()
    change({ title: 'Better kettle' })
    await questionButton('Delete').click()
    await expect
      .element(question.getByText(/It was changed elsewhere meanwhile and has not been deleted\./))
      .toBeVisible()
    await expect.element(question.getByText('Better kettle')).toBeVisible()
    expect(now()).not.toBeNull()
    await questionButton('Delete').click()
    await expect.element(toast('Product Removed')).toBeVisible()
    expect(now()).toBeNull()
  })
})
