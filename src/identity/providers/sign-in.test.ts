import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp } from '../../../tests/harness/app.ts'
import { fragmentOf, type Stage, startStage, userAt } from './testing/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage.close())
beforeEach(() => stage.providers.reset())

describe('signing in with a provider, with the official client', () => {
  it.each(['google', 'apple'] as const)('makes an account of a new person of %s', async (provider) => {
    const { claims } = stage.providers
    if (provider === 'apple') claims.email = `${claims.sub}@privaterelay.appleid.com`
    const visit = await stage.signIn(provider, `${stage.app.url}/feed?tab=new`)
    expect(visit.landing.href.startsWith(`${stage.app.url}/feed?tab=new#`)).toBe(true)
    expect(fragmentOf(visit.landing)).toMatchObject({ token_type: 'bearer', expires_in: '3600' })
    expect(await userAt(stage, visit)).toMatchObject({
      email: claims.email,
      app_metadata: { provider, providers: [provider] },
      user_metadata: { first_name: 'Ana', last_name: 'Lopez' },
      identities: [
        {
          provider,
          id: claims.sub,
          email: claims.email,
          last_sign_in_at: expect.any(String),
          identity_data: {
            sub: claims.sub,
            email: claims.email,
            email_verified: true,
            name: 'Ana Lopez',
            picture: claims.picture,
            iss: `${stage.providers.origin}/${provider}`,
          },
        },
      ],
    })
    const profile = await stage.app.database.db
      .selectFrom('users')
      .innerJoin('profiles', 'profiles.id', 'users.id')
      .innerJoin('payees', 'payees.user_id', 'users.id')
      .select(['profiles.first_name', 'profiles.username', 'users.email_verified_at', 'users.password_hash'])
      .where('users.email', '=', claims.email as string)
      .executeTakeFirstOrThrow()
    expect(profile).toMatchObject({ first_name: 'Ana', password_hash: null })
    expect(profile.username).toMatch(/^ana-lopez/)
    expect(profile.email_verified_at).toEqual(stage.app.clock.now())
  })

  it.each(['google', 'apple'] as const)('hands a code to a PKCE client (%s)', async (provider) => {
    const client = stage.client('pkce')
    const redirectTo = `${stage.app.url}/feed`
    const { data } = await client.signInWithOAuth({
      provider,
      options: { redirectTo, skipBrowserRedirect: true },
    })
    const { landing } = await stage.browser().visit(data.url ?? '')
    expect(landing.hash).toBe('')
    const code = landing.searchParams.get('code') ?? ''
    const exchanged = await client.exchangeCodeForSession(code, {
      ...(data.flowId && { flowId: data.flowId }),
    })
    expect(exchanged.error).toBeNull()
    expect(exchanged.data.user?.email).toBe(stage.providers.claims.email)
    expect((await client.getClaims()).data?.claims.amr).toMatchObject([{ method: 'oauth' }])
  })

  it('knows a returning person by the provider’s key, whatever their address has become', async () => {
    const { claims } = stage.providers
    const first = await userAt(stage, await stage.signIn('google'))
    stage.app.clock.advance(60_000)
    stage.providers.claims = {
      ...claims,
      email: `new-${claims.email}`,
      name: 'Ana Maria',
      given_name: 'Ana Maria',
    }
    const second = await userAt(stage, await stage.signIn('google'))
    expect(second).toMatchObject({ id: first.id, email: claims.email })
    expect(second.identities).toHaveLength(1)
    expect(second.identities?.[0]?.identity_data).toMatchObject({ email: `new-${claims.email}` })
    expect(Date.parse(second.last_sign_in_at ?? '')).toBe(Date.parse(first.last_sign_in_at ?? '') + 60_000)
  })

  it('signs a known person in even when their address is no longer verified or sent', async () => {
    const first = await userAt(stage, await stage.signIn('apple'))
    stage.providers.claims = { sub: stage.providers.claims.sub ?? '' }
    const second = await userAt(stage, await stage.signIn('apple'))
    expect(second).toMatchObject({ id: first.id, email: first.email })
  })

  it('makes one account when a new person comes back twice at once', async () => {
    const addresses = await Promise.all([1, 2, 3, 4].map(() => stage.signInAddress('google')))
    const visits = await Promise.all(addresses.map((address) => stage.browser().visit(address)))
    const users = await Promise.all(visits.map((visit) => userAt(stage, visit)))
    expect(new Set(users.map(({ id }) => id)).size).toBe(1)
    expect(users[3]?.identities).toHaveLength(1)
  })

  it('shows its clients what is offered', async () => {
    const { body } = await stage.app.request('GET', '/auth/v1/settings')
    expect(body.external).toMatchObject({ email: true, google: true, apple: true })
  })

  it('lets no cache or referrer have its answers, and sends cookies to this site alone', async () => {
    const { steps } = await stage.signIn('google')
    const ours = steps.filter(({ url }) => url.origin === stage.app.url)
    expect(ours).toHaveLength(2)
    for (const { headers, status } of ours) {
      expect(status).toBe(302)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    }
    const [begun = '', ended = ''] = ours.map(({ headers }) => headers.getSetCookie().at(-1) ?? '')
    expect(begun).toMatch(/; Max-Age=600; Path=\/auth\/v1\/callback; HttpOnly; SameSite=Lax$/)
    expect(ended).toMatch(/^sign_in_[\w-]{8}=; Max-Age=0; Path=\/auth\/v1\/callback; HttpOnly; SameSite=Lax$/)
  })

  it('asks the provider for its addresses and keys once in a while, and for nothing at the start', async () => {
    const other = await startStage()
    expect(other.providers.asked).toEqual([])
    const asked = (path: string) => other.providers.asked.filter((one) => one === path).length
    for (let time = 0; time < 3; time += 1) await other.signIn('google')
    expect(asked('/google/.well-known/openid-configuration')).toBe(1)
    expect(asked('/google/jwks')).toBe(1)
    other.app.clock.advance(61 * 60_000)
    await other.signIn('google')
    expect(asked('/google/.well-known/openid-configuration')).toBe(2)
    expect(other.providers.asked.some((path) => path.startsWith('/apple'))).toBe(false)
    await other.close()
  })
})

describe('a site on https', () => {
  it('lets Apple’s form bring the cookie from another site', async () => {
    const { env } = stage.providers
    const app = await startTestApp({
      env: { ...env, GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '', SITE_URL: 'https://folio.example' },
    })
    const origin = app.app.server.listeningOrigin
    const answer = await fetch(`${origin}/auth/v1/authorize?provider=apple`, { redirect: 'manual' })
    expect(answer.headers.get('set-cookie')).toMatch(
      /^__Host-sign_in_[\w-]{8}=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=None; Secure$/,
    )
    const address = new URL(answer.headers.get('location') ?? '')
    expect(address.searchParams.get('redirect_uri')).toBe('https://folio.example/auth/v1/callback')
    const settings = await fetch(`${origin}/auth/v1/settings`)
    expect(await settings.json()).toMatchObject({ external: { google: false, apple: true } })
    await app.close()
  })
})

describe('a site without providers', () => {
  it('offers none, and refuses them in the official service’s words', async () => {
    const app = await startTestApp()
    expect((await app.request('GET', '/auth/v1/settings')).body.external).toMatchObject({
      google: false,
      apple: false,
    })
    for (const provider of ['google', 'apple', 'github', '__proto__']) {
      const answer = await app.request('GET', `/auth/v1/authorize?provider=${provider}`, {
        headers: { 'x-supabase-api-version': '2024-01-01' },
      })
      expect(answer.status).toBe(400)
      expect(answer.body).toEqual({
        code: 'validation_failed',
        message: 'Unsupported provider: provider is not enabled',
      })
    }
    await app.close()
  })

  it('does not start with an invalid private key', async () => {
    await expect(
      startTestApp({ env: { ...stage.providers.env, APPLE_PRIVATE_KEY: 'nonsense' } }),
    ).rejects.toThrow('APPLE_PRIVATE_KEY')
  })
})
