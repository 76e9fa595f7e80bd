import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../tests/harness/app.ts'
import { type Person, signUpAdmin } from '../../../../tests/harness/people.ts'
import { findingsAt } from '../../testing/findings.ts'
import { reportText } from '../../testing/report-text.ts'
import type { Doubt } from '../contract.ts'
import { askPayingDate, type Imports, importsOf, ordersIn } from '../testing/stage.ts'

let app: TestApp
let admin: Person
let imports: Imports
beforeAll(async () => {
  app = await startTestApp()
  app.clock.set(new Date('2026-12-20T12:00:00Z'))
  admin = await signUpAdmin(app)
  imports = importsOf(app, admin)
})
afterAll(async () => {
  expect(await findingsAt(app)).toEqual([])
  await app.close()
})

/** Each test has a marketplace of its own, with forty orders of $1 on 3 November. */
const marketplaces = 'us uk de fr it'.split(' ')
let marketplace = ''
beforeEach(async () => {
  marketplace = marketplaces.shift() ?? ''
  app.clock.advance(1_000)
  const rows = Array.from({ length: 40 }, (_, n) => ({
    order_item_id: `${marketplace}-${String(n).padStart(2, '0')}`,
    order_date: '2026-11-03',
    commission_amount: '1.00',
  }))
  expect(await imports.add(reportText(rows), { marketplace, apply: true })).toMatchObject({ state: 'merged' })
})

const call = (method: string, path: string, body?: unknown) =>
  app.request(method, `/api/v1/admin/${path}`, { token: admin.token, ...(body !== undefined && { body }) })
const put = (starts_on: string, confirm?: object[]) =>
  call('PUT', `paying-dates/${marketplace}`, { starts_on, ...(confirm && { confirm }) })
const ask = (starts_on: string, confirm?: object[]) =>
  askPayingDate(app, admin, { marketplace, starts_on, ...(confirm && { confirm }) })
const confirmed = (reasons: Doubt[]) =>
  reasons.map(({ kind, rows, commission }) => ({ kind, rows, commission }))
const lastChange = async () => (await call('GET', 'paying-dates')).body.change
/** How many orders of the marketplace pay. */
const paying = async () =>
  Object.values(await ordersIn(app)).filter((order) => order?.marketplace === marketplace).length
const dates = async () => {
  const { rows } = await app.database.pool.query(
    'select starts_on from paying_dates where marketplace = $1 order by id',
    [marketplace],
  )
  return rows.map(({ starts_on }) => starts_on)
}
const over = (id: string) =>
  expect
    .poll(async () => (await call('GET', `runs/${id}`)).body.state, { timeout: 30_000 })
    .toMatch(/^(done|stopped|failed)$/)

/** Has a change wait at an order that another transaction holds, while `look` looks. */
async function heldAt<T>(
  order: string,
  confirm: object[],
  look: (run: { id: string }) => Promise<T>,
): Promise<T> {
  return app.database.db.transaction().execute(async (tx) => {
    await tx
      .selectFrom('amazon_orders')
      .select('order_item_id')
      .where('order_item_id', '=', order)
      .forUpdate()
      .execute()
    const { status, body } = await put('2026-11-01', confirm)
    expect(status).toBe(200)
    await expect
      .poll(async () => (await call('GET', `runs/${body.run.id}`)).body.rows_done, { timeout: 30_000 })
      .toBeGreaterThan(0)
    return look(body.run)
  })
}

it('a change of the ship date reports its progress, and no other one begins meanwhile', async () => {
  const { reasons } = await ask('2026-11-01')
  expect(reasons).toMatchObject([{ kind: 'turned_over', rows: 40, commission: -40 }])
  // It waits for its answer, whoever asks.
  expect(await lastChange()).toMatchObject({
    marketplace,
    starts_on: '2026-11-01',
    run: { state: 'done' },
    reasons,
  })
  const confirm = confirmed(reasons)
  const run = await heldAt(`${marketplace}-20`, confirm, async (begun) => {
    const { body } = await call('GET', `runs/${begun.id}`)
    expect(body).toMatchObject({ kind: 'turn_over', state: 'running', rows_total: 40 })
    expect((await call('GET', 'pipeline')).body.open_runs).toMatchObject([{ id: begun.id }])
    expect(await put('2026-10-01')).toMatchObject({ status: 409, body: { code: 'conflict' } })
    // Pressed twice, it is asked for once.
    expect(await put('2026-11-01', confirm)).toMatchObject({ status: 200, body: { run: { id: begun.id } } })
    const { id } = await lastChange()
    expect((await call('DELETE', `paying-date-changes/${id}`)).status).toBe(409)
    expect(await paying()).toBe(40)
    return body
  })
  await over(run.id)
  expect((await call('GET', `runs/${run.id}`)).body).toMatchObject({
    state: 'done',
    rows_done: 40,
    results: { set: 1 },
  })
  expect(await lastChange()).toBeNull()
  expect([await paying(), await dates()]).toEqual([0, ['2026-11-01']])
})

it('a stopped change has no effect, and can be started again', async () => {
  const confirm = confirmed((await ask('2026-11-01')).reasons)
  const run = await heldAt(`${marketplace}-20`, confirm, async (begun) => {
    await call('POST', `runs/${begun.id}/stop`)
    await over(begun.id)
    return begun
  })
  expect(await lastChange()).toMatchObject({ run: { id: run.id, state: 'stopped' } })
  expect([await paying(), await dates()]).toEqual([40, []])
  const { status, body } = await call('POST', `runs/${run.id}/restart`)
  expect(status).toBe(201)
  await over(body.id)
  expect([await paying(), await dates()]).toEqual([0, ['2026-11-01']])
})

it('a change whose process died between its commit and its end is done once', async () => {
  const { body } = await ask('2026-11-01', confirmed((await ask('2026-11-01')).reasons))
  await app.database.pool.query(
    `update order_runs set state = 'running', finished_at = null, results = null, lease_token = gen_random_uuid(),
       lease_until = clock_timestamp() - interval '1 second' where id = $1`,
    [body.run.id],
  )
  // Any start of a run continues it, as the periodic job does.
  await call('POST', 'runs', { kind: 'match' })
  await over(body.run.id)
  expect((await call('GET', `runs/${body.run.id}`)).body).toMatchObject({
    state: 'done',
    results: { set: 1 },
  })
  expect([await paying(), await dates()]).toEqual([0, ['2026-11-01']])
})

it('a change with a question can be given up, and asks no more', async () => {
  await ask('2026-11-01')
  const { id } = await lastChange()
  expect((await call('DELETE', `paying-date-changes/${id}`)).status).toBe(204)
  expect((await call('DELETE', `paying-date-changes/${id}`)).status).toBe(204)
  expect(await lastChange()).toBeNull()
  expect([await paying(), await dates()]).toEqual([40, []])
  expect((await call('DELETE', 'paying-date-changes/0193a000-0000-7000-8000-000000000001')).status).toBe(404)
})
