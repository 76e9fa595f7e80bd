import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import {
  insertPerson,
  insertProduct,
  type Person,
  type ProductRow,
} from '../../../tests/harness/factories.ts'
import { signUpAdmin } from '../../../tests/harness/people.ts'
import { type Review, reviewOf, storeEntry, storeMatch, storeOrder } from '../testing/stage.ts'

let app: TestApp
let review: Review
let ana: Person
let mug: ProductRow
let order: string

beforeAll(async () => {
  app = await startTestApp()
  review = reviewOf(app, await signUpAdmin(app))
  ana = await insertPerson(app.database.db)
  mug = await insertProduct(app.database.db, ana)
})
afterAll(() => app.close())
beforeEach(async () => {
  order = await storeOrder(app, { sub_tag: mug.shortLinkId })
})

const matchByLink = () =>
  storeMatch(app, order, {
    confidence: 'high',
    payee_id: ana.payeeId,
    product_id: mug.id,
    short_link_id: mug.shortLinkId,
  })

describe('GET admin/orders/:id', () => {
  it('shows the order with its evidence, what reports said of it, and its ledger rows', async () => {
    await matchByLink()
    await storeEntry(app, { orderItemId: order, payeeId: ana.payeeId })
    const { status, body } = await review.read(order)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      order_item_id: order,
      sub_tag: mug.shortLinkId,
      tracking_id: null,
      ordered_at: null,
      commission_rate: null,
      evidence: { rule: 'view_24h' },
      matched_by: null,
      matched_at: app.clock.now().toISOString(),
      has_ledger: true,
      observations: [
        {
          line: 1,
          order_status: 'shipped',
          quantity: 1,
          commission: 4,
          counts: true,
          is_undone: false,
          report_as_of: app.clock.now().toISOString(),
        },
      ],
      entries: [
        {
          creator: { payee_id: ana.payeeId, username: ana.username },
          transaction_type: 'commission',
          gross_commission: 4,
          platform_fee_amount: 0.8,
          user_amount: 3.2,
          available_on: '2026-11-29',
        },
      ],
    })
  })

  it('marks the observation that counts and those that were undone', async () => {
    const { db } = app.database
    const batch = async (day: string, undone: boolean) => {
      const { id } = await db
        .insertInto('import_batches')
        .values({
          file_hash: Buffer.alloc(32, day),
          file_name: `${day}.csv`,
          format: 'folio_csv',
          marketplace: 'us',
          report_as_of: `${day}T00:00:00Z`,
          created_at: app.clock.now(),
          ...(undone && { undone_at: app.clock.now(), undone_reason: 'Wrong file' }),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('order_observations')
        .values({
          batch_id: id,
          line: 7,
          order_item_id: order,
          order_date: '2026-09-01',
          asin: 'B000000001',
          quantity: 2,
          commission_cents: 100,
          order_status: 'pending',
          content_hash: Buffer.alloc(32, day),
        })
        .execute()
    }
    await batch('2025-09-03', true)
    await batch('2025-09-02', false)
    await batch('2025-09-04', false)
    const { body } = await review.read(order)
    expect(
      body.observations.map((one: { file_name: string; counts: boolean; is_undone: boolean }) => [
        one.file_name,
        one.counts,
        one.is_undone,
      ]),
    ).toEqual([
      [null, true, false],
      ['2025-09-04.csv', false, false],
      ['2025-09-02.csv', false, false],
      ['2025-09-03.csv', false, true],
    ])
  })

  it('a ledger row is posted from its day on, in the time zone of the reports', async () => {
    await storeEntry(app, { orderItemId: order, payeeId: ana.payeeId })
    const statusAt = async (at: string) => {
      app.clock.set(new Date(at))
      return (await reviewOf(app, await signUpAdmin(app)).read(order)).body.entries[0].status
    }
    const before = app.clock.now()
    expect(await statusAt('2026-11-29T07:59:59Z')).toBe('pending')
    expect(await statusAt('2026-11-29T08:00:00Z')).toBe('posted')
    app.clock.set(before)
  })

  it.each([
    ['slashes', 'a/b//c'],
    ['dots', '../..'],
    ['percent signs', '100%25%2F'],
    ['blanks, plus and question marks', 'a b+c?d#e&f'],
    ['letters of all kinds', '注文-🪔-é'],
    ['quotes', `'"; drop table x--`],
    ['200 characters that an address writes with nine signs', '読'.repeat(200)],
  ])('an id may hold %s', async (_, id) => {
    await storeOrder(app, { id })
    expect((await review.read(id)).body).toMatchObject({ order_item_id: id })
    expect((await review.assign(id, mug.shortLinkId, null)).body).toMatchObject({ order_item_id: id })
  })

  it.each([
    ['an unknown id', 'nobody’s', 404],
    ['a NUL', 'a\0b', 400],
    ['more than any id has', 'x'.repeat(401), 400],
  ])('%s is answered', async (_, id, status) => {
    expect((await review.read(id)).status).toBe(status)
  })

  it('half a surrogate pair, and broken percent signs, are refused', async () => {
    for (const path of ['orders/%ed%a0%80', 'orders/%', 'orders/%zz'])
      expect((await review.call('GET', path)).status).toBe(400)
  })
})
