import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query'
import type { EarningsPeriod, OrderSort, ProductEnd, ProductSort } from '../../earnings/contract.ts'
import { minuteMs } from '../../shared/time.ts'
import type { AnswerOf, Api } from '../api/client.ts'
import { viewerZone } from '../format/viewer-zone.ts'

/**
 * Earnings and clicks of a period in the viewer's time zone. While another period loads, the former answer stays;
 * its `period` says which one it is.
 */
export const earningsQuery = (api: Api, period: EarningsPeriod) =>
  queryOptions({
    queryKey: ['earnings', period, viewerZone()],
    queryFn: ({ signal }) =>
      api('GET /api/v1/me/earnings', { query: { period, tz: viewerZone() } }, { signal }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  })

/** The viewer's ledger, the newest row first, 50 a page (docs/product/earnings.md#history). */
export const ledgerQuery = (api: Api) =>
  infiniteQueryOptions({
    queryKey: ['ledger'],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v1/me/ledger', { query: pageParam ? { cursor: pageParam } : {} }, { signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    // Cached so that somebody who returns from a product finds the list as they left it.
    gcTime: 30 * minuteMs,
  })

type OrdersAsked = { sort: OrderSort; product: string | undefined }

/** The viewer's ledger by orders, the newest first, of one product or of all (docs/product/earnings.md#orders). */
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

/** The viewer's orders that have no row yet, since they wait for a rate (docs/product/earnings.md#waiting-for-a-rate). */
export const waitingOrdersQuery = (api: Api, product: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['ledger', 'waiting', product],
    queryFn: ({ pageParam, signal }) =>
      api(
        'GET /api/v1/me/orders/waiting',
        { query: { ...(product && { product }), ...(pageParam && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
  })

/** A list's pages so far, and how to get the next one. */
export type Pages<Item> = UseInfiniteQueryResult<InfiniteData<{ items: Item[]; next_cursor: string | null }>>

export type LedgerPages = Pages<AnswerOf<'GET /api/v1/me/ledger'>['items'][number]>
export type OrderPages = Pages<AnswerOf<'GET /api/v1/me/ledger/orders'>['items'][number]>

export type WaitingPages = UseInfiniteQueryResult<InfiniteData<AnswerOf<'GET /api/v1/me/orders/waiting'>>>

type ProductsAsked = { period: EarningsPeriod; sort: ProductSort; first: ProductEnd }

/** What each of the viewer's products brought in a period of their time zone (docs/product/earnings.md#products). */
export const productsQuery = (api: Api, asked: ProductsAsked) =>
  infiniteQueryOptions({
    queryKey: ['earnings', 'products', asked, viewerZone()],
    queryFn: ({ pageParam, signal }) =>
      api(
        'GET /api/v1/me/earnings/products',
        { query: { ...asked, tz: viewerZone(), ...(pageParam && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    placeholderData: keepPreviousData,
  })

/** What one of the viewer's products has brought so far. */
export const productEarningsQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ['earnings', 'product', id],
    queryFn: ({ signal }) => api('GET /api/v1/me/earnings/products/:id', { params: { id } }, { signal }),
  })

/** Why a ledger row has its amount. The row never changes, but other rows of its order may be added. */
export const whyQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ['ledger', 'why', id],
    queryFn: ({ signal }) => api('GET /api/v1/me/ledger/:id', { params: { id } }, { signal }),
    staleTime: 5 * minuteMs,
  })

/** The months that have a statement (docs/product/earnings.md#statements). */
export const statementsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['statements'],
    queryFn: ({ signal }) => api('GET /api/v1/me/statements', {}, { signal }),
  })

/** Where the viewer is paid (docs/product/payouts.md#payout-details). */
export const payoutDetailsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['payout-details'],
    queryFn: ({ signal }) => api('GET /api/v1/me/payout-details', {}, { signal }),
  })

/** What the platform keeps of the viewer's commissions, and what it will (docs/product/ledger.md#the-fee). */
export const feeQuery = (api: Api) =>
  queryOptions({
    queryKey: ['fee'],
    queryFn: ({ signal }) => api('GET /api/v1/me/fee', {}, { signal }),
  })

/** What the viewer has, and why something of it is held (docs/product/payouts.md#own-payouts). */
export const balanceQuery = (api: Api) =>
  queryOptions({
    queryKey: ['balance'],
    queryFn: ({ signal }) => api('GET /api/v1/me/balance', {}, { signal }),
    refetchOnWindowFocus: true,
  })

/** What is left of accounts that the viewer deleted (docs/product/payouts.md#leaving-with-money). */
export const claimsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['claims'],
    queryFn: ({ signal }) => api('GET /api/v1/me/claims', {}, { signal }),
  })

/** The viewer's payouts, the newest first, 50 a page (docs/product/payouts.md#own-payouts). */
export const ownPayoutsQuery = (api: Api) =>
  infiniteQueryOptions({
    queryKey: ['payouts'],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v1/me/payouts', { query: pageParam ? { cursor: pageParam } : {} }, { signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
  })

/** What was paid out to the viewer in each year (docs/product/payouts.md#totals-of-a-year). */
export const payoutYearsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['payout-years'],
    queryFn: ({ signal }) => api('GET /api/v1/me/payout-years', {}, { signal }),
  })

/** A payout of the viewer's with the rows that it covers (docs/product/payouts.md#what-a-payout-covers). */
export const ownPayoutQuery = (api: Api, id: string) =>
  infiniteQueryOptions({
    queryKey: ['payouts', id],
    queryFn: ({ pageParam, signal }) =>
      api(
        'GET /api/v1/me/payouts/:id',
        { params: { id }, query: pageParam ? { cursor: pageParam } : {} },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
  })

/** The remittance advice of one of one's own payouts. */
export const ownAdviceQuery = (api: Api, id: string) =>
  infiniteQueryOptions({
    queryKey: ['payouts', id, 'advice'],
    queryFn: ({ pageParam, signal }) =>
      api(
        'GET /api/v1/me/payouts/:id/advice',
        { params: { id }, query: pageParam ? { cursor: pageParam } : {} },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
  })

/** The statement of a month such as '2026-11'. */
export const statementQuery = (api: Api, month: string) =>
  queryOptions({
    queryKey: ['statements', month],
    queryFn: ({ signal }) => api('GET /api/v1/me/statements/:month', { params: { month } }, { signal }),
  })
