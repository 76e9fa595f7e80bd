import { type Context, requireUser } from '../platform/context.ts'
import { quartersKeptFrom } from './retention-rules.ts'
import type { ChartEdge } from './story/chart-rules.ts'
import { type CreatorClicks, selectCreatorClicks } from './story/creator-sql.ts'

/**
 * Counted views of all the caller's products, deleted ones too, between each two edges of a chart, exact at this moment;
 * and the products that had the most of them from the bucket `since` on. A bucket that begins longer ago than quarters
 * of an hour are kept begins with the day (UTC) of the same name, whether or not those are still there.
 */
export async function clicksOfCreator(
  context: Context,
  edges: ChartEdge[],
  { since, most }: { since: number; most: number },
): Promise<CreatorClicks> {
  const { userId } = requireUser(context)
  const now = context.clock()
  const kept = quartersKeptFrom(now)
  // Where clocks are behind UTC its day of the same name begins first.
  const hasBegun = ({ day, at }: ChartEdge) => at <= now || new Date(day) <= now
  return selectCreatorClicks(context.db, userId, {
    edges: edges.map((edge) => ({
      day: edge.day,
      at: edge.at,
      hasQuarters: edge.at >= kept && hasBegun(edge),
    })),
    // Of months and years each begins with a month; of days and weeks not all can.
    grain: edges.every(({ day }) => day.endsWith('-01')) ? 'month' : 'day',
    since,
    most,
  })
}
