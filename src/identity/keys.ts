import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import type { Kysely } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import type { DB, JsonObject } from '../platform/database/schema.ts'
import type { PublicKeySet } from './contract.ts'
import { addSigningKey, readSigningKeys } from './sql.ts'

/** How long an access token lives. */
export const accessTokenSeconds = 3_600

// After this the keys are read again, so every process follows a rotation within a minute.
const freshMs = 60_000
// A token with a key that is not known may be signed by a key just made; a forged one must not cost a read each.
const minRereadMs = 5_000

export type SigningKey = { kid: string; key: CryptoKey }

/** The keys that sign and verify access tokens, shared by all processes through the database. */
export type KeyRing = {
  current(): Promise<SigningKey>
  find(kid: string): Promise<CryptoKey | undefined>
  published(): Promise<PublicKeySet>
}

type LoadedKeys = {
  at: number
  current: SigningKey
  verifiers: Map<string, CryptoKey>
  published: PublicKeySet
}

/**
 * Opens the key ring; the first process to do so makes the first key. A key is rotated by setting its
 * `retired_at`: a new one is made within a minute, and the old one is honoured until the tokens it signed have
 * ended.
 */
export async function openKeyRing({ db, clock }: { db: Kysely<DB>; clock: Clock }): Promise<KeyRing> {
  let loaded = await loadKeys(db, clock())
  let loading: Promise<LoadedKeys> | undefined

  const keysNotOlderThan = async (ms: number): Promise<LoadedKeys> => {
    if (clock().getTime() - loaded.at < ms) return loaded
    loading ??= loadKeys(db, clock()).finally(() => {
      loading = undefined
    })
    loaded = await loading
    return loaded
  }

  return {
    current: async () => (await keysNotOlderThan(freshMs)).current,
    published: async () => (await keysNotOlderThan(freshMs)).published,
    find: async (kid) =>
      (await keysNotOlderThan(freshMs)).verifiers.get(kid) ??
      (await keysNotOlderThan(minRereadMs)).verifiers.get(kid),
  }
}

async function loadKeys(db: Kysely<DB>, now: Date): Promise<LoadedKeys> {
  const honouredSince = new Date(now.getTime() - accessTokenSeconds * 1_000 - freshMs)
  let rows = await readSigningKeys(db, honouredSince)
  if (!rows.some((row) => row.retired_at === null)) {
    await addSigningKey(db, await makeSigningKey(), now)
    rows = await readSigningKeys(db, honouredSince)
  }
  const current = rows.find((row) => row.retired_at === null)
  if (!current) throw new Error('There is no signing key')
  const verifiers = rows.map(async (row) => [row.kid, await importKey(row.public_jwk)] as const)
  return {
    at: now.getTime(),
    current: { kid: current.kid, key: await importKey(current.private_jwk) },
    verifiers: new Map(await Promise.all(verifiers)),
    published: { keys: rows.map((row) => row.public_jwk) as PublicKeySet['keys'] },
  }
}

async function makeSigningKey() {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const publicJwk = await exportJWK(publicKey)
  const kid = await calculateJwkThumbprint(publicJwk)
  return {
    kid,
    privateJwk: { ...(await exportJWK(privateKey)), kid, alg: 'ES256' } as JsonObject,
    publicJwk: { ...publicJwk, kid, alg: 'ES256', use: 'sig', key_ops: ['verify'] } as JsonObject,
  }
}

async function importKey(jwk: unknown): Promise<CryptoKey> {
  const key = await importJWK(jwk as JWK, 'ES256')
  if (key instanceof Uint8Array) throw new TypeError('A signing key must be an elliptic curve key')
  return key
}
