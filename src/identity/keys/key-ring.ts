import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import type { Kysely } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import { type Context, inTransaction } from '../../platform/context.ts'
import type { DB, JsonObject } from '../../platform/database/schema.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import { minuteMs } from '../../shared/time.ts'
import type { PublicKeySet } from '../contract.ts'
import { addSigningKey, readSigningKeys, retireSigningKey } from './sql.ts'

/** How long an access token lives. */
export const accessTokenSeconds = 3_600

// After this the keys are read again, so every process learns of a rotation within a minute.
const freshMs = minuteMs
// A token with an unknown key may be signed by a brand-new key; forged tokens must not cost a read each.
const minRereadMs = 5_000

export type SigningKey = { kid: string; key: CryptoKey }

/** The keys that sign and verify access tokens. */
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
 * Opens the key ring that all processes share through the database; the first process makes the first key. A key is
 * rotated by retiring it: within a minute every process signs with the new one, and the old one is accepted until the
 * tokens that it signed have ended.
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
  const honouredSince = keysHonouredSince(now)
  let rows = await readSigningKeys(db, honouredSince)
  if (!rows.some((row) => row.retired_at === null)) {
    await addSigningKey(db, await makeSigningKey(), now)
    rows = await readSigningKeys(db, honouredSince)
  }
  const current = rows.find((row) => row.retired_at === null)
  if (!current) throw new Error('There is no signing key')
  const verifiers = rows.map(async (row) => [row.kid, await importKey(row.kid, row.public_jwk)] as const)
  return {
    at: now.getTime(),
    current: { kid: current.kid, key: await importKey(current.kid, current.private_jwk) },
    verifiers: new Map(await Promise.all(verifiers)),
    published: { keys: rows.map((row) => row.public_jwk) as PublicKeySet['keys'] },
  }
}

/**
 * A key retired before this instant no longer counts at `now`: a process may have signed with it until it read the keys
 * again.
 */
export const keysHonouredSince = (now: Date): Date =>
  new Date(now.getTime() - accessTokenSeconds * 1_000 - freshMs)

/** Logs the new key's id in the transaction that makes it. Identity may not import the audit log, so `src/admin.ts`
 * passes it in. */
type NoteRotation = (context: Context, kid: string) => Promise<void>

/**
 * Retires the signing key in the database and makes the next one. For the server's operators: it checks no permission,
 * so no route may lead here.
 */
export async function rotateSigningKeys(context: Context, note: NoteRotation): Promise<void> {
  const next = await makeSigningKey()
  await inTransaction(context, async (tx) => {
    await retireSigningKey(tx.db, tx.clock())
    await addSigningKey(tx.db, next, tx.clock())
    await note(tx, next.kid)
  })
}

/** A public key in its published form. */
export const publishedForm = (publicJwk: JWK, kid: string) =>
  ({ ...publicJwk, kid, alg: 'ES256', use: 'sig', key_ops: ['verify'] }) as PublicKeySet['keys'][number]

async function makeSigningKey() {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const publicJwk = await exportJWK(publicKey)
  const kid = await calculateJwkThumbprint(publicJwk)
  return {
    kid,
    privateJwk: { ...(await exportJWK(privateKey)), kid, alg: 'ES256' } as JsonObject,
    publicJwk: publishedForm(publicJwk, kid) as JsonObject,
  }
}

async function importKey(kid: string, jwk: unknown): Promise<CryptoKey> {
  const key = await importJWK(jwk as JWK, 'ES256').catch(() => undefined)
  if (key === undefined || key instanceof Uint8Array)
    throw new OperatorError(
      `The signing key ${kid} in the database cannot be read. Restore its row of signing_keys from a backup, or delete ` +
        'it: a new one is made then, and access tokens of the old one end.',
    )
  return key
}
