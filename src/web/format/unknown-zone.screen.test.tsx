import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { itemWith } from '../item/testing/item.ts'
import { cardWith } from '../product/testing/card.ts'
import { ownServer } from '../product/testing/own-page.tsx'
import { renderApp } from '../testing/app.tsx'
import type { Answers } from '../testing/fake-api.ts'
import { earningsOf, onePage } from '../testing/samples.ts'
import { person } from '../testing/session.ts'

const ask = Intl.DateTimeFormat.prototype.resolvedOptions

beforeEach(() => {
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (
    this: Intl.DateTimeFormat,
  ) {
    return { ...ask.call(this), timeZone: 'Etc/Unknown' }
  })
})

const priced = { price_usd: 68.5, price_as_of: new Date().toISOString() }
const product = itemWith({ user_id: person.id, ...priced })
const card = cardWith({ created_at: '2026-01-01T00:00:00.000Z', ...priced })
const failedSince = { reason: 'gone', since: '2026-01-01T00:00:00.000Z' } as const

const ana = {
  id: card.user_id,
  first_name: 'Ana',
  last_name: 'López',
  username: 'ana-lopez',
  avatar_url: null,
  bio: null,
  cover_url: null,
  links: [],
  followers_count: 0,
  following_count: 0,
  products_count: 1,
  is_following: null,
}

const answers: Answers = {
  ...ownServer({ ...product, owner: product.owner && { ...product.owner, attention: failedSince } }).answers,
  'GET /api/v1/feed': () => onePage([card]),
  'GET /api/v1/profiles/:username': () => ana,
  'GET /api/v1/profiles/:username/products': () => onePage([card]),
  'GET /api/v1/profiles/:username/front': () => ({ picks: [], categories: [], lists_count: 0 }),
  'GET /api/v1/me/earnings': ({ query }) =>
    earningsOf(query.period ?? 'M', { all_time: { posted_earnings: 1, pending_earnings: 0 } }),
}

describe('a browser that does not know its time zone (docs/product/shell.md#times)', () => {
  it.each([
    ['the feed', '/feed', /as of .* today/],
    ['a product', '/l/kettle-a1b2', /since Jan 1, 2026/],
    ['a profile', '/ana-lopez', /as of .* today/],
    ['earnings', '/earnings', /your time zone, UTC/],
  ])('shows %s, with times in UTC', async (_, address, words) => {
    await renderApp(address, { api: answers })
    await expect.element(page.getByText(words).first()).toBeInTheDocument()
    expect(page.getByText('Something went wrong').elements()).toEqual([])
  })
})
