import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { insertPerson, insertProduct, type ProductRow } from '../../../tests/harness/factories.ts'
import { type Person, signUp, signUpAdmin } from '../../../tests/harness/people.ts'
import { match } from '../matching/testing/orders.ts'
import { reportText, type TextRow } from '../testing/report-text.ts'
import { queueOrder, storeMatch, storeOrder } from '../testing/stage.ts'
import { runFigures } from './contract.ts'

let app: TestApp
let admin: Person
let mug: ProductRow
beforeAll(async () => {
  app = await startTestApp()
  admin = await signUpAdmin(app)
  mug = await insertProduct(app.database.db, await insertPerson(app.database.db))
})
afterAll(() => app.close())

const invoke = async (name: string, body?: unknown) =>
  (await app.request('POST', `/functions/v1/${name}`, { token: admin.token, ...(body ? { body } : {}) })).body
    .results as Record<string, number>

const importRows = (rows: TextRow[]) => invoke('amazon-import', { csvData: reportText(rows) })

const ordersOf = (id: string, figure: string, { token }: Pick<Person, 'token'> = admin, cursor?: string) =>
  app.request(
    'GET',
    `/api/v1/admin/runs/${id}/orders?${new URLSearchParams({ figure, ...(cursor && { cursor }) })}`,
    { token },
  )

const idsBehind = async (id: string, figure: string): Promise<string[]> =>
  (await ordersOf(id, figure)).body.items.map((order: { order_item_id: string }) => order.order_item_id)

const lastRun = async (kind: 'match' | 'calculate') => {
  const { body } = await app.request('GET', '/api/v1/admin/pipeline', { token: admin.token })
  return body.last[kind] as { id: string; orders_listed: boolean }
}

describe('the numbers of a run', () => {
  it('lead to the orders that each of them counts, and add up to what waited', async () => {
    const own = ['a-1', 'a-2'].map((order_item_id) => ({ order_item_id, sub_tag: mug.shortLinkId }))
    await importRows([...own, { order_item_id: 'a-3', sub_tag: '', asin: 'B0NOBODYS1' }])
    const decided = await storeOrder(app)
    await storeMatch(app, decided, { is_decided: true })
    await queueOrder(app.database.db, decided)

    const results = await invoke('commission-matcher')
    const run = await lastRun('match')
    expect(run.orders_listed).toBe(true)
    const lists = Object.fromEntries(
      await Promise.all(runFigures.map(async (figure) => [figure, await idsBehind(run.id, figure)] as const)),
    )
    expect(lists).toMatchObject({
      total: ['a-1', 'a-2', 'a-3'],
      matched: ['a-1', 'a-2'],
      high_confidence: ['a-1', 'a-2'],
      medium_confidence: [],
      no_match: ['a-3'],
      left_alone: [decided],
      timed_out: [],
    })
    for (const figure of [
      'total',
      'matched',
      'high_confidence',
      'medium_confidence',
      'no_match',
      'left_alone',
    ])
      expect([figure, results[figure]]).toEqual([figure, lists[figure]?.length])
    expect(results.waiting).toBe((results.total ?? 0) + (results.left_alone ?? 0))

    expect(await invoke('earnings-calculator')).toEqual({ processed: 2, waiting: 3, unchanged: 1 })
    const calculation = await lastRun('calculate')
    expect(await idsBehind(calculation.id, 'processed')).toEqual(['a-1', 'a-2'])
    expect(await idsBehind(calculation.id, 'unchanged')).toEqual(['a-3'])
    // A later run has its own orders.
    await invoke('earnings-calculator')
    expect(await idsBehind((await lastRun('calculate')).id, 'processed')).toEqual([])
    expect(await idsBehind(calculation.id, 'processed')).toEqual(['a-1', 'a-2'])
  })

  it('come in pages by the orders’ ids, of several outcomes in one list', async () => {
    const runId = randomUUID()
    await app.database.pool.query(
      `insert into order_runs (id, kind, state, created_at, finished_at) values ($1, 'match', 'done', now(), now())`,
      [runId],
    )
    const ids = Array.from({ length: 53 }, (_, position) => `page ${String(position).padStart(2, '0')}`)
    for (const [position, id] of ids.entries()) {
      await storeOrder(app, { id, waits: false })
      await app.database.pool.query('insert into run_orders values ($1, $2, $3)', [
        runId,
        position % 2 ? 'high' : 'medium',
        id,
      ])
    }
    const first = (await ordersOf(runId, 'matched')).body
    const rest = (await ordersOf(runId, 'matched', admin, first.next_cursor)).body
    expect([...first.items, ...rest.items].map(({ order_item_id }) => order_item_id)).toEqual(ids)
    expect([first.items.length, rest.next_cursor]).toEqual([50, null])
    expect(await ordersOf(runId, 'matched', admin, '%')).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    })
  })

  it('count an order once that is decided again after an interruption', async () => {
    const { db } = app.database
    await invoke('commission-matcher')
    const [runId, order] = [randomUUID(), await storeOrder(app)]
    const results = await match(db, { runId })
    expect(results).toMatchObject({ total: 1, no_match: 1, waiting: 1 })
    await queueOrder(db, order)
    expect(await match(db, { runId })).toEqual(results)
  })

  it('lead nowhere for runs from before orders were stored, and are for admins only', async () => {
    const { rows } = await app.database.pool.query(
      `insert into order_runs (kind, state, created_at, finished_at, orders_listed)
       values ('match', 'done', now(), now(), false) returning id`,
    )
    expect((await ordersOf(rows[0].id, 'total')).status).toBe(404)
    const { id } = await lastRun('match')
    expect((await ordersOf(id, 'total', await signUp(app))).status).toBe(404)
  })
})
