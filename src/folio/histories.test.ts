import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../tests/harness/app.ts'
import { signUp } from '../../tests/harness/people.ts'
import { randomRuns } from '../../tests/harness/random-runs.ts'
import { type Collection, categoryIds, collectionOf } from './testing/collection.ts'

let app: TestApp
let categories: string[]
beforeAll(async () => {
  app = await startTestApp()
  categories = Object.values(await categoryIds(app))
})
afterAll(() => app.close())

const products = 4
const category = fc.nat(15)
const product = fc.nat(products - 1)
const several = fc.array(product, { minLength: 1, maxLength: products })

const step = fc.oneof(
  fc.record({ do: fc.constant('pin' as const), category, is_pinned: fc.boolean() }),
  fc.record({ do: fc.constant('file' as const), product, category: fc.option(category) }),
  fc.record({ do: fc.constant('title' as const), product, title: fc.constantFrom('Lamp', 'Mug', 'Vase') }),
  fc.record({ do: fc.constant('assign' as const), several, category }),
  fc.record({ do: fc.constant('giveBack' as const), several, category }),
  fc.record({ do: fc.constant('delete' as const), product }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** A model of the collection: which product is where, how often each has changed, and what is pinned. */
class Model {
  readonly pinned = new Set([0, 1, 2, 3, 4, 5, 6, 7])
  readonly items = Array.from({ length: products }, () => ({
    title: 'Lamp',
    category: null as number | null,
    version: 1,
    isDeleted: false,
  }))

  pin(at: number, isPinned: boolean): number {
    if (isPinned && !this.pinned.has(at) && this.pinned.size === 8) return 409
    if (isPinned) this.pinned.add(at)
    else this.pinned.delete(at)
    return 200
  }

  /** Changes one product, unless it is equal already, and returns the expected status. */
  change(index: number, values: { title?: string; category?: number | null }): number {
    const item = this.items[index] as Model['items'][number]
    if (item.isDeleted) return 404
    const before = JSON.stringify(item)
    Object.assign(item, values)
    if (JSON.stringify(item) !== before) item.version += 1
    return 200
  }

  /** Moves those in the category `from`, and returns how many. */
  move(indexes: number[], from: number | null, to: number | null): number {
    const moving = [...new Set(indexes)].filter((index) => {
      const item = this.items[index]
      return item?.category === from && !item.isDeleted
    })
    for (const index of moving) this.change(index, { category: to })
    return moving.length
  }

  remove(index: number): number {
    const item = this.items[index] as Model['items'][number]
    if (item.isDeleted) return 404
    Object.assign(item, { title: '', category: null, isDeleted: true, version: item.version + 1 })
    return 204
  }
}

const idOf = (at: number) => categories[at] as string

/** Does a step on the server and in the model, and expects the same answer from both. */
async function take(one: Step, { model, own, ids }: { model: Model; own: Collection; ids: string[] }) {
  const id = (index: number) => ids[index] as string
  switch (one.do) {
    case 'pin':
      return expect((await own.pin(idOf(one.category), one.is_pinned)).status).toBe(
        model.pin(one.category, one.is_pinned),
      )
    case 'title':
      return expect((await own.patch(id(one.product), { title: one.title })).status).toBe(
        model.change(one.product, { title: one.title }),
      )
    case 'file': {
      const category_id = one.category === null ? null : idOf(one.category)
      const { status } = await own.patch(id(one.product), { category_id })
      return expect(status).toBe(model.change(one.product, { category: one.category }))
    }
    case 'assign': {
      const { body } = await own.assign(one.several.map(id), idOf(one.category))
      return expect(body.moved).toBe(model.move(one.several, null, one.category))
    }
    case 'giveBack': {
      const { body } = await own.giveBack(one.several.map(id), idOf(one.category))
      return expect(body.moved).toBe(model.move(one.several, one.category, null))
    }
    case 'delete':
      return expect((await own.remove(id(one.product))).status).toBe(model.remove(one.product))
  }
}

async function newShelf() {
  const own = collectionOf(app, await signUp(app))
  const ids: string[] = []
  for (let n = 0; n < products; n++) ids.push((await own.post()).id)
  return { own, ids }
}

async function stored(ids: string[]) {
  const { rows } = await app.database.pool.query(
    `select p.title, p.version, p.is_categorized, p.deleted_at is not null as deleted,
       array(select category_id from product_categories c where c.product_id = p.id) as categories
     from unnest($1::uuid[]) with ordinality as asked (id, category) join products p using (id) order by category`,
    [ids],
  )
  return rows
}

const pinnedIn = async (own: Collection): Promise<string[]> =>
  (await own.categories()).items
    .filter((category: { is_pinned: boolean }) => category.is_pinned)
    .map((category: { id: string }) => category.id)

describe('a collection, whatever is done to it', () => {
  it('equals a model after any sequence of steps', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const { own, ids } = await newShelf()
        const model = new Model()
        for (const one of steps) await take(one, { model, own, ids })
        expect(await stored(ids)).toEqual(
          model.items.map((item) => ({
            title: item.title,
            version: item.version,
            is_categorized: item.category !== null,
            deleted: item.isDeleted,
            categories: item.category === null ? [] : [idOf(item.category)],
          })),
        )
        expect(new Set(await pinnedIn(own))).toEqual(new Set([...model.pinned].map(idOf)))
      }),
      randomRuns(3),
    )
  })

  it('keeps links, pins and versions consistent when all steps run at once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
        const { own, ids } = await newShelf()
        const answers = await Promise.all(steps.map((one) => send(one, own, ids)))
        expect(answers.filter((status) => ![200, 204, 404, 409].includes(status))).toEqual([])
        for (const row of await stored(ids)) {
          expect(row.categories).toHaveLength(row.is_categorized ? 1 : 0)
          expect(row.deleted && row.is_categorized).toBe(false)
        }
        expect((await pinnedIn(own)).length).toBeLessThanOrEqual(8)
      }),
      randomRuns(3),
    )
  })
})

/** Does a step on the server alone. */
async function send(one: Step, own: Collection, ids: string[]): Promise<number> {
  const id = (index: number) => ids[index] as string
  const answer = () => {
    if (one.do === 'pin') return own.pin(idOf(one.category), one.is_pinned)
    if (one.do === 'title') return own.patch(id(one.product), { title: one.title })
    if (one.do === 'delete') return own.remove(id(one.product))
    if (one.do === 'file')
      return own.patch(id(one.product), { category_id: one.category === null ? null : idOf(one.category) })
    return own[one.do](one.several.map(id), idOf(one.category))
  }
  return (await answer()).status
}
