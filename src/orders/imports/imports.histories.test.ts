import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { randomRuns } from '../../../tests/harness/random-runs.ts'
import { orderChecks } from '../proof/verify.ts'
import { findingsOf } from '../testing/findings.ts'
import { unwatched } from '../testing/progress.ts'
import { undoRun } from './merge/runs.ts'
import { foldOf, isUndated, type PayingDates, pair, type ReportFile } from './testing/model.ts'
import { ordersIn } from './testing/stage.ts'
import { stagedIn } from './testing/staged.ts'

let database: TestDatabase
let world: ReturnType<typeof stagedIn>
beforeAll(async () => {
  database = await createTestDatabase()
  world = stagedIn(database)
})
afterAll(() => database.close())

// Few values of everything, so that files overlap in orders, days and equal keys.
const days = (from: number, to: number) =>
  fc.integer({ min: from, max: to }).map((day) => `2026-11-${String(day).padStart(2, '0')}`)
const asOf = fc.constantFrom(...[1, 2, 3].map((hour) => `2026-11-20T0${hour}:00:00Z`))
const asin = fc.constantFrom('B000000001', 'B000000002')
const trackingId = fc.constantFrom('folio-20', null)
const marketplace = fc.constantFrom('us', 'us', 'ca')
const usual = { at: null, title: 'A mug', rate: null, quantity: 1, subTag: null }

const folioRow = fc
  .record({
    id: fc.constantFrom('a', 'b', 'c'),
    day: days(1, 5),
    asin,
    trackingId,
    cents: fc.constantFrom(100, 200),
    status: fc.constantFrom('pending', 'shipped', 'cancelled', 'returned'),
    subTag: fc.constantFrom(null, 'mug-1'),
  })
  .map((row) => ({ ...usual, ...row }))
const folioFile = fc
  .uniqueArray(folioRow, { selector: (row) => row.id, minLength: 2, maxLength: 3 })
  .map((rows) => ({ format: 'folio_csv' as const, rows }))

/** Purchases and returns of few items, several of one in a file. */
const backRow = fc
  .record({
    id: fc.constantFrom('a', 'a', 'b'),
    day: days(1, 2),
    quantity: fc.constantFrom(1, 1, 2, 3, -1, -1, -2),
    cents: fc.constantFrom(0, 50, 100, 100, 201),
    status: fc.constantFrom('shipped', 'shipped', 'returned', 'pending'),
  })
  .map((row) => ({
    ...usual,
    ...row,
    asin: 'B000000001',
    trackingId: null,
    cents: row.quantity < 0 ? 0 - row.cents : row.cents,
  }))
const backFile = fc
  .array(backRow, { minLength: 1, maxLength: 4 })
  .map((rows) => ({ format: 'folio_csv' as const, rows }))

type FeeRow = {
  asin: fc.Arbitrary<string>
  trackingId: fc.Arbitrary<string | null>
  day: fc.Arbitrary<string>
  n: fc.Arbitrary<number>
  subTag?: fc.Arbitrary<string | null>
}
const feeRow = (values: FeeRow) =>
  fc.record({ ...values, cents: fc.constantFrom<number>(50, 60, 70, -40, -60) }).map((row) => ({
    ...usual,
    ...row,
    status: row.cents < 0 ? ('returned' as const) : ('shipped' as const),
  }))
const mixed = feeRow({ asin, trackingId, day: days(5, 7), n: fc.constant(1) })
/** All of one key, in files that seldom cover the same day. */
const alike = feeRow({
  asin: fc.constant('B000000001'),
  trackingId: fc.constant('folio-20'),
  day: days(5, 14),
  n: fc.integer({ min: 1, max: 2 }),
  subTag: fc.constantFrom(null, 'mug-1', 'mug-2'),
})
/** Rows of one key and day: it is not always clear which row became which. */
const restated = feeRow({
  asin: fc.constant('B000000001'),
  trackingId: fc.constant('folio-20'),
  day: days(5, 6),
  n: fc.integer({ min: 1, max: 4 }),
})
const feeFile = (format: 'fee_earnings' | 'fee_orders', row = mixed) =>
  fc
    .uniqueArray(row, {
      selector: (row) => `${row.day} ${row.asin} ${row.trackingId} ${row.n}`,
      minLength: 1,
      maxLength: 4,
    })
    .map((rows) => ({ format, rows }))

/** Purchases in Folio's CSV, and their returns in Fee-Earnings on later days; now and then of its own purchases. */
const paidRow = fc
  .record({
    id: fc.constantFrom('a', 'b', 'c'),
    day: days(1, 3),
    quantity: fc.constantFrom(1, 2),
    cents: fc.constantFrom(60, 101),
    status: fc.constantFrom('shipped', 'shipped', 'pending', 'returned'),
    subTag: fc.constantFrom(null, 'mug-1', 'mug-2'),
    trackingId,
  })
  .map((row) => ({ ...usual, ...row, asin: 'B000000001' }))
const paidFile = fc
  .uniqueArray(paidRow, { selector: (row) => row.id, minLength: 1, maxLength: 3 })
  .map((rows) => ({ format: 'folio_csv' as const, rows }))
const returnedRow = feeRow({
  asin: fc.constant('B000000001'),
  trackingId,
  day: days(4, 6),
  n: fc.integer({ min: 1, max: 3 }),
  subTag: fc.constantFrom(null, 'mug-1', 'mug-2'),
}).chain((row) =>
  fc
    .constantFrom([-1, -60], [-1, -60], [-1, -30], [-1, -51], [-2, -101], [1, 60])
    .map(([quantity = 0, cents = 0]) => ({
      ...row,
      quantity,
      cents,
      status: cents < 0 ? ('returned' as const) : ('shipped' as const),
    })),
)

type File = typeof folioFile | typeof backFile | typeof paidFile | ReturnType<typeof feeFile>
const historyOf = (files: File[], { marketplaces = marketplace, most = 4 } = {}) => {
  const file = fc
    .tuple(fc.oneof(...files), fc.record({ marketplace: marketplaces, asOf, own: fc.boolean() }))
    .map(([what, how]) => {
      if (what.format === 'folio_csv') {
        // An id is one marketplace's (docs/product/reports.md#marketplaces).
        const rows = what.rows.map((row) => ({
          ...row,
          id: `${row.id}${how.marketplace === 'us' ? '' : 'x'}`,
        }))
        return { ...what, ...how, rows }
      }
      const rows = what.rows.map(({ n: _, ...row }) => ({
        ...row,
        id: `fee-${how.marketplace}-${row.asin}-${row.trackingId ? 'a' : 'b'}0123456789f`,
      }))
      return { ...what, ...how, own: false, rows }
    })
  const date = fc.option(days(1, 7))
  return fc.record({
    dates: fc.record({ us: date, uk: date }),
    files: fc.array(file, { minLength: 2, maxLength: most }),
    // The file that is merged, or undone if it is merged, in any order.
    steps: fc.array(fc.nat(most - 1), { minLength: 3, maxLength: 2 * most - 1 }),
  })
}
const histories = {
  'imports and undone imports': historyOf([
    folioFile,
    folioFile,
    feeFile('fee_earnings'),
    feeFile('fee_orders'),
  ]),
  'purchases and returns': historyOf([feeFile('fee_earnings', alike)], {
    marketplaces: fc.constant('us'),
    most: 6,
  }),
  'returns in Folio’s CSV': historyOf([backFile], { marketplaces: fc.constant('us'), most: 5 }),
  'returns of what another format paid': historyOf(
    [paidFile, feeFile('fee_earnings', returnedRow), feeFile('fee_earnings', returnedRow)],
    { marketplaces: fc.constant('us'), most: 5 },
  ),
  'rows that are restated': historyOf([feeFile('fee_earnings', restated)], {
    marketplaces: fc.constant('us'),
    most: 6,
  }),
}

/** Deletes everything that was reported, which only tests may. */
const forget = () =>
  database.owner.pool.query(`
    set session_replication_role = replica;
    delete from paying_dates; delete from fee_rows; delete from fee_unpaired; delete from amazon_orders; delete from order_observations; delete from import_days; delete from fee_order_dates;
    delete from orders_to_match; delete from orders_to_post; delete from import_batches;
    set session_replication_role = default`)

async function setDates(dates: PayingDates) {
  for (const [marketplace, date] of Object.entries(dates))
    if (date)
      await database.owner.pool.query(
        'insert into paying_dates (marketplace, starts_on, set_at) values ($1, $2, now())',
        [marketplace, date],
      )
}

async function hashes() {
  const { rows } = await database.owner.pool.query(
    `select batch_id, order_item_id, encode(content_hash, 'hex') as hash from order_observations`,
  )
  const known = new Map(rows.map((row) => [`${row.batch_id} ${row.order_item_id}`, row.hash as string]))
  return (importId: string, item: string) => known.get(`${importId} ${item}`) ?? ''
}

it.each(Object.entries(histories))(
  'any history of %s ends as the standing files say, whatever their order',
  async (_, history) => {
    await fc.assert(
      fc.asyncProperty(history, async ({ dates, files, steps }) => {
        await forget()
        await setDates(dates)
        const all: ReportFile[] = []
        for (const one of files) {
          const id = await world.stage(one)
          const { file_hash } = await world.batch(id)
          all.push({ ...one, id, fileHash: file_hash.toString('hex'), merged: false, undone: false })
        }
        for (const step of steps) {
          const file = all[step % all.length] as ReportFile
          await (file.merged ? undo(file) : merge(file, all, dates))
          const standing = Object.entries(await ordersIn({ database })).filter(([, order]) => order !== null)
          expect(Object.fromEntries(standing)).toEqual(foldOf(all, await hashes(), dates))
        }
        expect(await findingsOf(world.context, orderChecks)).toEqual([])
      }),
      randomRuns(2),
    )
  },
  300_000,
)

async function merge(file: ReportFile, all: ReportFile[], dates: PayingDates) {
  const { preview } = await world.batch(file.id)
  if (isUndated(all, file, dates)) {
    expect(await world.merge(file.id)).toMatchObject({ imported: 0, to_confirm: 1 })
    return
  }
  const before = await ordersIn({ database })
  await world.emptied('orders_to_match')
  const counts = await world.merge(file.id)
  if (counts.to_confirm) {
    // Likely duplicates are asked about first (decision 42): nothing has changed.
    const { doubts } = await world.batch(file.id)
    expect(JSON.stringify(doubts)).toContain('"kind":"duplicates"')
    expect(await ordersIn({ database })).toEqual(before)
    return
  }
  pair(all, file)
  file.merged = true
  const effect = await effectSince(before)
  const { imported, updated, unchanged, failed, waiting_returns, combined } = counts
  const named = await namedBy(file.id)
  const after = Object.entries(await ordersIn({ database }))
  const waiting = after.filter(([id, order]) => named.includes(id) && (order?.waiting ?? 0) > 0)
  expect(waiting_returns).toBe(waiting.length)
  // A waiting return is in no other count.
  const isWaiting = (id: string) => waiting.some(([other]) => id === other)
  expect({ imported, withdrawn: counts.withdrawn }).toEqual({
    imported: effect.fresh.filter((id) => !isWaiting(id)).length,
    withdrawn: effect.withdrawn,
  })
  expect(updated + counts.others_changed).toBe(effect.changed.filter((id) => !isWaiting(id)).length)
  expect(imported + updated + unchanged + failed + waiting_returns + combined).toBe(counts.total)
  expect(await world.emptied('orders_to_match')).toEqual(effect.ids)
  // Renewed after every merge and undoing; there is none before the first.
  if (preview.new_orders !== undefined)
    expect(preview).toMatchObject({
      new_orders: counts.imported,
      changed: counts.updated + counts.others_changed,
      others_changed: counts.others_changed,
      unchanged: counts.unchanged,
      withdrawn: counts.withdrawn,
      unfound_returns: {
        count: waiting_returns,
        commission: -waiting.reduce((sum, [, order]) => sum + (order?.waiting ?? 0), 0) / 100 || 0,
      },
      commission: { before: shipped(before), after: shipped(await ordersIn({ database })) },
    })
}

async function undo(file: ReportFile) {
  if (file.undone) return
  const before = await ordersIn({ database })
  await world.emptied('orders_to_match')
  await world.askUndo(file.id)
  const counts = await undoRun(world.context, file.id, unwatched)
  file.undone = true
  const effect = await effectSince(before)
  expect(counts).toMatchObject({ updated: effect.changed.length, withdrawn: effect.withdrawn })
  expect(await world.emptied('orders_to_match')).toEqual(effect.ids)
}

/** The order items of an import. */
async function namedBy(importId: string): Promise<string[]> {
  const { rows } = await database.owner.pool.query(
    `select coalesce(r.order_item_id, s.order_item_id) as id
     from order_observations s left join fee_rows r on r.observation_id = s.id where s.batch_id = $1`,
    [importId],
  )
  return rows.map(({ id }) => id)
}

type Orders = Awaited<ReturnType<typeof ordersIn>>

const shipped = (orders: Orders) =>
  Object.values(orders).reduce((sum, order) => sum + (order?.status === 'shipped' ? order.cents : 0), 0) / 100

/** The part of an order's state that does not depend on other orders; what waits of a return does. */
const ownPart = (order: Orders[string] | null) => JSON.stringify(order && { ...order, waiting: 0 })

/** What has changed since, by comparing all orders. */
async function effectSince(before: Orders) {
  const after = await ordersIn({ database })
  const differing = Object.keys(after).filter(
    (id) => ownPart(after[id] ?? null) !== ownPart(before[id] ?? null),
  )
  const withdrawn = differing.filter((id) => after[id] === null)
  const fresh = differing.filter((id) => after[id] !== null && !(id in before))
  return {
    ids: differing.sort(),
    fresh,
    withdrawn: withdrawn.length,
    changed: differing.filter((id) => !withdrawn.includes(id) && !fresh.includes(id)),
  }
}
