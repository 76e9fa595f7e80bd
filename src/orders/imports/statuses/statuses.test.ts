import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../tests/harness/app.ts'
import { type Person, signUpAdmin } from '../../../../tests/harness/people.ts'
import { findingsAt } from '../../testing/findings.ts'
import { reportText, type TextRow } from '../../testing/report-text.ts'
import { auditOf, type Imports, importsOf, ordersIn } from '../testing/stage.ts'

let app: TestApp
let admin: Person
let imports: Imports
beforeAll(async () => {
  app = await startTestApp()
  admin = await signUpAdmin(app)
  imports = importsOf(app, admin)
})
afterAll(() => app.close())
afterEach(async () => {
  expect(await findingsAt(app)).toEqual([])
})

let n = 0
/** Each test has a status and orders of its own. */
let status = ''
beforeEach(() => {
  n += 1
  status = `In transit ${n}`
})
const row = (id: string, cells: TextRow = {}): TextRow => ({
  order_item_id: `${n}-${id}`,
  commission_amount: '4.00',
  order_status: status,
  ...cells,
})
const add = (rows: TextRow[], query: Record<string, string | boolean> = {}) => {
  app.clock.advance(1_000)
  return imports.add(reportText(rows), query)
}
const say = (id: string, statuses: { status: string; means: string }[]) =>
  imports.call('POST', `/${id}/answer`, { statuses })
/** Answers what a file asks, and merges it. */
const answerAndMerge = async (id: string, means: string) => {
  expect((await say(id, [{ status, means }])).status).toBe(200)
  await imports.settled(id)
  return imports.merge(id)
}
const order = async (id: string) => {
  const known = (await ordersIn(app))[`${n}-${id}`]
  return known && `${known.status} ${known.cents}`
}
const call = (method: string, path: string, body?: unknown) =>
  app.request(method, `/api/v1/admin/report-statuses${path}`, {
    token: admin.token,
    ...(body !== undefined && { body }),
  })
const known = async () =>
  (await call('GET', '')).body.items.filter((one: { status: string }) => one.status.endsWith(` ${n}`))

describe('a status that nobody knows (docs/product/reports.md#unknown-statuses)', () => {
  it('is asked once a file, with its rows and money, and answered for all of them', async () => {
    const asked = await add([
      row('a'),
      row('b', { order_status: `IN_TRANSIT  ${n}`, commission_amount: '1.50' }),
      row('c', { order_status: 'shipped' }),
    ])
    expect(asked).toMatchObject({
      state: 'question',
      question: { kind: 'statuses', statuses: [{ status, rows: 2, commission: 5.5 }] },
      errors: [],
    })
    const merged = await answerAndMerge(asked.id, 'pending')
    expect(merged).toMatchObject({ state: 'merged', total: 3, imported: 3, failed: 0, question: null })
    expect([await order('a'), await order('b'), await order('c')]).toEqual([
      'pending 400',
      'pending 150',
      'shipped 400',
    ])
  })

  it('is remembered for later files, whatever its case and spaces', async () => {
    await answerAndMerge((await add([row('a')])).id, 'shipped')
    expect(await known()).toMatchObject([
      { status: status.toLowerCase(), means: 'shipped', by: admin.username },
    ])
    const later = await add([row('b', { order_status: `in-TRANSIT ${n}` })], { apply: true })
    expect(later).toMatchObject({ state: 'merged', imported: 1 })
    expect(await order('b')).toBe('shipped 400')
  })

  it.each([
    ['cancelled', 'cancelled 400'],
    ['returned', 'returned 400'],
    ['shipped', 'shipped 400'],
  ])('may mean %s', async (means, state) => {
    await answerAndMerge((await add([row('a')])).id, means)
    expect(await order('a')).toBe(state)
  })

  it('may be left out: its rows are listed, and rows and money still tie', async () => {
    const asked = await add([row('a'), row('b', { order_status: 'shipped', commission_amount: '2.00' })])
    expect((await say(asked.id, [{ status, means: 'left_out' }])).status).toBe(200)
    expect(await imports.settled(asked.id)).toMatchObject({
      total: 2,
      failed: 1,
      preview: { new_orders: 1 },
      reported: { rows: 2, left_out: 4 },
      errors: [
        {
          line: 2,
          column: 'order_status',
          message: `Rows of the status “${status}” are left out, as an admin said.`,
        },
      ],
    })
    await imports.merge(asked.id)
    expect([await order('a'), await order('b')]).toEqual([undefined, 'shipped 200'])
  })

  it('is changed for files that are read later, and never for what was read', async () => {
    await answerAndMerge((await add([row('a')])).id, 'pending')
    const staged = await add([row('b')])
    const { status: changed, body } = await call('PUT', `/${encodeURIComponent(status)}`, {
      means: 'shipped',
    })
    expect([
      changed,
      body.items.find((one: { status: string }) => one.status.endsWith(` ${n}`)),
    ]).toMatchObject([200, { means: 'shipped' }])
    await call('PUT', `/${encodeURIComponent(status)}`, { means: 'shipped' })
    await imports.merge(staged.id)
    await add([row('c')], { apply: true })
    expect([await order('a'), await order('b'), await order('c')]).toEqual([
      'pending 400',
      'pending 400',
      'shipped 400',
    ])
    const changes = (await auditOf(app, admin)).filter(({ action }) => action === 'report_status.set')
    expect(changes.filter(({ subject }) => subject === status.toLowerCase())).toMatchObject([
      { details: { before: 'pending', after: 'shipped' } },
    ])
  })

  it('is answered as a whole, and once', async () => {
    const asked = await add([row('a'), row('b', { order_status: `Lost ${n}` })])
    expect((await say(asked.id, [{ status, means: 'shipped' }])).body).toMatchObject({
      code: 'conflict',
      message: 'This import asks about other statuses. Look at it again.',
    })
    const both = [
      { status, means: 'shipped' },
      { status: `Lost ${n}`, means: 'cancelled' },
    ]
    const answers = await Promise.all([say(asked.id, both), say(asked.id, both)])
    expect(answers.map((one) => one.status).toSorted()).toEqual([200, 409])
    expect(await imports.settled(asked.id)).toMatchObject({ state: 'staged', total: 2, failed: 0 })
    expect(await known()).toHaveLength(2)
  })

  it('is no question of a column that is something else: further ones are problems of their rows', async () => {
    const rows = Array.from({ length: 22 }, (_, nth) => row(`${nth}`, { order_status: `Mug ${nth} of ${n}` }))
    const asked = await add(rows)
    const statuses = asked.question?.kind === 'statuses' ? asked.question.statuses : []
    expect(statuses).toHaveLength(20)
    await say(
      asked.id,
      statuses.map((one) => ({ status: one.status, means: 'shipped' })),
    )
    // The rest is asked then.
    expect((await imports.settled(asked.id)).question).toMatchObject({
      kind: 'statuses',
      statuses: [{ rows: 1 }, { rows: 1 }],
    })
    await imports.discard(asked.id)
  })

  it('is refused by name where the call cannot ask, and unknown ones are not changed', async () => {
    const answer = await app.request('POST', '/functions/v1/amazon-import', {
      token: admin.token,
      body: { csvData: reportText([row('a')]) },
    })
    expect([answer.status, answer.body.message]).toEqual([
      400,
      `Nobody has said what the status “${status}” means. Import this report in the Admin Panel, which asks.`,
    ])
    expect((await call('PUT', '/never%20seen', { means: 'shipped' })).status).toBe(404)
  })
})
