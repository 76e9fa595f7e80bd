import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readOrderCursor, writeOrderCursor } from './rules.ts'

describe('a cursor in a list of orders', () => {
  it('is read back from its text, whatever the id contains, and the text is safe in a URL', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (text) => {
        const orderItemId = text.replaceAll('\0', '0')
        const cursor = writeOrderCursor({ key: '2026-11-03', orderItemId })
        expect(cursor).toMatch(/^[\w%.!~*'()-]+$/)
        expect(readOrderCursor(cursor)).toEqual({ key: '2026-11-03', orderItemId })
      }),
    )
  })

  it.each([
    '',
    '2026-11-03',
    '2026-11-03_',
    '2026-02-30_x',
    '2026-13-01_x',
    '0000-00-00_x',
    '2026-11-03_%',
    '2026-11-03_%00',
    '2026-11-03_%ff',
    'mf3k_01989d3e-7b1c-7e5a-8a4b-0123456789ab',
  ])('%j is no cursor', (text) => {
    expect(readOrderCursor(text)).toBeNull()
  })
})
