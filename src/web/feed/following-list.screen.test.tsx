import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { AnswerOf } from '../api/client.ts'
import { listCard } from '../lists/testing/lists.ts'
import { cardWith, titlesShown } from '../product/testing/card.ts'
import { flawsInEveryLook } from '../testing/flaws.ts'
import { person } from '../testing/session.ts'
import { following, pageOf, shown } from './testing/shown-feed.tsx'

const since = '2026-01-02T12:00:00.000Z'
const until = '2026-01-03T12:00:00.000Z'
const products = [
  cardWith({ title: 'A new lamp', created_at: '2026-01-03T09:00:00.000Z' }, 1),
  cardWith({ title: 'A new vase', created_at: '2026-01-02T13:00:00.000Z' }, 2),
  cardWith({ title: 'An old rug', created_at: '2026-01-01T09:00:00.000Z' }, 3),
]
const line = page.getByText('New since your last visit')
const lists = page.getByRole('region', { name: 'New lists' })
const noted = 'POST /api/v1/me/following/visit'

type Visit = NonNullable<AnswerOf<'GET /api/v1/feed'>['visit']>

const open = (visit: Visit, category = '') =>
  shown({
    session: person,
    api: {
      ...following,
      'GET /api/v1/feed': () => ({ ...pageOf(...products), visit }),
      [noted]: () => undefined,
    },
    route: `/feed?scope=following${category && `&category=${category}`}`,
  })

describe('what is new on the following feed (docs/product/feed.md#what-is-new)', () => {
  it('stands above a line, under the lists of followed people; the visit is told once', async () => {
    const { sent } = await open({ since, until, lists: [listCard('Slow mornings')] })
    await expect.poll(titlesShown).toEqual(['Slow mornings', 'A new lamp', 'A new vase', 'An old rug'])
    await expect.element(line).toBeVisible()
    const top = (title: string) =>
      page.getByRole('heading', { name: title }).first().element().getBoundingClientRect().top
    const { top: at } = line.element().getBoundingClientRect()
    expect(top('A new vase')).toBeLessThan(at)
    expect(top('An old rug')).toBeGreaterThan(at)
    await expect.element(lists.getByRole('link', { name: /Slow mornings/ })).toBeVisible()
    expect(sent(noted).map(({ input }) => input.body)).toEqual([{ until }])
    expect(await flawsInEveryLook()).toEqual({})
  })

  it('has no line on a first visit, and none where all or nothing is new', async () => {
    await open({ since: null, until, lists: [] })
    await expect.poll(titlesShown).toHaveLength(3)
    expect(line.query()).toBeNull()
    expect(lists.query()).toBeNull()
  })

  it.each(['2026-01-01T00:00:00.000Z', until])('has no line after a visit of %s', async (last) => {
    await open({ since: last, until, lists: [] })
    await expect.poll(titlesShown).toHaveLength(3)
    expect(line.query()).toBeNull()
  })

  it('shows no lists in a category, which is no visit', async () => {
    const { sent } = await open({ since, until, lists: [listCard('Slow mornings')] }, 'books')
    await expect.poll(titlesShown).toHaveLength(3)
    expect(lists.query()).toBeNull()
    expect(sent(noted)).toEqual([])
  })
})
