import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClickRecorder } from '../../src/clicks/index.ts'
import { addressOf, clickOn } from '../../src/clicks/testing/clicks.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { createLog } from '../../src/platform/log.ts'
import { createTestDatabase, type TestDatabase } from '../harness/database.ts'
import { insertPerson, insertProduct } from '../harness/factories.ts'
import { problemsOf } from './check.ts'
import type { Told } from './load.ts'
import { createRandom } from './random.ts'
import { someVisit } from './visits.ts'

const random = createRandom(7)
let database: TestDatabase
let productIds: string[]
let told: Told
beforeAll(async () => {
  database = await createTestDatabase()
  const { db } = database
  productIds = [(await insertProduct(db, await insertPerson(db))).id]
  const recorder = createClickRecorder({ db, clock: systemClock, log: createLog('silent') })
  told = {
    acknowledged: new Map(),
    unanswered: new Map(),
    posted: productIds,
    left: 0,
    cut: 0,
    refused: 0,
    wrong: [],
  }
  for (let n = 0; n < 20; n += 1) {
    const visit = aVisit()
    const { productId, kind, eventId } = visit
    const answer = await recorder.record(clickOn(productId, { kind, eventId, address: addressOf(n) }))
    if (answer) told.acknowledged.set(eventId, { ...visit, ...answer })
  }
})
afterAll(() => database.close())

const aVisit = () => someVisit(random, { productIds, ownersToken: '' })
const problems = (values: Partial<Told> = {}) =>
  problemsOf({ db: database.db, clock: systemClock, actor: null }, { ...told, ...values })
const acknowledgedToo = (change: (known: Told['acknowledged']) => void) => {
  const acknowledged = new Map(told.acknowledged)
  change(acknowledged)
  return { acknowledged }
}

describe('what npm run chaos looks for', () => {
  it('finds nothing where all that was told is so, and clicks that nobody heard of are missing', async () => {
    const visit = aVisit()
    expect(await problems({ unanswered: new Map([[visit.eventId, visit]]) })).toEqual([])
  })

  it('finds an acknowledged click that is missing', async () => {
    const visit = aVisit()
    const values = acknowledgedToo((known) => known.set(visit.eventId, { ...visit, outcome: 'counted' }))
    expect(await problems(values)).toEqual([
      `click ${visit.eventId} was answered counted, and is stored as []`,
    ])
  })

  it('finds one that is stored as something else', async () => {
    const [first] = told.acknowledged.values()
    if (!first) throw new Error('Nothing was acknowledged.')
    const values = acknowledgedToo((known) => known.set(first.eventId, { ...first, outcome: 'limited' }))
    expect(await problems(values)).toEqual([
      `click ${first.eventId} was answered limited, and is stored as [${first.outcome}]`,
    ])
  })

  it('finds clicks that nobody sent, products that are missing, and what the program should not have said', async () => {
    const fewer = acknowledgedToo((known) => known.delete([...known.keys()][0] as string))
    expect(await problems(fewer)).toEqual(['20 clicks are stored of 19 that were sent'])
    const id = random.uuid()
    expect(await problems({ posted: [id] })).toEqual([`product ${id} was posted, and is not stored`])
    expect(await problems({ wrong: ['an answer'] })).toEqual(['an answer'])
  })

  it('finds a click that was written twice, and sums that are wrong', async () => {
    await database.pool.query(
      `insert into clicks (product_id, kind, outcome, visitor, clicked_at)
       select product_id, kind, outcome, visitor, clicked_at from clicks limit 1`,
    )
    const found = await problems()
    expect(found).toContain('21 clicks are stored of 20 that were sent')
    expect(found).toContain('21 clicks are stored under 20 events')
    expect(found).toContainEqual(expect.stringMatching(/^WRONG clicks equal their days: /))
  })
})

describe('chance by a seed', () => {
  it('repeats itself, and differs by seed', () => {
    const visits = (seed: number) => {
      const chance = createRandom(seed)
      return Array.from({ length: 50 }, () => someVisit(chance, { productIds: ['a', 'b'], ownersToken: '' }))
    }
    expect(visits(1)).toEqual(visits(1))
    expect(visits(1)).not.toEqual(visits(2))
    expect(new Set(visits(3).map(({ eventId }) => eventId)).size).toBe(50)
  })
})
