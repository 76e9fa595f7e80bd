import { createECDH, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { readOrAddSecret } from '../../../identity/index.ts'
import type { DB } from '../../../platform/database/schema.ts'

const curve = 'prime256v1'

/** The installation's keys: of messages to browsers (VAPID, RFC 8292), and of the links that stop mails. */
export type WaysKeys = { stops: Buffer; push: { publicKey: string; privateKey: string } }

/**
 * Reads them, and makes those that are missing. All nodes share them and backups with keys hold them, as the other
 * secrets of the program (docs/security.md#keys-and-cryptography).
 */
export async function readKeys(db: Kysely<DB>): Promise<WaysKeys> {
  const made = createECDH(curve)
  made.generateKeys()
  const privateKey = padded(await readOrAddSecret(db, 'push_messages', padded(made.getPrivateKey())))
  const pair = createECDH(curve)
  pair.setPrivateKey(privateKey)
  return {
    stops: await readOrAddSecret(db, 'mail_stops', randomBytes(32)),
    push: {
      publicKey: pair.getPublicKey().toString('base64url'),
      privateKey: privateKey.toString('base64url'),
    },
  }
}

/** A private key has 32 bytes, of which Node leaves out leading zeros. */
const padded = (key: Buffer) => Buffer.concat([Buffer.alloc(Math.max(0, 32 - key.length)), key])
