import { createHash } from 'node:crypto'
import path from 'node:path'
import { OperatorError } from '../operator-error.ts'
import { isSigned, publicKeyOf, signWith } from '../secrets/ed25519.ts'
import { keysFolder, readKeyFile, readOrMakeKeyFile } from '../secrets/key-file.ts'
import type { Settings } from '../settings/read.ts'
import { type Signature, signingKeyFile } from './archive-format.ts'

const fileOf = (dataDir: string) => path.join(keysFolder(dataDir), signingKeyFile)

/**
 * The 32 bytes of the key that signs archives (decision 75): `BACKUP_SIGNING_KEY`, else a file beside the other keys,
 * made for the first archive.
 */
export const readSigningKey = async ({
  dataDir,
  backup,
}: Pick<Settings, 'dataDir' | 'backup'>): Promise<Buffer> =>
  backup.signingKey ?? (await readOrMakeKeyFile(fileOf(dataDir)))

/** The same key; null if none was made yet. */
export const findSigningKey = async ({
  dataDir,
  backup,
}: Pick<Settings, 'dataDir' | 'backup'>): Promise<Buffer | null> =>
  backup.signingKey ?? (await readKeyFile(fileOf(dataDir)))

const mark = 'ed25519:'

/** The public key as operators write it. */
export const keyText = (publicKey: Buffer): string => mark + publicKey.toString('base64')

/** The public key of a signing key, as operators write it. */
export const publicKeyText = (signingKey: Buffer): string => keyText(publicKeyOf(signingKey))

const keyPattern = /^ed25519:[A-Za-z0-9+/]{43}=$/

/** Throws OperatorError if one of the keys is invalid, such as a mistyped one. */
export function requireKeys(keys: string[]): void {
  const other = keys.find((key) => !keyPattern.test(key))
  if (other !== undefined)
    throw new OperatorError(`${other} is not a key of a backup: npm run backup -- --key prints one.`)
}

/** The signed text: the checksums, which include those of every other entry. */
const bodyOf = (sums: Buffer) =>
  `Folio archive\nsums.json ${createHash('sha256').update(sums).digest('hex')}\n`

/** Signs the checksums of an archive. */
export function signSums(sums: Buffer, signingKey: Buffer): Signature {
  const { publicKey, signature } = signWith(signingKey, bodyOf(sums))
  return { key: keyText(publicKey), signature: signature.toString('base64') }
}

/** Whether the checksums were signed with the key that the signature names. */
export const areSigned = (sums: Buffer, { key, signature }: Signature): boolean =>
  keyPattern.test(key) &&
  isSigned({
    body: bodyOf(sums),
    publicKey: Buffer.from(key.slice(mark.length), 'base64'),
    signature: Buffer.from(signature, 'base64'),
  })
