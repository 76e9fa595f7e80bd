import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClickRecorder } from '../../src/clicks/index.ts'
import { addressOf, clickOn } from '../../src/clicks/testing/clicks.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { createLog } from '../../src/platform/log.ts'
import { createTestDatabase, type TestDatabase } from '../harness/database.ts'
import { insertPerson, insertProduct } from '../harness/factories.ts'
import { problemsOf } from './check.ts'
import type { Observed } from './load.ts'
import { createRandom } from './random.ts'
import { someVisit } from './visits.ts'

const random = createRandom(7)
let database: TestDatabase
let productIds: string[]
let observed: Observed
beforeAll(async () => {
  database = await createTestDatabase()
  const { db } = database
  productIds = [(await insertProduct(db, await insertPerson(db))).id]
  const recorder = createClickRecorder({ db, clock: systemClock, log: createLog('silent') })
  observed = {
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
    if (answer) observed.acknowledged.set(eventId, { ...visit, ...answer })
  }
})
afterAll(() => database.close())

const aVisit = () => someVisit(random, { productIds, ownersToken: '' })
const problems = (values: Partial<Observed> = {}) =>
  problemsOf({ db: database.db, clock: systemClock, actor: null }, { ...observed, ...values })
const acknowledgedToo = (change: (known: Observed['acknowledged']) => void) => {
  const acknowledged = new Map(observed.acknowledged)
  change(acknowledged)
  return { acknowledged }
}

describe('the checks of npm run chaos', () => {
  it('find nothing where all answers are true; unanswered clicks may be missing', async () => {
    const visit = aVisit()
    expect(await problems({ unanswered: new Map([[visit.eventId, visit]]) })).toEqual([])
  })

  it('find an acknowledged click that is missing', async () => {
    const visit = aVisit()
    const values = acknowledgedToo((known) => known.set(visit.eventId, { ...visit, outcome: 'counted' }))
    expect(await problems(values)).toEqual([
      `click ${visit.eventId} was answered counted, and is stored as []`,
    ])
  })

  it('find a click stored with another outcome', async () => {
    const [first] = observed.acknowledged.values()
    if (!first) throw new Error('Nothing was acknowledged.')
    const values = acknowledgedToo((known) => known.set(first.eventId, { ...first, outcome: 'limited' }))
    expect(await problems(values)).toEqual([
      `click ${first.eventId} was answered limited, and is stored as [${first.outcome}]`,
    ])
  })

  it('find clicks that nobody sent, missing products, and wrong answers', async () => {
    const fewer = acknowledgedToo((known) => known.delete([...known.keys()][0] as string))
    expect(await problems(fewer)).toEqual(['20 clicks are stored of 19 that were sent'])
    const id = random.uuid()
    expect(await problems({ posted: [id] })).toEqual([`product ${id} was posted, and is not stored`])
    expect(await problems({ wrong: ['an answer'] })).toEqual(['an answer'])
  })

  it('find a click that was written twice, and wrong sums', async () => {
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

describe('random numbers by a seed', () => {
  it('repeat, and differ by seed', () => {
    const visits = (seed: number) => {
      const chance = createRandom(seed)
      return Array.from({ length: 50 }, () => someVisit(chance, { productIds: ['a', 'b'], ownersToken: '' }))
    }
    expect(visits(1)).toEqual(visits(1))
    expect(visits(1)).not.toEqual(visits(2))
    expect(new Set(visits(3).map(({ eventId }) => eventId)).size).toBe(50)
  })
})
