import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../tests/harness/database.ts'
import { isDatabaseUnavailable } from '../../../platform/database/errors.ts'
import { RunStopped } from '../../runs/execute.ts'
import { unwatched } from '../../testing/progress.ts'
import { ordersIn } from '../testing/stage.ts'
import { type StagedFile, type StagedRow, stagedIn } from '../testing/staged.ts'
import { undoRun } from './runs.ts'

let database: TestDatabase
let world: ReturnType<typeof stagedIn>
beforeAll(async () => {
  database = await createTestDatabase()
  world = stagedIn(database)
})
afterAll(() => database.close())
let n = 0
/** Each test has orders of its own, and days of a month of its own. */
let month = ''
beforeEach(() => {
  n += 1
  month = `20${10 + n}-05`
})
const day = (of: number) => `${month}-${String(of).padStart(2, '0')}`
const key = (name: string) => `t${n}-${name}`
const row = (name: string, values: Partial<StagedRow> = {}): StagedRow => ({
  day: day(3),
  ...values,
  id: key(name),
})

const merge = (id: string, progress = unwatched) => world.merge(id, progress)
const add = async (rows: StagedRow[], file: Partial<StagedFile> = {}) => {
  const id = await world.stage({ ...file, rows })
  return { id, ...(await merge(id)) }
}
const undo = async (id: string) => {
  await world.askUndo(id)
  return undoRun(world.context, id, unwatched)
}
/** An order by its id; one of Fee-Earnings by the beginning of its id. */
const order = async (name: string) =>
  Object.entries(await ordersIn({ database })).find(
    ([id]) => id.replace(/[0-9a-f]{16}$/, '') === key(name),
  )?.[1]
const at = (hour: number) => `2026-11-20T${String(hour).padStart(2, '0')}:00:00Z`

describe('rows of one order item within a file (docs/product/reports.md#cells)', () => {
  const combined = async (...rows: Partial<StagedRow>[]) => {
    const { total } = await add(rows.map((values) => row('x', values)))
    expect(total).toBe(1)
    return order('x')
  }

  it('are summed; everything else is that of the first row', async () => {
    const first = { title: 'First', asin: 'B000000001', subTag: 'one' }
    expect(await combined({ ...first, quantity: 2, cents: 100 }, { cents: 50, title: 'Second' })).toEqual({
      status: 'shipped',
      cents: 150,
      quantity: 3,
      day: day(3),
      asin: 'B000000001',
      title: 'First',
      sub_tag: 'one',
      review: false,
      waiting: 0,
      tracking_id: null,
      marketplace: 'us',
      own: false,
    })
  })

  it('take their own part each: shipped ones count, pending ones not yet, cancelled ones nothing', async () => {
    const [shipped, pending, cancelled] = (['shipped', 'pending', 'cancelled'] as const).map((status) => ({
      status,
      cents: 500,
      quantity: 1,
    }))
    const part = { cents: 500, quantity: 1 }
    expect(
      await combined({ ...pending, cents: 700, quantity: 2 }, { ...cancelled }, { ...shipped }),
    ).toMatchObject({
      status: 'shipped',
      ...part,
    })
  })

  it('are pending where none is shipped, and cancelled where all are', async () => {
    await add([
      row('waits', { status: 'cancelled' }),
      row('waits', { status: 'pending', cents: 500 }),
      row('gone', { status: 'cancelled', cents: 500 }),
      row('gone', { status: 'cancelled', cents: 500 }),
    ])
    expect(await order('waits')).toMatchObject({ status: 'pending', cents: 500, quantity: 1 })
    expect(await order('gone')).toMatchObject({ status: 'cancelled', cents: 1000, quantity: 2 })
  })

  it('with a part returned are still shipped, for less', async () => {
    expect(await combined({ quantity: 2, cents: 400 }, { quantity: -1, cents: -150 })).toMatchObject({
      status: 'shipped',
      cents: 250,
      quantity: 1,
    })
  })

  it('are returned where nothing is left, and never owe less than nothing', async () => {
    expect(await combined({ cents: 400 }, { quantity: -1, cents: -450 })).toMatchObject({
      status: 'returned',
      cents: 0,
      quantity: 0,
    })
  })

  it('are returned where only the return is reported, or the quantity comes to nothing', async () => {
    expect(await combined({ quantity: -1, cents: -420 })).toMatchObject({ status: 'returned', cents: 0 })
    await add([row('y', { cents: 400 }), row('y', { quantity: -1, cents: 0 })])
    expect(await order('y')).toMatchObject({ status: 'returned' })
  })
})

describe('what a merge reports', () => {
  it('counts what is new, changed and unchanged, and queues what changed', async () => {
    await add([row('a'), row('b'), row('c')], { asOf: at(1) })
    await world.emptied('orders_to_match')
    await world.emptied('orders_to_post')
    const second = await add([row('a'), row('b', { cents: 100 }), row('d')], { asOf: at(2) })
    expect(second).toMatchObject({ total: 3, imported: 1, updated: 1, unchanged: 1, withdrawn: 0 })
    expect(await world.emptied('orders_to_match')).toEqual([key('b'), key('d')])
    expect(await world.emptied('orders_to_post')).toEqual([key('b')])
  })

  it('lists orders that wait to be matched by the newest day', async () => {
    await add([row('a'), row('b')], { asOf: at(1) })
    await add([row('a', { day: day(4) })], { asOf: at(2) })
    const { rows } = await database.pool.query(
      'select order_item_id as id, order_date as day from orders_to_match where order_item_id = any ($1) order by 1',
      [[key('a'), key('b')]],
    )
    expect(rows).toEqual([
      { id: key('a'), day: day(4) },
      { id: key('b'), day: day(3) },
    ])
  })

  it('an older report that comes later changes nothing of a newer one', async () => {
    await add([row('a', { status: 'returned' })], { asOf: at(9) })
    const older = await add([row('a'), row('b')], { asOf: at(1) })
    expect(older).toMatchObject({ imported: 1, updated: 0, unchanged: 1 })
    expect(await order('a')).toMatchObject({ status: 'returned' })
  })

  it('done again after its commit, answers the same and changes nothing', async () => {
    const { id, ...counts } = await add([row('a'), row('b')])
    await world.emptied('orders_to_match')
    expect(await merge(id)).toEqual(counts)
    expect(await world.emptied('orders_to_match')).toEqual([])
  })

  it('renews the previews of other staged imports', async () => {
    const waiting = await world.stage({ rows: [row('a', { cents: 1 }), row('b')], asOf: at(5) })
    await add([row('a')], { asOf: at(4) })
    expect((await world.batch(waiting)).preview).toMatchObject({
      new_orders: 1,
      changed: 1,
      changes: [
        { order_item_id: key('a'), change: 'changed', commission: { before: 4.2, after: 0.01 } },
        { order_item_id: key('b'), change: 'new', commission: { before: null, after: 4.2 } },
      ],
    })
    await merge(waiting)
  })
})

describe('a merge that does not end', () => {
  const traces = async (id: string) => {
    const observations = await database.pool.query('select 1 from order_observations where batch_id = $1', [
      id,
    ])
    return { observations: observations.rows.length, state: (await world.batch(id)).state }
  }

  it('leaves nothing when its connection is terminated, and can be done again', async () => {
    const id = await world.stage({ rows: [row('a'), row('b')] })
    const killed = merge(id, {
      ...unwatched,
      step: async ({ db }) => {
        const { rows } = await database.pool.query(
          `select pid from pg_stat_activity where state = 'idle in transaction' and datname = current_database()`,
        )
        for (const { pid } of rows) await database.pool.query('select pg_terminate_backend($1)', [pid])
        await db.selectFrom('import_batches').select('id').execute()
      },
    })
    await expect(killed).rejects.toSatisfy(isDatabaseUnavailable)
    expect(await traces(id)).toEqual({ observations: 0, state: 'staged' })
    expect(await order('a')).toBeUndefined()
    expect(await merge(id)).toMatchObject({ imported: 2 })
  })

  it('is cancelled within a statement when it is to end', async () => {
    const locked = await add([row('a')], { asOf: at(1) })
    const id = await world.stage({ asOf: at(2), rows: [row('a', { cents: 1 })] })
    expect(locked.imported).toBe(1)
    const ending = new AbortController()
    // Another transaction holds the order, so that the merge waits within its statement.
    await database.db.transaction().execute(async (tx) => {
      await tx
        .selectFrom('amazon_orders')
        .select('order_item_id')
        .where('order_item_id', '=', key('a'))
        .forUpdate()
        .execute()
      const stopped = merge(id, { ...unwatched, signal: ending.signal })
      const waiting = async () => {
        const { rows } = await database.pool.query(
          `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        )
        return rows.length > 0
      }
      while (!(await waiting())) await delay(5)
      ending.abort()
      await expect(stopped).rejects.toBeInstanceOf(RunStopped)
    })
    expect(await traces(id)).toEqual({ observations: 0, state: 'staged' })
    expect(await order('a')).toMatchObject({ cents: 420 })
  })

  it('leaves nothing when it is stopped', async () => {
    const id = await world.stage({ rows: [row('a')] })
    const stopped = merge(id, { ...unwatched, step: () => Promise.reject(new Error('stopped')) })
    await expect(stopped).rejects.toThrow('stopped')
    expect(await traces(id)).toEqual({ observations: 0, state: 'staged' })
  })
})

describe('two merges at once', () => {
  it('of one file: the second becomes a repetition', async () => {
    const same = { rows: [row('a')], bytes: key('same') }
    const ids = [await world.stage(same), await world.stage(same)]
    const counts = await Promise.all(ids.map((id) => merge(id)))
    expect(counts.map(({ imported }) => imported).sort()).toEqual([0, 1])
    const batches = await Promise.all(ids.map(world.batch))
    const [merged, repeated] = batches.sort((a, b) => (a.state < b.state ? -1 : 1))
    expect([merged.state, repeated.state]).toEqual(['merged', 'repeated'])
    expect(repeated).toMatchObject({ repeats_id: merged.id, total: 1, unchanged: 1 })
  })

  it('of one import: it takes effect once', async () => {
    await world.emptied('orders_to_match')
    const id = await world.stage({ rows: [row('a')] })
    const [one, two] = await Promise.all([merge(id), merge(id)])
    expect(one).toEqual(two)
    expect(await world.emptied('orders_to_match')).toEqual([key('a')])
  })

  it('of files with the same orders end alike, whichever comes first', async () => {
    const ids = [
      await world.stage({ rows: [row('a', { cents: 1 }), row('b')], asOf: at(3) }),
      await world.stage({ rows: [row('b'), row('a', { cents: 2 })], asOf: at(4) }),
    ]
    const counts = await Promise.all(ids.map((id) => merge(id)))
    expect(counts.reduce((sum, { imported }) => sum + imported, 0)).toBe(2)
    expect(await order('a')).toMatchObject({ cents: 2 })
  })
})

describe('undoing an import', () => {
  it('restores what the other reports say, and withdraws orders that are in no other', async () => {
    await add([row('a', { status: 'pending' })], { asOf: at(1) })
    const { id } = await add([row('a'), row('b')], { asOf: at(2) })
    await world.emptied('orders_to_match')
    await world.emptied('orders_to_post')
    expect(await undo(id)).toMatchObject({ updated: 1, withdrawn: 1 })
    expect(await order('a')).toMatchObject({ status: 'pending' })
    expect(await order('b')).toBeNull()
    expect(await world.emptied('orders_to_match')).toEqual([key('a'), key('b')])
    expect(await world.emptied('orders_to_post')).toEqual([key('a'), key('b')])
    expect(await undoRun(world.context, id, unwatched)).toMatchObject({ updated: 0, withdrawn: 0 })
  })

  it('shows an order that is in no report any more as the newest one had it, whichever is undone first (decision 24)', async () => {
    const older = await add([row('a', { subTag: 'older' })], { asOf: at(1) })
    const newer = await add([row('a', { subTag: 'newer' })], { asOf: at(2) })
    await undo(newer.id)
    expect(await order('a')).toMatchObject({ sub_tag: 'older' })
    expect(await undo(older.id)).toMatchObject({ withdrawn: 1 })
    const { rows } = await database.pool.query(
      'select sub_tag, observation_id from amazon_orders where order_item_id = $1',
      [key('a')],
    )
    expect(rows).toEqual([{ sub_tag: 'newer', observation_id: null }])
  })

  it('goes on though the account of who asked for it is deleted meanwhile', async () => {
    const { id } = await add([row('a')])
    await world.askUndo(id)
    const gone = { userId: randomUUID(), sessionId: randomUUID(), role: 'admin' as const }
    expect(await undoRun({ ...world.context, actor: gone }, id, unwatched)).toMatchObject({ withdrawn: 1 })
    const { rows } = await database.pool.query('select undone_by from import_batches where id = $1', [id])
    expect(rows).toEqual([{ undone_by: null }])
  })

  it('changes nothing where a newer report says the same, nor for a staged import', async () => {
    const { id } = await add([row('a')], { asOf: at(1) })
    await add([row('a')], { asOf: at(2) })
    const staged = await world.stage({ rows: [row('a', { cents: 7 })], asOf: at(3) })
    expect(await undo(id)).toMatchObject({ updated: 0, withdrawn: 0 })
    expect(await order('a')).toMatchObject({ cents: 420 })
    await expect(undo(staged)).rejects.toMatchObject({ code: 'conflict' })
    expect(await merge(staged)).toMatchObject({ updated: 1 })
  })
})

describe('Amazon’s own reports (docs/product/reports.md#rows-of-fee-earnings)', () => {
  const fee = (name: string, values: Partial<StagedRow> = {}) =>
    row(name, { asin: 'B000000009', trackingId: 'folio-20', ...values })
  const earnings = (rows: StagedRow[], file: Partial<StagedFile> = {}) =>
    add(rows, { format: 'fee_earnings', marketplace: 'de', ...file })
  const orders = (rows: StagedRow[], file: Partial<StagedFile> = {}) =>
    add(rows, { format: 'fee_orders', marketplace: 'de', ...file })

  it('a later file of a day replaces it, an older one does not, and undoing brings it back', async () => {
    await earnings([fee('a'), fee('b')], { asOf: at(1) })
    const newer = await earnings([fee('b', { cents: 5 }), fee('c')], { asOf: at(3) })
    expect(newer).toMatchObject({ imported: 1, updated: 1, unchanged: 0, withdrawn: 1 })
    expect(await order('a')).toBeNull()
    expect(await order('b')).toMatchObject({ cents: 5 })
    const older = await earnings([fee('a', { cents: 9 }), fee('d')], { asOf: at(2) })
    expect(older).toMatchObject({ imported: 0, updated: 0, unchanged: 2, withdrawn: 0 })
    expect([await order('a'), await order('d')]).toEqual([null, undefined])
    expect(await undo(newer.id)).toMatchObject({ withdrawn: 2, imported: 1, updated: 1 })
    expect(await order('a')).toMatchObject({ cents: 9 })
    expect(await order('d')).toMatchObject({ cents: 420 })
    expect([await order('b'), await order('c')]).toEqual([null, null])
  })

  it('a file that covers a day without a row of it replaces that day too', async () => {
    await earnings([fee('a'), fee('b', { day: day(4) })], { asOf: at(1) })
    const empty = await earnings([fee('c', { day: day(5) })], {
      asOf: at(2),
      periodDays: [day(4), day(5)],
    })
    expect(empty).toMatchObject({ withdrawn: 1 })
    expect(await order('a')).toMatchObject({ cents: 420 })
    expect(await order('b')).toBeNull()
  })

  it('Fee-Orders dates an item’s order, whether it comes before or after Fee-Earnings', async () => {
    const sold = [day(1), day(3), day(5)].map((when, index) => fee(`o${index}`, { day: when }))
    const shipped = [fee('x', { day: day(4) }), fee('y', { day: day(4), trackingId: 'other-20' })]
    await orders(sold)
    await earnings(shipped)
    await earnings(
      shipped.map((one) => ({ ...one, id: `${one.id}-uk` })),
      { marketplace: 'uk' },
    )
    const later = await orders(sold, { marketplace: 'uk' })
    expect(later).toMatchObject({ total: 3, imported: 0, updated: 0, unchanged: 3, others_changed: 1 })
    for (const name of ['x', 'x-uk']) expect(await order(name)).toMatchObject({ day: day(3) })
    for (const name of ['y', 'y-uk']) expect(await order(name)).toMatchObject({ day: day(4) })
    expect(await undo(later.id)).toMatchObject({ updated: 1 })
    expect(await order('x-uk')).toMatchObject({ day: day(4) })
  })

  it('an order date is at most thirty days before the shipping', async () => {
    const nextMonth = month.replace('-05', '-06-01')
    await orders([fee('o', { day: day(1) })])
    const ship = (name: string, when: string) => earnings([fee(name, { day: when })])
    await ship('in', day(31))
    await ship('out', nextMonth)
    expect(await order('in')).toMatchObject({ day: day(1) })
    expect(await order('out')).toMatchObject({ day: nextMonth })
  })

  it('pays beside no other paying report, until that is undone (decision 37)', async () => {
    const own = { marketplace: 'fr' }
    const folio = await add([row('a'), row('b', { day: day(4) })], own)
    const beside = () =>
      world.stage({
        ...own,
        format: 'fee_earnings',
        rows: [fee('f', { day: day(4) }), fee('g', { day: day(6) })],
      })
    const asked = await beside()
    const nothing = { imported: 0, to_confirm: 1 }
    expect(await merge(asked)).toMatchObject(nothing)
    expect(await world.batch(asked)).toMatchObject({ state: 'staged', doubts: [{ kind: 'no_paying_date' }] })
    expect(await order('g')).toBeUndefined()
    await orders([fee('o', { day: day(4) })], own)
    await undo(folio.id)
    expect(await merge(await beside())).toMatchObject({ imported: 2 })
    const back = await world.stage({ ...own, rows: [row('a', { day: day(9) })] })
    expect(await merge(back)).toMatchObject(nothing)
  })
})
