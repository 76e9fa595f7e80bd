import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ManualClock } from '../platform/clock.ts'
import { deviceName } from '../platform/user-agent.ts'
import { maintainIdentity } from './maintenance.ts'
import { hashOfToken, startSession } from './sessions/sessions.ts'
import { type AuthServer, startAuthServer } from './testing/auth-server.ts'

const day = 86_400_000
const clock = new ManualClock(new Date('2026-03-01T12:00:00Z'))
let server: AuthServer
let userId: string
beforeAll(async () => {
  // A greatest age that no session here reaches, so that only the time without use counts.
  server = await startAuthServer({ clock: clock.now, env: { SESSION_DAYS: '3650' } })
  userId = (await server.newSession()).user.id
})
afterAll(() => server.close())

const maintenance = () => maintainIdentity(server.context, server.identityOptions.settings.sessions)
const newSession = () =>
  startSession(server.context, { userId, method: 'password', device: { userAgent: null } })
const refresh = async (token: string) =>
  (await server.identity.sessions.refresh(server.context, token)).refresh_token

/** The outcome of a refresh, by the wire's code. */
const outcomeOf = (token: string) =>
  refresh(token).then(
    () => 'renewed',
    (error: { code: string }) => error.code,
  )

const endOf = async (id: string) =>
  (await server.db.selectFrom('sessions').select('ended_reason').where('id', '=', id).execute()).map(
    (session) => session.ended_reason,
  )

const tokensOf = async (sessionId: string) =>
  (await server.db.selectFrom('refresh_tokens').select('id').where('session_id', '=', sessionId).execute())
    .length

describe('maintenance of sessions', () => {
  it('ends one that was not refreshed for 180 days, and removes it with its tokens 30 days later', async () => {
    const unused = await newSession()
    const used = await newSession()
    clock.advance(100 * day)
    const active = await refresh(used.refreshToken)
    clock.advance(80 * day)
    await maintenance()
    expect(await endOf(unused.id)).toEqual([null])
    clock.advance(1)
    await maintenance()
    expect(await endOf(unused.id)).toEqual(['unused'])
    expect(await outcomeOf(unused.refreshToken)).toBe('session_not_found')
    clock.advance(30 * day)
    await maintenance()
    expect(await endOf(unused.id)).toEqual(['unused'])
    clock.advance(1)
    await maintenance()
    expect(await endOf(unused.id)).toEqual([])
    expect(await tokensOf(unused.id)).toBe(0)
    expect(await outcomeOf(unused.refreshToken)).toBe('refresh_token_not_found')
    expect(await outcomeOf(active)).toBe('renewed')
  })
})

describe('maintenance of refresh tokens', () => {
  it('keeps used tokens, which reveal a shared session, for 30 days', async () => {
    const session = await newSession()
    const child = await refresh(session.refreshToken)
    const active = await refresh(child)
    clock.advance(30 * day)
    await maintenance()
    expect(await outcomeOf(session.refreshToken)).toBe('refresh_token_already_used')
    expect(await outcomeOf(active)).toBe('session_not_found')
  })

  it('removes older ones, which then are unknown and end no session', async () => {
    const session = await newSession()
    const child = await refresh(session.refreshToken)
    const active = await refresh(child)
    clock.advance(30 * day + 1)
    await maintenance()
    expect(await tokensOf(session.id)).toBe(2)
    expect(await outcomeOf(session.refreshToken)).toBe('refresh_token_not_found')
    expect(await outcomeOf(active)).toBe('renewed')
  })

  it('keeps the parent of the active one, however old: its answer may have been lost', async () => {
    const session = await newSession()
    const child = await refresh(session.refreshToken)
    clock.advance(100 * day)
    await maintenance()
    expect(await refresh(session.refreshToken)).toBe(child)
  })
})

describe('maintenance of user agents', () => {
  it('leaves the device’s name 30 days after the sign-in, which is shown as before', async () => {
    const device = {
      userAgent:
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
    }
    const odd = { userAgent: 'something/else' }
    const ids = await Promise.all(
      [device, odd].map(async (one) => {
        const session = await startSession(server.context, { userId, method: 'password', device: one })
        return session.id
      }),
    )
    const stored = async () =>
      (
        await server.db
          .selectFrom('sessions')
          .select('user_agent')
          .where('id', 'in', ids)
          .orderBy('id')
          .execute()
      ).map((session) => session.user_agent)
    clock.advance(30 * day)
    await maintenance()
    expect(await stored()).toEqual(expect.arrayContaining([device.userAgent, odd.userAgent]))
    clock.advance(1)
    await maintenance()
    expect(await stored()).toEqual(expect.arrayContaining(['Chrome on Linux', null]))
    expect(deviceName('Chrome on Linux')).toBe('Chrome on Linux')
  })
})

describe('maintenance of what expires', () => {
  const expiry = (ms: number) => ({
    created_at: clock.now(),
    expires_at: new Date(clock.now().getTime() + ms),
  })
  const hash = (name: string) => hashOfToken(name)
  const challenge = { code_challenge: 'c', code_challenge_method: 'plain' }

  it('removes codes and sign-ins under way once they have, links a day later, and nothing before', async () => {
    const { db } = server
    for (const [name, ms] of [
      ['gone', 1_000],
      ['stored', 1_001],
    ] as const) {
      const link = { token_hash: hash(name), user_id: userId, purpose: 'recovery', ...expiry(ms - day) }
      await db.insertInto('one_time_tokens').values(link).execute()
      const code = { code_hash: hash(name), user_id: userId, method: 'oauth', ...challenge, ...expiry(ms) }
      await db.insertInto('auth_codes').values(code).execute()
      const flow = { state_hash: hash(name), provider: 'google', nonce: 'n', code_verifier: 'v' }
      await db
        .insertInto('provider_flows')
        .values({ ...flow, redirect_to: 'http://folio.test/', ...expiry(ms) })
        .execute()
      const limit = { key: `test:${name}`, points: 1, expire: clock.now().getTime() + ms }
      await db.insertInto('rate_limits').values(limit).execute()
    }
    clock.advance(1_000)
    await Promise.all([maintenance(), maintenance()])
    const stored = [hash('stored')]
    const links = await db.selectFrom('one_time_tokens').select('token_hash as key').execute()
    const codes = await db.selectFrom('auth_codes').select('code_hash as key').execute()
    const flows = await db.selectFrom('provider_flows').select('state_hash as key').execute()
    for (const rows of [links, codes, flows]) expect(rows.map(({ key }) => key)).toEqual(stored)
    const limits = await db.selectFrom('rate_limits').select('key').where('key', 'like', 'test:%').execute()
    expect(limits).toEqual([{ key: 'test:stored' }])
  })
})
