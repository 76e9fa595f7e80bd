import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuthServer, someone, startAuthServer } from './testing/auth-server.ts'

let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer()
})
afterAll(() => server.close())

const names = { first_name: 'Ana', last_name: 'Lopez' }
const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)])
const deepJson = `${'['.repeat(15_000)}${']'.repeat(15_000)}`

describe('sign-up input (docs/product/sign-in.md#sign-up)', () => {
  it.each<[string, object, string]>([
    ['no e-mail', { email: undefined }, 'Email is required'],
    ['an empty e-mail', { email: '  ' }, 'Email is required'],
    ['an e-mail of the wrong type', { email: ['a@b.test'] }, 'Email is required'],
    ['no address', { email: 'ana' }, 'Unable to validate email address: invalid format'],
    [
      'an address without a domain',
      { email: 'ana@folio' },
      'Unable to validate email address: invalid format',
    ],
    [
      'an address with a space',
      { email: 'ana lopez@folio.test' },
      'Unable to validate email address: invalid format',
    ],
    [
      'an address with NUL',
      { email: 'ana\0@folio.test' },
      'Unable to validate email address: invalid format',
    ],
    ['an endless address', { email: `${'a'.repeat(300)}@folio.test` }, 'Email is too long'],
    ['no password', { password: undefined }, 'Password is required'],
    ['an empty password', { password: '' }, 'Password is required'],
    ['a password of the wrong type', { password: 123456 }, 'Password is required'],
    ['a password of 10 kB', { password: 'p'.repeat(10_000) }, 'Password must have at most 1000 characters'],
    ['a password with NUL', { password: 'pass\0word' }, 'Password contains characters that cannot be used'],
    ['half a surrogate', { password: 'pass\ud800word' }, 'Password contains characters that cannot be used'],
    ['no names', { data: undefined }, 'First name and last name are required'],
    ['names of the wrong type', { data: 'Ana Lopez' }, 'First name and last name are required'],
    ['a missing first name', { data: { last_name: 'Lopez' } }, 'First name is required'],
    ['a blank last name', { data: { ...names, last_name: ' \t ' } }, 'Last name is required'],
    ['an invisible name', { data: { ...names, first_name: '\u200b\u2060' } }, 'First name is required'],
    ['a number for a name', { data: { ...names, first_name: 7 } }, 'First name is required'],
    [
      'an endless name',
      { data: { ...names, first_name: 'a'.repeat(101) } },
      'First name must have at most 100 characters',
    ],
    [
      'a name with NUL',
      { data: { ...names, last_name: 'Lo\0pez' } },
      'Last name contains characters that cannot be used',
    ],
    [
      'NUL in other data',
      { data: { ...names, more: [{ a: '\0' }] } },
      'data is too large or contains characters that cannot be used',
    ],
    [
      'NUL in a key',
      { data: { ...names, 'a\0': 1 } },
      'data is too large or contains characters that cannot be used',
    ],
    [
      'too much other data',
      { data: { ...names, more: 'a'.repeat(2_000) } },
      'data is too large or contains characters that cannot be used',
    ],
    [
      'deep data',
      { data: { ...names, more: nested(50) } },
      'data is too large or contains characters that cannot be used',
    ],
  ])('refuses %s', async (_, change, message) => {
    const answer = await server.call('POST', '/signup', { body: { ...someone(), ...change } })
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed', message } })
  })

  it('refuses bodies that are no JSON object', async () => {
    const post = (body: string, contentType = 'application/json') =>
      server.call('POST', '/signup', { body, headers: { 'content-type': contentType } })
    const noObject = { status: 400, body: { code: 'validation_failed' } }
    for (const body of ['', 'null', '[]', '"text"', '5', deepJson])
      expect(await post(body)).toMatchObject(noObject)
    const veryDeepData = `{"email":"a@b.test","password":"secret1","data":{"first_name":"A","last_name":"B","x":${deepJson}}}`
    expect(await post(veryDeepData)).toMatchObject(noObject)
    expect(await post('{"email":')).toMatchObject({ status: 400, body: { code: 'bad_json' } })
    expect(await post('{"__proto__": {}}')).toMatchObject({ status: 400, body: { code: 'bad_json' } })
    expect(await post('email=a', 'application/x-www-form-urlencoded')).toMatchObject({ status: 415 })
    expect(await post(`"${'x'.repeat(32_000)}"`)).toMatchObject({
      status: 413,
      body: { code: 'payload_too_large' },
    })
    expect(await server.call('POST', '/signup')).toMatchObject(noObject)
  })

  it('keeps emoji names, trims them, and keeps other data', async () => {
    const data = { first_name: '  👩🏽‍🎨 Zoë ', last_name: '李', locale: 'de', nested: { ok: true } }
    const answer = await server.call('POST', '/signup', { body: { ...someone(), data } })
    expect(answer.status).toBe(200)
    const trimmed = { ...data, first_name: '👩🏽‍🎨 Zoë' }
    expect(answer.body.user).toMatchObject({ user_metadata: trimmed })
    const token = String(answer.body.access_token)
    expect((await server.call('GET', '/user', { token })).body.user_metadata).toEqual(trimmed)
  })

  it('limits other data to what an access token can carry', async () => {
    const data = { ...names, more: '漢'.repeat(1_900) }
    const { body } = await server.call('POST', '/signup', { body: { ...someone(), data } })
    const token = String(body.access_token)
    expect((await server.call('GET', '/user', { token })).body.user_metadata).toEqual(data)
  })

  it('takes passwords of 6 to 128 characters and more, and never cuts them', async () => {
    const long = { ...someone(), password: `${'å'.repeat(200)}1` }
    expect((await server.call('POST', '/signup', { body: long })).status).toBe(200)
    const signIn = (password: string) =>
      server.call('POST', '/token?grant_type=password', { body: { email: long.email, password } })
    expect((await signIn(long.password)).status).toBe(200)
    expect((await signIn(`${'å'.repeat(200)}2`)).status).toBe(400)
    expect((await signIn('å'.repeat(200))).status).toBe(400)
    const six = { ...someone(), password: '🔑🐝🍋🚲🌵🎈' }
    expect((await server.call('POST', '/signup', { body: six })).status).toBe(200)
    const five = { ...someone(), password: '🔑🐝🍋🚲🌵' }
    expect((await server.call('POST', '/signup', { body: five })).body.code).toBe('weak_password')
  })
})

describe('sign-in and refresh input (docs/product/sign-in.md#log-in)', () => {
  it.each<[object, number, string]>([
    [{}, 400, 'Email is required'],
    [{ email: '', password: 'x' }, 400, 'Email is required'],
    [{ email: 'ana@folio.test' }, 400, 'Password is required'],
    [{ email: 'ana@folio.test', password: '' }, 400, 'Password is required'],
    [{ email: { $ne: null }, password: 'x' }, 400, 'Email is required'],
    [{ email: 'a\0b', password: 'x' }, 400, 'Email contains characters that cannot be used'],
    [{ email: 'no address', password: 'x' }, 400, 'Invalid login credentials'],
    [{ email: "' or 1=1 --", password: 'x' }, 400, 'Invalid login credentials'],
  ])('answers %j with %i %s', async (body, status, message) => {
    expect(await server.call('POST', '/token?grant_type=password', { body })).toMatchObject({
      status,
      body: { message },
    })
  })

  it.each<[unknown, string]>([
    [undefined, 'validation_failed'],
    ['', 'validation_failed'],
    [5, 'validation_failed'],
    ['never issued', 'refresh_token_not_found'],
    ['\0', 'refresh_token_not_found'],
    ['x'.repeat(30_000), 'refresh_token_not_found'],
  ])('refuses a refresh token that is none (%#)', async (refresh_token, code) => {
    const answer = await server.call('POST', '/token?grant_type=refresh_token', { body: { refresh_token } })
    expect(answer).toMatchObject({ status: 400, body: { code } })
  })
})
