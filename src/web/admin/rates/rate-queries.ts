import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { AnswerOf, Api } from '../../api/client.ts'

export type RatedMonth = AnswerOf<'GET /api/v1/admin/rates'>['items'][number]
export type Rate = RatedMonth['rates'][number]

const ratesKey = ['admin', 'rates']

/** Months with orders in other currencies and their rates, the newest first. */
export const ratesQuery = (api: Api) =>
  queryOptions({
    queryKey: ratesKey,
    queryFn: ({ signal }) => api('GET /api/v1/admin/rates', {}, { signal }),
    staleTime: 0,
  })

/** After a rate was set. */
export const refreshRates = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: ratesKey })
