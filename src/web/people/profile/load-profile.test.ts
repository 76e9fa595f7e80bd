import { describe, expect, it } from 'vitest'
import { usernameOf } from './load-profile.ts'

describe('a path segment as a username (docs/product/addresses.md#unknown-addresses)', () => {
  it.each([
    ['theo', 'theo'],
    ['Theo_Makes', 'theo_makes'],
    ['a-1', 'a-1'],
    ['@theo', 'theo'],
    ['x'.repeat(20), 'x'.repeat(20)],
  ])('%s is %s', (segment, username) => {
    expect(usernameOf(segment)).toBe(username)
  })

  it.each([
    '',
    'ab',
    'x'.repeat(21),
    'a.b',
    'é-lise',
    'with space',
    'K\u212aK',
    '@@theo',
    '@ab',
    'theo@',
    '\0\0\0',
  ])('%j cannot be a username', (segment) => {
    expect(usernameOf(segment)).toBeNull()
  })
})
