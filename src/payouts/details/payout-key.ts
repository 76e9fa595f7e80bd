import { createHmac, hkdfSync } from 'node:crypto'
import path from 'node:path'
import { keysFolder, readKeyFile, readOrMakeKeyFile } from '../../platform/secrets/key-file.ts'
import { createSecretBox } from '../../platform/secrets/secret-box.ts'
import type { Settings } from '../../platform/settings/read.ts'
import type { PayoutMethod } from './contract.ts'
import { accountForm, type PayoutAccount } from './rules.ts'

/** Encrypts payout details. */
export type PayoutBox = ReturnType<typeof createBox>

/**
 * The key of payout details (decision 81): `PAYOUT_KEY`, else a file below DATA_DIR, which is made for the first
 * details that are entered here.
 */
export type PayoutKey = {
  /** Makes the key if there is none. */
  make: () => Promise<PayoutBox>
  /** Null if there is none. */
  find: () => Promise<PayoutBox | null>
}

/** The key of an installation. It is read when it is first needed. */
export function createPayoutKey({
  dataDir,
  payouts,
}: {
  dataDir: string
  payouts: Omit<Settings['payouts'], 'paypal'>
}): PayoutKey {
  const file = path.join(keysFolder(dataDir), 'payout-details.key')
  let box = payouts.key && createBox(payouts.key)
  return {
    async make() {
      box ??= createBox(await readOrMakeKeyFile(file))
      return box
    },
    async find() {
      const key = box ? null : await readKeyFile(file)
      if (key) box = createBox(key)
      return box ?? null
    },
  }
}

/** An encrypted text, and the mark of its key. */
type Sealed = { sealed: Buffer; key_mark: Buffer }

function createBox(key: Buffer) {
  // Each purpose has a key of its own.
  const derived = (purpose: string) => Buffer.from(hkdfSync('sha256', key, '', purpose, 32))
  const box = createSecretBox(derived('seal'))
  const markKey = derived('mark')
  const markOf = (text: string) => createHmac('sha256', markKey).update(text).digest()
  const keyMark = derived('name').subarray(0, 8)
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
