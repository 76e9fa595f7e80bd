import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ManualClock } from '../../platform/clock.ts'
import type { Context } from '../../platform/context.ts'
import type { WireSession } from '../contract.ts'
import { fragmentOf, type Stage, startStage, userAt } from '../providers/testing/stage.ts'
import { createAuthenticator } from '../testing/authenticator.ts'
import { type PasskeyStage, passkeyOrigin, startPasskeyStage } from '../testing/passkey-stage.ts'
import { restoreAccount, suspendAccount } from './suspension.ts'

const reason = 'Fake shops.'
/** The one answer to somebody who has shown that a suspended account is theirs. */
const refusal = expect.stringMatching(/^This account is suspended\. Reason: Fake shops\. .*operator/)
const banned = { status: 400, body: { code: 'user_banned', message: refusal } }

const suspend = (context: Context, userId: string) =>
  context.db.transaction().execute((db) => suspendAccount({ ...context, db }, { userId, reason }))

describe('a suspended account, by the ways in that are our own (decision 51)', () => {
  const clock = new ManualClock(new Date())
  let stage: PasskeyStage
  beforeAll(async () => {
    stage = await startPasskeyStage(clock)
  })
  afterAll(() => stage.close())

  /** Somebody who can sign in by every way, suspended; and what they were given before. */
  async function suspendedPerson() {
    const authenticator = createAuthenticator({ origin: passkeyOrigin })
    const { session } = await stage.withPasskey(authenticator)
    const { id, email } = session.user
    // The mail about the passkey.
    await stage.smtp.mailTo(email)
    await stage.ask(email)
    const link = await stage.tokenTo(email)
    const before = await stage.askToSignIn()
    await suspend(stage.context, id)
    return { id, email: String(email), session, authenticator, link, before }
  }

  const sessionsOf = (userId: string) =>
    stage.db
      .selectFrom('sessions')
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .select('id')
      .execute()

  it('is refused with one answer by password, passkey, refresh token and mailed link', async () => {
    const { id, email, session, authenticator, before } = await suspendedPerson()
    const refused = {
      password: await stage.call('POST', '/token?grant_type=password', {
        body: { email, password: 'correct horse' },
      }),
      refresh: await stage.call('POST', '/token?grant_type=refresh_token', {
        body: { refresh_token: session.refresh_token },
      }),
      passkey: await stage.signInWith(authenticator),
      passkeyAskedBefore: await stage.signIn(before, authenticator.get(before.options)),
      link: await stage
        .ask(email)
        .then(() => stage.tokenTo(email))
        .then((token_hash) => stage.verify({ type: 'recovery', token_hash })),
    }
    for (const [way, answer] of Object.entries(refused))
      expect({ way, ...answer }).toMatchObject({ way, ...banned })
    const answers = Object.values(refused).map(({ body }) => JSON.stringify(body))
    expect(new Set(answers).size).toBe(1)
    expect(await sessionsOf(id)).toEqual([])
  })

  it('is refused by a mailed link of a PKCE client, which gets no code that is worth a session', async () => {
    const { id, email } = await suspendedPerson()
    await stage.ask(email, 'a'.repeat(43))
    const { location } = await stage.follow({ token: await stage.tokenTo(email), type: 'recovery' })
    const code = new URL(location).searchParams.get('code')
    const exchanged = await stage.call('POST', '/token?grant_type=pkce', {
      body: { auth_code: code, code_verifier: 'a'.repeat(43) },
    })
    expect(exchanged).toMatchObject(banned)
    expect(await sessionsOf(id)).toEqual([])
  })

  it('is named in the address that a link leads to, when it is followed without a client', async () => {
    const { email } = await suspendedPerson()
    await stage.ask(email)
    const { location } = await stage.follow({ token: await stage.tokenTo(email), type: 'recovery' })
    expect(fragmentOf(new URL(location))).toMatchObject({
      error_code: 'user_banned',
      error_description: refusal,
    })
  })

  it('has no valid link or code any more: those handed out before are gone', async () => {
    const { link } = await suspendedPerson()
    expect(await stage.verify({ type: 'recovery', token_hash: link })).toMatchObject({
      status: 403,
      body: { code: 'otp_expired' },
    })
    const { user } = await stage.newSession()
    await stage.ask(String(user.email), 'b'.repeat(43))
    const { location } = await stage.follow({
      token: await stage.tokenTo(String(user.email)),
      type: 'recovery',
    })
    await suspend(stage.context, user.id)
    const exchanged = await stage.call('POST', '/token?grant_type=pkce', {
      body: { auth_code: new URL(location).searchParams.get('code'), code_verifier: 'b'.repeat(43) },
    })
    expect(exchanged).toMatchObject({ status: 404, body: { code: 'flow_state_not_found' } })
  })

  it('is not revealed to somebody who has shown nothing', async () => {
    const { email } = await suspendedPerson()
    const wrong = { email, password: 'wrong horse' }
    const answers = [
      await stage.call('POST', '/token?grant_type=password', { body: wrong }),
      await stage.call('POST', '/token?grant_type=refresh_token', {
        body: { refresh_token: 'x'.repeat(43) },
      }),
      await stage.signInWith(createAuthenticator({ origin: passkeyOrigin })).catch(() => null),
      await stage.verify({ type: 'recovery', token_hash: 'x'.repeat(43) }),
    ]
    expect(JSON.stringify(answers)).not.toContain('suspended')
  })

  it('signs in by all of them again once it is restored', async () => {
    const { id, email, authenticator } = await suspendedPerson()
    await stage.db.transaction().execute((db) => restoreAccount({ ...stage.context, db }, id))
    expect((await stage.signInWith(authenticator)).status).toBe(200)
    await stage.ask(email)
    expect((await stage.recover(await stage.tokenTo(email))).user.id).toBe(id)
  })
})

describe('a suspended account, by a provider (decision 51)', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await startStage()
  })
  afterAll(() => stage.close())
  beforeEach(() => stage.providers.reset())

  const contextOf = (): Context => ({ db: stage.app.database.db, clock: stage.app.clock.now, actor: null })

  describe.each(['google', 'apple'] as const)('%s', (provider) => {
    it('is named in the address that the sign-in leads back to, and gets no session', async () => {
      const first = await stage.signIn(provider)
      const user = await userAt(stage, first)
      await suspend(contextOf(), user.id)
      const { landing } = await stage.signIn(provider)
      const fragment = fragmentOf(landing)
      expect(fragment).toMatchObject({
        error: 'access_denied',
        error_code: 'user_banned',
        error_description: refusal,
      })
      expect(fragment).not.toHaveProperty('access_token')
      const { refresh_token } = fragmentOf(first.landing)
      const refreshed = await stage.app.request('POST', '/auth/v1/token?grant_type=refresh_token', {
        headers: { 'x-supabase-api-version': '2024-01-01' },
        body: { refresh_token },
      })
      expect(refreshed).toMatchObject(banned)
    })

    it('is named when a PKCE client exchanges its code', async () => {
      const user = await userAt(stage, await stage.signIn(provider))
      await suspend(contextOf(), user.id)
      const client = stage.client('pkce')
      const { data } = await client.signInWithOAuth({
        provider,
        options: { redirectTo: `${stage.app.url}/feed`, skipBrowserRedirect: true },
      })
      const { landing } = await stage.browser().visit(data.url ?? '')
      const code = landing.searchParams.get('code') ?? ''
      const { error, data: given } = await client.exchangeCodeForSession(code, {
        ...(data.flowId && { flowId: data.flowId }),
      })
      expect(error).toMatchObject({ code: 'user_banned', message: refusal })
      expect(given.session).toBeNull()
    })

    it('is not taken over by linking a provider to it for the first time', async () => {
      const { claims } = stage.providers
      if (provider === 'apple') claims.email = `${claims.sub}@privaterelay.appleid.com`
      const { user }: WireSession = await stage.signUp(String(claims.email))
      await suspend(contextOf(), user.id)
      const { landing } = await stage.signIn(provider)
      expect(fragmentOf(landing)).toMatchObject({ error_code: 'user_banned' })
      const { rows } = await stage.app.database.pool.query(
        `select u.email_verified_at, u.password_hash is not null as has_password,
           (select count(*)::int from identities i where i.user_id = u.id) as identities
         from users u where u.id = $1`,
        [user.id],
      )
      expect(rows).toEqual([{ email_verified_at: null, has_password: true, identities: 1 }])
    })
  })
})
