import { type FakeAmazon, fakeCredentials, startFakeAmazon } from '../../../../tests/fakes/amazon.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/harness/database.ts'
import { insertPerson, insertProduct, type Person } from '../../../../tests/harness/factories.ts'
import { createAmazon } from '../../../amazon/index.ts'
import { ManualClock } from '../../../platform/clock.ts'
import type { Settings } from '../../../platform/settings/read.ts'
import { createPriceRefresh } from '../service.ts'

type Calls = Settings['amazon']['calls']
type Stock = { price?: number | null; availability?: { type?: string; message?: string } }
type Values = Parameters<typeof insertProduct>[2]

export type PriceStage = Awaited<ReturnType<typeof openPriceStage>>

const start = new Date('2026-11-02T09:40:00Z')
const hourMs = 3_600_000

/** A database, a fake Amazon and a clock; products, and processes that refresh their prices. */
export async function openPriceStage() {
  const database: TestDatabase = await createTestDatabase()
  const fake: FakeAmazon = await startFakeAmazon()
  const clock = new ManualClock(start)
  const amazons: ReturnType<typeof createAmazon>[] = []
  const logged: { level: string; reason: string }[] = []
  const note = (level: string) => (fields: object) =>
    void logged.push({ level, reason: (fields as { reason: string }).reason })
  let owner: Person

  /** Amazon's client of one of several processes. */
  function newAmazon(calls: Calls = { perSecond: 200, perDay: 8_640 }) {
    const tags = { us: 'folio-20', uk: 'folio-21' }
    const amazon = createAmazon({
      settings: { credentials: fakeCredentials, tags, shortHosts: [], calls, testOrigin: fake.origin },
      ...database,
      clock: clock.now,
      log: { info: note('info'), warn: note('warn'), error: note('error') },
    })
    amazons.push(amazon)
    return amazon
  }

  const newRefresh = (calls?: Calls) => {
    const refresh = createPriceRefresh({ db: database.db, clock: clock.now }, newAmazon(calls))
    return (stopping = new AbortController().signal) => refresh(stopping)
  }

  return {
    database,
    fake,
    clock,
    logged,
    newAmazon,
    newRefresh,
    hours: (count: number) => clock.advance(count * hourMs),
    /** Resets all: nothing known of Amazon, and one person without products. */
    reset: async () => {
      await database.pool.query('update products set deleted_at = now() where deleted_at is null')
      for (const table of ['amazon_items', 'item_checks', 'amazon_calls'])
        await database.pool.query(`delete from ${table}`)
      await database.pool.query('insert into amazon_calls default values')
      fake.reset()
      logged.length = 0
      clock.set(start)
      owner = await insertPerson(database.db)
    },
    /** Puts an item on sale, or changes it. */
    sell: (asin: string, stock: Stock = {}) => {
      const kettle = fake.items.get('B0KETTLE01')
      if (kettle) fake.items.set(asin, { ...kettle, asin, title: `Item ${asin}`, price: 20, ...stock })
    },
    /** A product, published just now unless its values say otherwise. */
    post: (asin: string, values: Values = {}) => {
      const at = clock.now()
      return insertProduct(database.db, owner, { asin, created_at: at, updated_at: at, ...values })
    },
    rowOf: async (id: string) => {
      const { rows } = await database.pool.query('select * from products where id = $1', [id])
      return rows[0]
    },
    /** The ASINs asked for, one list per call. */
    asked: (): string[][] => fake.asked('creatorsapi.amazon').map(({ body }) => JSON.parse(body).itemIds),
    close: async () => {
      await Promise.all(amazons.map((amazon) => amazon.close()))
      await fake.close()
      await database.close()
    },
  }
}
