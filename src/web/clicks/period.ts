import { useSyncExternalStore } from 'react'
import type { ChartPeriod } from '../../clicks/contract.ts'
import { rememberedChoice } from '../browser/remembered-choice.ts'

const period = rememberedChoice<ChartPeriod>('folio.clicks', ['day', 'week', 'month'])

/** Which time Click Activity shows, remembered in this browser. */
export const usePeriod = (): [period: ChartPeriod, choose: (period: ChartPeriod) => void] => [
  useSyncExternalStore(period.subscribe, period.current, () => 'day'),
  period.choose,
]

/** All of a period's buckets together. */
export const spanNames: Record<ChartPeriod, string> = {
  day: 'Last 7 days',
  week: 'Last 4 weeks',
  month: 'Last 12 months',
}
