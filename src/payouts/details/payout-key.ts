import { createHmac } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import { createSecretBox } from '../../platform/secrets/secret-box.ts'
import {
  claimKey,
  derivedKey,
  findKey,
  payoutKeyMark,
  payoutKeyOf,
} from '../../platform/secrets/shared-keys.ts'
import type { PayoutMethod } from './contract.ts'
import { accountForm, type PayoutAccount } from './rules.ts'

/** Encrypts payout details. */
export type PayoutBox = ReturnType<typeof createBox>

/** The key of payout details (decision 81), which all nodes share (decision 138). */
export type PayoutKey = {
  /** For writing: makes the key if there is none. Throws OperatorError if another one writes in this database. */
  make: (db: Kysely<DB>) => Promise<PayoutBox>
  /** Null if there is none. */
  find: () => Promise<PayoutBox | null>
}

/** The key of an installation. It is read when it is first needed. */
export function createPayoutKey(settings: Parameters<typeof payoutKeyOf>[0]): PayoutKey {
  const shared = payoutKeyOf(settings)
  let box: PayoutBox | undefined
  return {
    async make(db) {
      const key = await claimKey(db, shared)
      box ??= createBox(key)
      return box
    },
    async find() {
      const key = box ? null : await findKey(shared)
      if (key) box = createBox(key)
      return box ?? null
    },
  }
}

/** An encrypted text, and the mark of its key. */
type Sealed = { sealed: Buffer; key_mark: Buffer }

function createBox(key: Buffer) {
  // Each purpose has a key of its own.
  const box = createSecretBox(derivedKey(key, 'seal'))
  const markKey = derivedKey(key, 'mark')
  const markOf = (text: string) => createHmac('sha256', markKey).update(text).digest()
  const keyMark = payoutKeyMark(key)
  return {
    /** Distinguishes this key from others, and reveals nothing about it. */
    keyMark,
    /** The same for the same account in any spelling; nobody without the key can find the account by it. */
    accountMark: (method: PayoutMethod, account: string): Buffer => markOf(accountForm(method, account)),
    /** The same for the same address of a person; nobody without the key can find the person by it. */
    addressMark: (email: string): Buffer => markOf(`address ${email.toLowerCase()}`),
    /** The proof for the database that the claimant knows the claim's address; nobody without the key can make it. */
    claimProof: (payeeId: string, addressMark: Buffer): Buffer =>
      markOf(`claim ${payeeId} ${addressMark.toString('hex')}`),
    /** Encrypts an account, bound to its owner's id. */
    seal: (account: PayoutAccount, owner: string): Buffer =>
      box.seal(Buffer.from(JSON.stringify(account)), owner),
    /** The same for a text. */
    sealText: (text: string, owner: string): Buffer => box.seal(Buffer.from(text), owner),
    /** A sealed text; null if another key has encrypted it. */
    openText: ({ sealed, key_mark }: Sealed, owner: string): string | null =>
      key_mark.equals(keyMark) ? box.open(sealed, owner).toString() : null,
    /** Null if another key has encrypted it. Throws if it is another owner's, or was changed. */
    open: ({ sealed, key_mark }: Sealed, owner: string): PayoutAccount | null =>
      key_mark.equals(keyMark) ? JSON.parse(box.open(sealed, owner).toString()) : null,
  }
}
