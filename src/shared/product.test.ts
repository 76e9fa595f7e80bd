import { expect, it } from 'vitest'
import { isProductRef } from './product.ts'
import { isUuid } from './uuid.ts'

const id = '01989d3e-7b1c-7e5a-8a4b-0123456789ab'

it('a reference to a product has at most 64 letters, digits and dashes', () => {
  expect(['mug-1a2b', 'B0REFS0001', id, id.toUpperCase(), 'a'.repeat(64)].filter(isProductRef)).toHaveLength(
    5,
  )
  expect(['', 'a'.repeat(65), 'two words', 'mug_1', 'müg', 'mug\n', 'mug\0'].filter(isProductRef)).toEqual([])
})

it('a UUID may have capitals, and nothing around it', () => {
  expect([id, id.toUpperCase()].filter(isUuid)).toHaveLength(2)
  expect(['', `${id}\n`, ` ${id}`, `${id}0`, id.slice(1), id.replaceAll('-', '')].filter(isUuid)).toEqual([])
})
