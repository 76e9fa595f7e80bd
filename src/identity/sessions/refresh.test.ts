import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ManualClock } from '../../platform/clock.ts'
import type { WireSession } from '../contract.ts'
import { type AuthServer, startAuthServer, type WireAnswer } from '../testing/auth-server.ts'

const clock = new ManualClock(new Date('2026-03-01T12:00:00Z'))
let server: AuthServer
let session: WireSession
beforeAll(async () => {
  server = await startAuthServer({ clock: clock.now })
})
afterAll(() => server.close())
beforeEach(async () => {
  session = await server.newSession()
})

const refresh = (refresh_token: unknown) =>
  server.call('POST', '/token?grant_type=refresh_token', { body: { refresh_token } })
const tokenOf = (answer: WireAnswer) => String(answer.body.refresh_token)
const works = async (accessToken: unknown) =>
  (await server.call('GET', '/user', { token: String(accessToken) })).status === 200

const alreadyUsed = { status: 400, body: { code: 'refresh_token_already_used' } }
const ended = { status: 400, body: { code: 'session_not_found' } }

describe('refresh tokens: rotation (docs/product/sign-in.md#sessions)', () => {
  it('makes a new pair with a full life', async () => {
    clock.advance(3_000_000)
    const answer = await refresh(session.refresh_token)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ expires_in: 3600, token_type: 'bearer', user: session.user })
    expect(answer.body.expires_at).toBe(Math.floor(clock.now().getTime() / 1000) + 3600)
    expect(tokenOf(answer)).not.toBe(session.refresh_token)
    expect(await works(answer.body.access_token)).toBe(true)
    expect(await works(session.access_token)).toBe(true)
    clock.advance(700_000)
    expect(await works(answer.body.access_token)).toBe(true)
    expect(await works(session.access_token)).toBe(false)
  })

  it('gives two tabs that refresh at once the same token', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => refresh(session.refresh_token)))
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200, 200])
    expect(new Set(answers.map(tokenOf)).size).toBe(1)
  })

  it('answers the parent again at any time while its child is not used', async () => {
    const child = tokenOf(await refresh(session.refresh_token))
    clock.advance(30 * 86_400_000)
    expect(tokenOf(await refresh(session.refresh_token))).toBe(child)
    expect((await refresh(child)).status).toBe(200)
  })

  it('answers the parent with the active token for 10 s after its child was used', async () => {
    const child = tokenOf(await refresh(session.refresh_token))
    const grandchild = tokenOf(await refresh(child))
    clock.advance(10_000)
    expect(tokenOf(await refresh(session.refresh_token))).toBe(grandchild)
    expect(tokenOf(await refresh(child))).toBe(grandchild)
  })

  it('ends the session for good when the parent comes later', async () => {
    const child = tokenOf(await refresh(session.refresh_token))
    const active = await refresh(child)
    clock.advance(10_001)
    expect(await refresh(session.refresh_token)).toMatchObject(alreadyUsed)
    for (const token of [tokenOf(active), child, session.refresh_token])
      expect(await refresh(token)).toMatchObject(ended)
    expect(await works(active.body.access_token)).toBe(false)
    const stored = await server.db
      .selectFrom('sessions')
      .select(['ended_at', 'ended_reason'])
      .where('user_id', '=', session.user.id)
      .executeTakeFirstOrThrow()
    expect(stored).toEqual({ ended_at: clock.now(), ended_reason: 'reuse_detected' })
  })

  it('ends the session also for an older token, and no other session', async () => {
    const other = await server.identity.sessions.signIn(
      server.context,
      { email: session.user.email, password: 'correct horse' },
      { userAgent: null },
    )
    let token = session.refresh_token
    for (let i = 0; i < 4; i += 1) {
      token = tokenOf(await refresh(token))
      clock.advance(20_000)
    }
    expect(await refresh(session.refresh_token)).toMatchObject(alreadyUsed)
    expect(await refresh(token)).toMatchObject(ended)
    expect((await refresh(other.refresh_token)).status).toBe(200)
  })

  it('ends refreshes that are under way when signing out', async () => {
    const [out, ...refreshed] = await Promise.all([
      server.call('POST', '/logout', { token: session.access_token }),
      refresh(session.refresh_token),
      refresh(session.refresh_token),
      refresh(session.refresh_token),
    ])
    expect(out.status).toBe(204)
    for (const answer of refreshed) {
      if (answer.status !== 200) continue
      expect(await works(answer.body.access_token)).toBe(false)
      expect(await refresh(tokenOf(answer))).toMatchObject(ended)
    }
    expect(await refresh(session.refresh_token)).toMatchObject(ended)
  })

  it('stores a hash of each token and nothing that could be used', async () => {
    const child = tokenOf(await refresh(session.refresh_token))
    const stored = await server.db
      .selectFrom('refresh_tokens')
      .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
      .select('token_hash')
      .where('user_id', '=', session.user.id)
      .orderBy('refresh_tokens.id')
      .execute()
    const hashes = [session.refresh_token, child].map((token) => createHash('sha256').update(token).digest())
    expect(stored.map((row) => row.token_hash)).toEqual(hashes)
  })
})
