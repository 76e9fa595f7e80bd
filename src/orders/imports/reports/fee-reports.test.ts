import { describe, expect, it } from 'vitest'
import { feeEarningsText, feeOrdersText } from '../../testing/report-text.ts'
import { parsed } from './testing/parse.ts'

describe('Amazon’s Fee-Earnings (docs/product/reports.md#formats)', () => {
  it('reads what was shipped and what was returned, identified by ASIN and by how it was sold', async () => {
    const { outcome, rows } = await parsed(
      feeEarningsText([
        { 'Items Shipped': '2', 'Ad Fees($)': '1.68' },
        { 'Items Shipped': '0', Returns: '1', 'Ad Fees($)': '-0.84' },
        { 'Items Shipped': '2', Returns: '1', 'Ad Fees($)': '0.84' },
        { 'Items Shipped': '1', Returns: '-1', 'Ad Fees($)': '0' },
        { 'Direct Sale': 'No' },
      ]),
    )
    expect(outcome).toMatchObject({ outcome: 'read', format: 'fee_earnings', rows: 5, failed: 0 })
    expect(rows.map((cells) => [cells[2], cells[6], cells[7], cells[9], cells[11]])).toEqual([
      ['2026-11-04', '2', '168', 'shipped', 'folio-20'],
      ['2026-11-04', '-1', '-84', 'returned', 'folio-20'],
      ['2026-11-04', '1', '84', 'shipped', 'folio-20'],
      ['2026-11-04', '0', '0', 'returned', 'folio-20'],
      ['2026-11-04', '1', '84', 'shipped', 'folio-20'],
    ])
    const ids = rows.map((cells) => cells[13])
    expect(ids[0]).toMatch(/^fee-us-B0C7KQ4T2M-[0-9a-f]{12}$/)
    expect(new Set(ids.slice(0, 4)).size).toBe(1)
    expect(ids[4]).not.toBe(ids[0])
  })

  it('compares the file’s totals', async () => {
    const { outcome } = await parsed(
      feeEarningsText([{ 'Items Shipped': '2', Returns: '1' }, {}], {
        totals: { Category: 'Total', 'Items Shipped': '3', Returns: '1', 'Ad Fees($)': '$1.68' },
      }),
    )
    expect(outcome).toMatchObject({
      totals: {
        sums: { quantity: 2, commissionCents: 168 },
        stated: [
          { column: 'Items Shipped − Returns', value: 2 },
          { column: 'Ad Fees($)', value: 168 },
        ],
      },
    })
  })
})

describe('The order of day and month in Amazon’s files', () => {
  const dated = (dates: string[], dateOrder: 'month_first' | 'day_first' | null = null) =>
    parsed(feeEarningsText(dates.map((date) => ({ 'Date Shipped': date }))), { dateOrder })
  const days = ({ rows }: Awaited<ReturnType<typeof dated>>) => rows.map((cells) => cells[2])

  it('is known from one date that can be read one way only, wherever it stands', async () => {
    expect(days(await dated(['03/04/2026', '07/19/2026']))).toEqual(['2026-03-04', '2026-07-19'])
    expect(days(await dated(['03.04.2026', '19.07.2026']))).toEqual(['2026-04-03', '2026-07-19'])
    expect(days(await dated(['September 15 2026', '2026-09-16', '09/09/2026']))).toEqual([
      '2026-09-15',
      '2026-09-16',
      '2026-09-09',
    ])
  })

  it('is asked for where no date proves it, until it is answered', async () => {
    const dates = ['03/04/2026', '05/06/2026', '03/04/2026', '09/09/2026']
    expect((await dated(dates)).outcome).toEqual({
      outcome: 'question',
      examples: ['03/04/2026', '05/06/2026'],
    })
    expect(days(await dated(dates, 'day_first'))[0]).toBe('2026-04-03')
    expect(days(await dated(dates, 'month_first'))[0]).toBe('2026-03-04')
  })

  it('is that of most dates; those that contradict it are errors', async () => {
    const contradictory = await dated(['07/19/2026', '07/20/2026', '21/07/2026', '03/04/2026'])
    expect(days(contradictory)).toEqual(['2026-07-19', '2026-07-20', '2026-03-04'])
    expect(contradictory.errors).toEqual([
      '4, Date Shipped: “21/07/2026” does not fit: dates of this file have the month first.',
    ])
    expect((await dated(['07/19/2026', '21/07/2026', '03/04/2026'])).outcome).toMatchObject({
      outcome: 'question',
    })
    expect((await dated(['21/07/2026', '2026-11-01'], 'month_first')).errors).toEqual([
      '2, Date Shipped: “21/07/2026” does not fit: dates of this file have the month first.',
    ])
  })
})

it('reads from Fee-Orders when something was ordered, and nothing that pays', async () => {
  const { outcome, rows } = await parsed(feeOrdersText([{ Date: '2026-11-01', Qty: '2' }, { Tag: '' }]))
  expect(outcome).toMatchObject({ outcome: 'read', format: 'fee_orders', rows: 2 })
  expect(rows.map((cells) => [cells[1], cells[2], cells[4], cells[7], cells[9], cells[11]])).toEqual([
    ['ordered-2', '2026-11-01', 'B0C7KQ4T2M', '0', 'pending', 'folio-20'],
    ['ordered-3', '2026-11-03', 'B0C7KQ4T2M', '0', 'pending', '\\N'],
  ])
})
