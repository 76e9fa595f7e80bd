import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { AnswerOf, Api } from '../../api/client.ts'

type Receipts = AnswerOf<'GET /api/v1/admin/receipts'>
export type ReconciledMonth = Receipts['items'][number]
export type Transfer = Receipts['transfers'][number]
export type TransferLine = Transfer['lines'][number]

export type UnpaidOrder = AnswerOf<'GET /api/v1/admin/unpaid-orders'>['items'][number]
export type MonthOrder = AnswerOf<'GET /api/v1/admin/months/:marketplace/:month/orders'>['items'][number]

const receiptsKey = ['admin', 'receipts']

/** What Amazon paid for the months of a year; of the present one without it. */
export const receiptsQuery = (api: Api, year: number | undefined) =>
  queryOptions({
    queryKey: [...receiptsKey, year ?? 'now'],
    queryFn: ({ signal }) => api('GET /api/v1/admin/receipts', { query: { year } }, { signal }),
    staleTime: 0,
  })

export const refreshReceipts = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: receiptsKey })

const from = (cursor: string | null) => (cursor === null ? {} : { cursor })
const paged = {
  initialPageParam: null as string | null,
  getNextPageParam: ({ next_cursor }: { next_cursor: string | null }) => next_cursor,
  staleTime: 0,
}

/** Orders that Amazon has not paid for over 60 days. */
export const unpaidOrdersQuery = (api: Api) =>
  infiniteQueryOptions({
    queryKey: [...receiptsKey, 'unpaid'],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v1/admin/unpaid-orders', { query: from(pageParam) }, { signal }),
    ...paged,
  })

/** The orders of a month, those worth the most first: all, or those that a search finds. */
export const monthOrdersQuery = (api: Api, of: Pick<ReconciledMonth, 'marketplace' | 'month'>, q: string) =>
  infiniteQueryOptions({
    queryKey: [...receiptsKey, 'orders', of.marketplace, of.month, q],
    queryFn: ({ pageParam, signal }) =>
      api(
        'GET /api/v1/admin/months/:marketplace/:month/orders',
        {
          params: { marketplace: of.marketplace, month: of.month },
          query: { ...(q && { q }), ...from(pageParam) },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
    ...paged,
  })
