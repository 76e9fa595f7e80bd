import {
  AuthApiError,
  AuthInvalidJwtError,
  AuthRetryableFetchError,
  AuthSessionMissingError,
  AuthWeakPasswordError,
} from '@supabase/auth-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuthServer, someone, startAuthServer } from './testing/auth-server.ts'

let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer()
})
afterAll(() => server.close())

const signUpInput = () => {
  const { email, password, data } = someone()
  return { email, password, options: { data } }
}

describe('the official client: sign-up and sign-in (docs/product/calls.md#auth-calls)', () => {
  it('signs up and is signed in at once, with the names as metadata', async () => {
    const client = server.client()
    const input = signUpInput()
    const { data, error } = await client.signUp({
      ...input,
      options: { ...input.options, emailRedirectTo: `${server.origin}/feed` },
    })
    expect(error).toBeNull()
    expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600, user: data.user })
    expect(data.user).toMatchObject({
      aud: 'authenticated',
      role: 'authenticated',
      email: input.email,
      phone: '',
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { first_name: 'Ana', last_name: 'Lopez' },
      identities: [{ provider: 'email', email: input.email, user_id: data.user?.id }],
    })
    expect(data.user?.email_confirmed_at).toBe(data.user?.created_at)
    expect(data.user?.identities?.[0]?.identity_data).toMatchObject({
      sub: data.user?.id,
      email: input.email,
      email_verified: false,
    })
  })

  it('signs in, however the address is written, and says nothing of unproven addresses', async () => {
    const input = signUpInput()
    await server.client().signUp(input)
    const client = server.client()
    const { data, error } = await client.signInWithPassword({
      email: `  ${input.email.toUpperCase()} `,
      password: input.password,
    })
    expect(error).toBeNull()
    expect(data.user?.email).toBe(input.email)
    expect((await client.getUser()).data.user).toEqual(data.user)
    expect((await client.getSession()).data.session?.access_token).toBe(data.session?.access_token)
    const stored = await server.db
      .selectFrom('users')
      .select('email_verified_at')
      .where('email', '=', input.email)
      .executeTakeFirstOrThrow()
    expect(stored.email_verified_at).toBeNull()
  })

  it('gets its own error classes for a wrong, a weak and a taken sign-in', async () => {
    const client = server.client()
    const input = signUpInput()
    await server.client().signUp(input)

    const wrong = await client.signInWithPassword({ email: input.email, password: 'not it' })
    expect(wrong.error).toBeInstanceOf(AuthApiError)
    expect(wrong.error).toMatchObject({
      status: 400,
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    })

    const weak = await client.signUp({ ...signUpInput(), password: 'x1!zq' })
    expect(weak.error).toBeInstanceOf(AuthWeakPasswordError)
    expect(weak.error).toMatchObject({ status: 422, reasons: ['length'] })

    const taken = await client.signUp(input)
    expect(taken.error).toBeInstanceOf(AuthApiError)
    expect(taken.error).toMatchObject({
      status: 422,
      code: 'user_already_exists',
      message: 'User already registered',
    })
  })
})

describe('the official client: session (docs/product/sign-in.md#sessions)', () => {
  it('gets the events SIGNED_IN, TOKEN_REFRESHED and SIGNED_OUT', async () => {
    const client = server.client()
    const events: string[] = []
    const { data } = client.onAuthStateChange((event) => void events.push(event))
    await client.getSession()
    await client.signUp(signUpInput())
    await client.refreshSession()
    await client.signOut()
    data.subscription.unsubscribe()
    expect(events).toEqual(['INITIAL_SESSION', 'SIGNED_IN', 'TOKEN_REFRESHED', 'SIGNED_OUT'])
  })

  it('refreshes within 90 s of expiry by itself', async () => {
    const client = server.client()
    const { data } = await client.signUp(signUpInput())
    const nearlyOver = { ...data.session, expires_at: Math.floor(Date.now() / 1000) + 60 }
    const tab = server.client({ storageKey: 'tab', stored: new Map([['tab', JSON.stringify(nearlyOver)]]) })
    const session = (await tab.getSession()).data.session
    expect(session?.refresh_token).toBeTypeOf('string')
    expect(session?.refresh_token).not.toBe(data.session?.refresh_token)
    expect((await tab.getUser()).error).toBeNull()
  })

  it.each([
    { scope: 'local', left: ['other'] },
    { scope: 'others', left: ['own'] },
    { scope: 'global', left: [] },
  ] as const)('signs out with scope $scope, at once', async ({ scope, left }) => {
    const input = signUpInput()
    const [own, other] = [server.client(), server.client()]
    await own.signUp(input)
    await other.signInWithPassword({ email: input.email, password: input.password })
    const tokens = {
      own: (await own.getSession()).data.session?.access_token ?? '',
      other: (await other.getSession()).data.session?.access_token ?? '',
    }
    expect((await own.signOut({ scope })).error).toBeNull()
    const works = await Promise.all(
      (['own', 'other'] as const).map(async (name) => {
        const { error } = await server.client().getUser(tokens[name])
        if (error) expect(error).toBeInstanceOf(AuthSessionMissingError)
        return error ? [] : [name]
      }),
    )
    expect(works.flat()).toEqual(left)
  })

  it('loses the session when it was ended elsewhere', async () => {
    const input = signUpInput()
    const [own, other] = [server.client(), server.client()]
    await own.signUp(input)
    await other.signInWithPassword({ email: input.email, password: input.password })
    await other.signOut({ scope: 'global' })
    expect((await own.refreshSession()).error).toBeInstanceOf(AuthSessionMissingError)
    expect((await own.getUser()).error).toBeInstanceOf(AuthSessionMissingError)
    expect((await own.getSession()).data.session).toBeNull()
  })
})

describe('the official client: access tokens and calls that are not offered', () => {
  it('verifies claims locally through the published keys', async () => {
    const calls: string[] = []
    const client = server.client({
      fetch: (input, init) => {
        calls.push(new URL(String(input)).pathname)
        return fetch(input, init)
      },
    })
    const { data: signedUp } = await client.signUp(signUpInput())
    calls.length = 0
    const { data, error } = await client.getClaims()
    expect(error).toBeNull()
    expect(calls).toEqual(['/auth/v1/.well-known/jwks.json'])
    expect(data?.header).toMatchObject({ alg: 'ES256', typ: 'JWT' })
    expect(data?.claims).toMatchObject({
      iss: 'http://folio.test/auth/v1',
      sub: signedUp.user?.id,
      aud: 'authenticated',
      role: 'authenticated',
      email: signedUp.user?.email,
      phone: '',
      aal: 'aal1',
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { first_name: 'Ana', last_name: 'Lopez' },
    })
    expect(data?.claims.amr).toEqual([{ method: 'password', timestamp: expect.any(Number) }])
    expect((data?.claims.exp ?? 0) - (data?.claims.iat ?? 0)).toBe(3600)

    const [header, , signature] = (signedUp.session?.access_token ?? '').split('.')
    const forged = Buffer.from(JSON.stringify({ ...data?.claims, sub: 'x' })).toString('base64url')
    const refused = await client.getClaims(`${header}.${forged}.${signature}`)
    expect(refused.error).toBeInstanceOf(AuthInvalidJwtError)
  })

  it('gets a refusal of what is not offered, without losing its session', async () => {
    const client = server.client()
    await client.signUp(signUpInput())
    const email = 'ana@folio.test'
    const errors = [
      (await client.signInWithOtp({ email })).error,
      (await client.signInWithOtp({ phone: '+15550100' })).error,
      (await server.client().signInAnonymously()).error,
      (await client.signInWithSSO({ domain: 'folio.test' })).error,
      (await client.signInWithIdToken({ provider: 'google', token: 'x' })).error,
      (await client.linkIdentity({ provider: 'google' })).error,
      (await client.updateUser({ email })).error,
      (await client.admin.listUsers()).error,
    ]
    expect(errors.map((error) => error?.code)).toEqual([
      'email_provider_disabled',
      'phone_provider_disabled',
      'anonymous_provider_disabled',
      'saml_provider_disabled',
      'provider_disabled',
      'manual_linking_disabled',
      'feature_disabled',
      'no_authorization',
    ])
    for (const error of errors) expect(error).not.toBeInstanceOf(AuthRetryableFetchError)
    expect((await client.getUser()).error).toBeNull()
  })
})
