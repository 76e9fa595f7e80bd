import type { Kysely } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import { checkpointKeyOf, claimKey, findKey } from '../../platform/secrets/shared-keys.ts'

/** The 32 bytes of the key that signs checkpoints (decision 83), which all nodes share (decision 138). */
export type CheckpointKey = {
  /** For signing: makes the key if there is none. Throws OperatorError if another one signs in this database. */
  make: (db: Kysely<DB>) => Promise<Buffer>
  /** Null if there is none. */
  find: () => Promise<Buffer | null>
}

/** The key of an installation. It is read when it is first needed. */
export function createCheckpointKey(settings: Parameters<typeof checkpointKeyOf>[0]): CheckpointKey {
  const shared = checkpointKeyOf(settings)
  return {
    make: (db) => claimKey(db, shared),
    find: () => findKey(shared),
  }
}
