import { type InfiniteData, keepPreviousData, type UseInfiniteQueryResult } from '@tanstack/react-query'
import type { EarningsPeriod, OrderSort, ProductEnd, ProductSort } from '../../earnings/contract.ts'
import { minuteMs } from '../../shared/time.ts'
import type { AnswerOf, Api } from '../api/client.ts'
import { pagesOf, queryOf } from '../api/query.ts'
import { viewerZone } from '../format/viewer-zone.ts'

/**
 * Earnings and clicks of a period in the viewer's time zone. While another period loads, the former answer stays;
 * its `period` says which one it is.
 */
export const earningsQuery = (api: Api, period: EarningsPeriod) => ({
  ...queryOf(api, 'GET /api/v1/me/earnings', { query: { period, tz: viewerZone() } }),
  placeholderData: keepPreviousData,
  refetchOnWindowFocus: true,
})

/** Cached, so that people who return from a product find the list as they left it. */
const asLeft = { gcTime: 30 * minuteMs }

/** The viewer's ledger, the newest row first, 50 a page, in months of their zone (docs/product/earnings.md#history). */
export const ledgerQuery = (api: Api) => ({
  ...pagesOf(api, 'GET /api/v1/me/ledger', { query: { tz: viewerZone() } }),
  ...asLeft,
})

type OrdersAsked = { sort: OrderSort; product: string | undefined }

/** The viewer's ledger by orders, the newest first, of one product or of all (docs/product/earnings.md#orders). */
export const ordersQuery = (api: Api, { sort, product }: OrdersAsked) => ({
  ...pagesOf(api, 'GET /api/v1/me/ledger/orders', {
    // Days of orders have their month in every zone.
    query: { sort, tz: sort === 'posted' ? viewerZone() : undefined, product: product || undefined },
  }),
  ...asLeft,
})

/** The viewer's money by earning month (docs/product/earnings.md#on-its-way). */
export const monthsQuery = (api: Api) => queryOf(api, 'GET /api/v1/me/earning-months')

/** The viewer's orders of which something counts with an earning month (docs/product/earnings.md#on-its-way). */
export const monthOrdersQuery = (api: Api, month: string) =>
  pagesOf(api, 'GET /api/v1/me/ledger/orders', { query: { sort: 'ordered', month } })

/**
 * The viewer's orders that have no row yet, since they wait for a rate (docs/product/earnings.md#waiting-for-a-rate).
 */
export const waitingOrdersQuery = (api: Api, product: string | undefined) =>
  pagesOf(api, 'GET /api/v1/me/orders/waiting', { query: { product: product || undefined } })

/** A list's pages so far, and how to get the next one. */
export type Pages<Item> = UseInfiniteQueryResult<InfiniteData<{ items: Item[]; next_cursor: string | null }>>

export type LedgerPages = UseInfiniteQueryResult<InfiniteData<AnswerOf<'GET /api/v1/me/ledger'>>>
export type OrderPages = UseInfiniteQueryResult<InfiniteData<AnswerOf<'GET /api/v1/me/ledger/orders'>>>
export type WaitingPages = UseInfiniteQueryResult<InfiniteData<AnswerOf<'GET /api/v1/me/orders/waiting'>>>

/** What the person has, why something of it is held, and when what is pending becomes available. */
export const balanceQuery = (api: Api) => ({
  ...queryOf(api, 'GET /api/v1/me/balance'),
  refetchOnWindowFocus: true,
})
export type OwnBalance = AnswerOf<'GET /api/v1/me/balance'>

type ProductsAsked = { period: EarningsPeriod; sort: ProductSort; first: ProductEnd }

/**
 * Clicks, orders and earnings of each of the viewer's products in a period of their time zone
 * (docs/product/earnings.md#products).
 */
export const productsQuery = (api: Api, asked: ProductsAsked) => ({
  ...pagesOf(api, 'GET /api/v1/me/earnings/products', { query: { ...asked, tz: viewerZone() } }),
  placeholderData: keepPreviousData,
})

/** Why a ledger row has its amount. The row never changes, but other rows of its order may be added. */
export const whyQuery = (api: Api, id: string) => ({
  ...queryOf(api, 'GET /api/v1/me/ledger/:id', { params: { id } }),
  staleTime: 5 * minuteMs,
})
