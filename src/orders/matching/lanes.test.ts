import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { insertPerson, insertProduct, type Person } from '../../../tests/harness/factories.ts'
import { unwatched } from '../testing/progress.ts'
import { insertClick, insertWaiting, match, matchOf, newAsin, queued } from './testing/orders.ts'

let database: TestDatabase
let ana: Person

beforeAll(async () => {
  database = await createTestDatabase()
  ana = await insertPerson(database.db)
})
afterAll(() => database.close())

const noon = '2026-07-19T19:00:00Z'

/** Products of as many ASINs, each pressed an hour before noon. So many that both lanes have some. */
const pressed = () =>
  Promise.all(
    Array.from({ length: 12 }, async () => {
      const asin = newAsin()
      const product = await insertProduct(database.db, ana, { asin })
      await insertClick(database.db, product.id, '2026-07-19T18:00:00Z', { kind: 'outbound' })
      return { ...product, asin }
    }),
  )

it('finds the click on the product that a sub tag names, whatever was bought instead (decision 25)', async () => {
  const products = await pressed()
  const orders = await Promise.all(
    products.map(({ shortLinkId }) =>
      insertWaiting(database.db, { asin: newAsin(), sub_tag: shortLinkId, ordered_at: noon }),
    ),
  )
  expect(await match(database.db, { copyFrom: 1 })).toMatchObject({ total: 12, high_confidence: 12 })
  for (const [index, id] of orders.entries())
    expect(await matchOf(database.db, id)).toMatchObject({
      product_id: products[index]?.id,
      evidence: { clicked_at: '2026-07-19T18:00:00.000Z' },
    })
})

it('reports progress that only grows, to the number of all orders', async () => {
  for (const { asin } of await pressed()) await insertWaiting(database.db, { asin, ordered_at: noon })
  const done: number[] = []
  const step = async (_: unknown, rows: { done: number; total?: number }) => {
    expect(rows.total).toBe(12)
    done.push(rows.done)
  }
  await match(database.db, { copyFrom: 1, firstStep: 1, progress: { ...unwatched, step } })
  expect(done).toEqual(done.toSorted((one, other) => one - other))
  expect(done.at(-1)).toBe(12)
  expect(await queued(database.db, 'orders_to_match')).toEqual([])
})
