import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ManualClock } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/context.ts'
import type { WireSession } from '../contract.ts'
import { type AuthServer, startAuthServer } from '../testing/auth-server.ts'
import { raiseSession } from './sessions.ts'

const clock = new ManualClock(new Date('2026-03-01T12:00:00Z'))
let server: AuthServer
let session: WireSession
let sessionId: string
beforeAll(async () => {
  server = await startAuthServer({ clock: clock.now })
})
afterAll(() => server.close())
beforeEach(async () => {
  session = await server.newSession()
  sessionId = String(decodeJwt(session.access_token).session_id)
})

const refresh = (refreshToken: string) => server.identity.sessions.refresh(server.context, refreshToken)
const raise = () =>
  inTransaction(server.context, (inner) =>
    raiseSession(inner, { sessionId, step: 'totp', factorId: randomUUID() }),
  )
const now = () => Math.floor(clock.now().getTime() / 1_000)

/** Gives the account an authenticator app that is set up. */
const addFactor = () =>
  server.db
    .insertInto('factors')
    .values({
      user_id: session.user.id,
      type: 'totp',
      friendly_name: 'Phone',
      secret: Buffer.alloc(48),
      verified_at: clock.now(),
      created_at: clock.now(),
      updated_at: clock.now(),
    })
    .execute()

describe('a session’s level of assurance', () => {
  it('stands in its tokens, and stays when they are refreshed', async () => {
    const signedInAt = now()
    const first = { method: 'password', timestamp: signedInAt }
    expect(decodeJwt(session.access_token)).toMatchObject({ aal: 'aal1', amr: [first] })
    clock.advance(60_000)
    const raised = await raise()
    clock.advance(60_000)
    const renewed = await refresh(raised.refreshToken)
    expect(decodeJwt(renewed.access_token)).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'totp', timestamp: signedInAt + 60 }, first],
      session_id: sessionId,
    })
    await raise()
    const { amr } = await server.db
      .selectFrom('sessions')
      .select('amr')
      .where('id', '=', sessionId)
      .executeTakeFirstOrThrow()
    expect(amr).toEqual([{ method: 'totp', timestamp: now() }, first])
  })

  it('a tab that refreshes at that moment stays signed in; a token that comes later ends the session', async () => {
    await raise()
    const { refresh_token } = await refresh(session.refresh_token)
    clock.advance(60_000)
    const renewed = await refresh(refresh_token)
    expect(decodeJwt(renewed.access_token)).toMatchObject({ aal: 'aal2', session_id: sessionId })
    await raise()
    clock.advance(60_000)
    await expect(refresh(renewed.refresh_token)).rejects.toMatchObject({ code: 'refresh_token_already_used' })
  })
})

describe('a session that has not shown its account’s second step', () => {
  const call = (method: string, path: string, body?: object) =>
    server.call(method, path, { token: session.access_token, body })

  it('reads its user, signs out, and gets nothing else', async () => {
    expect((await call('PUT', '/user', { data: { seen: 1 } })).status).toBe(200)
    await addFactor()
    expect(await call('PUT', '/user', { data: { seen: 2 } })).toMatchObject({
      status: 403,
      body: { code: 'insufficient_aal' },
    })
    expect((await call('GET', '/user')).body).toMatchObject({ user_metadata: { seen: 1 } })
    expect((await call('POST', '/logout?scope=local')).status).toBe(204)
    expect((await call('GET', '/user')).body).toMatchObject({ code: 'session_not_found' })
  })

  it('is let in once it has shown it', async () => {
    await addFactor()
    await raise()
    expect((await call('PUT', '/user', { data: { seen: 3 } })).status).toBe(200)
    expect(
      (await server.identity.callers.authenticate(server.context, session.access_token)).actor,
    ).toMatchObject({
      assurance: { level: 'aal2', hasFactor: true },
    })
  })
})
