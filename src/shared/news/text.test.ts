import { expect, it } from 'vitest'
import type { NewsItem } from './item.ts'
import { type NewsKind, newsKindNames } from './kinds.ts'
import { newsPath, newsText } from './text.ts'

const news = (kind: NewsKind, rest: Partial<NewsItem> = {}): NewsItem => ({
  ...{ kind, count: 1, amount: null, detail: null, at: '2026-11-23T09:00:00Z', subject: null, about: null },
  ...{ people: [], product: null, list: null },
  ...rest,
})
const person = (first_name: string) => ({ first_name, username: first_name.toLowerCase() })
const [theo, lena, kofi] = ['Theo', 'Lena', 'Kofi'].map(person) as [never, never, never]
const kettle = { id: '0193a000-0000-7000-8000-000000000001', title: 'Gooseneck kettle' }
const gifts = { title: 'Gifts', slug: 'gifts', username: 'kofi' }

it('says each kind in one sentence (docs/product/news.md#sentences)', () => {
  const said = (kind: NewsKind, rest?: Partial<NewsItem>) => {
    const { lead, text } = newsText(news(kind, rest))
    return `${lead} ${text}`
  }
  expect([
    said('followed', { people: [theo] }),
    said('followed', { count: 2, people: [theo, lena] }),
    said('followed', { count: 3, people: [theo, lena, kofi] }),
    said('followed', { count: 1_204, people: [theo, lena, kofi] }),
    said('followed', { count: 3, people: [theo] }),
    said('followed', { count: 12 }),
    said('saved', { product: kettle }),
    said('saved', { count: 12 }),
    said('listed', { people: [kofi], product: kettle, list: gifts }),
    said('listed', { count: 2, people: [kofi, theo], product: kettle, list: gifts }),
    said('listed'),
    said('order_posted', { product: kettle }),
    said('order_posted', { count: 1_000 }),
    said('order_returned'),
    said('amazon_paid', { detail: '2026-09' }),
    said('amazon_paid', { detail: '2025-12' }),
    said('payout_sent', { detail: 'sent' }),
    said('payout_sent', { detail: 'paid' }),
    said('payout_failed', { detail: 'failed' }),
    said('payout_failed', { detail: 'returned' }),
    said('question_answered'),
    said('hold_set', { detail: 'creator' }),
    said('hold_set', { detail: 'orders', count: 3 }),
    said('hold_lifted', { detail: 'creator' }),
    said('hold_lifted', { detail: 'orders' }),
    said('hold_lifted', { detail: '2026-09' }),
    said('moderation_decided', { detail: 'product_hidden' }),
    said('sign_in_changed', { detail: 'google' }),
  ]).toMatchInlineSnapshot(`
    [
      "Theo followed you",
      "Theo and Lena followed you",
      "Theo, Lena and 1 other followed you",
      "Theo, Lena and 1,202 others followed you",
      "Theo and 2 others followed you",
      "12 people followed you",
      "Somebody saved your Gooseneck kettle",
      "12 people saved something of yours",
      "Kofi put your Gooseneck kettle into “Gifts”",
      "Kofi and Theo put your Gooseneck kettle into their lists",
      "Somebody put something of yours into a list",
      "Posted: Gooseneck kettle",
      "Posted: 1,000 orders",
      "Taken back: an order",
      "Amazon paid for September. See what is next",
      "Amazon paid for December 2025. See what is next",
      "Payout sent. It is on its way to you",
      "You were paid. It is on your account",
      "Payout failed. The money is in your balance again",
      "Payout came back. The money is in your balance again",
      "Answered: your question about your ledger",
      "On hold. Your payouts wait for now",
      "On hold. 3 of your orders wait for now",
      "Hold lifted. Your posted money can be paid again",
      "Hold lifted. One of your orders can be paid again",
      "Hold lifted. Your September can be paid again",
      "Hidden: one of your items. See why",
      "Google now signs in to your account. You? Then there is nothing to do",
    ]
  `)
})

it('leads to where one acts', () => {
  const paths = newsKindNames.map((kind) => newsPath(news(kind, { about: kettle.id })))
  expect(Object.fromEntries(newsKindNames.map((kind, n) => [kind, paths[n]]))).toEqual({
    ...{ followed: '/feed', saved: '/my-folio', listed: '/my-folio', order_posted: '/earnings' },
    ...{ order_returned: '/earnings', amazon_paid: '/earnings', payout_sent: '/earnings/payouts' },
    ...{ payout_failed: '/earnings/payouts', question_answered: `/earnings/questions?of=${kettle.id}` },
    ...{ hold_set: '/earnings', hold_lifted: '/earnings', moderation_decided: '/my-folio' },
    ...{ sign_in_changed: '/profile/sign-in' },
  })
  expect(newsPath(news('followed', { people: [theo] }))).toBe('/theo')
  expect(newsPath(news('listed', { product: kettle, list: gifts }))).toBe('/kofi/gifts')
  expect(newsPath(news('listed', { product: kettle, list: gifts, count: 2 }))).toBe(`/product/${kettle.id}`)
  expect(newsText(news('moderation_decided', { detail: 'unknown' }))).toEqual({
    lead: 'Decided:',
    text: 'see why',
  })
})
