import type { z } from 'zod'
import { type Context, requireAdmin } from '../../platform/context.ts'
import { marketplaceCodes } from '../../shared/amazon/marketplaces.ts'
import type { ordersContract } from '../contract.ts'
import { presentRun } from '../runs/present.ts'
import { type RunRow, selectLastRuns, selectOpenRuns } from '../runs/sql.ts'
import { countOrders, selectMarketplacesInUse } from './pipeline-sql.ts'

type Pipeline = z.input<(typeof ordersContract)['GET /api/v1/admin/pipeline']['response']>

/** Where import, matching and calculation stand. `tags` are the associate tags by marketplace. */
export async function findPipeline(
  context: Context,
  { tags }: { tags: Record<string, string> },
): Promise<Pipeline> {
  requireAdmin(context)
  const { db } = context
  const withoutTag = marketplaceCodes.filter((code) => !tags[code])
  // Asked for every few seconds while something runs.
  const [open, last, counts, marketplaces] = await Promise.all([
    selectOpenRuns(db),
    selectLastRuns(db, ['stage', 'merge', 'match', 'calculate']),
    countOrders(db),
    selectMarketplacesInUse(db, withoutTag),
  ])
  const lastOf = (isOne: (run: RunRow) => boolean) => {
    const [row] = last.filter(isOne).sort((a, b) => b.created_at.getTime() - a.created_at.getTime())
    return row ? presentRun(row) : null
  }
  return {
    open_runs: open.map(presentRun),
    last: {
      // A file that could not be read is never merged.
      import: lastOf(({ kind, state }) => kind === 'merge' || (kind === 'stage' && state !== 'done')),
      match: lastOf(({ kind }) => kind === 'match'),
      calculate: lastOf(({ kind }) => kind === 'calculate'),
    },
    ...counts,
    marketplaces_without_tag: marketplaces,
  }
}
