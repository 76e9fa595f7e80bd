import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { signUpAdmin } from '../../../tests/harness/people.ts'
import { reportText } from '../testing/report-text.ts'
import { type Imports, importsOf } from './testing/stage.ts'

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

const invoke = async (name: string) =>
  (await app.request('POST', `/functions/v1/${name}`, { token })).body.results

describe('the counts of the three steps (decision 24)', () => {
  it('counts every row of the file once, bad ones and several of one order too', async () => {
    const rows = [
      { order_item_id: 'q-1' },
      { order_item_id: 'q-2', commission_amount: '4.20' },
      { order_item_id: 'q-3' },
    ]
    await imports.add(reportText(rows), { apply: true })
    app.clock.advance(1_000)
    const text = reportText([
      ...rows.slice(0, 2),
      { ...rows[1], product_title: 'Item 2', quantity: '-1', commission_amount: '-1.20' },
      { order_item_id: 'q-4' },
      { order_item_id: 'q-4', quantity: '2' },
      { order_item_id: 'q-5', asin: 'no' },
    ])
    const { total, imported, updated, unchanged, failed, waiting_returns, combined } = await imports.add(
      text,
      {
        apply: true,
      },
    )
    expect({ total, imported, updated, unchanged, failed, waiting_returns, combined }).toEqual({
      total: 6,
      imported: 1,
      updated: 1,
      unchanged: 1,
      failed: 1,
      waiting_returns: 0,
      combined: 2,
    })
  })

  it('of a file that was imported before are those of its rows as well', async () => {
    const same = { order_item_id: 'again-1', product_title: 'A mug' }
    const text = reportText([same, { ...same, quantity: '2' }, { order_item_id: 'again-2', asin: 'no' }])
    await imports.add(text, { apply: true })
    expect(await imports.add(text, { apply: true })).toMatchObject({
      state: 'repeated',
      total: 3,
      imported: 0,
      unchanged: 1,
      failed: 1,
      combined: 1,
    })
  })

  it('of matching and calculating add up to what waited', async () => {
    await invoke('commission-matcher')
    await invoke('earnings-calculator')
    // Three more wait, of which one was decided by hand.
    await imports.add(reportText(['x-1', 'x-2', 'x-3'].map((order_item_id) => ({ order_item_id }))), {
      apply: true,
    })
    const { pool } = app.database
    await pool.query(
      `insert into order_matches (order_item_id, order_date, confidence, reason, evidence, matched_at, is_decided)
       values ('x-1', '2026-11-03', 'unknown', 'By hand.', '{"rule": "none"}', now(), true)`,
    )
    const { total, matched, no_match, waiting, left_alone } = await invoke('commission-matcher')
    expect({ total, matched, no_match, waiting, left_alone }).toEqual({
      total: 2,
      matched: 0,
      no_match: 2,
      waiting: 3,
      left_alone: 1,
    })
    await pool.query("insert into orders_to_post values ('x-1'), ('x-2') on conflict do nothing")
    const { processed, unchanged, waiting: waited } = await invoke('earnings-calculator')
    expect(waited).toBeGreaterThanOrEqual(2)
    expect(processed + unchanged).toBe(waited)
  })
})
