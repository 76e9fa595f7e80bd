import { type ChartEdge, chartEdges, chartEdgesWithBefore } from '../../clicks/index.ts'
import type { EarningsPeriod } from '../contract.ts'

type PeriodChart = {
  edges: ChartEdge[]
  /** The first bucket that the figures cover; the one before it is what they are compared with. */
  since: number
  /** The first bucket that is charted. */
  charted: number
}

/**
 * The buckets of a period (docs/product/earnings.md#periods): of D the figures are of the last of seven days; of W, M and Y
 * of all that is charted, and the first bucket is as long as that and before it.
 */
export function chartOf(period: EarningsPeriod, now: Date, timeZone: string): PeriodChart {
  if (period === 'D') {
    const edges = chartEdges('day', now, timeZone)
    return { edges, since: edges.length - 2, charted: 0 }
  }
  const length = { W: 'week', M: 'month', Y: 'year' } as const
  return { edges: chartEdgesWithBefore(length[period], now, timeZone), since: 1, charted: 1 }
}
