import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../tests/harness/database.ts'
import { feeEarningsText, reportText } from '../../testing/report-text.ts'
import { stagingTable } from './sql.ts'
import { reportsIn } from './testing/imports.ts'

let database: TestDatabase
let reports: ReturnType<typeof reportsIn>
beforeAll(async () => {
  database = await createTestDatabase()
  reports = reportsIn(database)
})
afterAll(() => database.close())

const tableExists = async (id: string): Promise<boolean> =>
  (await database.pool.query('select to_regclass($1) is not null as exists', [stagingTable(id)])).rows[0]
    .exists

describe('Staging a report (decision 24)', () => {
  it('puts the rows that can be read into a table of the import’s own, and lists the others', async () => {
    const { outcome, rows, errors } = await reports.staged(
      reportText([
        {
          order_item_id: 'A-1',
          order_date: '2026-11-03 10:00',
          product_title: '=1+1 \\ "é"',
          sub_tag: 'mug-1a2b',
        },
        { order_item_id: 'A-2', asin: '?' },
        { order_item_id: 'A-3', commission_rate: '', quantity: '-1', commission_amount: '(4.20)' },
      ]),
    )
    expect(outcome).toEqual({
      outcome: 'staged',
      format: 'folio_csv',
      rows: 2,
      failed: 1,
      reconciliation: null,
      reported: { cents: 0, left_out_cents: 420, left_out_unread: 0, total_cents: null },
    })
    expect(rows).toEqual([
      {
        line: 2,
        order_item_id: 'A-1',
        order_date: '2026-11-03',
        ordered_at: new Date('2026-11-03T18:00:00Z'),
        asin: 'B0C7KQ4T2M',
        product_title: '=1+1 \\ "é"',
        quantity: 1,
        commission_cents: 420,
        commission_rate_bps: 400,
        order_status: 'shipped',
        sub_tag: 'mug-1a2b',
        tracking_id: null,
        fee_key: null,
        sale_key: null,
        reported_id: null,
        returns: null,
        told_cents: null,
        shipped_on: null,
        other_months: null,
        price_cents: null,
      },
      expect.objectContaining({
        line: 4,
        order_item_id: 'A-3',
        ordered_at: null,
        quantity: -1,
        commission_cents: -420,
        commission_rate_bps: null,
        sub_tag: null,
      }),
    ])
    expect(errors).toEqual(['3, asin: “?” is no ASIN: ten letters and digits.'])
  })

  it('counts a repeated row once where that was chosen, and lists each repetition', async () => {
    const { outcome, rows, errors } = await reports.staged(
      reportText(
        [
          { order_item_id: 'A-1', product_title: 'A' },
          { order_item_id: 'A-1', product_title: 'A' },
          { order_item_id: 'A-1', product_title: 'A', quantity: '2' },
          { order_item_id: 'A-1', product_title: 'A', commission_amount: '$4.20' },
          { order_item_id: 'A-2', product_title: 'A' },
        ],
        { totals: { order_item_id: 'Total', quantity: '4', commission_amount: '12.60' } },
      ),
      { choices: JSON.stringify([{ kind: 'repeated_rows', choice: 'once' }]) },
    )
    expect(rows.map(({ line }) => line)).toEqual([2, 4, 6])
    expect(errors).toEqual([
      '3, : This row is the same as line 2 and was counted once.',
      '5, : This row is the same as line 2 and was counted once.',
    ])
    expect(outcome).toMatchObject({
      rows: 3,
      failed: 2,
      reconciliation: {
        agrees: true,
        totals: [
          { column: 'quantity', file: 4, rows: 4 },
          { column: 'commission_amount', file: 12.6, rows: 12.6 },
        ],
      },
    })
  })

  it('stages all equal rows of Amazon’s Fee-Earnings with their identity, and compares its totals', async () => {
    const { outcome, rows } = await reports.staged(
      feeEarningsText([{}, { Seller: 'Other' }, {}, {}], {
        title: 'Fee-Earnings from 2026-11-03 to 2026-11-04',
        totals: { Category: 'Total', 'Items Shipped': '4', Returns: '0', 'Ad Fees($)': '4.00' },
      }),
    )
    const [mug, other] = rows.map(({ fee_key, sale_key }) => [fee_key, sale_key])
    expect(rows.map(({ fee_key, sale_key }) => [fee_key, sale_key])).toEqual([mug, other, mug, mug])
    expect(mug?.[0]).not.toBe(other?.[0])
    expect(mug?.[1]).not.toBe(other?.[1])
    expect(outcome).toEqual({
      outcome: 'staged',
      format: 'fee_earnings',
      reported: { cents: 336, left_out_cents: 0, left_out_unread: 0, total_cents: 400 },
      rows: 4,
      failed: 0,
      periodDays: ['2026-11-03', '2026-11-04'],
      reconciliation: {
        agrees: false,
        totals: [
          { column: 'Items Shipped − Returns', file: 4, rows: 4 },
          { column: 'Ad Fees($)', file: 4, rows: 3.36 },
        ],
      },
    })
  })

  it('asks, and reads with the answer; leaves no table where there is nothing to merge', async () => {
    const asked = await reports.staged(feeEarningsText([{ 'Date Shipped': '03/04/2026' }]))
    expect(asked.outcome).toEqual({ outcome: 'question', examples: ['03/04/2026'] })
    expect(await tableExists(asked.id)).toBe(false)
    await database.db
      .updateTable('import_batches')
      .set({ date_order: 'day_first' })
      .where('id', '=', asked.id)
      .execute()
    expect(await reports.stage(asked.id)).toMatchObject({ outcome: 'staged' })
    expect((await reports.rows(asked.id))[0].order_date).toBe('2026-04-03')

    const failed = await reports.staged(reportText([{ asin: '?' }]))
    expect(failed.outcome).toMatchObject({ outcome: 'failed', code: 'validation_failed' })
    expect(failed.errors).toEqual(['2, asin: “?” is no ASIN: ten letters and digits.'])
    expect(await tableExists(failed.id)).toBe(false)
    expect((await reports.staged('')).outcome).toMatchObject({
      outcome: 'failed',
      message: 'This file is empty.',
    })
  })

  it('lists cells that a database cannot hold', async () => {
    const { outcome, errors } = await reports.staged(
      reportText([
        {},
        { quantity: `${'x'.repeat(39)}😀😀` },
        { quantity: 'a\0b', order_item_id: `${'x'.repeat(199)}😀` },
      ]),
    )
    expect(outcome).toMatchObject({ rows: 1, failed: 2 })
    expect(errors).toEqual([
      `3, quantity: “${'x'.repeat(39)}\ufffd…” is no quantity. It must be a whole number.`,
      '4, order_item_id: An order item’s id has 1 to 200 characters, none of them invisible, and a letter or a digit.',
    ])
  })

  it('stores ten thousand of the problems and counts all', async () => {
    const wrong = Array.from({ length: 10_500 }, () => ({ asin: '?' }))
    const { outcome, errors } = await reports.staged(
      reportText([{}, {}, ...wrong, { order_item_id: 'A' }, { order_item_id: 'A' }]),
    )
    expect(outcome).toMatchObject({ outcome: 'staged', rows: 4, failed: 10_500 })
    expect(errors).toHaveLength(10_000)
  })

  it('reads days in the report’s time zone, and refuses those after the report', async () => {
    const { errors } = await reports.staged(
      reportText([{ order_date: '2026-11-04' }, { order_date: '2026-11-05' }]),
      {
        report_as_of: '2026-11-03T05:00:00Z',
      },
    )
    // It was still the 2nd in Los Angeles.
    expect(errors).toEqual([
      '3, order_date: “2026-11-05” lies after the day of the report. Check the date, or the report’s own.',
    ])
  })
})
