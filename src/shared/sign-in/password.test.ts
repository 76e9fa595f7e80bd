import { describe, expect, it } from 'vitest'
import { isObvious, passwordStrength, plainWords } from './password.ts'

describe('password strength (docs/product/sign-in.md#password-strength)', () => {
  it.each([
    ['', 'Weak'],
    ['12345', 'Weak'],
    ['1x3y5z', 'Medium'],
    ['1x3y5z7', 'Medium'],
    ['1x3y5z7w', 'Strong'],
  ])('calls %j %s', (password, strength) => {
    expect(passwordStrength(password, 6)).toBe(strength)
  })

  it.each([
    ['1x3y5z7w9', 'Weak'],
    ['1x3y5z7w9v', 'Medium'],
    ['1x3y5z7w9v1', 'Medium'],
    ['1x3y5z7w9v1u', 'Strong'],
  ])('calls %j %s where 10 characters are asked for', (password, strength) => {
    expect(passwordStrength(password, 10)).toBe(strength)
  })

  it.each(['password', 'PassWord1'])('rates %s Weak, since it is on the list', (password) => {
    expect(passwordStrength(password, 6, '["password","password1"]')).toBe('Weak')
    expect(passwordStrength(`${password}-gjq`, 6, '["password","password1"]')).toBe('Strong')
  })
})

describe('words that are not secret here', () => {
  const words = plainWords(['Wish List', 'ana.lopez@gmail.com', 'Ana', 'Lo'])
  it.each(['WishList99', 'ana-lopez-ana', 'listana12345678', 'amazonpassword1', 'Creator!2026'])(
    'make %s weak',
    (password) => {
      expect(passwordStrength(password, 8, '["password1"]', words)).toBe('Weak')
    },
  )
  it.each(['gmail-rain-42', 'banana-split-cake', 'a wish for rain', 'Lo4tz7q9mm'])(
    'leave %s as it is',
    (password) => {
      expect(passwordStrength(password, 8, '', words)).toBe('Strong')
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
    expect(isObvious(password)).toBe(true)
    expect(passwordStrength(password, 6)).toBe('Weak')
  })

  it.each(['', 'correct horse', 'stuffed', 'a1b2c3d4', 'abcdefx', 'wolf-1234', '👍🏽👍🏿x'])(
    '%s is none',
    (password) => expect(isObvious(password)).toBe(false),
  )
})
