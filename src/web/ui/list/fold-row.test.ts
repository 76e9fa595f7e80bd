import { expect, it } from 'vitest'
import { foldRow } from './fold-row.ts'

const widths = [40, 60, 80, 100]

it.each([
  ['all fit', 304, 0, { order: [0, 1, 2, 3], fits: 4 }],
  ['a pixel is missing for the last', 303, 0, { order: [0, 1, 2, 3], fits: 3 }],
  ['the chosen one fits in its place', 196, 2, { order: [0, 1, 2, 3], fits: 3 }],
  ['the chosen one comes after the first', 196, 3, { order: [0, 3, 1, 2], fits: 2 }],
  ['there is room for none', 10, 0, { order: [0, 1, 2, 3], fits: 0 }],
] as const)('%s (docs/product/feed.md#categories)', (_, roomPx, chosen, row) => {
  expect(foldRow(widths, roomPx, chosen)).toEqual(row)
})
