import { hkdfSync } from 'node:crypto'
import path from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../database/schema.ts'
import { OperatorError } from '../operator-error.ts'
import type { Settings } from '../settings/read.ts'
import { publicKeyOf } from './ed25519.ts'
import { keysFolder, readKeyFile, readOrMakeKeyFile } from './key-file.ts'

/**
 * A key outside the database that all nodes of an installation have to share: its setting, else a file below DATA_DIR
 * that is made when it is first needed. The database notes which one has written there (decision 138).
 */
export type SharedKey = {
  name: 'payouts' | 'checkpoints'
  setting: string
  /** Its 32 bytes in the settings. */
  given: Buffer | undefined
  file: string
  /** What the key does, and what its loss costs, for operators. */
  does: string
  loss: string
  /** Tells it from other keys, and reveals nothing about it. */
  markOf: (key: Buffer) => Buffer
}

type OfPayouts = { dataDir: string; payouts: Omit<Settings['payouts'], 'paypal'> }
type OfCheckpoints = Pick<Settings, 'dataDir' | 'checkpoints'>

/** A key for a purpose, from another key. */
export const derivedKey = (key: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, '', purpose, 32))

/** The mark of the key of payout details, which each row of them names. */
export const payoutKeyMark = (key: Buffer): Buffer => derivedKey(key, 'name').subarray(0, 8)

export const payoutKeyOf = ({ dataDir, payouts }: OfPayouts): SharedKey => ({
  ...{ name: 'payouts', setting: 'PAYOUT_KEY', given: payouts.key },
  file: path.join(keysFolder(dataDir), 'payout-details.key'),
  does: 'encrypted the payout details',
  loss: 'creators then have to enter their payout details again',
  markOf: payoutKeyMark,
})

export const checkpointKeyOf = ({ dataDir, checkpoints }: OfCheckpoints): SharedKey => ({
  ...{ name: 'checkpoints', setting: 'CHECKPOINT_KEY', given: checkpoints.key },
  file: path.join(keysFolder(dataDir), 'checkpoints.key'),
  does: 'signed the checkpoints of the ledger',
  loss: 'tell those who know the earlier one of checkpoints',
  markOf: publicKeyOf,
})

const sharedKeysOf = (settings: OfPayouts & OfCheckpoints): SharedKey[] => [
  payoutKeyOf(settings),
  checkpointKeyOf(settings),
]

/** The 32 bytes of a key; null if there is none. */
export const findKey = async ({ given, file }: SharedKey): Promise<Buffer | null> =>
  given ?? (await readKeyFile(file))

/**
 * The same for writing with it: it is made if there is none, and noted as the one that writes in this database. Throws
 * OperatorError if that is another one.
 */
export async function claimKey(db: Kysely<DB>, shared: SharedKey): Promise<Buffer> {
  const noted = await selectMark(db, shared)
  const key = noted ? await findKey(shared) : (shared.given ?? (await readOrMakeKeyFile(shared.file)))
  const mark = key && shared.markOf(key)
  // If two nodes write at once with different keys, the second waits for the first and then finds the first's mark.
  if (mark && !noted)
    await sql`
      insert into shared_keys (name, mark, since) values (${shared.name}, ${mark}, now())
      on conflict (name) do nothing`.execute(db)
  const writes = noted ?? (await selectMark(db, shared))
  if (!key || !mark || !writes?.equals(mark)) throw otherKey(shared, key)
  return key
}

/** Throws OperatorError if a node with other keys has written in this database. */
export async function requireSharedKeys(db: Kysely<DB>, settings: OfPayouts & OfCheckpoints): Promise<void> {
  for (const { shared, key } of await othersOf(db, settings)) throw otherKey(shared, key)
}

/**
 * From now on this node's keys write in the database, as far as others have; returns the settings of those that they
 * replace. What another key has encrypted cannot be read any more.
 */
export async function acceptKeys(db: Kysely<DB>, settings: OfPayouts & OfCheckpoints): Promise<string[]> {
  const others = await othersOf(db, settings)
  for (const { shared } of others) await sql`delete from shared_keys where name = ${shared.name}`.execute(db)
  return others.map(({ shared }) => shared.setting)
}

/** Forgets which keys have written in the database, after a restore of an archive without them. */
export async function forgetKeys(db: Kysely<DB>): Promise<void> {
  await sql`delete from shared_keys`.execute(db)
}

/** The keys of this node that are not those that have written in the database. */
async function othersOf(db: Kysely<DB>, settings: OfPayouts & OfCheckpoints) {
  const others: { shared: SharedKey; key: Buffer | null }[] = []
  for (const shared of sharedKeysOf(settings)) {
    const [noted, key] = await Promise.all([selectMark(db, shared), findKey(shared)])
    if (noted && !(key && shared.markOf(key).equals(noted))) others.push({ shared, key })
  }
  return others
}

async function selectMark(db: Kysely<DB>, { name }: SharedKey): Promise<Buffer | null> {
  const { rows } = await sql<{ mark: Buffer }>`select mark from shared_keys where name = ${name}`.execute(db)
  return rows[0]?.mark ?? null
}

function otherKey({ setting, given, file, does, loss }: SharedKey, key: Buffer | null): OperatorError {
  const here = given
    ? `${setting} is another`
    : key
      ? `the one in ${file} is another`
      : `there is none in ${path.dirname(file)}`
  return new OperatorError(
    `The key that ${does} in this database is not here: ${here}. Set ${setting} to it on every node (base64 of the ` +
      `file keys/${path.basename(file)} of the node that has it), or put that file back from a backup with keys. If it ` +
      `is lost, run npm run admin -- accept-keys: ${loss}.`,
  )
}
