import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderApp } from '../testing/app.tsx'
import { offline } from '../testing/fake-api.ts'
import { fitsItsWidth, flawsInEveryLook } from '../testing/flaws.ts'
import { button } from '../testing/forms.ts'
import { me } from '../testing/people.ts'
import { idOf, onePage } from '../testing/samples.ts'
import type { NewsItem } from './news-row.tsx'

const item = (n: number, kind: NewsItem['kind'], rest: Partial<NewsItem> = {}): NewsItem => ({
  ...{ id: idOf(7, n), kind, count: 1, amount: null, detail: null, is_read: false },
  ...{ began_at: '2026-11-20T09:00:00Z', at: `2026-11-20T${String(20 - n).padStart(2, '0')}:00:00.000Z` },
  ...{ subject: null, about: null, people: [], product: null, list: null },
  ...rest,
})
const theo = { first_name: 'Theo', last_name: 'Lindqvist', username: 'theo', avatar_url: null }
const lena = { first_name: 'Lena', last_name: 'Brandt', username: 'lena', avatar_url: null }
const all = [
  item(1, 'followed', { count: 3, people: [theo, lena] }),
  item(2, 'order_posted', { count: 2, amount: 9.55 }),
  item(3, 'payout_failed', { detail: 'failed', amount: 61.4, is_read: true }),
  item(4, 'sign_in_changed', { detail: 'password', is_read: true }),
]
const unreadOf = (items: NewsItem[]) => items.filter(({ is_read }) => !is_read).length
const list = 'GET /api/v1/me/news'
const read = 'POST /api/v1/me/news/read'

/** The page of notes, whose news are `items`; what is marked as read is so from then on. */
async function shown(items = all) {
  let now = items
  const of = () => ({ ...onePage(now), unread: unreadOf(now) })
  return renderApp('/notes', {
    api: {
      'GET /api/v1/me': () => ({ ...me, ...(unreadOf(now) > 0 && { unread_news: unreadOf(now) }) }),
      'GET /api/v1/me/notes': () => onePage([]),
      [list]: of,
      [read]: ({ body }) => {
        now = now.map((one) => (!body.ids || body.ids.includes(one.id) ? { ...one, is_read: true } : one))
        return { unread: unreadOf(now) }
      },
    },
  })
}
const heading = (name: string | RegExp) => page.getByRole('heading', { name })
const row = (name: string | RegExp) => page.getByRole('link', { name })

describe('the list of news (docs/product/news.md#the-list)', () => {
  it('has new before earlier, each with its sentence and its amount, and their number in the title', async () => {
    await shown()
    await expect.element(heading('New (2)')).toBeVisible()
    await expect.element(heading('Earlier')).toBeVisible()
    await expect.element(row('New: Theo, Lena and 1 other followed you')).toHaveAttribute('href', '/theo')
    await expect.element(row('New: Posted: 2 orders')).toHaveAttribute('href', '/earnings')
    await expect.element(row('Your password was changed. You? Then there is nothing to do')).toBeVisible()
    await expect.element(page.getByText('$9.55')).toBeVisible()
    expect(document.title).toMatch(/^\(2\) /)
    expect(await flawsInEveryLook()).toEqual({})
  })

  it('marks all as read by the keyboard, and leads on to the earlier ones', async () => {
    const { sent } = await shown()
    await expect.element(heading('New (2)')).toBeVisible()
    ;(button('Mark all as read').element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(heading(/^New/)).not.toBeInTheDocument()
    await expect.element(heading('Earlier')).toHaveFocus()
    expect(sent(read)[0]?.input.body).toEqual({ until: all[0]?.at })
    expect(document.title).not.toMatch(/^\(/)
  })

  it('has read what was opened', async () => {
    const { sent } = await shown()
    await row('New: Posted: 2 orders').click()
    const opened = { until: all[1]?.at, ids: [all[1]?.id] }
    await expect.poll(() => sent(read)[0]?.input.body).toEqual(opened)
    await expect.poll(() => window.location.pathname).toBe('/earnings')
    window.history.back()
    await expect.element(heading('New (1)')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Posted: 2 orders', exact: true })).toBeVisible()
  })

  it('is asked for by group', async () => {
    const { sent } = await shown()
    await expect.element(heading('New (2)')).toBeVisible()
    await button('Money').click()
    await expect.poll(() => sent(list).at(-1)?.input.query).toEqual({ group: 'money' })
  })

  it('says when there is none, and when it could not be loaded', async () => {
    const { answer } = await shown([])
    await expect.element(heading('No news yet')).toBeVisible()
    answer({ [list]: () => Promise.reject(offline()) })
    await button('People').click()
    await expect.element(page.getByText('Failed to load your news')).toBeVisible()
    answer({ [list]: () => ({ ...onePage(all), unread: 2 }) })
    await button('Retry').click()
    await expect.element(row(/followed you/)).toBeVisible()
  })

  it('fits a small window with the longest names and titles', async () => {
    await page.viewport(260, 700)
    const long = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(3)
    const product = {
      ...{ id: idOf(2, 1), title: long, asin: 'B000000000' },
      image_url: null,
      image_side: null,
      sign: null,
    }
    await shown([
      item(1, 'listed', {
        people: [{ ...theo, first_name: long }],
        product,
        list: { title: long, slug: 'long', username: 'theo' },
      }),
      item(2, 'order_posted', { product, amount: -123_456.78 }),
    ])
    await expect.element(heading('New (2)')).toBeVisible()
    expect(fitsItsWidth()).toBe(true)
  })
})
