import { expect, it } from 'vitest'
import { decimalOf, moneyText } from './currencies.ts'

it.each([
  [12, 'GBP', '£12.00'],
  [-1_000, 'JPY', '−¥1,000'],
  [1_234_567.5, 'EUR', '€1,234,567.50'],
  [100_000, 'INR', '₹1,00,000.00'],
  [-1_234_567.5, 'INR', '−₹12,34,567.50'],
])('%d of %s are %s (docs/product/ledger.md#rates)', (units, code, text) => {
  expect(moneyText(units, code)).toBe(text)
})

it.each([
  [1_200, 'GBP', '12.00'],
  [-50, 'GBP', '-0.50'],
  [0, 'EUR', '0.00'],
  [-1_000, 'JPY', '-1000'],
])('%d smallest units of %s are %s', (amount, code, text) => {
  expect(decimalOf(amount, code)).toBe(text)
})
