import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatPrice } from './price.tsx'

describe('money format (docs/product/shell.md#money)', () => {
  it.each([
    [12, '$12'],
    [12.5, '$12.50'],
    [12.55, '$12.55'],
    [0, '$0'],
    [0.99, '$0.99'],
    [1299, '$1,299'],
    [1234.5, '$1,234.50'],
    [119.999, '$120'],
    [0.1 + 0.2, '$0.30'],
  ])('writes %d as %s', (usd, text) => {
    expect(formatPrice(usd)).toBe(text)
  })

  it('has no cents or both of them, for every amount of cents', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), (amount) => {
        const text = formatPrice(amount / 100)
        expect(text).toMatch(/^\$\d{1,3}(,\d{3})*(\.\d{2})?$/)
        expect(Math.round(Number(text.replace(/[$,]/g, '')) * 100)).toBe(amount)
      }),
    )
  })
})
