import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person, signUp } from '../../../tests/harness/people.ts'
import { type Collection, categoryIds, collectionOf, knowItem } from '../testing/collection.ts'

let app: TestApp
let person: Person
let maya: Collection
let categories: Record<string, string>
beforeAll(async () => {
  app = await startTestApp()
  person = await signUp(app)
  maya = collectionOf(app, person)
  categories = await categoryIds(app)
})
afterAll(() => app.close())

/** The signs of the products with these titles, as a list shows them. */
async function signsIn(list: string, titles: string[]): Promise<(string | null)[]> {
  const { body } = await app.request('GET', `/api/v1/${list}`, { token: person.token })
  const items: { title: string; sign: string | null }[] = body.items ?? body
  return titles.map((title) => items.find((item) => item.title === title)?.sign ?? null)
}

describe('the sign of a card (docs/product/cards.md#parts)', () => {
  it("is its category's where it has no photo of its creator's own, in each list", async () => {
    await maya.post({ title: 'Kitchen thing', category_id: categories.kitchen })
    await maya.post({ title: 'Inbox thing' })
    await knowItem(app, {
      asin: 'B0SIGNED01',
      title: 'Seen',
      image_url: 'https://m.media-amazon.com/images/I/1.jpg',
    })
    await maya.post({
      amazon_url: 'https://amazon.com/dp/B0SIGNED01',
      title: 'Kitchen picture',
      image_url: 'https://m.media-amazon.com/images/I/1.jpg',
      category_id: categories.kitchen,
    })
    const titles = ['Kitchen thing', 'Inbox thing', 'Kitchen picture']
    const lists = ['feed', `profiles/${person.username}/products`, 'me/products']
    for (const list of lists) expect(await signsIn(list, titles), list).toEqual(['kitchen', null, 'kitchen'])
    for (const list of ['feed?category=kitchen', 'me/products?category=kitchen'])
      expect(await signsIn(list, ['Kitchen thing', 'Kitchen picture']), list).toEqual(['kitchen', 'kitchen'])
  })

  it('follows a change of category', async () => {
    const { id } = await maya.post({ title: 'Moving thing', category_id: categories.kitchen })
    await maya.patch(id, { category_id: categories.books })
    expect(await signsIn('me/products', ['Moving thing'])).toEqual(['books'])
    await maya.patch(id, { category_id: null })
    expect(await signsIn('me/products', ['Moving thing'])).toEqual([null])
  })
})
