import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomRuns } from '../../../../tests/harness/random-runs.ts'
import { identityContract, invalidAddress } from '../../../identity/contract.ts'
import { emailRule, nameRule, newPasswordRule, passwordRule, replacementRule } from './rules.ts'

const onServer = identityContract['POST /auth/v1/signup'].body
const account = {
  email: 'ana@example.com',
  password: 'longenough',
  data: { first_name: 'Ana', last_name: 'L' },
}

/** The server's message about the same text, or true. */
function serverSays(change: object): true | string | undefined {
  const result = onServer.safeParse({ ...account, ...change })
  return result.success || result.error.issues[0]?.message
}

const addressCharacters = fc.constantFrom(...'aZ0.-_@+ äx\t"\\!\'#')

describe('sign-up validation (docs/product/sign-in.md#sign-up)', () => {
  it.each(['ana@example.com', ' ana@example.com ', 'a.b+c@sub.example.co', "o'neil@example.ie"])(
    'takes %j',
    (email) => expect(emailRule(email)).toBe(true),
  )

  it.each([
    'ana',
    'ana@',
    '@example.com',
    'ana@localhost',
    'ana@example.',
    'a b@example.com',
    'ana@-x.com',
    'ä@x.de',
  ])('does not accept %j as an address', (email) =>
    expect(emailRule(email)).toBe('Enter a valid email address'),
  )

  it('accepts the same addresses as the server', () => {
    const text = fc.array(addressCharacters, { maxLength: 12 }).map((characters) => characters.join(''))
    const address = fc.tuple(text, text).map((parts) => parts.join('@'))
    fc.assert(
      fc.property(fc.oneof(text, address), (email) => {
        const said = serverSays({ email })
        expect(emailRule(email)).toBe(said === invalidAddress ? 'Enter a valid email address' : said)
      }),
      randomRuns(2_000),
    )
  })

  it('needs both names, with the server’s messages', () => {
    for (const value of ['', '  ', '\u200b', 'x'.repeat(101)]) {
      const data = { ...account.data, first_name: value }
      expect(nameRule('First name')(value)).toBe(serverSays({ data }))
    }
    expect(nameRule('Last name')('Ó')).toBe(true)
  })

  it('needs 6 characters, where an emoji counts as one', () => {
    const rule = newPasswordRule(6)
    expect(rule('')).toBe('Password is required')
    expect(rule('12345')).toBe('Password should be at least 6 characters.')
    expect(rule('👩👩👩')).toBe('Password should be at least 6 characters.')
    expect(rule('123456')).toBe(true)
    expect(rule('👩👩👩👩👩👩')).toBe(true)
  })

  it('needs as many as the installation asks for', () => {
    expect(newPasswordRule(10)('123456789')).toBe('Password should be at least 10 characters.')
    expect(newPasswordRule(10)('1234567890')).toBe(true)
  })
})

describe('a password that replaces another (docs/product/sign-in.md#password-rules)', () => {
  it('needs 8 characters', () => {
    expect(replacementRule(6)('')).toBe('Use at least 8 characters.')
    expect(replacementRule(6)('1234567')).toBe('Use at least 8 characters.')
    expect(replacementRule(6)('12345678')).toBe(true)
  })

  it('needs as many as the installation asks for, if that is more', () => {
    expect(replacementRule(10)('123456789')).toBe('Use at least 10 characters.')
    expect(replacementRule(10)('1234567890')).toBe(true)
  })
})

describe('sign-in validation (docs/product/sign-in.md#log-in)', () => {
  it('needs a password, of any length', () => {
    expect(passwordRule('')).toBe('Password is required')
    expect(passwordRule(' ')).toBe(true)
  })
})
