import path from 'node:path'
import { keysFolder, readKeyFile, readOrMakeKeyFile } from '../../platform/secrets/key-file.ts'
import type { Settings } from '../../platform/settings/read.ts'

/**
 * The 32 bytes of the key that signs checkpoints (decision 83): `CHECKPOINT_KEY`, else a file below DATA_DIR, which is
 * made for the first checkpoint.
 */
export type CheckpointKey = {
  /** Makes the key if there is none. */
  make: () => Promise<Buffer>
  /** Null if there is none. */
  find: () => Promise<Buffer | null>
}

/** The key of an installation. It is read when it is first needed. */
export function createCheckpointKey({
  dataDir,
  checkpoints,
}: Pick<Settings, 'dataDir' | 'checkpoints'>): CheckpointKey {
  const file = path.join(keysFolder(dataDir), 'checkpoints.key')
  let key: Buffer | null = checkpoints.key ?? null
  return {
    async make() {
      key ??= await readOrMakeKeyFile(file)
      return key
    },
    async find() {
      key ??= await readKeyFile(file)
      return key
    },
  }
}
