import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WireSession } from '../contract.ts'
import { someone, type WireAnswer } from '../testing/auth-server.ts'
import { type RecoveryStage, startRecoveryStage } from '../testing/recovery-stage.ts'

let stage: RecoveryStage
beforeAll(async () => {
  stage = await startRecoveryStage()
})
afterAll(() => stage.close())

const sessionOf = (answer: WireAnswer) => answer.body as unknown as WireSession
const signIn = (email: string, password: string) =>
  stage.call('POST', '/token?grant_type=password', { body: { email, password } })
const refresh = (refresh_token: string) =>
  stage.call('POST', '/token?grant_type=refresh_token', { body: { refresh_token } })
const userOf = (token: string) => stage.call('GET', '/user', { token })

const challenge = 'x'.repeat(43)

/** What one more mail carries. */
async function newLink(email: string): Promise<string> {
  await stage.ask(email, challenge)
  return stage.tokenTo(email)
}

/** Somebody registers an address, and holds on to whatever may let them in later. */
async function prepareAccount() {
  const { email, password, data } = someone()
  const first = sessionOf(await stage.call('POST', '/signup', { body: { email, password, data } }))
  const second = sessionOf(await signIn(email, password))
  const third = sessionOf(await refresh(second.refresh_token))
  const link = await newLink(email)
  return { email, password, sessions: [first, third], tokens: [second.refresh_token], link }
}

describe('an address that was never proven (docs/product/sign-in.md#unproven-addresses)', () => {
  it('the first recovery removes all that others prepared: password, sessions, tokens, links', async () => {
    const attacker = await prepareAccount()
    const link = await newLink(attacker.email)
    const victim = await stage.recover(link)

    expect(await signIn(attacker.email, attacker.password)).toMatchObject({
      status: 400,
      body: { code: 'invalid_credentials' },
    })
    for (const { access_token, refresh_token } of attacker.sessions) {
      expect(await userOf(access_token)).toMatchObject({ status: 403, body: { code: 'session_not_found' } })
      expect(await refresh(refresh_token)).toMatchObject({ status: 400, body: { code: 'session_not_found' } })
      const changed = await stage.call('PUT', '/user', {
        token: access_token,
        body: { password: 'attackers choice', current_password: attacker.password },
      })
      expect(changed.status).toBe(403)
    }
    for (const token of attacker.tokens) expect((await refresh(token)).status).toBe(400)
    expect((await stage.verify({ type: 'recovery', token_hash: attacker.link })).status).toBe(403)

    expect((await userOf(victim.access_token)).status).toBe(200)
    const set = await stage.call('PUT', '/user', {
      token: victim.access_token,
      body: { password: 'the owners choice' },
    })
    expect(set.status).toBe(200)
    expect((await signIn(attacker.email, attacker.password)).status).toBe(400)
    expect((await signIn(attacker.email, 'the owners choice')).status).toBe(200)
    const ended = await stage.db
      .selectFrom('sessions')
      .select('ended_reason')
      .where('user_id', '=', victim.user.id)
      .where('ended_at', 'is not', null)
      .execute()
    expect(ended).toEqual([{ ended_reason: 'address_proven' }, { ended_reason: 'address_proven' }])
  })

  it('also by GET verify with a challenge: before the code is exchanged, nothing prepared is left', async () => {
    const attacker = await prepareAccount()
    const token = await newLink(attacker.email)
    const { location } = await stage.follow({ type: 'recovery', token })
    const code = new URL(location).searchParams.get('code')
    expect((await userOf(attacker.sessions[0]?.access_token ?? '')).status).toBe(403)
    expect((await signIn(attacker.email, attacker.password)).status).toBe(400)
    const exchanged = await stage.call('POST', '/token?grant_type=pkce', {
      body: { auth_code: code, code_verifier: challenge },
    })
    expect(exchanged.status).toBe(200)
  })

  it('nothing is removed by an invalid link, or by a check of a link', async () => {
    const { email, sessions, password } = await prepareAccount()
    await stage.verify({ type: 'recovery', token_hash: 'made-up' })
    await newLink(email)
    expect((await userOf(sessions[0]?.access_token ?? '')).status).toBe(200)
    expect((await signIn(email, password)).status).toBe(200)
  })

  it('attackers signing in, refreshing and recovering at that very moment are left with nothing', async () => {
    const attacker = await prepareAccount()
    const link = await newLink(attacker.email)
    const [victim, ...others] = await Promise.all([
      stage.recover(link),
      signIn(attacker.email, attacker.password),
      signIn(attacker.email, attacker.password),
      ...attacker.sessions.map((session) => refresh(session.refresh_token)),
    ])
    expect((await userOf(victim.access_token)).status).toBe(200)
    for (const answer of others) {
      if (answer.status !== 200) continue
      expect((await userOf(sessionOf(answer).access_token)).status).toBe(403)
    }
    const open = await stage.db
      .selectFrom('sessions')
      .select('method')
      .where('user_id', '=', victim.user.id)
      .where('ended_at', 'is', null)
      .execute()
    expect(open).toEqual([{ method: 'recovery' }])
  })

  it('a sign-in that commits while the link is used has ended with the rest', async () => {
    const { email, password } = await prepareAccount()
    const token_hash = await newLink(email)
    const late = await stage.db.transaction().execute(async (db) => {
      const session = await stage.identity.sessions.signIn(
        { ...stage.context, db },
        { email, password },
        { userAgent: null },
      )
      const victim = stage.verify({ type: 'recovery', token_hash })
      await stage.untilBlocked()
      return { session, victim }
    })
    expect((await late.victim).status).toBe(200)
    expect((await userOf(late.session.access_token)).status).toBe(403)
  })
})

describe('an address that was proven', () => {
  it('keeps its password and sessions at the next recovery, until the password changes', async () => {
    const { email, password, link } = await prepareAccount()
    const proven = await stage.recover(link)
    await stage.call('PUT', '/user', { token: proven.access_token, body: { password } })
    const elsewhere = sessionOf(await signIn(email, password))

    const again = await stage.recover(await newLink(email))
    expect((await userOf(elsewhere.access_token)).status).toBe(200)
    expect((await userOf(proven.access_token)).status).toBe(200)
    expect((await signIn(email, password)).status).toBe(200)

    const pending = await newLink(email)
    const body = { password: 'a new password' }
    expect((await stage.call('PUT', '/user', { token: again.access_token, body })).status).toBe(200)
    expect((await userOf(again.access_token)).status).toBe(200)
    expect((await userOf(elsewhere.access_token)).status).toBe(403)
    expect((await userOf(proven.access_token)).status).toBe(403)
    expect((await refresh(elsewhere.refresh_token)).status).toBe(400)
    expect((await stage.verify({ type: 'recovery', token_hash: pending })).status).toBe(403)
    expect((await signIn(email, password)).status).toBe(400)
  })
})
