import { describe, expect, it } from 'vitest'
import { flawWords, passwordFlaws, passwordStrength, plainWords } from './password.ts'

const known = '["password","password1"]'

/** The first reason against a password, and its strength, where so many characters are needed. */
function judged(password: string, { minLength = 6, words = [] as string[] } = {}) {
  const flaws = passwordFlaws(password, { minLength, words, known })
  return [flaws[0] ?? null, passwordStrength(password, flaws, minLength)]
}

describe('password strength (docs/product/sign-in.md#password-strength)', () => {
  it.each([
    ['', 'short', 'Weak'],
    ['13579', 'short', 'Weak'],
    ['1x3y5z', null, 'Medium'],
    ['1x3y5z7', null, 'Medium'],
    ['1x3y5z7w', null, 'Strong'],
  ])('calls %j %s and %s', (password, flaw, strength) => {
    expect(judged(password)).toEqual([flaw, strength])
  })

  it.each([
    ['1x3y5z7w9', 'short', 'Weak'],
    ['1x3y5z7w9v', null, 'Medium'],
    ['1x3y5z7w9v1', null, 'Medium'],
    ['1x3y5z7w9v1u', null, 'Strong'],
  ])('calls %j %s and %s where 10 characters are asked for', (password, flaw, strength) => {
    expect(judged(password, { minLength: 10 })).toEqual([flaw, strength])
  })

  it('is that of a sign-up where more characters are needed', () => {
    const flaws = passwordFlaws('1x3y5z', { minLength: 8, words: [], known })
    expect([flaws, passwordStrength('1x3y5z', flaws, 6)]).toEqual([['short'], 'Medium'])
  })

  it.each(['password', 'PassWord1'])('rates %s Weak, since it is on the list', (password) => {
    expect(judged(password)).toEqual(['listed', 'Weak'])
    expect(judged(`${password}-gjq`)).toEqual([null, 'Strong'])
  })

  it('has words for each reason', () => {
    expect(flawWords('short', 8)).toBe('Use at least 8 characters.')
    expect(flawWords('obvious', 8)).toBe('Repeats and sequences are easily guessed.')
    expect(flawWords('listed', 8)).toBe('Many people use this password.')
    expect(flawWords('plain_words', 8)).toBe('Names and words used here are easily guessed.')
  })
})

describe('words that are not secret here', () => {
  const words = plainWords(['Wish List', 'ana.lopez@gmail.com', 'Ana', 'Lo'])
  it.each(['WishList99', 'ana-lopez-ana', 'listana12345678', 'amazonpassword1', 'Creator!2026'])(
    'make %s weak',
    (password) => {
      expect(judged(password, { minLength: 8, words })).toEqual(['plain_words', 'Weak'])
    },
  )
  it.each(['gmail-rain-42', 'banana-split-cake', 'a wish for rain', 'Lo4tz7q9mm'])(
    'leave %s as it is',
    (password) => {
      expect(judged(password, { minLength: 8, words })).toEqual([null, 'Strong'])
    },
  )
})

describe('repeats and sequences', () => {
  it.each([
    'aaaaaa',
    '654321',
    'abcdef',
    'ZYXWVU',
    'qwerty',
    'asdfghjk',
    '12341234',
    'abcabc',
    'hahahaha',
    'qwerty123',
    'aaabbb111',
    '67890123',
  ])('%s is one', (password) => {
    expect(judged(password)).toEqual(['obvious', 'Weak'])
  })

  it.each(['', 'correct horse', 'stuffed', 'a1b2c3d4', 'abcdefx', 'wolf-1234', '👍🏽👍🏿x'])(
    '%s is none',
    (password) => expect(passwordFlaws(password, { minLength: 0, words: [], known })).toEqual([]),
  )
})
