import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import {
  insertPerson,
  insertProduct,
  type Person,
  type ProductRow,
} from '../../../tests/harness/factories.ts'
import { wrongCounters } from './clicks.ts'

/**
 * A database and an owner of products, for all tests of a file. After them each product's total must equal its clicks.
 * Use it inside tests and hooks only.
 */
export function setClicks(): { readonly database: TestDatabase; readonly owner: Person } {
  let database: TestDatabase
  let owner: Person
  beforeAll(async () => {
    database = await createTestDatabase()
    owner = await insertPerson(database.db)
  })
  afterAll(async () => {
    expect(await wrongCounters(database.db)).toEqual([])
    await database.close()
  })
  return {
    get database() {
      return database
    },
    get owner() {
      return owner
    },
  }
}

/**
 * The app with its pages, behind a proxy, and a product for each test of a file. Use it inside tests and hooks only.
 */
export function setPages(): { readonly app: TestApp; readonly product: ProductRow } {
  let app: TestApp
  let owner: Person
  let product: ProductRow
  beforeAll(async () => {
    app = await startTestApp({ pages: true, env: { TRUST_PROXY: 'on' } })
    owner = await insertPerson(app.database.db)
  })
  beforeEach(async () => {
    product = await insertProduct(app.database.db, owner)
  })
  afterAll(() => app.close())
  return {
    get app() {
      return app
    },
    get product() {
      return product
    },
  }
}
