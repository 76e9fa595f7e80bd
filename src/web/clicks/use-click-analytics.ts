import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ChartPeriod } from '../../clicks/contract.ts'
import type { AnswerOf, Api } from '../api/client.ts'
import type { Viewer } from '../api/queries.ts'
import { useApi } from '../api/use-api.ts'
import { rememberedChoice, useRemembered } from '../browser/remembered-choice.ts'
import { viewerZone } from '../format/viewer-zone.ts'

/** The clicks of the creator's own product in the chosen period, live, and a function to choose another period. */
export function useClickAnalytics(productId: string, ownerId: string) {
  const api = useApi()
  const [period, choose] = useRemembered(chosenPeriod)
  const query = useQuery(clicksQuery(api, { productId, period, tz: viewerZone(), viewer: ownerId }))
  return { period, choose, query }
}

export type LiveClicks = ReturnType<typeof useClickAnalytics>

/** A product's clicks over a period that ends now. */
export type ClickAnalytics = AnswerOf<'GET /api/v1/products/:id/clicks'> & { period: ChartPeriod }

/** How often the clicks are loaded again while they are shown, and how often while that fails, in milliseconds. */
const liveMs = 5_000
const failingMs = 15_000

type ClicksOf = { productId: string; period: ChartPeriod; tz: string; viewer: Viewer }

/**
 * The clicks of a creator's own product in a period up to now, live. While another period of the same product loads,
 * the previous one stays; `period` says which one is shown.
 */
const clicksQuery = (api: Api, { productId, period, tz, viewer }: ClicksOf) =>
  queryOptions({
    queryKey: ['clicks', productId, viewer, period, tz],
    queryFn: async ({ signal }) => ({
      period,
      ...(await api(
        'GET /api/v1/products/:id/clicks',
        { params: { id: productId }, query: { period, tz } },
        { signal },
      )),
    }),
    staleTime: 0,
    refetchInterval: ({ state }) => state.data && (state.status === 'error' ? failingMs : liveMs),
    refetchOnWindowFocus: 'always',
    placeholderData: (former, query) => (query?.queryKey[1] === productId ? former : undefined),
  })

/** The chosen period of Click Activity, remembered in this browser. */
const chosenPeriod = rememberedChoice<ChartPeriod>('folio.clicks', ['day', 'week', 'month'])

/** The sum of all buckets of a period. */
export const spanNames: Record<ChartPeriod, string> = {
  day: 'Last 7 days',
  week: 'Last 4 weeks',
  month: 'Last 12 months',
}
