import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { AnswerOf, Api } from '../../client.ts'

type Receipts = AnswerOf<'GET /api/v1/admin/receipts'>
export type ReconciledMonth = Receipts['items'][number]
export type Transfer = Receipts['transfers'][number]
export type TransferLine = Transfer['lines'][number]

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
