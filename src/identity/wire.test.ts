import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../platform/database/database.ts'
import { type AuthServer, callWire, serveAuth, someone, startAuthServer } from './testing/auth-server.ts'

let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer()
})
afterAll(() => server.close())

const wrongSignIn = { email: 'nobody@folio.test', password: 'not it' }

describe('auth wire: shape of errors (docs/product/calls.md#auth-calls)', () => {
  it('answers {code, message} to a client that sends the version header, and echoes it', async () => {
    const answer = await server.call('POST', '/token?grant_type=password', { body: wrongSignIn })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ code: 'invalid_credentials', message: 'Invalid login credentials' })
    expect(answer.headers.get('x-sb-error-code')).toBe('invalid_credentials')
    expect(answer.headers.get('x-supabase-api-version')).toBe('2024-01-01')
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it.each(['', '2023-12-31', 'latest'])(
    'answers {code, error_code, msg} to version "%s"',
    async (version) => {
      const answer = await server.call('POST', '/token?grant_type=password', {
        body: wrongSignIn,
        headers: { 'x-supabase-api-version': version },
      })
      expect(answer.body).toEqual({
        code: 400,
        error_code: 'invalid_credentials',
        msg: 'Invalid login credentials',
      })
      expect(answer.headers.get('x-sb-error-code')).toBe('invalid_credentials')
      expect(answer.headers.get('x-supabase-api-version')).toBeNull()
    },
  )

  it('gives the reasons of a weak password in both shapes', async () => {
    const body = { ...someone(), password: 'x1!zq' }
    const weak_password = { reasons: ['length'] }
    const message = 'Password should be at least 6 characters.'
    const versioned = await server.call('POST', '/signup', { body })
    expect(versioned.status).toBe(422)
    expect(versioned.body).toEqual({ code: 'weak_password', message, weak_password })
    const plain = await server.call('POST', '/signup', { body, headers: { 'x-supabase-api-version': '' } })
    expect(plain.body).toEqual({ code: 422, error_code: 'weak_password', msg: message, weak_password })
  })
})

describe('auth wire: who is calling', () => {
  it('answers missing, invalid and ended tokens differently', async () => {
    const session = await server.newSession()
    const user = (token?: string) => server.call('GET', '/user', token === undefined ? {} : { token })
    expect(await user(session.access_token)).toMatchObject({ status: 200, body: { id: session.user.id } })
    expect(await user()).toMatchObject({ status: 401, body: { code: 'no_authorization' } })
    expect(await user('garbage')).toMatchObject({ status: 403, body: { code: 'bad_jwt' } })
    expect(await user(session.refresh_token)).toMatchObject({ status: 403, body: { code: 'bad_jwt' } })
    const out = await server.call('POST', '/logout', { token: session.access_token })
    expect(out.status).toBe(204)
    expect(await user(session.access_token)).toMatchObject({
      status: 403,
      body: { code: 'session_not_found' },
    })
    const again = await server.call('POST', '/logout', { token: session.access_token })
    expect(again).toMatchObject({ status: 403, body: { code: 'session_not_found' } })
  })

  it('reads the role with each call, and shows it to its holder', async () => {
    const { access_token: token, user } = await server.newSession()
    expect((await server.identity.callers.authenticate(server.context, token)).actor).toMatchObject({
      role: 'user',
    })
    await server.db.updateTable('users').set({ role: 'admin' }).where('id', '=', user.id).execute()
    expect((await server.identity.callers.authenticate(server.context, token)).actor).toMatchObject({
      userId: user.id,
      role: 'admin',
    })
    const seen = await server.call('GET', '/user', { token })
    expect(seen.body.app_metadata).toEqual({ provider: 'email', providers: ['email'], role: 'admin' })
    await server.db.deleteFrom('users').where('id', '=', user.id).execute()
    expect((await server.identity.callers.authenticate(server.context, token)).actor).toBeNull()
  })

  it('signs in although the bearer token is only a public key', async () => {
    const body = someone()
    await server.call('POST', '/signup', { body, token: 'public-anonymous-key' })
    const answer = await server.call('POST', '/token?grant_type=password', { body, token: 'public-key' })
    expect(answer.status).toBe(200)
  })

  it('refuses an unknown sign-out scope and ends nothing', async () => {
    const { access_token: token } = await server.newSession()
    const refused = await server.call('POST', '/logout?scope=everyone', { token })
    expect(refused).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    expect((await server.call('GET', '/user', { token })).status).toBe(200)
  })
})

describe('auth wire: what is public, and what is not offered', () => {
  it('publishes settings, health and keys', async () => {
    expect((await server.call('GET', '/settings')).body).toMatchObject({
      external: { email: true, google: false, apple: false },
      disable_signup: false,
      mailer_autoconfirm: true,
    })
    expect((await server.call('GET', '/health')).status).toBe(200)
    const keys = await server.call('GET', '/.well-known/jwks.json')
    expect(keys.headers.get('cache-control')).toBe('public, max-age=600')
    expect(keys.body.keys).toEqual([
      expect.objectContaining({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', kid: expect.any(String) }),
    ])
    expect(JSON.stringify(keys.body)).not.toContain('"d"')
  })

  it.each([
    ['POST', '/otp', { email: 'ana@folio.test' }, 422, 'email_provider_disabled'],
    ['POST', '/otp', { phone: '+15550100' }, 400, 'phone_provider_disabled'],
    ['POST', '/otp', { email: 'ana' }, 400, 'validation_failed'],
    ['POST', '/otp', {}, 400, 'validation_failed'],
    ['POST', '/magiclink', { email: 'ana@folio.test' }, 422, 'email_provider_disabled'],
    ['POST', '/signup', { phone: '+15550100', password: 'correct horse' }, 400, 'phone_provider_disabled'],
    ['POST', '/signup', { data: {} }, 422, 'anonymous_provider_disabled'],
    ['POST', '/token?grant_type=password', { phone: '+1', password: 'x' }, 400, 'phone_provider_disabled'],
    ['POST', '/token?grant_type=id_token', { id_token: 'x' }, 400, 'provider_disabled'],
    ['POST', '/token?grant_type=web3', { message: 'x' }, 422, 'web3_provider_disabled'],
    ['POST', '/sso', { domain: 'folio.test' }, 404, 'saml_provider_disabled'],
    ['GET', '/user/identities/authorize?provider=google', undefined, 404, 'manual_linking_disabled'],
    ['DELETE', '/user/identities/1', undefined, 404, 'manual_linking_disabled'],
    ['GET', '/user/oauth/grants', undefined, 404, 'feature_disabled'],
    ['GET', '/oauth/authorizations/1', undefined, 404, 'feature_disabled'],
    ['GET', '/admin/users', undefined, 401, 'no_authorization'],
    ['POST', '/invite', '{"email":', 401, 'no_authorization'],
  ])('answers %s %s of %j with %i %s', async (method, path, body, status, code) => {
    const answer = await server.call(method, path, { body })
    expect(answer).toMatchObject({ status, body: { code } })
    expect(answer.headers.get('x-sb-error-code')).toBe(code)
  })

  it('refuses the service’s own calls to people who are signed in, and answers 404 to what the client never calls', async () => {
    const { access_token: token } = await server.newSession()
    expect(await server.call('GET', '/admin/users', { token })).toMatchObject({
      status: 403,
      body: { code: 'not_admin' },
    })
    for (const path of ['/nonsense', '/users', '/', '']) {
      expect(await server.call('GET', path)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
    expect(await server.call('GET', '/signup')).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await server.call('POST', '/token?grant_type=magic', { body: {} })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    })
    expect(await server.call('POST', '/token', { body: {} })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', message: 'grant_type is required' },
    })
  })

  it('describes its calls in the OpenAPI document', async () => {
    const answer = await fetch(`${server.origin}/api/openapi.json`)
    const { paths } = (await answer.json()) as { paths: Record<string, Record<string, object>> }
    expect(Object.keys(paths).filter((path) => path.startsWith('/auth/v1'))).toHaveLength(27)
    expect(paths['/auth/v1/user']?.get).toMatchObject({ security: [{ bearer: [] }] })
  })
})

describe('auth wire: when the database does not answer', () => {
  it('is 503, which the client tries again, and the refresh token stays valid', async () => {
    const session = await server.newSession()
    const nowhere = openDatabase({ host: '127.0.0.1', port: 1, user: 'app', database: 'folio' })
    const { identity, identityOptions } = server
    const cutOff = await serveAuth({ identity, db: nowhere.db, clock: identityOptions.clock })
    const refresh = { body: { refresh_token: session.refresh_token } }
    const answers = await Promise.all([
      callWire(`${cutOff.url}/token?grant_type=refresh_token`, 'POST', refresh),
      callWire(`${cutOff.url}/token?grant_type=password`, 'POST', { body: wrongSignIn }),
      callWire(`${cutOff.url}/signup`, 'POST', { body: someone() }),
      callWire(`${cutOff.url}/user`, 'GET', { token: session.access_token }),
    ])
    await cutOff.app.close()
    await nowhere.close()
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } })
      expect(answer.headers.get('retry-after')).toBe('2')
    }
    expect((await server.call('POST', '/token?grant_type=refresh_token', refresh)).status).toBe(200)
  })
})
