import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import type { AnswerOf, Api } from '../../api/client.ts'

export type Fee = AnswerOf<'GET /api/v1/admin/fees'>['items'][number]
/** Everybody's fees, those of all creators who have their own, or of one creator. */
export type WhichFees = { of?: 'everybody' | 'creators'; payee_id?: string }

const feesKey = ['admin', 'fees']

/** Fees, the last set first. */
export const feesQuery = (api: Api, which: WhichFees) =>
  infiniteQueryOptions({
    queryKey: [...feesKey, which],
    queryFn: ({ pageParam, signal }) =>
      api(
        'GET /api/v1/admin/fees',
        { query: { ...which, ...(pageParam && { cursor: pageParam }) } },
        { signal },
      ),
    getNextPageParam: (last) => last.next_cursor,
    initialPageParam: '',
    staleTime: 0,
  })

/** After a fee was set or taken back. */
export const refreshFees = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: feesKey })
