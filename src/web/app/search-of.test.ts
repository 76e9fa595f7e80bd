import { describe, expect, it } from 'vitest'
import { day, id, month, number, oneOf, searchOf, text } from './search-of.ts'

const uuid = '0b6f1f9e-7c1f-4d7e-9f62-0a6f6f3f2b11'

describe('the search of an address', () => {
  it.each([
    ['a word', oneOf('a', 'b'), ['a', 'b'], ['c', '', 1, ['a'], undefined]],
    ['text', text, ['mug', '007'], ['', undefined, null, {}, ['x'], true]],
    ['an id', id, [uuid, uuid.toUpperCase()], [`${uuid}0`, 'x', 7, undefined]],
    ['a month', month, ['2026-11'], ['2026-13', '2026-1', '2026', 2026, undefined]],
    ['a day', day, ['2026-11-30'], ['2026-11-31x', '2026-13-01', 20261130, undefined]],
  ])('reads %s, and nothing else', (_, read, right, wrong) => {
    expect(right.map(read)).toEqual(right)
    expect(wrong.map((value) => read(value))).toEqual(wrong.map(() => undefined))
  })

  it('reads a number however it is written', () => {
    expect([1, -2.5, '3', ' 4 ', 0].map(number)).toEqual([1, -2.5, 3, 4, 0])
    expect(['', ' ', 'x', '1e999', Number.NaN, null, true, [1], undefined].map(number)).toEqual(
      Array(9).fill(undefined),
    )
  })

  it('takes digits that the router has read as a number for text', () => {
    expect(text(12)).toBe('12')
  })

  it('says of what is wrong or unknown that it is not said, and leaves `add` alone', () => {
    const read = searchOf({ state: oneOf('ended'), month })
    expect(read({ state: 'open', month: '2026-11', of: 'x', add: true })).toStrictEqual({
      state: undefined,
      month: '2026-11',
      of: undefined,
    })
  })
})
