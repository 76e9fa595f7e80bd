import type { Kysely } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import { type HealthCheck, ok, warn } from '../../platform/doctor/line.ts'
import { publicKeyOf } from '../../platform/secrets/ed25519.ts'
import type { Settings } from '../../platform/settings/read.ts'
import { count } from '../../platform/verification.ts'
import { hourMs } from '../../shared/time.ts'
import { createCheckpointKey } from './checkpoint-key.ts'
import { selectNewest, selectUnsignedSince, selectWitness } from './sql.ts'

/** Whether all posted rows are signed, and with the present key (docs/product/ledger.md#checkpoints). */
export const checkCheckpoints = (settings: Settings, db: Kysely<DB>): HealthCheck[] => [
  { name: 'checkpoints', check: () => lookAt(settings, db) },
  { name: 'witnesses', check: () => checkWitnesses(settings, db) },
]

async function checkWitnesses({ checkpoints: { witnesses } }: Settings, db: Kysely<DB>) {
  const newest = await selectNewest(db)
  const known = await Promise.all(witnesses.map((address) => selectWitness(db, address)))
  const failed = known.flatMap((one) => (one?.failed_since ? [{ ...one, since: one.failed_since }] : []))
  if (failed.length > 0)
    return warn(
      // Never the whole address, which may hold a token.
      failed
        .map(
          ({ address, since, failure }) =>
            `${new URL(address).host} since ${since.toISOString()}: ${failure}`,
        )
        .join(' '),
      'Check that it runs, and that LEDGER_WITNESSES names it correctly. We try again every ten minutes.',
    )
  if (witnesses.length === 0) return ok('None is set (LEDGER_WITNESSES).')
  const current = known.filter((one) => one && one.size === newest?.size)
  return ok(`${count(current.length)} of ${count(witnesses.length)} have the newest checkpoint.`)
}

async function lookAt(settings: Settings, db: Kysely<DB>) {
  const newest = await selectNewest(db)
  const unsignedSince = await selectUnsignedSince(db, newest?.size ?? 0)
  // The app signs within seconds, and each hour by itself.
  if (unsignedSince && Date.now() - unsignedSince.getTime() > 2 * hourMs)
    return warn(
      `Nothing posted since ${unsignedSince.toISOString()} is in a signed checkpoint.`,
      'Start the app, which signs, and look in its log for failures of the job sign_checkpoints.',
    )
  if (!newest) return ok('Nothing was posted, so no checkpoint was signed.')
  const key = await createCheckpointKey(settings).find()
  if (!key || !publicKeyOf(key).equals(newest.public_key))
    return warn(
      'The newest checkpoint was signed with a key that is not here; the next one will be signed with another.',
      'Put back CHECKPOINT_KEY, or DATA_DIR/keys of a backup with keys. If the key was changed on purpose, tell the people who know the earlier one.',
    )
  if (settings.databaseUrl && !settings.checkpoints.key)
    return warn(
      `The key that signs lies in ${settings.dataDir}, and the database elsewhere.`,
      'Set CHECKPOINT_KEY, so that every process has the same, or share DATA_DIR.',
    )
  return ok(
    `${count(newest.size)} rows of the ledger’s log are signed, the last at ${newest.signed_at.toISOString()}.`,
  )
}
