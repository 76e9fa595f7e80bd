import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { insertPerson, insertProduct, type Person } from '../../../tests/harness/factories.ts'
import { rematchOrders } from './service.ts'
import {
  insertClick,
  insertWaiting,
  match,
  matcher,
  matchOf,
  newAsin,
  queue,
  queued,
  reportTimeZone,
} from './testing/orders.ts'

let database: TestDatabase
let ana: Person
let ben: Person

beforeAll(async () => {
  database = await createTestDatabase()
  ana = await insertPerson(database.db)
  ben = await insertPerson(database.db)
})
beforeEach(() => database.pool.query('delete from orders_to_match; delete from orders_to_post'))
afterAll(() => database.close())

/** Noon of the order's day in the reports' time zone, and hours before it. */
const noon = '2026-07-19T19:00:00Z'
const hoursBefore = (hours: number) => new Date(Date.parse(noon) - hours * 3_600_000)

const give = (owner: Person, asin: string) => insertProduct(database.db, owner, { asin })
const press = (productId: string, hours: number) =>
  insertClick(database.db, productId, hoursBefore(hours), { kind: 'outbound' })
const view = (productId: string, hours: number) => insertClick(database.db, productId, hoursBefore(hours))

/** A creator with a product that was pressed an hour before it was bought. */
async function bought(values: Parameters<typeof insertWaiting>[1] = {}) {
  const asin = newAsin()
  const product = await give(ana, asin)
  await press(product.id, 1)
  return { product, asin, id: await insertWaiting(database.db, { asin, ordered_at: noon, ...values }) }
}

describe('An order is matched (docs/product/matching.md#confidence)', () => {
  it('with high confidence by its sub tag, whatever was bought, with the last click on the linked product', async () => {
    const product = await give(ana, newAsin())
    await view(product.id, 3)
    await give(ben, newAsin())
    const id = await insertWaiting(database.db, {
      asin: newAsin(),
      sub_tag: product.shortLinkId,
      ordered_at: noon,
    })
    await match(database.db)
    expect(await matchOf(database.db, id)).toMatchObject({
      confidence: 'high',
      payee_id: ana.payeeId,
      product_id: product.id,
      short_link_id: product.shortLinkId,
      reason: 'The report names the creator’s short link.',
      evidence: {
        rule: 'sub_tag',
        product_id: product.id,
        short_link_id: product.shortLinkId,
        click_kind: 'view',
        clicked_at: '2026-07-19T16:00:00.000Z',
      },
    })
  })

  it('with high confidence by a tracking id on the days it is theirs, even if the file has sub tags of ours', async () => {
    const tracking = { tag: 'ana-20', marketplace: 'us', payee_id: ana.payeeId, created_at: new Date(noon) }
    await database.db
      .insertInto('tracking_ids')
      .values({ ...tracking, valid_from: '2026-07-19', valid_to: '2026-07-20' })
      .execute()
    const asin = newAsin()
    const product = await give(ana, asin)
    await press((await give(ben, asin)).id, 1)
    const reported = { asin, tracking_id: 'ana-20', file_has_own_sub_tags: true }
    const on = await insertWaiting(database.db, reported)
    const after = await insertWaiting(database.db, { ...reported, order_date: '2026-07-20' })
    await match(database.db)
    expect(await matchOf(database.db, on)).toMatchObject({
      confidence: 'high',
      payee_id: ana.payeeId,
      product_id: product.id,
      evidence: { rule: 'tracking_id', tracking_id: 'ana-20', product_id: product.id },
    })
    expect(await matchOf(database.db, after)).toMatchObject({ confidence: 'unknown' })
  })

  it('by a tracking id to the creator’s product of this ASIN that was clicked last, else to their only one', async () => {
    const days = { valid_from: '2026-01-01', created_at: new Date(noon) }
    await database.db
      .insertInto('tracking_ids')
      .values({ tag: 'ben-20', marketplace: 'us', payee_id: ben.payeeId, ...days })
      .execute()
    const [clicked, single, several] = [newAsin(), newAsin(), newAsin()]
    const first = await give(ben, clicked)
    await view((await give(ben, clicked)).id, 30)
    await view(first.id, 20)
    const only = await give(ben, single)
    await give(ana, single)
    await give(ben, several)
    await give(ben, several)
    const order = (asin: string) => insertWaiting(database.db, { asin, tracking_id: 'ben-20' })
    const ids = await Promise.all([clicked, single, several].map(order))
    await match(database.db)
    const stored = await Promise.all(ids.map((id) => matchOf(database.db, id)))
    expect(stored.map((row) => row?.product_id)).toEqual([first.id, only.id, null])
    expect(stored.map((row) => row?.payee_id)).toEqual(ids.map(() => ben.payeeId))
  })

  it.each([
    [
      'high',
      'outbound_24h',
      'one creator’s presses, whoever else was looked at',
      ['ana press 5', 'ben view 1'],
      'ana',
    ],
    [
      'medium',
      'outbound_24h_several',
      'several creators’ presses: the last',
      ['ana press 5', 'ben press 3', 'ana view 1'],
      'ben',
    ],
    [
      'medium',
      'view_24h_several',
      'several creators’ views: the last',
      ['ana view 23.9', 'ben view 0'],
      'ben',
    ],
    ['medium', 'view_24h', 'one creator’s views', ['ana view 5', 'ben press 24'], 'ana'],
    ['medium', 'cart_89d', 'one creator alone in 89 days', ['ana view 25', 'ben press 2136'], 'ana'],
    [
      'medium',
      'cart_89d_several',
      'several in 89 days: the last press',
      ['ana press 26', 'ben view 25'],
      'ana',
    ],
    [
      'medium',
      'cart_89d_several',
      'several in 89 days: the last view',
      ['ana view 26', 'ben view 25'],
      'ben',
    ],
    ['unknown', 'none', 'nobody in 89 days', ['ana press 2136'], undefined],
  ])('%s (%s) by %s', async (confidence, rule, _, clicks, winner) => {
    const asin = newAsin()
    const products = { ana: await give(ana, asin), ben: await give(ben, asin) }
    for (const click of clicks) {
      const [who, kind, hours] = click.split(' ') as ['ana' | 'ben', 'press' | 'view', string]
      await (kind === 'press' ? press : view)(products[who].id, Number(hours))
    }
    const id = await insertWaiting(database.db, { asin, ordered_at: noon })
    await match(database.db)
    expect(await matchOf(database.db, id)).toMatchObject({
      confidence,
      payee_id: winner ? { ana, ben }[winner as 'ana' | 'ben'].payeeId : null,
      product_id: winner ? products[winner as 'ana' | 'ben'].id : null,
      evidence: { rule },
    })
  })

  it('to deleted products too, but not by clicks of bots or owners, nor to a made-up ASIN', async () => {
    const asin = newAsin()
    const product = await give(ana, asin)
    for (const outcome of ['bot', 'owner', 'limited'])
      await insertClick(database.db, product.id, hoursBefore(1), { kind: 'outbound', outcome })
    const madeUp = newAsin()
    const none = await insertProduct(database.db, ana, { asin: madeUp, asin_is_made_up: true })
    await press(none.id, 1)
    const gone = newAsin()
    const tombstone = await insertProduct(database.db, ana, { asin: gone, deleted_at: hoursBefore(2) })
    await press(tombstone.id, 3)
    const ids = await Promise.all(
      [asin, madeUp, gone].map((one) => insertWaiting(database.db, { asin: one, ordered_at: noon })),
    )
    expect(await match(database.db)).toEqual({
      total: 3,
      matched: 1,
      high_confidence: 1,
      medium_confidence: 0,
      no_match: 2,
      review: 0,
      evidence_disagrees: 0,
      waiting: 3,
      left_alone: 0,
      timed_out: 0,
    })
    const stored = await Promise.all(ids.map((id) => matchOf(database.db, id)))
    expect(stored.map((row) => row?.reason)).toEqual([
      'Nobody clicked a product with this ASIN in the 89 days before the order.',
      'Nobody has a product with this ASIN.',
      expect.stringContaining('through this creator’s links only'),
    ])
  })

  it('to nobody by clicks if its file has sub tags of ours and its own is empty or foreign', async () => {
    const { id } = await bought({ file_has_own_sub_tags: true, sub_tag: 'elsewhere' })
    await match(database.db)
    expect(await matchOf(database.db, id)).toMatchObject({
      confidence: 'unknown',
      evidence: { rule: 'none' },
    })
  })
})

describe('The queues (decision 25)', () => {
  it('a new match waits to be posted; the same match again does not, and has the same version', async () => {
    const { id, product } = await bought()
    await match(database.db)
    expect(await queued(database.db, 'orders_to_match')).toEqual([])
    expect(await queued(database.db, 'orders_to_post')).toEqual([id])
    const first = await matchOf(database.db, id)

    await database.pool.query('delete from orders_to_post')
    await queue(database.db, id)
    await match(database.db)
    expect(await queued(database.db, 'orders_to_post')).toEqual([])
    expect(await matchOf(database.db, id)).toEqual(first)

    await press(product.id, 0)
    await queue(database.db, id)
    await match(database.db)
    expect(await queued(database.db, 'orders_to_post')).toEqual([id])
    expect(await matchOf(database.db, id)).toMatchObject({ version: 2, payee_id: ana.payeeId })
  })

  it('orders decided by an admin, posted, or in no report leave the queue unchanged, with their own day', async () => {
    const [decided, posted, withdrawn] = [await bought(), await bought(), await bought()]
    await match(database.db)
    await database.db
      .updateTable('order_matches')
      .set({ is_decided: true, confidence: 'unknown', payee_id: null, reason: 'Not theirs' })
      .where('order_item_id', '=', decided.id)
      .execute()
    await database.pool.query(
      `insert into earnings_ledger (payee_id, order_item_id, pair_sequence, transaction_type, gross_commission_cents,
         platform_fee_cents, user_amount_cents, fee_bps, available_on, created_at)
       values ($1, $2, 1, 'commission', 400, 80, 320, 2000, '2026-10-01', now())`,
      [ana.payeeId, posted.id],
    )
    const all = [decided, posted, withdrawn]
    const ids = all.map(({ id }) => id)
    const stored = () => Promise.all(ids.map((id) => matchOf(database.db, id)))
    const before = await stored()
    const change = database.db.updateTable('amazon_orders').where('order_item_id', 'in', ids)
    await change.set({ file_has_own_sub_tags: true, order_date: '2026-07-18' }).execute()
    await database.pool.query('update amazon_orders set observation_id = null where order_item_id = $1', [
      withdrawn.id,
    ])
    await database.pool.query('delete from orders_to_post')
    for (const id of ids) await queue(database.db, id)

    expect(await match(database.db)).toMatchObject({ total: 0 })
    // Only what the evidence says is noted, for a decision made before it was known (decision 34).
    const judged = { evidence: { rule: 'none' }, payee_id: null }
    expect(await stored()).toEqual(
      before.map((row) => ({ ...row, order_date: '2026-07-18', judged: row?.is_decided ? judged : null })),
    )
    expect(await queued(database.db, 'orders_to_match')).toEqual([])
    expect(await queued(database.db, 'orders_to_post')).toEqual([])
  })

  it('matches one order again in the caller’s transaction', async () => {
    const [one, other] = [await bought(), await bought()]
    const undo = new Error('undo')
    const undone = database.db.transaction().execute(async (tx) => {
      await rematchOrders(matcher(tx), { reportTimeZone }, [one.id])
      expect(await matchOf(tx, one.id)).toMatchObject({ confidence: 'high', payee_id: ana.payeeId })
      expect(await queued(tx, 'orders_to_match')).toEqual([other.id])
      // The caller's next statements are planned as usual.
      const settings = ['enable_seqscan', 'enable_bitmapscan', 'enable_nestloop', 'jit']
      const { rows } = await sql`select name, setting = reset_val as is_usual from pg_settings
        where name in (${sql.join(settings)}) order by name`.execute(tx)
      expect(rows).toEqual(settings.sort().map((name) => ({ name, is_usual: true })))
      throw undo
    })
    await expect(undone).rejects.toBe(undo)
    expect(await matchOf(database.db, one.id)).toBeUndefined()
    await database.db.transaction().execute((tx) => rematchOrders(matcher(tx), { reportTimeZone }, [one.id]))
    expect(await matchOf(database.db, one.id)).toMatchObject({ confidence: 'high' })
  })
})
