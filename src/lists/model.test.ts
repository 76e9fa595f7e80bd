import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../tests/harness/app.ts'
import { randomRuns } from '../../tests/harness/random-runs.ts'
import { verify } from '../platform/verification.ts'
import { type Creator, creatorOf } from './testing/own-lists.ts'
import { listChecks } from './verify.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const people = 2
const productsEach = 4
const listsEach = 2

/** One step of a history; numbers choose person, list, product and item. */
const step = fc.record({
  kind: fc.constantFrom(
    ...(['add', 'add', 'takeOut', 'takeOut', 'move', 'publish', 'publish', 'unpublish'] as const),
    ...(['refuse', 'withhold', 'show', 'untitle', 'title', 'delete', 'hideList', 'showList'] as const),
  ),
  person: fc.nat(people - 1),
  list: fc.nat(listsEach - 1),
  product: fc.nat(people * productsEach - 1),
  at: fc.nat(9),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

type Product = { id: string; owner: number; isWithheld: boolean; isTitled: boolean; isDeleted: boolean }
type List = {
  id: string
  owner: number
  items: { product: Product; id: string }[]
  isPublic: boolean
  wasPublic: boolean
  isHidden: boolean
  refused: Set<Product>
  links: Map<string, string>
}

const isShared = ({ isWithheld, isTitled, isDeleted }: Product) => !isWithheld && isTitled && !isDeleted
const shownIn = (list: List) =>
  list.items.map(({ product }) => product).filter((one) => isShared(one) && !list.refused.has(one))
const isSeen = (list: List) => list.isPublic && !list.isHidden && shownIn(list).length >= 3

type World = { creators: Creator[]; products: Product[]; lists: List[]; links: Map<string, string> }

async function begin(): Promise<World> {
  // More sign up here than may from one network within an hour.
  await app.database.owner.pool.query('truncate rate_limits')
  const creators: Creator[] = []
  for (let n = 0; n < people; n++)
    creators.push(await creatorOf(app, { first: `Person${n}`, products: productsEach }))
  const products = creators.flatMap((one, owner) =>
    one.products.map((id) => ({ id, owner, isWithheld: false, isTitled: true, isDeleted: false })),
  )
  const lists: List[] = []
  for (const [owner, one] of creators.entries())
    for (let n = 0; n < listsEach; n++) {
      const { id } = await one.lists.make({ title: `List ${n}` })
      lists.push({
        ...{ id, owner, items: [], isPublic: false, wasPublic: false, isHidden: false },
        ...{ refused: new Set<Product>(), links: new Map<string, string>() },
      })
    }
  return { creators, products, lists, links: new Map() }
}

const run = (statement: string, values: unknown[]) => app.database.owner.pool.query(statement, values)

/** Takes a step in the app and in the model; both agree on whether it is refused. */
async function take({ creators, products, lists }: World, { kind, person, list: l, product: p, at }: Step) {
  const list = lists[person * listsEach + l] as List
  const product = products[p] as Product
  const { lists: own } = creators[person] as Creator
  const item = list.items[at % Math.max(1, list.items.length)]
  switch (kind) {
    case 'add': {
      const isAddable = !product.isDeleted && (isShared(product) || product.owner === person)
      const isIn = list.items.some((one) => one.product === product)
      const { status } = await own.add(list.id, [product.id])
      expect(status).toBe(!isAddable ? 404 : !isIn && list.refused.has(product) ? 403 : 200)
      if (status !== 200 || isIn) return
      const { items } = (await own.read(list.id)).items
      list.items.push({ product, id: items.at(-1).id })
      return
    }
    case 'takeOut':
      if (!item) return
      expect((await own.takeOut(list.id, item.id)).status).toBe(204)
      list.items = list.items.filter((one) => one !== item)
      if (shownIn(list).length < 3) list.isPublic = false
      return
    case 'move': {
      if (!item) return
      const before = list.items[(at + 1) % (list.items.length + 1)]
      await own.move(list.id, item.id, before?.id ?? null)
      if (before === item) return
      list.items = list.items.filter((one) => one !== item)
      list.items.splice(before ? list.items.indexOf(before) : list.items.length, 0, item)
      return
    }
    case 'publish': {
      // Each day is another one.
      await run('delete from list_days where user_id = $1', [creators[person]?.person.id])
      const { status } = await own.publish(list.id)
      expect(status).toBe(list.isPublic || shownIn(list).length >= 3 ? 200 : 400)
      if (status === 200) list.isPublic = list.wasPublic = true
      return
    }
    case 'unpublish':
      await own.edit(list.id, { is_public: false })
      list.isPublic = false
      return
    case 'refuse': {
      const owner = creators[product.owner] as Creator
      const isThere = list.owner !== product.owner && list.links.has(product.id) && !product.isDeleted
      expect((await owner.lists.refuse(product.id, list.id)).status).toBe(isThere ? 204 : 404)
      if (isThere) list.refused.add(product)
      return
    }
    case 'withhold':
    case 'show':
      product.isWithheld = kind === 'withhold'
      await run('update products set withheld = $2 where id = $1', [product.id, product.isWithheld])
      return
    case 'untitle':
    case 'title':
      if (product.isDeleted) return
      product.isTitled = kind === 'title'
      await run('update products set title = $2 where id = $1', [product.id, product.isTitled ? 'Thing' : ''])
      return
    case 'delete':
      // Seldom, or nothing is left.
      if (at > 1 || product.isDeleted) return
      await creators[product.owner]?.folio.remove(product.id)
      product.isDeleted = true
      return
    default:
      list.isHidden = kind === 'hideList'
      await run('update lists set hidden_at = $2, hidden_reason = $3 where id = $1', [
        list.id,
        list.isHidden ? app.clock.now() : null,
        list.isHidden ? 'Rude.' : null,
      ])
  }
}

/** Compares all lists with the model, and notes their links: each stands for one product of one list, for ever. */
async function compare({ creators, lists, links }: World) {
  for (const [index, list] of lists.entries()) {
    const { lists: own } = creators[list.owner] as Creator
    const slug = `list-${index % listsEach}`
    const mine = await own.read(list.id)
    expect(mine).toMatchObject({
      items_count: list.items.length,
      shown_count: shownIn(list).length,
      is_public: list.isPublic,
    })
    expect(mine.items.items.map(({ id }: { id: string }) => id)).toEqual(list.items.map(({ id }) => id))
    for (const [at, item] of mine.items.items.entries()) {
      const product = list.items[at]?.product as Product
      const isOwn = product.owner === list.owner && !product.isDeleted
      expect(item.no_longer_shared).toBe(!isOwn && !shownIn(list).includes(product))
      expect(item.short_link_id !== null).toBe(list.wasPublic)
      if (item.short_link_id === null) continue
      expect(list.links.get(product.id) ?? item.short_link_id).toBe(item.short_link_id)
      expect(links.get(item.short_link_id) ?? `${list.id} ${product.id}`).toBe(`${list.id} ${product.id}`)
      list.links.set(product.id, item.short_link_id)
      links.set(item.short_link_id, `${list.id} ${product.id}`)
    }
    const { status, body } = await own.asVisitor(slug)
    expect(status).toBe(isSeen(list) ? 200 : 404)
    if (status !== 200) continue
    const seen = body.items.items.map(({ product }: { product: { id: string } }) => product.id)
    expect(seen).toEqual(shownIn(list).map(({ id }) => id))
    expect(body.items_count).toBe(seen.length)
  }
  for (const [owner, { lists: own }] of creators.entries()) {
    const shown = lists.filter((list) => list.owner === owner && isSeen(list)).map(({ id }) => id)
    expect(new Set((await own.overview()).map(({ id }: { id: string }) => id))).toEqual(new Set(shown))
  }
}

it('lists of random histories are as a model of them says (docs/product/lists.md#public-lists)', {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
      const world = await begin()
      // Something to begin with.
      for (const product of [0, 1, 2, 5])
        await take(world, { kind: 'add', person: 0, list: 0, product, at: 0 })
      await take(world, { kind: 'publish', person: 0, list: 0, product: 0, at: 0 })
      await compare(world)
      for (const one of steps) {
        await take(world, one)
        await compare(world)
      }
    }),
    randomRuns(12),
  )
  const lines: string[] = []
  const context = { db: app.database.db, clock: app.clock.now, actor: null }
  expect(await verify(context, [listChecks], (line) => lines.push(line)), lines.join('\n')).toBe(0)
})
