import type { Context } from '../../platform/context.ts'
import { isSigned } from '../../platform/secrets/ed25519.ts'
import { type Check, count } from '../../platform/verification.ts'
import { checkpointBody, originOf } from '../log/rules.ts'
import { selectCheckpointsWithRoots } from './log-sql.ts'

const batch = 1_000

/**
 * Checks that each checkpoint has the log's root, names the one before it, and is signed
 * (docs/product/ledger.md#checkpoints).
 */
export const checkpointsCheck = ({ db }: Pick<Context, 'db'>): Check => ({
  name: 'checkpoints have the roots of the log, follow each other and are signed',
  find: async () => {
    const lines: string[] = []
    let [all, before, after] = [0, null as string | null, 0]
    for (;;) {
      const rows = await selectCheckpointsWithRoots(db, { after, limit: batch })
      for (const row of rows) {
        const said = checkpointBody({ ...row, at: row.signed_at, origin: originOf(row.body), before })
        const problems = [
          row.log_root?.equals(row.root) ? [] : ['the log has another root'],
          row.body === said ? [] : ['its text does not describe it or the checkpoint before it'],
          isSigned({ ...row, publicKey: row.public_key }) ? [] : ['its signature does not match its text'],
        ].flat()
        if (problems.length > 0) lines.push(`checkpoint ${row.size}: ${problems.join(', ')}`)
        before = row.body
        after = row.size
      }
      all += rows.length
      if (rows.length < batch) break
    }
    return { compared: `${count(all)} checkpoints`, differing: lines.length, examples: lines.slice(0, 20) }
  },
})
