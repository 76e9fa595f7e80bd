import { describe, expect, it } from 'vitest'
import { convert, exampleOf, inCents, meansOf } from './rules.ts'

// docs/product/ledger.md#rates
describe('an amount in cents', () => {
  it.each([
    [1_200, 'GBP', '1.3125', 1_575],
    [1, 'GBP', '0.5', 1],
    [-1, 'GBP', '0.5', -1],
    [1_000, 'JPY', '0.0066', 660],
    [48, 'JPY', '0.0066666666', 32],
    [9_007_199_254_740, 'INR', '0.0111', 99_979_911_728],
    [0, 'EUR', '1.08', 0],
  ])('%s %s at %s is %s', (amount, currency, rate, cents) => {
    expect(inCents(amount, currency, rate)).toBe(cents)
  })
})

describe('an order of several months', () => {
  const july = { month: '2026-07', amount: 500, rate: '1.31' }
  const august = (amount: number, rate: string | null = '1.4') => ({ month: '2026-08', amount, rate })

  const totalOf = (months: Parameters<typeof convert>[0]) =>
    convert(months, 'GBP')?.months.reduce((sum, { cents }) => sum + cents, 0)

  it('has each month’s purchases at that month’s rate', () => {
    expect(convert([august(500), july], 'GBP')).toEqual({
      months: [
        { month: '2026-07', cents: 655 },
        { month: '2026-08', cents: 700 },
      ],
      conversions: [
        { month: '2026-07', currency: 'GBP', amount: '5.00', usd_per_unit: '1.31' },
        { month: '2026-08', currency: 'GBP', amount: '5.00', usd_per_unit: '1.4' },
      ],
    })
  })

  it('takes what came back at the rate of what was bought, whatever the month of the return has', () => {
    expect(convert([july, august(-200, null)], 'GBP')?.months).toEqual([
      { month: '2026-07', cents: 655 },
      { month: '2026-08', cents: inCents(300, 'GBP', '1.31') - 655 },
    ])
    expect(totalOf([july, august(-500)])).toBe(0)
  })

  it('waits while a month of purchases has no rate, even where others have', () => {
    expect(convert([july, august(500, null)], 'GBP')).toBeNull()
  })

  it('leaves nothing of a full return in thirds', () => {
    const thirds = [167, 167, 166].map((part, at) => ({ ...august(-part), month: `2026-0${at + 7}` }))
    expect(totalOf([{ ...july, month: '2026-06' }, ...thirds])).toBe(0)
  })
})

describe('the example that confirms a rate', () => {
  it.each([
    ['JPY', '0.0066', null, '¥1,000 = $6.60'],
    ['GBP', '1.31', null, '£100 = $131.00'],
    ['GBP', '1.31', '1.25', null],
    ['GBP', '1.3125', '1.25', '£100 = $131.25'],
    ['JPY', '0.66', '0.0066', '¥1,000 = $660.00'],
  ])('%s at %s after %s', (currency, rate, last, example) => {
    expect(exampleOf(currency, rate, last)?.replace('.00 =', ' =') ?? null).toBe(example)
  })
})

describe('means by the European Central Bank', () => {
  const days = Array.from({ length: 30 }, (_, at) => `2026-11-${String(at + 1).padStart(2, '0')}`).filter(
    (day) => ![0, 6].includes(new Date(day).getUTCDay()),
  )
  const file = (rows: string[][]) => [['Date', 'USD', 'GBP', 'JPY', 'TRY', ''], ...rows]

  it('are of the days’ quotients, exact to ten places', () => {
    const rows = days.map((day, at) => [
      day,
      '1.05',
      at % 2 ? '0.84' : '0.7',
      '150',
      at === 3 ? 'N/A' : '40',
      '',
    ])
    expect(meansOf(file(rows), '2026-11')).toEqual({
      days: 21,
      rates: [
        { currency: 'GBP', usd_per_unit: '1.3809523810' },
        { currency: 'EUR', usd_per_unit: '1.05' },
        { currency: 'JPY', usd_per_unit: '0.007' },
      ].map((one) => ({ ...one, usd_per_unit: one.usd_per_unit.replace(/0$/, '') })),
    })
  })

  it.each([
    ['another file', [['Order', 'USD']]],
    ['half a month', file(days.slice(0, 12).map((day) => [day, '1.05', '0.84', '150', '40']))],
    ['a month that goes on', file(days.slice(0, -4).map((day) => [day, '1.05', '0.84', '150', '40']))],
    ['a day twice', file([...days, days[0] ?? ''].map((day) => [day, '1.05', '0.84', '150', '40']))],
    ['no rates', file(days.map((day) => [day, 'N/A', '', '', '']))],
  ])('are refused for %s', (_name, rows) => {
    expect(meansOf(rows, '2026-11')).toEqual({ problem: expect.any(String) })
  })
})
