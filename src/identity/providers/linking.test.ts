import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { WireSession } from '../contract.ts'
import { hashOfToken } from '../sessions/sessions.ts'
import { someone } from '../testing/auth-server.ts'
import { fragmentOf, type Stage, startStage, userAt } from './testing/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage.close())
beforeEach(() => stage.providers.reset())

const emailOf = () => stage.providers.claims.email as string

const signInWithPassword = (email: string) =>
  stage.client().signInWithPassword({ email, password: someone().password })

const stillWorks = async ({ access_token, refresh_token }: WireSession) => ({
  access: (await stage.client().getUser(access_token)).error === null,
  refresh: (await stage.client().refreshSession({ refresh_token })).error === null,
})

let made = 0

/** A mailed link and a code of this account that are not used yet, and the answers to using them. */
async function prepareLinks({ user }: WireSession) {
  made += 1
  const [link, code] = [`link ${made}`, `code ${made}`]
  const { db } = stage.app.database
  const now = stage.app.clock.now()
  const waiting = { user_id: user.id, created_at: now, expires_at: new Date(now.getTime() + 60_000) }
  await db
    .insertInto('one_time_tokens')
    .values({ ...waiting, token_hash: hashOfToken(link), purpose: 'recovery' })
    .execute()
  const challenge = { method: 'oauth', code_challenge: 'verifier', code_challenge_method: 'plain' }
  await db
    .insertInto('auth_codes')
    .values({ ...waiting, ...challenge, code_hash: hashOfToken(code) })
    .execute()
  const post = async (path: string, body: object) =>
    (await stage.app.request('POST', `/auth/v1/${path}`, { body })).status
  return {
    open: async () => ({
      code: await post('token?grant_type=pkce', { auth_code: code, code_verifier: 'verifier' }),
      link: await post('verify', { type: 'recovery', token_hash: link }),
    }),
  }
}

describe('an account that somebody made for another’s address (docs/product/sign-in.md#unproven-addresses)', () => {
  it.each(['google', 'apple'] as const)(
    'goes to its owner, and leaves nothing to who made it (%s)',
    async (provider) => {
      if (provider === 'apple') stage.providers.claims.email = `${made}-ana@privaterelay.appleid.com`
      const prepared = await stage.signUp(emailOf())
      const untouched = await stage.signUp(`other-${emailOf()}`)
      const links = await prepareLinks(prepared)
      const otherLinks = await prepareLinks(untouched)

      const owner = await userAt(stage, await stage.signIn(provider))
      expect(owner.id).toBe(prepared.user.id)
      expect(owner.app_metadata.providers).toEqual(['email', provider])

      expect(await stillWorks(prepared)).toEqual({ access: false, refresh: false })
      expect((await signInWithPassword(emailOf())).error).toMatchObject({ code: 'invalid_credentials' })
      expect(await links.open()).toEqual({ link: 403, code: 404 })
      expect(await otherLinks.open()).toEqual({ link: 200, code: 200 })
    },
  )

  it('lets nobody else in, even when its password is tried while its owner signs in', async () => {
    await stage.signUp(emailOf())
    const [visit, ...tries] = await Promise.all([
      stage.signIn('google'),
      ...Array.from({ length: 4 }, () => signInWithPassword(emailOf())),
    ])
    await userAt(stage, visit)
    for (const { data } of tries)
      if (data.session) expect((await stage.client().getUser(data.session.access_token)).data.user).toBeNull()
  })
})

describe('an account whose address is proven', () => {
  it('is linked, and keeps its password, sessions and names', async () => {
    const session = await stage.signUp(emailOf())
    await stage.app.database.db
      .updateTable('users')
      .set({ email_verified_at: stage.app.clock.now() })
      .where('id', '=', session.user.id)
      .execute()
    stage.providers.claims = { ...stage.providers.claims, given_name: 'Other', family_name: 'Name' }
    const user = await userAt(stage, await stage.signIn('google'))
    expect(user).toMatchObject({
      id: session.user.id,
      app_metadata: { provider: 'email', providers: ['email', 'google'] },
      user_metadata: { first_name: 'Ana', last_name: 'Lopez' },
    })
    expect(await stillWorks(session)).toEqual({ access: true, refresh: true })
    expect((await signInWithPassword(emailOf())).error).toBeNull()
  })

  it('is found however the provider writes the address, and by every provider', async () => {
    const email = `ana-either@privaterelay.appleid.com`
    stage.providers.claims = { ...stage.providers.claims, email: email.toUpperCase() }
    const first = await userAt(stage, await stage.signIn('google'))
    expect(first.email).toBe(email)
    // Apple sends it as text.
    stage.providers.claims = { ...stage.providers.claims, sub: 'apple.1', email_verified: 'true' }
    const second = await userAt(stage, await stage.signIn('apple'))
    expect(second.id).toBe(first.id)
    expect(second.app_metadata).toMatchObject({ provider: 'google', providers: ['google', 'apple'] })
  })
})

describe('an address that the provider has not verified', () => {
  it.each([
    { email_verified: false },
    { email_verified: 'false' },
    { email_verified: undefined },
    { email_verified: 1 },
    { email: undefined },
    { email: 'not an address' },
    { email: 'ana@provider.test\0' },
  ])('gives no account and no link: %j', async (claims) => {
    const session = await stage.signUp(emailOf())
    stage.providers.claims = { ...stage.providers.claims, ...claims }
    const { landing } = await stage.signIn('google')
    expect(fragmentOf(landing)).toEqual({
      error: 'access_denied',
      error_code: 'provider_email_needs_verification',
      error_description: 'Google has not verified your email address. Verify it there, then try again.',
    })
    expect(landing.pathname).toBe('/feed')
    expect(await stillWorks(session)).toEqual({ access: true, refresh: true })
    const identities = await stage.app.database.db
      .selectFrom('identities')
      .select('provider')
      .where((is) =>
        is.or([
          is('user_id', '=', session.user.id),
          is('provider_id', '=', stage.providers.claims.sub as string),
        ]),
      )
      .execute()
    expect(identities).toEqual([{ provider: 'email' }])
  })
})

describe('the names of a new person', () => {
  const long = 'x'.repeat(5_000)
  it.each([
    { claims: { given_name: ' Ana\n\t', family_name: undefined }, first: 'Ana', last: '' },
    { claims: { given_name: undefined, family_name: 'Lopez' }, first: 'Lopez', last: '' },
    {
      claims: { given_name: undefined, family_name: undefined, name: 'Ana Maria Lopez' },
      first: 'Ana Maria',
      last: 'Lopez',
    },
    { claims: { given_name: '\0\u0007', family_name: '\u200b', name: 'Ana' }, first: 'Ana', last: '' },
    { claims: { given_name: long, family_name: long }, first: 'x'.repeat(100), last: 'x'.repeat(100) },
    {
      claims: { given_name: `${'x'.repeat(99)}😀`, family_name: '\ud800' },
      first: 'x'.repeat(99),
      last: '\ufffd',
    },
    {
      claims: { given_name: '<b>Ana</b>', family_name: 'O’Neill-ß 李' },
      first: '<b>Ana</b>',
      last: 'O’Neill-ß 李',
    },
    { claims: { given_name: 7, family_name: {}, name: ['Ana'] }, first: 'ana.lopez', last: '' },
  ])(
    'are what the provider sends, as far as a profile takes it: $first $last',
    async ({ claims, first, last }) => {
      const email = `ana.lopez@${Math.random().toString(36).slice(2)}.test`
      stage.providers.claims = { ...stage.providers.claims, email, ...claims }
      const user = await userAt(stage, await stage.signIn('google'))
      expect(user.user_metadata).toEqual({ first_name: first, last_name: last })
    },
  )

  it.each([
    {
      user: '{"name":{"firstName":"Ana","lastName":"Lopez"},"email":"x@y.test"}',
      first: 'Ana',
      last: 'Lopez',
    },
    { user: '{"name":{"firstName":" ","lastName":"Lopez"}}', first: 'Lopez', last: '' },
    { user: '{"name":{"firstName":5}}', first: 'Creator', last: '' },
    { user: '{"name":', first: 'Creator', last: '' },
    { user: 'null', first: 'Creator', last: '' },
    { user: undefined, first: 'Creator', last: '' },
    { user: JSON.stringify({ name: { firstName: 'x'.repeat(5_000) } }), first: 'Creator', last: '' },
  ])('come from Apple’s form, since no token has them: $user', async ({ user, first, last }) => {
    const { sub } = stage.providers.claims
    const email = `${sub}@privaterelay.appleid.com`
    stage.providers.claims = { sub: sub ?? '', email, email_verified: 'true', is_private_email: 'true' }
    stage.providers.appleUser = user
    const signedIn = await userAt(stage, await stage.signIn('apple'))
    expect(signedIn.email).toBe(email)
    expect(signedIn.user_metadata).toEqual({ first_name: first, last_name: last })
    // The next time there is no form, and Apple's token has no name.
    stage.providers.appleUser = undefined
    const again = await userAt(stage, await stage.signIn('apple'))
    expect(again.identities?.[0]?.identity_data).toEqual(signedIn.identities?.[0]?.identity_data)
  })
})
