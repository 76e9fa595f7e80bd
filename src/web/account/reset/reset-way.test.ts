import { describe, expect, it } from 'vitest'
import { methodsOf } from './reset-way.ts'

const tokenWith = (claims: object) =>
  `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`

describe('how a session began', () => {
  it('is what its access token says, also where the token has non-ASCII text', () => {
    const amr = [{ method: 'recovery', timestamp: 1 }]
    expect(methodsOf(tokenWith({ amr }))).toEqual(['recovery'])
    expect(methodsOf(tokenWith({ name: '¿ñ？👩ÿ', amr }))).toEqual(['recovery'])
    expect(methodsOf(tokenWith({ amr: [{ method: 'password' }] }))).toEqual(['password'])
  })

  it.each([undefined, '', 'no token', 'a.b.c', tokenWith({}), tokenWith({ amr: null })])(
    'is not known from %j',
    (token) => expect(methodsOf(token)).toEqual([]),
  )
})
