import { decodeProtectedHeader, exportJWK, generateKeyPair, type JWK } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createIdentity } from '../index.ts'
import { type AuthServer, startAuthServer } from '../testing/auth-server.ts'
import { readGivenKeys } from './given-keys.ts'

async function newKey(more: JWK = {}): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return { ...(await exportJWK(privateKey)), ...more }
}
const setOf = (...keys: unknown[]) => JSON.stringify({ keys })

let server: AuthServer
const old = await newKey({ kid: 'old' })
beforeAll(async () => {
  server = await startAuthServer({ env: { SIGNING_KEYS: setOf(old) } })
})
afterAll(() => server.close())

describe('keys of SIGNING_KEYS', () => {
  it('sign, verify and are published, without their private half; none is made in the database', async () => {
    const session = await server.newSession()
    expect(decodeProtectedHeader(session.access_token)).toMatchObject({ alg: 'ES256', kid: 'old' })
    expect((await server.call('GET', '/user', { token: session.access_token })).status).toBe(200)
    const { body } = await server.call('GET', '/.well-known/jwks.json')
    const { x, y } = old
    const published = { kty: 'EC', crv: 'P-256', x, y, kid: 'old', alg: 'ES256', use: 'sig' }
    expect(body).toEqual({ keys: [{ ...published, key_ops: ['verify'] }] })
    expect(await server.db.selectFrom('signing_keys').select('kid').execute()).toEqual([])
  })

  it('verify tokens of the one before, behind a new first one', async () => {
    const session = await server.newSession()
    const next = await newKey()
    const settings = { ...server.identityOptions.settings, signingKeys: setOf(next, old) }
    const later = await createIdentity({ ...server.identityOptions, settings })
    expect((await later.callers.authenticate(server.context, session.access_token)).actor).not.toBeNull()
    const renewed = await later.sessions.refresh(server.context, session.refresh_token)
    const { kid } = decodeProtectedHeader(renewed.access_token)
    expect(kid).not.toBe('old')
    expect((await later.publicKeys()).keys.map((key) => key.kid)).toEqual([kid, 'old'])
    expect(
      (await server.identity.callers.authenticate(server.context, renewed.access_token)).actor,
    ).toBeNull()
  })

  it('that cannot be used end the start, and are not shown', async () => {
    const key = await newKey()
    const other = await newKey()
    const { d: _, ...publicKey } = key
    const p384 = await exportJWK((await generateKeyPair('ES384', { extractable: true })).privateKey)
    const unusable = [
      'not JSON',
      '[]',
      setOf(),
      setOf(publicKey),
      setOf(p384),
      setOf({ ...key, x: other.x, y: other.y }),
      setOf({ ...key, d: 'AAAA' }),
      setOf({ ...key, alg: 'RS256' }),
      setOf(key, { ...other, d: undefined }),
      setOf({ ...key, kid: 'a' }, { ...other, kid: 'a' }),
    ]
    for (const text of unusable) {
      const refusal = await readGivenKeys(text).catch((error: unknown) => error)
      expect(refusal).toMatchObject({ name: 'SettingsError' })
      expect(String(refusal)).toContain('SIGNING_KEYS')
      expect(String(refusal)).not.toContain(String(key.d))
    }
    const settings = { ...server.identityOptions.settings, signingKeys: 'not JSON' }
    await expect(createIdentity({ ...server.identityOptions, settings })).rejects.toThrow('SIGNING_KEYS')
  })
})
