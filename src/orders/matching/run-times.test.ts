import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { insertPerson, insertProduct, type Person } from '../../../tests/harness/factories.ts'
import { randomRuns } from '../../../tests/harness/random-runs.ts'
import { earningsChecks } from '../../earnings/index.ts'
import { ManualClock } from '../../platform/clock.ts'
import { calculate, rowsOf } from '../posting/testing/orders.ts'
import { dayEnds, dayOfClicks, liveDay, someRuns } from './testing/days.ts'
import { insertClick, insertWaiting, match, matchOf, newAsin, queue, queued } from './testing/orders.ts'

let database: TestDatabase
let creators: Person[]
beforeAll(async () => {
  database = await createTestDatabase()
  creators = []
  for (let n = 0; n < 3; n++) creators.push(await insertPerson(database.db))
})
beforeEach(() => database.owner.pool.query('delete from orders_to_match; delete from orders_to_post'))
afterAll(() => database.close())

const [morning, noon, evening] = ['2026-07-19T15:00:00Z', '2026-07-19T19:00:00Z', '2026-07-20T03:00:00Z']
const over = new Date(dayEnds + 3_600_000)
const runAt = async (now: string | Date) => {
  await match(database.db, { now: new Date(now) })
  await calculate({ db: database.db, clock: new ManualClock(new Date(now)).now })
}
const press = (productId: string, at: string | Date) =>
  insertClick(database.db, productId, at, { kind: 'outbound' })

/** A product of Ana’s and one of Ben’s, of one ASIN. */
async function rivals() {
  const asin = newAsin()
  const [ana, ben] = creators as [Person, Person, Person]
  return {
    asin,
    ana: { ...ana, product: await insertProduct(database.db, ana, { asin }) },
    ben: { ...ben, product: await insertProduct(database.db, ben, { asin }) },
  }
}

describe('The time of a run changes nothing (decision 25)', () => {
  it('runs at any times end in the same matches, evidence and money', async () => {
    await fc.assert(
      fc.asyncProperty(dayOfClicks, someRuns, someRuns, async (history, some, others) => {
        const one = await liveDay(database, creators, history, some)
        const other = await liveDay(database, creators, history, others)
        expect(other.outcome).toEqual(one.outcome)
      }),
      randomRuns(10),
    )
  })

  it('two equal orders of one date are the same creator’s, even if one was calculated before the other’s click', async () => {
    const { asin, ana, ben } = await rivals()
    await press(ana.product.id, morning)
    const early = await insertWaiting(database.db, { asin })
    await runAt(noon)
    expect(await rowsOf(database.db, early)).toMatchObject([{ payee_id: ana.payeeId }])

    await press(ben.product.id, evening)
    const late = await insertWaiting(database.db, { asin })
    await runAt(over)
    for (const id of [early, late])
      expect(await matchOf(database.db, id)).toMatchObject({ payee_id: ben.payeeId, is_provisional: false })
    expect(
      (await rowsOf(database.db, early)).map((row) => [row.payee_id, row.gross_commission_cents]),
    ).toEqual([
      [ana.payeeId, 400],
      [ana.payeeId, -400],
      [ben.payeeId, 400],
    ])
    expect((await rowsOf(database.db, late)).map((row) => row.payee_id)).toEqual([ben.payeeId])
  })
})

describe('A match is provisional until its order’s date is over', () => {
  it('also one of nobody, and one whose order has a time; then it is final', async () => {
    const { asin, ana, ben } = await rivals()
    const dated = await insertWaiting(database.db, { asin })
    const timed = await insertWaiting(database.db, { asin, ordered_at: noon })
    await runAt(noon)
    for (const id of [dated, timed])
      expect(await matchOf(database.db, id)).toMatchObject({ confidence: 'unknown', is_provisional: true })
    expect(await queued(database.db, 'orders_to_match')).toEqual([])

    // A late click.
    await press(ana.product.id, '2026-07-19T18:59:59Z')
    await runAt('2026-07-19T19:00:30Z')
    for (const id of [dated, timed])
      expect(await matchOf(database.db, id)).toMatchObject({ payee_id: ana.payeeId, is_provisional: true })

    await runAt(over)
    for (const id of [dated, timed])
      expect(await matchOf(database.db, id)).toMatchObject({ payee_id: ana.payeeId, is_provisional: false })
    const final = await matchOf(database.db, dated)
    await press(ben.product.id, '2026-07-20T06:00:00Z')
    await runAt(new Date(+over + 3_600_000))
    expect(await matchOf(database.db, dated)).toEqual(final)
  })

  it('and ten minutes more, until clicks of its last seconds and views of its last presses are written down', async () => {
    const { asin, ana, ben } = await rivals()
    await press(ana.product.id, noon)
    const id = await insertWaiting(database.db, { asin })
    await runAt(new Date(dayEnds + 10 * 60_000 - 1))
    expect(await matchOf(database.db, id)).toMatchObject({ payee_id: ana.payeeId, is_provisional: true })
    await press(ben.product.id, new Date(dayEnds - 1))
    await press(ana.product.id, new Date(dayEnds))
    await runAt(new Date(dayEnds + 10 * 60_000))
    expect(await matchOf(database.db, id)).toMatchObject({ payee_id: ben.payeeId, is_provisional: false })
  })

  it('visits of the owner after the date do not make it an own purchase', async () => {
    const { asin, ana } = await rivals()
    const visitor = Buffer.alloc(32, 7)
    await insertClick(database.db, ana.product.id, evening, { visitor })
    await insertClick(database.db, ana.product.id, new Date(dayEnds), { visitor, outcome: 'owner' })
    const id = await insertWaiting(database.db, { asin })
    for (const copyFrom of [1, 1000]) {
      await match(database.db, { now: over, copyFrom })
      expect(await matchOf(database.db, id)).toMatchObject({ payee_id: ana.payeeId, review: null })
      await queue(database.db, id)
    }
  })

  it('nothing is written or posted for it while nothing new is known', async () => {
    const { asin, ana } = await rivals()
    await press(ana.product.id, morning)
    const id = await insertWaiting(database.db, { asin })
    await runAt(noon)
    const before = await matchOf(database.db, id)
    await match(database.db, { now: new Date(evening) })
    expect(await matchOf(database.db, id)).toEqual(before)
    await match(database.db, { now: over })
    // The version that an admin saw is still the present one.
    expect(await matchOf(database.db, id)).toEqual({ ...before, is_provisional: false })
    expect(await queued(database.db, 'orders_to_post')).toEqual([])
  })

  it('stays provisional while no report has its order, and is decided once a report has it again', async () => {
    const { asin, ana, ben } = await rivals()
    await press(ana.product.id, morning)
    const id = await insertWaiting(database.db, { asin })
    await runAt(noon)
    await press(ben.product.id, evening)
    const { rows } = await database.owner.pool.query(
      'update amazon_orders o set observation_id = null where order_item_id = $1 returning old.observation_id as observation',
      [id],
    )
    await queue(database.db, id)
    await runAt(over)
    expect(await matchOf(database.db, id)).toMatchObject({ payee_id: ana.payeeId, is_provisional: true })
    // It waits in no queue meanwhile.
    expect(await match(database.db, { now: over })).toMatchObject({ total: 0 })

    const [{ observation }] = rows
    await database.owner.pool.query('update amazon_orders set observation_id = $2 where order_item_id = $1', [
      id,
      observation,
    ])
    await queue(database.db, id)
    await runAt(over)
    expect(await matchOf(database.db, id)).toMatchObject({ payee_id: ben.payeeId, is_provisional: false })
  })

  it('stays provisional while its order is reported as a return, and is decided once it is a purchase again', async () => {
    const { asin, ana, ben } = await rivals()
    await press(ana.product.id, morning)
    const id = await insertWaiting(database.db, { asin, format: 'fee_earnings' })
    await runAt(noon)
    await press(ben.product.id, evening)
    const report = async (status: string) => {
      await database.owner.pool.query(
        `with observation as (
           update order_observations set order_status = $2
           where id = (select observation_id from amazon_orders where order_item_id = $1))
         update amazon_orders set order_status = $2 where order_item_id = $1`,
        [id, status],
      )
      await queue(database.db, id)
      await runAt(over)
    }
    await database.owner.pool.query('alter table order_observations disable trigger user')
    await report('returned')
    expect(await matchOf(database.db, id)).toMatchObject({ payee_id: ana.payeeId, is_provisional: true })
    expect(await match(database.db, { now: over })).toMatchObject({ waiting: 0 })
    await report('shipped')
    await database.owner.pool.query('alter table order_observations enable trigger user')
    expect(await matchOf(database.db, id)).toMatchObject({ payee_id: ben.payeeId, is_provisional: false })
  })

  it('is decided again even if its product and its link are gone', async () => {
    const { asin, ana, ben } = await rivals()
    await press(ana.product.id, morning)
    const id = await insertWaiting(database.db, { asin })
    await runAt(noon)
    await database.owner.pool.query('update products set deleted_at = $2 where id = $1', [
      ben.product.id,
      noon,
    ])
    await press(ben.product.id, evening)
    await runAt(over)
    expect(await matchOf(database.db, id)).toMatchObject({ payee_id: ben.payeeId, is_provisional: false })
  })

  it('an order that becomes contested is under review, and one that no longer is becomes payable', async () => {
    const { asin, ana, ben } = await rivals()
    await press(ana.product.id, morning)
    const id = await insertWaiting(database.db, { asin })
    await runAt(noon)
    await press(ben.product.id, evening)
    await runAt('2026-07-20T03:30:00Z')
    const underReview = async () =>
      (
        await database.owner.pool.query(
          'select y.id from payees y where under_review(y.id, $1) is not null order by 1',
          [id],
        )
      ).rows.map((row) => row.id)
    expect(await matchOf(database.db, id)).toMatchObject({ review: 'several_creators', is_provisional: true })
    expect(await underReview()).toEqual([ben.payeeId])
    // Five networks are evidence for Ana by now, and one for Ben.
    for (const network of [1, 2, 3, 4, 5])
      await insertClick(database.db, ana.product.id, '2026-07-20T04:00:00Z', {
        network: Buffer.alloc(16, network),
      })
    await runAt(over)
    expect(await matchOf(database.db, id)).toMatchObject({ payee_id: ana.payeeId, review: null })
    expect(await underReview()).toEqual([])
    expect(earningsChecks).toBeDefined()
  })

  it('two runs at once decide it once', async () => {
    const { asin, ana } = await rivals()
    await press(ana.product.id, morning)
    const ids = []
    for (let n = 0; n < 20; n++) ids.push(await insertWaiting(database.db, { asin }))
    await match(database.db, { now: new Date(morning) })
    await Promise.all([
      match(database.db, { now: over, firstStep: 3 }),
      match(database.db, { now: over, firstStep: 5 }),
    ])
    for (const id of ids)
      expect(await matchOf(database.db, id)).toMatchObject({
        payee_id: ana.payeeId,
        is_provisional: false,
        version: 1,
      })
  })
})
