import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../tests/harness/app.ts'
import { insertPerson, insertProduct } from '../../../../tests/harness/factories.ts'
import { signUpAdmin } from '../../../../tests/harness/people.ts'
import { sumCents } from '../../testing/money.ts'
import { feeEarningsText, reportText } from '../../testing/report-text.ts'
import type { ImportDetail } from '../contract.ts'
import { type Imports, importsOf } from '../testing/stage.ts'
import type { ImportedRow, Tally } from './contract.ts'

let app: TestApp
let imports: Imports
let token: string
beforeAll(async () => {
  app = await startTestApp()
  const admin = await signUpAdmin(app)
  token = admin.token
  imports = importsOf(app, admin)
})
afterAll(() => app.close())

const get = async (id: string, rest: string) => (await imports.call('GET', `/${id}${rest}`)).body

/** All rows of an outcome, page by page. */
async function rowsOf({ id }: ImportDetail, outcome: string) {
  const rows: ImportedRow[] = []
  let cursor: string | null = null
  do {
    const query = new URLSearchParams({ outcome, ...(cursor && { cursor }) })
    const body: { items: ImportedRow[]; next_cursor: string | null } = await get(id, `/rows?${query}`)
    rows.push(...body.items)
    cursor = body.next_cursor
  } while (cursor)
  return rows
}

/** Rows and money by outcome; outcomes without rows are left out. */
const byOutcome = (tally: Tally | null) =>
  Object.fromEntries(
    (tally ?? [])
      .filter(({ rows }) => rows > 0)
      .map(({ outcome, rows, reported, commission }) => [outcome, [rows, reported, commission]]),
  )

/** Expects that the tally and the rows left out sum up to what the file has, in rows and in money. */
function expectTied({ total, failed, tally, reported }: ImportDetail) {
  const rows = (tally ?? []).filter(({ reported }) => reported !== null)
  expect(failed + rows.reduce((sum, row) => sum + row.rows, 0)).toBe(total)
  expect(sumCents(rows.map((row) => row.reported ?? 0))).toBe(sumCents([reported?.rows ?? Number.NaN]))
}

describe('an import that is reviewed before its merge (decision 24)', () => {
  it('shows rows and money by what becomes of them, before the merge and after it', async () => {
    const rows = [
      { order_item_id: 'r-1', commission_amount: '4.20' },
      { order_item_id: 'r-2', commission_amount: '5.00' },
      { order_item_id: 'r-3', commission_amount: '6.00' },
    ]
    await imports.add(reportText(rows), { apply: true })
    app.clock.advance(1_000)
    const staged = await imports.add(
      reportText(
        [
          ...rows.slice(0, 1),
          { ...rows[1], product_title: 'Item 2', commission_amount: '7.50' },
          { ...rows[2], product_title: 'Item 3', quantity: '1' },
          { ...rows[2], product_title: 'Item 3', quantity: '-1', commission_amount: '-6.00' },
          { order_item_id: 'r-4', commission_amount: '1.10' },
          { order_item_id: 'r-5', commission_amount: '2.25', asin: 'no' },
          { order_item_id: 'r-6', commission_amount: 'much' },
        ],
        { totals: { order_item_id: 'Total', commission_amount: '9.05' } },
      ),
    )
    expect(staged.reported).toEqual({ rows: 6.8 + 6, left_out: 2.25, left_out_unread: 1, statement: 9.05 })
    expect(byOutcome(staged.tally)).toEqual({
      imported: [1, 1.1, 1.1],
      updated: [2, 13.5, -3.5],
      unchanged: [1, 4.2, 0],
      combined: [1, -6, 0],
    })
    expectTied(staged)
    const { before, after } = (staged.preview as NonNullable<ImportDetail['preview']>).commission
    expect(sumCents([after ?? 0, -(before ?? 0)])).toBe(-240)
    const merged = await imports.settledAll(staged)
    expect(merged.state).toBe('merged')
    expect(merged.tally).toEqual(staged.tally)
    expect(merged.reported).toEqual(staged.reported)
  })

  it('lists its rows by what would become of them, in the order of the file, with what they report and the present order', async () => {
    const many = Array.from({ length: 60 }, (_, n) => ({ order_item_id: `l-${n}` }))
    await imports.add(reportText(many), { apply: true })
    app.clock.advance(1_000)
    const changed = many.map((row, n) => ({
      ...row,
      product_title: `Item ${n + 1}`,
      commission_amount: '5.20',
    }))
    const staged = await imports.add(
      reportText([
        { order_item_id: 'l-new', order_status: 'pending' },
        ...changed,
        { order_item_id: 'l-bad', asin: 'no' },
      ]),
    )
    expect(await rowsOf(staged, 'updated')).toMatchObject(
      changed.map(({ order_item_id }, n) => ({
        line: n + 3,
        order_item_id,
        order_status: 'shipped',
        commission: 4.2,
        reported: 5.2,
        would_be: { order_status: 'shipped', commission: 5.2 },
      })),
    )
    expect(await rowsOf(staged, 'imported')).toMatchObject([
      { line: 2, order_item_id: 'l-new', order_status: null, commission: null, reported: 4.2 },
    ])
    expect((await rowsOf(staged, 'all')).map(({ line }) => line)).toEqual(
      Array.from({ length: 61 }, (_, n) => n + 2),
    )
    expect(await rowsOf(staged, 'unchanged')).toEqual([])
    const problems = await get(staged.id, '/problems')
    expect(problems).toMatchObject({ items: [{ line: 63, order_item_id: 'l-bad' }], next_cursor: null })
    expect((await imports.call('GET', `/${staged.id}/problems?cursor=x`)).status).toBe(400)
    // After the merge they are listed by their ids, with the orders as they are.
    const merged = await imports.merge(staged.id)
    expect(merged.tally).toEqual(staged.tally)
    expect(await rowsOf(merged, 'all')).toHaveLength(61)
    expect((await rowsOf(merged, 'updated'))[0]).toMatchObject({
      commission: 5.2,
      reported: null,
      would_be: null,
    })
  })

  it('of Fee-Earnings shows withdrawn orders and waiting returns, and sums up to the statement before and after', async () => {
    const row = (asin: string, dollars: string, more: object = {}) => ({
      ASIN: asin,
      'Date Shipped': '2026-03-03',
      'Ad Fees($)': dollars,
      ...more,
    })
    const back = { 'Items Shipped': '0', Returns: '1' }
    const marketplace = 'ca'
    await imports.add(feeEarningsText([row('B0TALLY001', '4.00'), row('B0TALLY002', '3.00')]), {
      apply: true,
      marketplace,
    })
    app.clock.advance(1_000)
    const staged = await imports.add(
      feeEarningsText(
        [row('B0TALLY001', '4.00'), row('B0TALLY003', '2.50'), row('B0TALLY004', '-9.00', back)],
        {
          totals: { ASIN: 'Total', 'Ad Fees($)': '-2.50' },
        },
      ),
      { marketplace },
    )
    const tally = {
      imported: [1, 2.5, 2.5],
      unchanged: [1, 4, 0],
      waiting_returns: [1, -9, 0],
      withdrawn: [1, null, -3],
    }
    expect(byOutcome(staged.tally)).toEqual(tally)
    expectTied(staged)
    expect(staged.reported).toEqual({ rows: -2.5, left_out: 0, left_out_unread: 0, statement: -2.5 })
    expect(await rowsOf(staged, 'withdrawn')).toMatchObject([
      {
        line: null,
        asin: 'B0TALLY002',
        commission: 3,
        reported: null,
        would_be: { order_status: 'withdrawn', commission: 0 },
      },
    ])
    expect(await rowsOf(staged, 'waiting_returns')).toMatchObject([{ asin: 'B0TALLY004', reported: -9 }])
    expect(await rowsOf(staged, 'unchanged')).toMatchObject([{ asin: 'B0TALLY001', line: 2, commission: 4 }])
    const merged = await imports.merge(staged.id)
    expect(merged.state).toBe('merged')
    expect(byOutcome(merged.tally)).toEqual(tally)
    expectTied(merged)
    expect(await rowsOf(merged, 'withdrawn')).toMatchObject([
      { asin: 'B0TALLY002', order_status: 'withdrawn' },
    ])
    expect(await rowsOf(merged, 'waiting_returns')).toMatchObject([{ asin: 'B0TALLY004' }])
    expect(await rowsOf(merged, 'all')).toHaveLength(3)
    // Undoing adds nothing to these lists.
    const undone = await imports.undo(merged.id)
    expect(await rowsOf(undone, 'withdrawn')).toHaveLength(1)
  })

  it('shows whose money changes by how much: by match, sub tag or tracking ID, else nobody’s yet', async () => {
    const { db } = app.database
    const [ana, ben] = [await insertPerson(db), await insertPerson(db)]
    const mug = await insertProduct(db, ana, { asin: 'B0TAGGED01' })
    const bowl = await insertProduct(db, ben, { asin: 'B0TAGGED02' })
    const known = {
      order_item_id: 'w-1',
      commission_amount: '8.00',
      asin: 'B0TAGGED01',
      sub_tag: mug.shortLinkId,
    }
    await imports.add(reportText([known]), { apply: true })
    await app.request('POST', '/functions/v1/commission-matcher', { token })
    app.clock.advance(1_000)
    const text = reportText([
      // A matched order stays its creator's, whatever its sub tag says now.
      { ...known, commission_amount: '6.50', sub_tag: bowl.shortLinkId },
      { order_item_id: 'w-2', commission_amount: '3.00', sub_tag: bowl.shortLinkId.toUpperCase() },
      { order_item_id: 'w-3', commission_amount: '2.00', sub_tag: bowl.shortLinkId },
      { order_item_id: 'w-4', commission_amount: '1.00' },
    ])
    const staged = await imports.add(text)
    expect(staged.preview?.creators).toEqual([
      { payee_id: ben.payeeId, username: ben.username, orders: 2, commission: 5 },
      { payee_id: ana.payeeId, username: ana.username, orders: 1, commission: -1.5 },
      { payee_id: null, username: null, orders: 1, commission: 1 },
    ])
    expect(staged.preview?.other_creators).toBeNull()
    const merged = await imports.merge(staged.id)
    // What undoing would change is answered before; nothing changes yet.
    const undoing = await get(merged.id, '/undoing')
    expect(undoing).toEqual({
      orders: 4,
      commission: -4.5,
      creators: [
        { payee_id: ben.payeeId, username: ben.username, orders: 2, commission: -5 },
        { payee_id: ana.payeeId, username: ana.username, orders: 1, commission: 1.5 },
        { payee_id: null, username: null, orders: 1, commission: -1 },
      ],
      other_creators: null,
      is_at_most: false,
    })
    expect(await get(merged.id, '')).toMatchObject({ undone: null, undone_effect: null })
    const undone = await imports.undo(merged.id)
    expect(undone.undone_effect).toEqual(undoing)
    expect(await imports.call('GET', `/${merged.id}/undoing`)).toMatchObject({ status: 409 })
    expect(await get(undone.id, '')).toMatchObject({ undone_effect: undoing })
  })

  it('is listed among the discarded ones, or among all others', async () => {
    const staged = await imports.add(reportText([{ order_item_id: 'd-1' }]))
    const gone = await imports.add(reportText([{ order_item_id: 'd-2' }]))
    await imports.discard(gone.id)
    const listed = async (discarded: string) =>
      (await imports.call('GET', `?discarded=${discarded}`)).body.items.map(({ id }: ImportDetail) => id)
    expect(await listed('true')).toEqual([gone.id])
    expect(await listed('false')).toContain(staged.id)
    expect(await listed('false')).not.toContain(gone.id)
    expect(await rowsOf(gone, 'all')).toEqual([])
  })

  it('names the step that it waits for, and the import whose file it repeats', async () => {
    const october = await imports.add(reportText([{ order_item_id: 'w-1' }]), { file_name: 'october.csv' })
    const november = await imports.add(reportText([{ order_item_id: 'w-2' }]))
    expect(november.in_the_way).toBeNull()
    const { rows } = await app.database.pool.query(
      `insert into order_runs (kind, import_id, state, created_at, lease_token, lease_until)
       values ('merge', $1, 'running', now(), gen_random_uuid(), now() + interval '1 hour') returning id`,
      [october.id],
    )
    expect((await imports.call('POST', `/${november.id}/merge`)).body.run.state).toBe('waiting')
    const waiting = await get(november.id, '')
    expect(waiting.in_the_way).toEqual({ kind: 'merge', import_id: october.id, file_name: 'october.csv' })
    // An import whose own step runs waits for nothing.
    expect((await get(october.id, '')).in_the_way).toBeNull()

    await app.request('POST', `/api/v1/admin/runs/${waiting.run.id}/stop`, { token })
    await app.database.pool.query('delete from order_runs where id = $1', [rows[0].id])
    const merged = await imports.merge(october.id)
    const again = await imports.add(reportText([{ order_item_id: 'w-1' }]))
    expect(again.in_the_way).toEqual({ kind: 'same_file', import_id: merged.id, file_name: 'october.csv' })
  })
})
