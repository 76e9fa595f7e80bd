import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DecimalSign, foreignCurrency, provenDecimalSign, readAmount } from './amount-rules.ts'

describe('Amounts (docs/product/reports.md#cells)', () => {
  it.each([
    ['12.34', 1234],
    ['$1,234.50', 123450],
    ['(4.20)', -420],
    ['-4.20', -420],
    ['\u22124.20', -420],
    ['–4.20', -420],
    ['4.20-', -420],
    ['-$4.20', -420],
    ['$-4.20', -420],
    ['($4.20)', -420],
    ['US$ 4.20', 420],
    ['4.20 USD', 420],
    ['1,234', 123400],
    ['1,234,567.89', 123456789],
    ['1 234.50', 123450],
    ['1\u202f234.50', 123450],
    ['4', 400],
    ['4.', 400],
    ['4.2', 420],
    ['.42', 42],
    ['0', 0],
    ['-0.00', 0],
    ['0.840', 84],
    ['12.3400', 1234],
  ])('%s is %i cents', (cell, cents) => {
    expect(readAmount(cell, { decimal: '.', currency: 'USD' })).toEqual({ cents })
  })

  it.each([
    ['1.234,50', 123450],
    ['1.234', 123400],
    ['4,20', 420],
    ['-4,2', -420],
    ['1.234.567,89', 123456789],
    ['(0,05)', -5],
  ])('%s is %i cents where a comma is the decimal sign', (cell, cents) => {
    expect(readAmount(cell, { decimal: ',', currency: 'USD' })).toEqual({ cents })
  })

  it.each([
    ['₹1,23,456.50', 12345650],
    ['Rs. 12,34,567', 123456700],
    ['1,00,000.00 INR', 10000000],
    ['1,234.50', 123450],
    ['1,234,567.00', 123456700],
  ])('%s is %i paise: rupees are grouped by lakhs, or as elsewhere', (cell, cents) => {
    expect(readAmount(cell, { decimal: '.', currency: 'INR' })).toEqual({ cents })
  })

  it('groups by lakhs are wrong in other currencies', () => {
    expect(readAmount('1,23,456.50', { decimal: '.', currency: 'USD' })).toHaveProperty('problem')
  })

  it.each([
    ['1.234', '.', '“1.234” can be read as whole dollars or as parts of a cent. Write it as 12.34.'],
    ['1.000', '.', '“1.000” can be read as whole dollars or as parts of a cent. Write it as 12.34.'],
    ['1,234', ',', '“1,234” can be read as whole dollars or as parts of a cent. Write it as 12.34.'],
    ['0.845', '.', '“0.845” has parts of a cent.'],
    ['12.3456', '.', '“12.3456” has parts of a cent.'],
    [
      '4,20',
      '.',
      '“4,20” is written otherwise than the other amounts of this file. Write all of them as 12.34.',
    ],
    [
      '4.20',
      ',',
      '“4.20” is written otherwise than the other amounts of this file. Write all of them as 12.34.',
    ],
    ['12345678901.00', '.', '“12345678901.00” is too large an amount.'],
    ['abc', '.', '“abc” is no amount. Write it as 12.34.'],
    ['$', '.', '“$” is no amount. Write it as 12.34.'],
    ['-(4.20)', '.', '“-(4.20)” is no amount. Write it as 12.34.'],
    ['(4.20', '.', '“(4.20” is no amount. Write it as 12.34.'],
    ['4.20)', '.', '“4.20)” is no amount. Write it as 12.34.'],
    ['--4.20', '.', '“--4.20” is no amount. Write it as 12.34.'],
    ['12,34.50', '.', '“12,34.50” is no amount. Write it as 12.34.'],
    ['4.20.1', '.', '“4.20.1” is no amount. Write it as 12.34.'],
    ['1e3', '.', '“1e3” is no amount. Write it as 12.34.'],
    ['٤.٢٠', '.', '“٤.٢٠” is no amount. Write it as 12.34.'],
  ] as [string, DecimalSign, string][])('%s with %s is refused', (cell, decimal, problem) => {
    expect(readAmount(cell, { decimal, currency: 'USD' })).toEqual({ problem })
  })

  it('reads every amount that a program may write, in either notation', () => {
    const amount = fc.integer({ min: -999_999_999_999, max: 999_999_999_999 })
    fc.assert(
      fc.property(amount, fc.boolean(), fc.boolean(), (cents, isGrouped, inBrackets) => {
        const [whole = '', fraction = ''] = (Math.abs(cents) / 100).toFixed(2).split('.')
        for (const [decimal, group] of [
          ['.', ','],
          [',', '.'],
        ] as const) {
          const digits = isGrouped ? whole.replace(/\B(?=(\d{3})+$)/g, group) : whole
          const text = `${digits}${decimal}${fraction}`
          const cell = cents >= 0 ? text : inBrackets ? `(${text})` : `-${text}`
          expect(readAmount(cell, { decimal, currency: 'USD' })).toEqual({ cents: cents === 0 ? 0 : cents })
          expect(provenDecimalSign(cell)).toBe(decimal)
        }
      }),
    )
  })
})

it.each([
  ['1.234,50', ','],
  ['1,234.50', '.'],
  ['4.20', '.'],
  ['4,2', ','],
  ['($4.20)', '.'],
  ['1.234.567', ','],
  ['1,234,567', '.'],
  ['1.234', null],
  ['1,234', null],
  ['12', null],
  ['', null],
  ['4.', null],
])('%s proves the decimal sign %s', (cell, sign) => {
  expect(provenDecimalSign(cell)).toBe(sign)
})

it.each([
  ['€4.20', '€'],
  ['4,20 €', '€'],
  ['£4.20', '£'],
  ['¥420', '¥'],
  ['₹420', '₹'],
  ['4.20 EUR', 'EUR'],
  ['GBP 4.20', 'GBP'],
  ['CA$4.20', 'CA$'],
  ['A$4.20', 'A$'],
  ['R$ 4,20', 'R$'],
  ['42 kr', 'kr'],
  ['42 zł', 'zł'],
  ['$4.20', null],
  ['US$4.20', null],
  ['4.20 USD', null],
  ['abc', null],
])('%s shows the currency %s', (cell, currency) => {
  expect(foreignCurrency(cell, 'USD')).toBe(currency)
})
