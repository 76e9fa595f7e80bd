import { z } from 'zod'
import { type Context, inTransaction } from '../../platform/context.ts'
import type { JobKind } from '../../platform/jobs/job.ts'
import { signWith } from '../../platform/secrets/ed25519.ts'
import type { CheckpointKey } from './checkpoint-key.ts'
import { checkpointBody } from './rules.ts'
import { insertCheckpoint, lockSigning, logTies, selectLog, selectNewest } from './sql.ts'

/** Signs posted rows. The sealing of a posting run adds this job, and it also runs by itself. */
export const checkpointing: JobKind<Record<string, never>> = {
  name: 'sign_checkpoints',
  payload: z.strictObject({}),
}

/** What a signer needs: its key, and the log's name. */
export type Signer = { key: Pick<CheckpointKey, 'make'>; origin: string }

/**
 * Signs a checkpoint of the log as it is (docs/product/ledger.md#checkpoints), unless the newest one covers it. Several
 * processes take turns.
 */
export async function signCheckpoint(context: Context, { key, origin }: Signer): Promise<void> {
  await inTransaction(context, async (tx) => {
    await lockSigning(tx.db)
    await logTies(tx.db)
    const newest = await selectNewest(tx.db)
    const { size, root } = await selectLog(tx.db)
    if (size === (newest?.size ?? 0)) return
    const at = tx.clock()
    const body = checkpointBody({ origin, size, root, at, before: newest?.body ?? null })
    const { publicKey, signature } = signWith(await key.make(tx.db), body)
    await insertCheckpoint(tx.db, { size, root, signed_at: at, body, public_key: publicKey, signature })
  })
}
