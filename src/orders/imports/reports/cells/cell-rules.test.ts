import { expect, it } from 'vitest'
import {
  isOrderItemId,
  readAsin,
  readQuantity,
  readRateBps,
  readStatus,
  readTag,
  readTitle,
} from './cell-rules.ts'

it.each([
  ['4%', 400],
  ['4.00%', 400],
  ['4.5 %', 450],
  ['0.04', 400],
  ['0,04', 400],
  ['4,25%', 425],
  ['0', 0],
  ['1', 10_000],
  ['100%', 10_000],
  ['101%', null],
  ['4', null],
  ['-4%', null],
  ['four', null],
  ['%', null],
])('the rate %s is %s hundredths of a percent', (cell, bps) => {
  expect(readRateBps(cell)).toBe(bps)
})

it.each([
  ['1', 1],
  ['-1', -1],
  ['\u22122', -2],
  ['(3)', -3],
  ['1,000', 1000],
  ['2.0', 2],
  ['0', 0],
  ['1.5', null],
  ['1e3', null],
  ['one', null],
  ['-(1)', null],
  ['(1', null],
  ['1)', null],
  ['9999999', null],
])('the quantity %s is %s', (cell, quantity) => {
  expect(readQuantity(cell)).toBe(quantity)
})

it.each([
  ['pending', 'pending'],
  ['Ordered', 'pending'],
  ['PROCESSING', 'pending'],
  ['Shipped', 'shipped'],
  ['dispatched', 'shipped'],
  ['Delivered', 'shipped'],
  ['shipment', 'shipped'],
  ['cancelled', 'cancelled'],
  ['Canceled', 'cancelled'],
  ['returned', 'returned'],
  ['Return', 'returned'],
  ['refunded', 'returned'],
  ['Not-yet_shipped', 'pending'],
  ['lost', null],
])('the status %s is %s', (cell, status) => {
  expect(readStatus(cell)).toBe(status)
})

it.each([
  ['B0C7KQ4T2M', 'B0C7KQ4T2M'],
  ['b0c7kq4t2m', 'B0C7KQ4T2M'],
  ['043935806x', '043935806X'],
  ['B0C7KQ4T2', null],
  ['B0C7KQ4T2MM', null],
  ['B0C7-Q4T2M', null],
])('the ASIN %s is %s', (cell, asin) => {
  expect(readAsin(cell)).toBe(asin)
})

it('accepts any order item id of 1 to 200 visible characters', () => {
  expect(['112-1', 'a b', '№ 5', 'x'.repeat(200)].filter(isOrderItemId)).toHaveLength(4)
  expect(['', 'x'.repeat(201), 'a\0b', 'a\u200bb', 'a\nb'].filter(isOrderItemId)).toEqual([])
})

it('refuses an order item id without a letter or a digit: no address could name it', () => {
  expect(['.', '..', '-', '/', '#?'].filter(isOrderItemId)).toEqual([])
})

it('stores a title as one line of at most 500 characters, and a formula as text', () => {
  expect(readTitle('A mug,\r\nwith a lid\0')).toBe('A mug, with a lid')
  expect(readTitle('=HYPERLINK("https://example.org")')).toBe('=HYPERLINK("https://example.org")')
  expect(readTitle('x'.repeat(501))).toBe('x'.repeat(500))
  expect(readTitle(`${'x'.repeat(499)}😀`)).toBe('x'.repeat(499))
})

it('leaves a tag as it is, and reads an empty one as none', () => {
  expect([readTag('mug-1a2b'), readTag('')]).toEqual(['mug-1a2b', null])
})
