import { decodeProtectedHeader, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { ManualClock } from '../../platform/clock.ts'
import { createIdentity } from '../index.ts'
import { maintainIdentity } from '../maintenance.ts'
import { type AuthServer, startAuthServer } from '../testing/auth-server.ts'
import { openKeyRing, rotateSigningKeys } from './key-ring.ts'

const clock = new ManualClock(new Date('2026-03-01T12:00:00Z'))
let server: AuthServer
let empty: TestDatabase
beforeAll(async () => {
  server = await startAuthServer({ clock: clock.now })
  empty = await createTestDatabase()
})
afterAll(async () => {
  await server.close()
  await empty.close()
})

const authenticate = async (token: string) =>
  (await server.identity.callers.authenticate(server.context, token)).actor
const kidOf = (token: string) => decodeProtectedHeader(token).kid

describe('signing keys', () => {
  it('are one for all processes that start at once', async () => {
    const rings = await Promise.all(
      Array.from({ length: 6 }, () => openKeyRing({ db: empty.db, clock: clock.now })),
    )
    const kids = await Promise.all(rings.map(async (ring) => (await ring.current()).kid))
    expect(new Set(kids).size).toBe(1)
  })

  it('let one process read the tokens and refresh tokens of another', async () => {
    const session = await server.newSession()
    const other = await createIdentity(server.identityOptions)
    expect((await other.callers.authenticate(server.context, session.access_token)).actor).toMatchObject({
      userId: session.user.id,
    })
    const here = await server.identity.sessions.refresh(server.context, session.refresh_token)
    const there = await other.sessions.refresh(server.context, session.refresh_token)
    expect(there.refresh_token).toBe(here.refresh_token)
  })

  it('when retired, are followed by a new one and honoured until their tokens have ended', async () => {
    const session = await server.newSession()
    await rotateSigningKeys(server.context, async () => {})
    clock.advance(60_000)
    const renewed = await server.identity.sessions.refresh(server.context, session.refresh_token)
    expect(kidOf(renewed.access_token)).not.toBe(kidOf(session.access_token))
    expect(await authenticate(renewed.access_token)).not.toBeNull()
    expect(await authenticate(session.access_token)).not.toBeNull()
    expect((await server.identity.publicKeys()).keys.map((key) => key.kid)).toEqual([
      kidOf(renewed.access_token),
      kidOf(session.access_token),
    ])
    clock.advance(3_600_000 - 60_000 - 1)
    expect(await authenticate(session.access_token)).not.toBeNull()
    clock.advance(1)
    expect(await authenticate(session.access_token)).toBeNull()
    clock.advance(60_001)
    expect((await server.identity.publicKeys()).keys).toHaveLength(1)
    expect(await server.identity.callers.authenticateOwnerSignature(session.access_token)).toBeNull()
    await maintainIdentity(server.context, server.identityOptions.settings.sessions)
    expect(await server.db.selectFrom('signing_keys').select('kid').execute()).toHaveLength(1)
  })

  it('made by another process are known here within seconds', async () => {
    const { user } = await server.newSession()
    clock.advance(5_000)
    await server.db.updateTable('signing_keys').set({ retired_at: clock.now() }).execute()
    const other = await createIdentity(server.identityOptions)
    const credentials = { email: user.email, password: 'correct horse' }
    const signedThere = await other.sessions.signIn(server.context, credentials, { userAgent: null })
    expect(await authenticate(signedThere.access_token)).toMatchObject({ userId: user.id })
  })
})

describe('access tokens', () => {
  it('are refused when forged, altered, without a key id or signed by another key', async () => {
    const session = await server.newSession()
    const [header = '', payload = '', signature = ''] = session.access_token.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const { privateKey } = await generateKeyPair('ES256')
    const forged = (head: { alg: string; kid?: string }, key: Parameters<SignJWT['sign']>[0] = privateKey) =>
      new SignJWT(claims).setProtectedHeader(head).sign(key)
    const kid = kidOf(session.access_token)
    const none = Buffer.from(JSON.stringify({ alg: 'none', kid })).toString('base64url')
    const publicKey = (await server.identity.publicKeys()).keys[0]
    const secret = new TextEncoder().encode(JSON.stringify(publicKey))
    const admin = Buffer.from(JSON.stringify({ ...claims, sub: crypto.randomUUID() })).toString('base64url')
    const tokens = [
      await forged({ alg: 'ES256', ...(kid && { kid }) }),
      await forged({ alg: 'ES256', kid: 'unknown' }),
      await forged({ alg: 'ES256' }),
      await forged({ alg: 'HS256', ...(kid && { kid }) }, secret),
      `${none}.${payload}.`,
      `${header}.${admin}.${signature}`,
      `${header}.${payload}`,
      '',
      'a.b.c',
    ]
    for (const token of tokens) {
      expect(await authenticate(token)).toBeNull()
      expect(await server.identity.callers.authenticateOwnerSignature(token)).toBeNull()
    }
  })

  it('show whose they are by their signature alone, also expired and signed out', async () => {
    const session = await server.newSession()
    const owner = { userId: session.user.id }
    expect(await server.identity.callers.authenticateOwnerSignature(session.access_token)).toEqual(owner)
    await server.call('POST', '/logout', { token: session.access_token })
    clock.advance(86_400_000)
    expect(await authenticate(session.access_token)).toBeNull()
    expect(await server.identity.callers.authenticateOwnerSignature(session.access_token)).toEqual(owner)
  })
})
