import { describe, expect, it } from 'vitest'
import { arrivalIn, resetLinkIn } from './arrival.ts'

const unknown = 'Something went wrong. Please try again.'

const at = (end: string) => new URL(`https://folio.test/auth/reset${end}`)

describe('a reset link in the address (docs/product/reset.md#the-mail)', () => {
  it('is the token of a mail', () => {
    expect(resetLinkIn(at('?token_hash=1e5&type=recovery'))).toEqual({ kind: 'token', tokenHash: '1e5' })
  })

  it('is the session of a link that the server has followed', () => {
    const link = resetLinkIn(at('#access_token=a.b.c&refresh_token=r&type=recovery'))
    expect(link).toEqual({ kind: 'session', accessToken: 'a.b.c', refreshToken: 'r' })
  })

  it.each([
    '',
    '?token_hash=&type=recovery',
    '?token_hash=abc',
    '?token_hash=abc&type=signup',
    '#access_token=a.b.c&refresh_token=r',
    '#access_token=a.b.c&type=recovery',
    '?code=abc',
  ])('is no link in %j', (end) => expect(resetLinkIn(at(end))).toBeNull())
})

describe('the result that the sign-in service sends a person back with', () => {
  it.each([
    ['?code=abc', { code: 'abc' }],
    [
      '?error=access_denied&error_description=You%20cancelled%20signing%20in%20with%20Apple.',
      { failure: 'You cancelled signing in with Apple.' },
    ],
    [
      '#error=access_denied&error_description=Email+link+is+invalid+or+has+expired',
      { failure: 'Email link is invalid or has expired' },
    ],
    ['?error=server_error', { failure: unknown }],
    ['?error_description=Call+555-0100+to+unlock+your+account', { failure: unknown }],
    ['?code=abc&error=access_denied', { failure: unknown }],
    ['?code=', null],
    ['?add=true', null],
  ])('%s', (end, arrival) => expect(arrivalIn(at(end))).toEqual(arrival))

  it('never repeats a text from the address, however long', () => {
    expect(arrivalIn(at(`?error_description=${'x'.repeat(5_000)}`))).toEqual({ failure: unknown })
  })
})
