import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuthServer, someone, startAuthServer } from './testing/auth-server.ts'

let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer({ env: { PASSWORD_MIN_LENGTH: '8' } })
})
afterAll(() => server.close())

const signUpWith = (password: string) => server.call('POST', '/signup', { body: { ...someone(), password } })

const tooShort = 'Password should be at least 8 characters.'
const tooCommon = 'Password is known to be weak and easy to guess, please choose a different one.'

describe('a new password (docs/product/sign-in.md#password-rules)', () => {
  it.each([
    ['password1', ['pwned'], tooCommon],
    ['PassWord1', ['pwned'], tooCommon],
    ['1q2w3e4r5t', ['pwned'], tooCommon],
    ['aaaaaaaaaaaaaaaaa', ['pwned'], tooCommon],
    ['ijklmnopq', ['pwned'], tooCommon],
    ['x1!zq', ['length'], tooShort],
    ['123456', ['length', 'pwned'], `${tooShort} ${tooCommon}`],
  ])('is refused when it is short or common: %s', async (password, reasons, message) => {
    expect(await signUpWith(password)).toMatchObject({
      status: 422,
      body: { code: 'weak_password', message, weak_password: { reasons } },
    })
  })

  it.each(['folio-2026!', 'Amazon4Folio', 'AnaLopez77', 'lopez.ana-1', 'Basket_ana_22'])(
    'is refused where it rests on words that are no secret here, when signing up and later: %s',
    async (password) => {
      const data = { first_name: 'Ana', last_name: 'López-Lopez' }
      const email = `basket.${crypto.randomUUID()}@example.com`
      const refused = { status: 422, body: { code: 'weak_password', weak_password: { reasons: ['pwned'] } } }
      expect(await server.call('POST', '/signup', { body: { email, password, data } })).toMatchObject(refused)
      const good = 'rain on folios'
      const { body } = await server.call('POST', '/signup', { body: { email, password: good, data } })
      const change = { password, current_password: good }
      const token = String(body.access_token)
      expect(await server.call('PUT', '/user', { token, body: change })).toMatchObject(refused)
    },
  )

  it.each(['correct horse', 'password"1', '","password","', 'contraseña más'])(
    'is accepted otherwise: %s',
    async (password) => {
      expect((await signUpWith(password)).status).toBe(200)
    },
  )
})
