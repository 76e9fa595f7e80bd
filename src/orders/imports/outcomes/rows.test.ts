import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../tests/harness/app.ts'
import { signUpAdmin } from '../../../../tests/harness/people.ts'
import { feeEarningsText, reportText } from '../../testing/report-text.ts'
import type { ImportDetail } from '../contract.ts'
import { type Imports, importsOf } from '../testing/stage.ts'
import { type ImportedRow, type RowOutcome, rowOutcomes } from './contract.ts'

let app: TestApp
let imports: Imports
beforeAll(async () => {
  app = await startTestApp()
  imports = importsOf(app, await signUpAdmin(app))
})
afterAll(() => app.close())

/** All rows of an outcome, page by page. */
async function rowsOf({ id }: ImportDetail, outcome: RowOutcome | 'all') {
  const rows: ImportedRow[] = []
  let cursor: string | null = null
  do {
    const query = new URLSearchParams({ outcome, ...(cursor && { cursor }) })
    const { body } = await imports.call('GET', `/${id}/rows?${query}`)
    expect(body.items.length).toBeLessThanOrEqual(50)
    rows.push(...body.items)
    cursor = body.next_cursor
  } while (cursor)
  return rows
}
/** Expects as many different rows for each outcome as the import counts. */
async function expectRows(batch: ImportDetail) {
  for (const outcome of rowOutcomes) {
    const rows = await rowsOf(batch, outcome)
    expect([outcome, new Set(rows.map((row) => `${row.order_item_id} ${row.line}`)).size]).toEqual([
      outcome,
      batch[outcome],
    ])
  }
}

const many = Array.from({ length: 120 }, (_, n) => ({ order_item_id: `é-%${n}` }))

describe('the rows behind an import’s numbers (decision 24)', () => {
  it('are listed by what became of them, each once, 50 a page', async () => {
    const first = await imports.add(reportText(many), { apply: true })
    expect(first).toMatchObject({ imported: 120, rows_listed: true })
    await expectRows(first)
    app.clock.advance(1_000)
    const same = { ...many[2], product_title: 'Item 3' }
    const second = await imports.add(
      reportText([
        ...many.slice(0, 70),
        { ...same, quantity: '-1', commission_amount: '-1.20' },
        ...many.slice(80, 90).map((row) => ({ ...row, order_status: 'returned' })),
        { order_item_id: 'new-1' },
        { order_item_id: 'bad', asin: 'no' },
      ]),
      { apply: true },
    )
    expect(second).toMatchObject({ imported: 1, combined: 1, failed: 1 })
    expect(second.updated + second.unchanged).toBe(80)
    await expectRows(second)
    expect(await rowsOf(second, 'imported')).toMatchObject([{ order_item_id: 'new-1', line: 83 }])
    expect(await rowsOf(second, 'combined')).toMatchObject([{ order_item_id: 'é-%2', line: 72 }])
    // A later import does not change this list.
    await imports.add(reportText([{ order_item_id: 'new-1', order_status: 'cancelled' }]), { apply: true })
    await expectRows(second)
  })

  it('are listed for Fee-Earnings too, whose rows have other ids than their orders, with returns that wait', async () => {
    const asin = 'B0LISTED01'
    const cells = (day: string, dollars: string) => ({
      ASIN: asin,
      'Date Shipped': day,
      'Ad Fees($)': dollars,
    })
    const back = { ...cells('2026-03-02', '-9.00'), 'Items Shipped': '0', Returns: '1' }
    const first = await imports.add(feeEarningsText([cells('2026-03-03', '4.00'), back]), {
      apply: true,
      marketplace: 'ca',
    })
    expect(first).toMatchObject({ imported: 1, waiting_returns: 1 })
    await expectRows(first)
    app.clock.advance(1_000)
    const newer = [cells('2026-03-03', '4.00'), back, cells('2026-03-01', '9.00')]
    const second = await imports.add(feeEarningsText(newer), { apply: true, marketplace: 'ca' })
    expect(second.imported + second.updated + second.unchanged + second.waiting_returns).toBe(3)
    await expectRows(second)
  })

  it('are refused with a bad cursor or an unknown outcome', async () => {
    const { id } = await imports.add(reportText([{ order_item_id: 'c-1' }]), { apply: true })
    expect((await imports.call('GET', `/${id}/rows?outcome=imported&cursor=x`)).status).toBe(400)
    expect((await imports.call('GET', `/${id}/rows?outcome=failed`)).status).toBe(400)
  })
})
