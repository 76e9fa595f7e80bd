import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import {
  insertPerson,
  insertProduct,
  type Person,
  type ProductRow,
} from '../../../tests/harness/factories.ts'
import { signUpAdmin } from '../../../tests/harness/people.ts'
import { calculate } from '../posting/testing/orders.ts'
import { idsOf, type Review, reviewOf, storeOrder } from '../testing/stage.ts'
import { insertClick, match, matchOf, newAsin, queued } from './testing/orders.ts'

let app: TestApp
let review: Review
let ana: Person
let ben: Person
let asin: string
let mug: ProductRow
let rival: ProductRow

const [morning, noon, evening] = ['2026-07-19T15:00:00Z', '2026-07-19T19:00:00Z', '2026-07-20T03:00:00Z']
const nextDay = new Date('2026-07-20T15:00:00Z')

beforeAll(async () => {
  app = await startTestApp()
  app.clock.set(new Date(noon))
  review = reviewOf(app, await signUpAdmin(app))
  ana = await insertPerson(app.database.db)
  ben = await insertPerson(app.database.db)
})
afterAll(() => app.close())
beforeEach(async () => {
  asin = newAsin()
  mug = await insertProduct(app.database.db, ana, { asin })
  rival = await insertProduct(app.database.db, ben, { asin })
})
afterEach(async () => {
  // Each test begins without the orders of the one before.
  await app.database.pool.query('delete from orders_to_match; delete from order_disagreements')
})

/** The id of a click that was written down as it happened: ids begin with their time. */
function idAt(at: string): string {
  const hex = new Date(at).getTime().toString(16).padStart(12, '0')
  const rest = randomBytes(8).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${rest.slice(0, 3)}-8${rest.slice(3, 6)}-${rest.slice(4)}`
}
const press = (product: ProductRow, at: string) =>
  insertClick(app.database.db, product.id, at, { id: idAt(at), kind: 'outbound' })
const pressLate = (product: ProductRow, at: string) =>
  insertClick(app.database.db, product.id, at, { kind: 'outbound' })
const listed = async () => idsOf(await review.list({ state: 'evidence_disagrees' }))
const disagreement = async (id: string) => (await review.read(id)).body.disagreement

/** An order of the day by Ana’s press, matched at noon. */
async function bought(): Promise<string> {
  await press(mug, morning)
  const id = await storeOrder(app, { asin, order_date: '2026-07-19' })
  await match(app.database.db, { now: new Date(noon) })
  expect(await matchOf(app.database.db, id)).toMatchObject({ payee_id: ana.payeeId, is_provisional: true })
  return id
}
/** The same, posted and final. */
async function posted(): Promise<string> {
  const id = await bought()
  await match(app.database.db, { now: nextDay })
  await calculate({ db: app.database.db, clock: () => nextDay })
  expect(await matchOf(app.database.db, id)).toMatchObject({ payee_id: ana.payeeId, is_provisional: false })
  return id
}
const look = (now = nextDay) => match(app.database.db, { now })

describe('An order that an admin decided before its date was over (decision 25)', () => {
  it('is decided again when the date is over, with the clicks that came since', async () => {
    const id = await bought()
    expect((await review.assign(id, mug.shortLinkId, 1)).status).toBe(200)
    await press(rival, evening)
    // Matchings in between change nothing: the end of the day decides, not the time of a run.
    expect(await look(new Date('2026-07-20T04:00:00Z'))).toMatchObject({ waiting: 0 })
    expect(await listed()).toEqual([])
    expect(await look()).toMatchObject({ left_alone: 1, evidence_disagrees: 1 })
    expect(await disagreement(id)).toMatchObject({ creator: { payee_id: ben.payeeId } })
    expect(await look()).toMatchObject({ waiting: 0 })
  })

  it('is not listed where no evidence for somebody else came', async () => {
    const id = await bought()
    await review.assign(id, mug.shortLinkId, 1)
    await press(mug, evening)
    expect(await look()).toMatchObject({ left_alone: 1, evidence_disagrees: 0 })
    expect(await look()).toMatchObject({ waiting: 0 })
  })

  it('is provisional again where the decision is undone', async () => {
    const id = await bought()
    await review.assign(id, rival.shortLinkId, 1)
    await review.unassign(id, 2)
    expect(await matchOf(app.database.db, id)).toMatchObject({ payee_id: ana.payeeId, is_provisional: true })
    expect(await look()).toMatchObject({ total: 1, left_alone: 0 })
    expect(await look()).toMatchObject({ waiting: 0 })
  })

  it('is listed by visits that are written down late, after the decision as before it (decision 34)', async () => {
    const id = await posted()
    await review.assign(id, mug.shortLinkId, 1)
    await look()
    await pressLate(rival, evening)
    expect(await look()).toMatchObject({ left_alone: 1, evidence_disagrees: 1 })
    expect(await disagreement(id)).toMatchObject({ creator: { payee_id: ben.payeeId } })
  })
})

describe('A change in the database of what a match depends on (decision 34)', () => {
  const query = (text: string, values: unknown[]) => app.database.pool.query(text, values)
  const changes: [string, () => Promise<unknown>, () => string | null][] = [
    [
      'the product is another person’s',
      () => query('update products set payee_id = $2 where id = $1', [mug.id, ben.payeeId]),
      () => ben.payeeId,
    ],
    [
      'the product is another one',
      () => query('update products set asin = $2 where id = $1', [mug.id, newAsin()]),
      () => null,
    ],
    [
      'its ASIN is made up',
      () => query('update products set asin_is_made_up = true where id = $1', [mug.id]),
      () => null,
    ],
    [
      'its clicks were removed',
      () => query('delete from clicks where product_id = $1', [mug.id]),
      () => null,
    ],
  ]

  it.each(changes)('lists a posted order after %s', async (_, change, claims) => {
    const id = await posted()
    await change()
    expect(await look()).toMatchObject({ left_alone: 1, evidence_disagrees: 1 })
    const { creator } = await disagreement(id)
    expect(creator?.payee_id ?? null).toBe(claims())
  })

  it.each(changes)('queues an order that is not posted after %s', async (_, change, becomes) => {
    const id = await bought()
    await look()
    await change()
    expect(await look()).toMatchObject({ total: 1, left_alone: 0 })
    expect((await matchOf(app.database.db, id))?.payee_id ?? null).toBe(becomes())
  })

  it('finds the orders of the product’s present ASIN', async () => {
    const lamp = await insertProduct(app.database.db, ben, { asin: newAsin() })
    const id = await storeOrder(app, { asin: newAsin(), order_date: '2026-07-19' })
    const { rows } = await query('select asin from amazon_orders where order_item_id = $1', [id])
    await press(lamp, morning)
    await look()
    expect(await matchOf(app.database.db, id)).toMatchObject({ payee_id: null })
    await query('update products set asin = $2 where id = $1', [lamp.id, rows[0].asin])
    expect(await look()).toMatchObject({ total: 1, matched: 1 })
    expect(await matchOf(app.database.db, id)).toMatchObject({ payee_id: ben.payeeId })
  })

  it('queues nothing after a change that no match depends on', async () => {
    await posted()
    await query(`update products set title = 'Another title', asin = asin where id = $1`, [mug.id])
    await query('delete from clicks where product_id = $1', [rival.id])
    await query(`delete from clicks where product_id = $1 and outcome = 'bot'`, [mug.id])
    expect(await queued(app.database.db, 'orders_to_match')).toEqual([])
  })
})
