import type { AnswerOf } from '../../api/client.ts'
import { itemWith } from '../../item/testing/item.ts'
import { type Answers, refused } from '../../testing/fake-api.ts'
import { me } from '../../testing/people.ts'
import { renderScreen } from '../../testing/screen.tsx'
import type { ProductData } from '../product-data.ts'
import { ProductPage } from '../product-page.tsx'

type ClickAnalytics = AnswerOf<'GET /api/v1/products/:id/clicks'>

/** A product's clicks: none, unless a test says otherwise. */
export const analyticsWith = (values: Partial<ClickAnalytics> = {}): ClickAnalytics => ({
  items: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ start: `2026-01-0${day}`, count: 0, presses: 0 })),
  total: 0,
  presses: 0,
  filtered: { previews: 0, bots: 0, repeats: 0, own: 0, limited: 0 },
  sites: [],
  countries: null,
  through_others: 0,
  clicks_count: 0,
  ...values,
})

const categories = [
  { id: '0193a000-0000-7000-8000-000000000001', name: 'Kitchen', slug: 'kitchen', sort_order: 1 },
  { id: '0193a000-0000-7000-8000-000000000003', name: 'Books', slug: 'books', sort_order: 2 },
]

/** A server with one product of the person's own, which refuses changes to an outdated version. */
export function ownServer(item: ProductData = itemWith()) {
  let now: ProductData | null = item
  const version = () => now?.owner?.version ?? 0
  const current = (): ProductData => {
    if (!now) throw refused('not_found')
    return now
  }
  /** Changes it, in this tab or elsewhere. */
  function change(values: Partial<ProductData>): ProductData {
    const { owner } = current()
    now = { ...current(), ...values, owner: owner && { ...owner, version: owner.version + 1 } }
    return now
  }
  const answers: Answers = {
    'GET /api/v1/products/:ref': current,
    'PATCH /api/v1/products/:ref': ({ body: { category_id, photos, ...body } }, { ifMatch }) => {
      current()
      if (ifMatch !== version()) throw refused('version_mismatch')
      const category = categories.find(({ id }) => id === category_id)
      const moved = category_id !== undefined && {
        is_categorized: Boolean(category),
        categories: category ? { id: category.id, name: category.name, slug: category.slug } : null,
      }
      const pictures = photos && { photos: photos.map((image_url) => ({ image_url, image_side: null })) }
      return change({ ...(body as Partial<ProductData>), ...moved, ...pictures })
    },
    'DELETE /api/v1/products/:ref': (_, { ifMatch }) => {
      current()
      if (ifMatch !== version()) throw refused('version_mismatch')
      now = null
    },
    'POST /api/v1/products/:id/clicks': () => ({ outcome: 'owner' }),
    'GET /api/v1/products/:id/clicks': () => analyticsWith({ clicks_count: item.owner?.clicks_count ?? 0 }),
    'GET /api/v1/me/earnings/products/:id': () => ({
      orders: 0,
      conversion_rate: null,
      earnings: 0,
      pending_earnings: 0,
    }),
    'GET /api/v1/products/:ref/lists': () => ({ items: [] }),
    'GET /api/v1/categories': () => ({ items: categories }),
    'GET /api/v1/me': () => me,
  }
  return {
    answers,
    change,
    now: () => now,
    remove: () => {
      now = null
    },
  }
}

/** Renders a product's page as its owner sees it, with its API; `changes` replace single answers. */
export async function renderOwnPage(item: ProductData = itemWith(), changes: Answers = {}) {
  const server = ownServer(item)
  const screen = await renderScreen(<ProductPage doorway={null} product={{ ...item, owner: null }} />, {
    route: `/l/${item.short_link_id}`,
    api: { ...server.answers, ...changes },
  })
  return { ...screen, ...server }
}
