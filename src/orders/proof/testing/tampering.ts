import { type Kysely, type RawBuilder, sql } from 'kysely'
import { ManualClock } from '../../../platform/clock.ts'
import type { DB } from '../../../platform/database/schema.ts'
import type { Checks } from '../../../platform/verification.ts'

class Undo extends Error {}

/**
 * Names the checks that find something wrong after `tamper`, with what they say. The tampering bypasses every trigger
 * and key, and is rolled back.
 */
export async function seenBy(
  db: Kysely<DB>,
  checks: Checks,
  tamper: RawBuilder<unknown>[],
): Promise<Record<string, string[]>> {
  const seen: Record<string, string[]> = {}
  const tampered = db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const statement of tamper) {
      const { numAffectedRows } = await statement.execute(tx)
      if (numAffectedRows === 0n) throw new Error('Nothing was tampered with.')
    }
    for (const { name, find } of await checks({
      db: tx,
      actor: null,
      clock: new ManualClock(new Date()).now,
    })) {
      const { differing, examples } = await find()
      if (differing > 0) seen[name] = examples
    }
    throw new Undo()
  })
  await tampered.catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error
  })
  return seen
}
