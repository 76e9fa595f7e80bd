import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { AnswerOf, Api } from '../../api/client.ts'

export type Due = AnswerOf<'GET /api/v1/admin/payouts/due'>
export type Run = AnswerOf<'GET /api/v1/admin/payout-runs'>['items'][number]
export type RunWithFiles = AnswerOf<'GET /api/v1/admin/payout-runs/:id'>
export type Line = AnswerOf<'GET /api/v1/admin/payout-runs/:id/lines'>['items'][number]

const payoutsKey = ['admin', 'payouts']

/** Who would be paid now. */
export const dueQuery = (api: Api) =>
  queryOptions({
    queryKey: [...payoutsKey, 'due'],
    queryFn: ({ signal }) => api('GET /api/v1/admin/payouts/due', {}, { signal }),
    staleTime: 0,
  })

/** Payout runs, the newest first. */
export const runsQuery = (api: Api) =>
  infiniteQueryOptions({
    queryKey: [...payoutsKey, 'runs'],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v1/admin/payout-runs', { query: pageParam ? { cursor: pageParam } : {} }, { signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    staleTime: 0,
  })

/** A run with its files. */
export const runQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: [...payoutsKey, 'run', id],
    queryFn: ({ signal }) => api('GET /api/v1/admin/payout-runs/:id', { params: { id } }, { signal }),
    staleTime: 0,
  })

/** Whom a run pays. */
export const linesQuery = (api: Api, id: string) =>
  infiniteQueryOptions({
    queryKey: [...payoutsKey, 'run', id, 'lines'],
    queryFn: ({ pageParam, signal }) =>
      api(
        'GET /api/v1/admin/payout-runs/:id/lines',
        { params: { id }, query: pageParam ? { cursor: pageParam } : {} },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    staleTime: 0,
  })

/** The remittance advice of a payout. */
export const adviceQuery = (api: Api, id: string) =>
  infiniteQueryOptions({
    queryKey: [...payoutsKey, 'advice', id],
    queryFn: ({ pageParam, signal }) =>
      api(
        'GET /api/v1/admin/payout-lines/:id/advice',
        { params: { id }, query: pageParam ? { cursor: pageParam } : {} },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
  })

/** Whom a run was to pay and did not. */
export const droppedQuery = (api: Api, id: string) =>
  infiniteQueryOptions({
    queryKey: [...payoutsKey, 'run', id, 'dropped'],
    queryFn: ({ pageParam, signal }) =>
      api(
        'GET /api/v1/admin/payout-runs/:id/dropped',
        { params: { id }, query: pageParam ? { cursor: pageParam } : {} },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    staleTime: 0,
  })

/** Whom of a run a provider says something else of. */
export const attentionQuery = (api: Api, id: string) =>
  infiniteQueryOptions({
    queryKey: [...payoutsKey, 'run', id, 'attention'],
    queryFn: ({ pageParam, signal }) =>
      api(
        'GET /api/v1/admin/payout-runs/:id/attention',
        { params: { id }, query: pageParam ? { cursor: pageParam } : {} },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    staleTime: 0,
  })

/** What admins did alone, and no run has shown before this one. */
export const actsQuery = (api: Api, id: string) =>
  infiniteQueryOptions({
    queryKey: [...payoutsKey, 'run', id, 'acts'],
    queryFn: ({ pageParam, signal }) =>
      api(
        'GET /api/v1/admin/payout-runs/:id/acts',
        { params: { id }, query: pageParam ? { cursor: pageParam } : {} },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    staleTime: 0,
  })

/** What of a run was sent by PayPal. */
export const batchesQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: [...payoutsKey, 'run', id, 'batches'],
    queryFn: ({ signal }) => api('GET /api/v1/admin/payout-runs/:id/batches', { params: { id } }, { signal }),
    staleTime: 0,
  })

/** What was paid out in each year. */
export const yearsQuery = (api: Api) =>
  queryOptions({
    queryKey: [...payoutsKey, 'years'],
    queryFn: ({ signal }) => api('GET /api/v1/admin/payout-years', {}, { signal }),
    staleTime: 0,
  })

export async function refreshPayouts(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: payoutsKey }),
    // How many payouts are to be looked at stands in the links of all admin pages.
    client.invalidateQueries({ queryKey: ['me'] }),
  ])
}
