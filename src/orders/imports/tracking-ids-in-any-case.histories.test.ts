import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import type { Person } from '../../../tests/harness/people.ts'
import type { Contests, Creator } from '../testing/contests.ts'
import { findingsAt } from '../testing/findings.ts'
import { feeEarningsText, feeOrdersText } from '../testing/report-text.ts'
import type { Review } from '../testing/stage.ts'
import { setTwoCreators } from '../testing/two-creators.ts'
import { type Imports, ordersIn, reasonsOf } from './testing/stage.ts'

let app: TestApp
let admin: Person
let imports: Imports
let review: Review
let at: Contests
let ana: Creator
let ben: Creator
beforeAll(async () => {
  app = await startTestApp()
  ;({ admin, imports, review, contests: at, ana, ben } = await setTwoCreators(app))
})
afterAll(() => app.close())
afterEach(async () => {
  expect(await findingsAt(app)).toEqual([])
})

let n = 0
let asin = ''
let tag = ''
/** Each test has an item, days and a tracking id of its own. */
beforeEach(() => {
  n += 1
  asin = `B0LOUD${n + 1000}`
  tag = `ana${n}-20`
})
const day = (of: number) => `${2000 + n}-05-${String(of).padStart(2, '0')}`
const hour = (of: number) => new Date(Date.UTC(2026, 10, 1, of)).toISOString()

/** A file of the items that were sold through the tracking id, as it is written there. */
const sold = (tracking: string, ...cents: number[]) =>
  feeEarningsText(
    cents.map((of) => ({
      ASIN: asin,
      'Tracking ID': tracking,
      'Date Shipped': day(of < 0 ? 4 : 3),
      'Ad Fees($)': (of / 100).toFixed(2),
      ...(of < 0 && { 'Items Shipped': '0', Returns: '1' }),
    })),
  )
const add = async (file: string, of: number) => {
  const merged = await imports.add(file, { apply: true, report_as_of: hour(of) })
  expect(merged).toMatchObject({ state: 'merged', error: null })
  const { imported, updated, withdrawn } = merged
  return { imported, updated, withdrawn }
}
const own = async () =>
  Object.fromEntries(Object.entries(await ordersIn(app)).filter(([, order]) => order?.asin === asin))
const give = (typed: string, { username }: Creator) =>
  review.call('POST', 'tracking-ids', { tag: typed, username, valid_from: day(1) })
const settle = () => at.process(admin)
/** What a creator has of the test's item, in cents. */
const moneyOf = async ({ payeeId }: Creator) => {
  const { rows } = await app.database.owner.pool.query(
    `select coalesce(sum(gross_commission_cents), 0)::int as cents
     from earnings_ledger join amazon_orders using (order_item_id) where asin = $1 and payee_id = $2`,
    [asin, payeeId],
  )
  return rows[0].cents
}

describe('a tracking id is the same one in any case (decision 33)', () => {
  it('where an admin types it otherwise than reports write it: its orders are its creator’s', async () => {
    await add(sold(tag, 420), 1)
    const [id = ''] = Object.keys(await own())
    expect((await give(tag.toUpperCase(), ana)).status).toBe(201)
    expect(await give(tag, ben)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    await settle()
    expect((await review.read(id)).body.match).toMatchObject({
      confidence: 'high',
      rule: 'tracking_id',
      creator: { username: ana.username },
    })
    expect(await moneyOf(ana)).toBe(420)
    // Found by it as well, and looked at again when it is taken from its creator.
    expect((await review.list({ q: tag.toUpperCase() })).items).toHaveLength(1)
    const [given] = (await review.call('GET', `tracking-ids?q=${tag}`)).body.items
    await review.call('DELETE', `tracking-ids/${given.id}`)
    expect((await review.call('GET', 'pipeline')).body.waiting_for_match).toBe(1)
    await settle()
  })

  it('where a newer file writes it in capitals: rows stay the orders that they are, with what an admin decided', async () => {
    const mug = await at.give(ben, asin)
    await give(tag, ana)
    await add(sold(tag, 160, 2400), 1)
    await settle()
    expect(await moneyOf(ana)).toBe(2560)
    const before = await own()
    for (const id of Object.keys(before)) await review.assign(id, mug.shortLinkId, 1)
    await settle()
    expect(await moneyOf(ben)).toBe(2560)
    expect(await add(sold(tag.toUpperCase(), 160, 2500), 2)).toEqual({
      imported: 0,
      updated: 2,
      withdrawn: 0,
    })
    expect(Object.keys(await own())).toEqual(Object.keys(before))
    // Nor does it say anything of the evidence that they did not know.
    expect(await settle()).toMatchObject({ left_alone: 2, evidence_disagrees: 0 })
    expect(await moneyOf(ben)).toBe(2660)
  })

  it('where a return is in capitals: it takes from what was bought', async () => {
    await give(tag, ana)
    await add(sold(tag, 160), 1)
    await settle()
    expect(await moneyOf(ana)).toBe(160)
    await add(sold(tag.toUpperCase(), -160), 2)
    await settle()
    expect(await moneyOf(ana)).toBe(0)
    expect(Object.values(await own()).map((order) => [order?.status, order?.waiting])).toEqual([
      ['returned', 0],
      ['returned', 0],
    ])
  })

  it('where Fee-Orders write it in capitals: a sale has the day on which it was ordered', async () => {
    await add(feeOrdersText([{ ASIN: asin, Date: day(1), Tag: tag.toUpperCase() }]), 1)
    await add(sold(tag, 160), 2)
    expect(Object.values(await own()).map((order) => order?.day)).toEqual([day(1)])
  })

  it('also of rows whose key was stored as it was written, once a file reports the same sale', async () => {
    const loud = tag.toUpperCase()
    await add(sold(loud, 160, 160, 2400), 1)
    await settle()
    const before = await own()
    // As versions before this one stored them.
    const digits = createHash('sha256').update(`${loud}|Amazon.com|PHONE|Yes`).digest('hex').slice(0, 12)
    await app.database.owner.pool.query(
      `with stored as (
         update fee_rows set key_as_written = true, fee_key = left(fee_key, -12) || $2,
           name = fee_row_name(left(fee_key, -12) || $2, sub_tag, day, cents, pieces, ordinal)
         where order_item_id = any ($1) returning name, order_item_id)
       insert into earlier_order_ids select name, order_item_id from stored`,
      [Object.keys(before), digits],
    )
    await app.database.owner.pool.query(
      `set session_replication_role = replica;
       update order_observations s set fee_key = r.fee_key from fee_rows r
       where r.observation_id = s.id and r.key_as_written;
       set session_replication_role = default`,
    )
    expect(await findingsAt(app)).toEqual([])

    const looked = await imports.add(sold(tag, 2400, 160, 160), { report_as_of: hour(2) })
    expect(reasonsOf(looked)).toEqual([])
    expect(looked.preview).toMatchObject({ new_orders: 0, withdrawn: 0, changed: 3 })
    await imports.discard(looked.id)
    expect(await findingsAt(app)).toEqual([])
    expect(await add(sold(tag, 2400, 160, 160), 3)).toEqual({ imported: 0, updated: 3, withdrawn: 0 })
    expect(Object.keys(await own())).toEqual(Object.keys(before))
  })
})
