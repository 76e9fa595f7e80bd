import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query'
import type { EarningsPeriod, OrderSort, ProductSort } from '../../earnings/contract.ts'
import { minuteMs } from '../../shared/time.ts'
import { timeZone } from '../chart/bucket-names.ts'
import type { AnswerOf, Api } from '../client.ts'

/**
 * Earnings and clicks of a period where the viewer is. While another period is on the way, the former one stays;
 * `period` in the answer says of which it is.
 */
export const earningsQuery = (api: Api, period: EarningsPeriod) =>
  queryOptions({
    queryKey: ['earnings', period, timeZone()],
    queryFn: ({ signal }) =>
      api('GET /api/v1/me/earnings', { query: { period, tz: timeZone() } }, { signal }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  })

/** One's own ledger, the newest row first, 50 a page (docs/product/earnings.md#history). */
export const ledgerQuery = (api: Api) =>
  infiniteQueryOptions({
    queryKey: ['ledger'],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v1/me/ledger', { query: pageParam ? { cursor: pageParam } : {} }, { signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    // Who comes back from a product finds the list as it was left.
    gcTime: 30 * minuteMs,
  })

type OrdersAsked = { sort: OrderSort; product: string | undefined }

/** The same by orders, the latest first, of one product or of all (docs/product/earnings.md#orders). */
export const ordersQuery = (api: Api, { sort, product }: OrdersAsked) =>
  infiniteQueryOptions({
    queryKey: ['ledger', 'orders', sort, product],
    queryFn: ({ pageParam, signal }) =>
      api(
        'GET /api/v1/me/ledger/orders',
        { query: { sort, ...(product && { product }), ...(pageParam && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    gcTime: 30 * minuteMs,
  })

/** A list's pages so far, and how to get the next one. */
export type Pages<Item> = UseInfiniteQueryResult<InfiniteData<{ items: Item[]; next_cursor: string | null }>>

export type LedgerPages = Pages<AnswerOf<'GET /api/v1/me/ledger'>['items'][number]>
export type OrderPages = Pages<AnswerOf<'GET /api/v1/me/ledger/orders'>['items'][number]>

/** What each of one's products brought in a period, where the viewer is (docs/product/earnings.md#products). */
export const productsQuery = (api: Api, { period, sort }: { period: EarningsPeriod; sort: ProductSort }) =>
  infiniteQueryOptions({
    queryKey: ['earnings', 'products', period, sort, timeZone()],
    queryFn: ({ pageParam, signal }) =>
      api(
        'GET /api/v1/me/earnings/products',
        { query: { period, sort, tz: timeZone(), ...(pageParam && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    placeholderData: keepPreviousData,
  })

/** What one of one's products has brought so far. */
export const productEarningsQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ['earnings', 'product', id],
    queryFn: ({ signal }) => api('GET /api/v1/me/earnings/products/:id', { params: { id } }, { signal }),
  })

/** Why a row of the ledger is what it is. The row itself never changes; others of its order may be added. */
export const whyQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ['ledger', 'why', id],
    queryFn: ({ signal }) => api('GET /api/v1/me/ledger/:id', { params: { id } }, { signal }),
    staleTime: 5 * minuteMs,
  })

export const statementsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['statements'],
    queryFn: ({ signal }) => api('GET /api/v1/me/statements', {}, { signal }),
  })

export const statementQuery = (api: Api, month: string) =>
  queryOptions({
    queryKey: ['statements', month],
    queryFn: ({ signal }) => api('GET /api/v1/me/statements/:month', { params: { month } }, { signal }),
  })
