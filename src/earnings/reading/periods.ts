import { type ChartEdge, chartEdges, chartEdgesWithBefore } from '../../clicks/index.ts'
import type { EarningsPeriod } from '../contract.ts'

type PeriodChart = {
  edges: ChartEdge[]
  /** The first bucket that the figures cover. They are compared with the period before it, of equal length. */
  since: number
  /** The first bucket that is charted. */
  charted: number
}

/**
 * The buckets of a period (docs/product/earnings.md#periods). For D the figures cover the last of the seven charted
 * days; for W, M and Y everything that is charted. The first bucket is the time before, equally long, for comparison.
 */
export function chartOf(period: EarningsPeriod, now: Date, timeZone: string): PeriodChart {
  if (period === 'D') {
    const edges = chartEdges('day', now, timeZone)
    return { edges, since: edges.length - 2, charted: 0 }
  }
  const length = { W: 'week', M: 'month', Y: 'year' } as const
  return { edges: chartEdgesWithBefore(length[period], now, timeZone), since: 1, charted: 1 }
}
