import { createHash } from 'node:crypto'
import { type KyselyPlugin, type RootOperationNode, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import {
  insertPerson,
  insertProduct,
  type Person,
  type ProductRow,
} from '../../../tests/harness/factories.ts'
import { ManualClock } from '../../platform/clock.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { RunStopped } from '../runs/execute.ts'
import { unwatched } from '../testing/progress.ts'
import { calculate, giveOrder, insertRun, newOrderId, putOrder, rowsOf } from './testing/orders.ts'

let database: TestDatabase
let ana: Person
let ben: Person
let mug: ProductRow
let lamp: ProductRow
const clock = new ManualClock(new Date('2026-10-01T12:00:00Z'))

beforeAll(async () => {
  database = await createTestDatabase()
  ana = await insertPerson(database.db)
  ben = await insertPerson(database.db)
  mug = await insertProduct(database.db, ana)
  lamp = await insertProduct(database.db, ben)
})
afterAll(() => database.close())

const deps = () => ({ db: database.db, clock: clock.now })

/** An order from the sub tag of Ana's mug. */
async function anasOrder(state: Parameters<typeof putOrder>[2] = {}) {
  const id = newOrderId()
  await putOrder(database.db, id, { ...state, isWithdrawn: false })
  if (state.isWithdrawn) await putOrder(database.db, id, state)
  await giveOrder(database.db, id, { person: ana, productId: mug.id })
  return id
}

const amountsOf = async (id: string) =>
  (await rowsOf(database.db, id)).map(
    (row) =>
      `${row.transaction_type} ${row.gross_commission_cents} ${row.platform_fee_cents} ${row.user_amount_cents}`,
  )

const earningsOf = (product: ProductRow) =>
  database.db
    .selectFrom('earnings')
    .where('product_id', '=', product.id)
    .select('earnings_cents')
    .executeTakeFirstOrThrow()

const waiting = async () =>
  (await database.db.selectFrom('orders_to_post').select('order_item_id').execute()).map(
    (row) => row.order_item_id,
  )

/** The database by a connection that dies in place of the second read of what orders are worth. */
function losingItsConnection() {
  const { db, close } = openDatabase(database.address)
  onTestFinished(close)
  let reads = 0
  const dies = sql`select pg_terminate_backend(pg_backend_pid())`.toOperationNode() as RootOperationNode
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      const isRead = node.kind === 'RawNode' && /from order_months/.test(node.sqlFragments.join(''))
      if (isRead) reads += 1
      return isRead && reads === 2 ? dies : node
    },
    transformResult: async ({ result }) => result,
  }
  return db.withPlugin(plugin)
}

describe('earnings-calculator (docs/product/ledger.md#posting)', () => {
  it('posts a shipped order to its payee, and nothing the second time', async () => {
    const before = await earningsOf(mug)
    const id = await anasOrder({ cents: 1_234 })
    expect(await calculate(deps())).toEqual({ processed: 1 })
    expect(await rowsOf(database.db, id)).toEqual([
      {
        payee_id: ana.payeeId,
        product_id: mug.id,
        pair_sequence: 1,
        transaction_type: 'commission',
        gross_commission_cents: 1_234,
        platform_fee_cents: 247,
        user_amount_cents: 987,
        fee_bps: 2_000,
        available_on: '2026-11-29',
      },
    ])
    expect((await earningsOf(mug)).earnings_cents).toBe(before.earnings_cents + 987)
    expect(await waiting()).toEqual([])
    // Also when the order is queued again without a change.
    await putOrder(database.db, id, { cents: 1_234 })
    expect(await calculate(deps())).toEqual({ processed: 0 })
    expect(await waiting()).toEqual([])
  })

  it.each([
    ['pending', { status: 'pending' }],
    ['cancelled', { status: 'cancelled' }],
    ['returned', { status: 'returned' }],
    ['withdrawn', { isWithdrawn: true }],
  ] as const)('posts nothing for an order that is %s from the start', async (_, state) => {
    const id = await anasOrder(state)
    expect(await calculate(deps())).toEqual({ processed: 0 })
    expect(await rowsOf(database.db, id)).toEqual([])
  })

  it('posts nothing for an order that belongs to nobody or has not been matched', async () => {
    const [nobodys, unmatched] = [newOrderId(), newOrderId()]
    await putOrder(database.db, nobodys)
    await giveOrder(database.db, nobodys, null)
    await putOrder(database.db, unmatched)
    expect(await calculate(deps())).toEqual({ processed: 0 })
    expect(await waiting()).toEqual([])
  })

  it.each([
    ['return', 'returned', { status: 'returned' }],
    ['return', 'cancelled', { status: 'cancelled' }],
    ['adjustment', 'withdrawn by an undone import', { isWithdrawn: true }],
    ['adjustment', 'pending again', { status: 'pending' }],
  ] as const)('takes all back as a %s when an order is %s', async (type, _, state) => {
    const before = await earningsOf(mug)
    const id = await anasOrder({ cents: 333 })
    await calculate(deps())
    await putOrder(database.db, id, { cents: 333, ...state })
    expect(await calculate(deps())).toEqual({ processed: 1 })
    expect(await amountsOf(id)).toEqual(['commission 333 67 266', `${type} -333 -67 -266`])
    expect(await earningsOf(mug)).toEqual(before)
  })

  it('moves an order that an admin assigns to another from payee to payee, and from product to product', async () => {
    const before = [await earningsOf(mug), await earningsOf(lamp)]
    const id = await anasOrder({ cents: 500 })
    await calculate(deps())
    await giveOrder(database.db, id, { person: ben, productId: lamp.id })
    expect(await calculate(deps())).toEqual({ processed: 1 })
    const rows = await rowsOf(database.db, id)
    expect(rows.map((row) => [row.payee_id, row.transaction_type, row.user_amount_cents])).toEqual(
      expect.arrayContaining([
        [ana.payeeId, 'commission', 400],
        [ana.payeeId, 'adjustment', -400],
        [ben.payeeId, 'commission', 400],
      ]),
    )
    expect(rows).toHaveLength(3)
    expect(await earningsOf(mug)).toEqual(before[0])
    expect((await earningsOf(lamp)).earnings_cents).toBe((before[1]?.earnings_cents ?? 0) + 400)
  })

  it('makes what is posted later available from that day on, in the reports’ time zone', async () => {
    const id = await anasOrder({ cents: 500, date: '2026-07-31' })
    // Still 30 September in Los Angeles.
    clock.set(new Date('2026-10-01T06:59:59Z'))
    await calculate(deps())
    await putOrder(database.db, id, { cents: 600, date: '2026-07-31' })
    await calculate(deps())
    clock.set(new Date('2026-10-01T07:00:00Z'))
    await putOrder(database.db, id, { cents: 700, date: '2026-07-31' })
    await calculate(deps())
    const days = (await rowsOf(database.db, id)).map((row) => row.available_on)
    expect(days).toEqual(['2026-09-29', '2026-09-30', '2026-10-01'])
  })

  it('seals a run with the number of its rows and the digest of their hashes', async () => {
    await anasOrder()
    const bens = newOrderId()
    await putOrder(database.db, bens)
    await giveOrder(database.db, bens, { person: ben })
    const runId = await insertRun(database.db)
    await calculate(deps(), { runId })
    const run = await database.db
      .selectFrom('posting_runs')
      .where('run_id', '=', runId)
      .selectAll()
      .executeTakeFirstOrThrow()
    const rows = await database.db
      .selectFrom('earnings_ledger')
      .where('posting_run_id', '=', run.id)
      .orderBy('payee_id')
      .orderBy('sequence')
      .select('hash')
      .execute()
    const digest = createHash('sha256')
    for (const { hash } of rows) digest.update(hash)
    expect(run.entries).toBe(2)
    expect(run.finished_at).toEqual(clock.now())
    expect(run.digest).toEqual(digest.digest())
  })

  it('continues after an interruption with the rest, in the same posting run', async () => {
    const ids: string[] = []
    for (let i = 0; i < 3; i += 1) ids.push(await anasOrder())
    const runId = await insertRun(database.db)
    const stopping = { ...unwatched, step: () => Promise.reject(new RunStopped()) }
    await expect(calculate(deps(), { runId, progress: stopping })).rejects.toThrow(RunStopped)
    expect((await waiting()).sort()).toEqual(ids.toSorted())
    expect(await rowsOf(database.db, ids[0] as string)).toEqual([])
    // Stopped after one committed chunk: it counts for the run.
    await calculate(deps(), { runId })
    const late = await anasOrder()
    expect(await calculate(deps(), { runId })).toEqual({ processed: 4 })
    expect(await amountsOf(late)).toEqual(['commission 400 80 320'])
    const runs = await database.db
      .selectFrom('posting_runs')
      .where('run_id', '=', runId)
      .select('entries')
      .execute()
    expect(runs).toEqual([{ entries: 4 }])
  })

  it('seals what a stopped run had posted with the next run', async () => {
    const stopped = await insertRun(database.db)
    await database.db
      .insertInto('posting_runs')
      .values({ run_id: stopped, started_at: clock.now() })
      .execute()
    await calculate(deps())
    const run = await database.db
      .selectFrom('posting_runs')
      .where('run_id', '=', stopped)
      .select(['entries', 'digest'])
      .executeTakeFirstOrThrow()
    expect(run).toEqual({ entries: 0, digest: createHash('sha256').digest() })
  })

  it('posts each order once, in parts, those of nobody too', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => insertPerson(database.db)))
    const owners = [null, ...people, ...people, ...people]
    const ids = await Promise.all(
      owners.map(async (person) => {
        const id = newOrderId()
        await putOrder(database.db, id)
        await giveOrder(database.db, id, person && { person })
        return id
      }),
    )
    const done: number[] = []
    const step = async (_: unknown, rows: { done: number }) => void done.push(rows.done)
    expect(await calculate(deps(), { atOnce: 6, progress: { ...unwatched, step } })).toEqual({
      processed: 15,
    })
    expect(done).toEqual([6, 12, 16])
    expect(await waiting()).toEqual([])
    for (const [index, id] of ids.entries())
      expect((await rowsOf(database.db, id)).map((row) => row.payee_id)).toEqual(
        owners[index] ? [owners[index].payeeId] : [],
      )
  })

  it('keeps the parts that it has posted where it is ended, and posts the rest next time', async () => {
    for (let i = 0; i < 4; i += 1) await anasOrder()
    const runId = await insertRun(database.db)
    let steps = 0
    const step = () => (steps++ === 0 ? Promise.resolve() : Promise.reject(new RunStopped()))
    await expect(calculate(deps(), { runId, atOnce: 2, progress: { ...unwatched, step } })).rejects.toThrow(
      RunStopped,
    )
    expect(await waiting()).toHaveLength(2)
    expect(steps).toBe(2)
    expect(await calculate(deps(), { runId })).toEqual({ processed: 4 })
  })

  it('keeps the parts that it has posted where its connection is lost, and continues with the rest', async () => {
    const ids = [await anasOrder(), await anasOrder()]
    const runId = await insertRun(database.db)
    const db = losingItsConnection()
    await expect(calculate({ db, clock: clock.now }, { runId, atOnce: 1 })).rejects.toThrow(/terminat/)
    expect(await waiting()).toHaveLength(1)
    expect(await calculate(deps(), { runId })).toEqual({ processed: 2 })
    for (const id of ids) expect(await amountsOf(id)).toEqual(['commission 400 80 320'])
  })

  it('reports its progress in each transaction that posts', async () => {
    const ids = Array.from({ length: 2_001 }, (_, i) => `900-${String(i).padStart(5, '0')}`)
    await database.pool.query(
      `insert into amazon_orders (order_item_id, marketplace, order_date, asin, quantity, commission_cents,
         order_status, updated_at)
       select id, 'us', '2026-09-01', 'B000000001', 1, 100, 'shipped', now() from unnest($1::text[]) id`,
      [ids],
    )
    await database.pool.query('insert into orders_to_post select unnest($1::text[])', [ids])
    const steps: { done: number; total?: number; left: number }[] = []
    const step = async (tx: { db: typeof database.db }, rows: { done: number; total?: number }) => {
      expect(tx.db.isTransaction).toBe(true)
      const left = await tx.db
        .selectFrom('orders_to_post')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      steps.push({ ...rows, left: left.count })
    }
    await calculate(deps(), { atOnce: 1_500, progress: { ...unwatched, step } })
    expect(steps).toEqual([
      { done: 1_500, total: 2_001, left: 501 },
      { done: 2_001, total: 2_001, left: 0 },
    ])
  })
})
