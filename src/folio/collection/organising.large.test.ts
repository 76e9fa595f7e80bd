import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fillShelf } from '../../../tests/e2e/helpers/collection.ts'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person, signUp } from '../../../tests/harness/people.ts'
import { type Collection, categoryIds, collectionOf } from '../testing/collection.ts'

let app: TestApp
let categories: Record<string, string>
let person: Person
let maya: Collection
let home: string
beforeAll(async () => {
  app = await startTestApp()
  categories = await categoryIds(app)
  home = categories.home as string
})
beforeEach(async () => {
  person = await signUp(app)
  maya = collectionOf(app, person)
})
afterAll(() => app.close())

describe('the Inbox (docs/product/my-folio.md#inbox)', () => {
  it('moves 10,000 products at once and back', { timeout: 60_000 }, async () => {
    await fillShelf(app, person, 10_000)
    // As autovacuum would: connections replan statements they planned for a few products.
    await app.database.owner.pool.query('analyze products')
    const ids = await maya.inboxIds()
    expect(ids).toHaveLength(10_000)
    const { status, body } = await maya.assign(ids, home)
    expect([status, body.moved, body.product_ids.length]).toEqual([200, 10_000, 10_000])
    expect((await maya.categories()).inbox_count).toBe(0)
    expect((await maya.giveBack(ids, home)).body).toEqual({ moved: 10_000 })
    expect((await maya.categories()).inbox_count).toBe(10_000)
  })
})
