import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { AnswerOf, Api } from '../../api/client.ts'
import { refreshReviews } from '../admin-queries.ts'
import { refreshPayouts } from '../payouts/payout-queries.ts'

export type CreatorMoney = AnswerOf<'GET /api/v1/admin/creators'>['items'][number]
export type DeletedAccount = AnswerOf<'GET /api/v1/admin/deleted-accounts'>['items'][number]
export type CreatorBalance = AnswerOf<'GET /api/v1/admin/balances/:username'>
export type CreatorOrder = AnswerOf<'GET /api/v1/admin/creators/:username/orders'>['items'][number]
export type CreatorPayout = AnswerOf<'GET /api/v1/admin/creators/:username/payouts'>['items'][number]
export type Adjustment = AnswerOf<'GET /api/v1/admin/adjustments'>['items'][number]
export type AskedDebt = AnswerOf<'GET /api/v1/admin/payees/:id/debts'>['items'][number]
export type Hold = AnswerOf<'GET /api/v1/admin/holds'>['items'][number]

const moneyKey = ['admin', 'creators']

const paged = { initialPageParam: '', staleTime: 0 } as const
const from = (cursor: string) => (cursor ? { cursor } : {})
const next = (last: { next_cursor: string | null }) => last.next_cursor

/** Creators with what they have, all who ever earned something or those whom a name finds. */
export const creatorsQuery = (api: Api, q: string) =>
  infiniteQueryOptions({
    queryKey: [...moneyKey, 'list', q],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v1/admin/creators', { query: { ...(q && { q }), ...from(pageParam) } }, { signal }),
    getNextPageParam: next,
    ...paged,
  })

/** What is left of accounts that were deleted. */
export const deletedAccountsQuery = (api: Api) =>
  infiniteQueryOptions({
    queryKey: [...moneyKey, 'deleted'],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v1/admin/deleted-accounts', { query: from(pageParam) }, { signal }),
    getNextPageParam: next,
    ...paged,
  })

/** What a creator has, and why they are not due. */
export const creatorBalanceQuery = (api: Api, username: string) =>
  queryOptions({
    queryKey: [...moneyKey, username, 'balance'],
    queryFn: ({ signal }) =>
      api('GET /api/v1/admin/balances/:username', { params: { username } }, { signal }),
    staleTime: 0,
  })

/** What people owe who have left and were paid at a creator's account. */
export const askedDebtsQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: [...moneyKey, id, 'debts'],
    queryFn: ({ signal }) => api('GET /api/v1/admin/payees/:id/debts', { params: { id } }, { signal }),
    staleTime: 0,
  })

/** A creator's ledger by orders. */
export const creatorOrdersQuery = (api: Api, username: string) =>
  infiniteQueryOptions({
    queryKey: [...moneyKey, username, 'orders'],
    queryFn: ({ pageParam, signal }) =>
      api(
        'GET /api/v1/admin/creators/:username/orders',
        { params: { username }, query: from(pageParam) },
        { signal },
      ),
    getNextPageParam: next,
    ...paged,
  })

/** What was paid out to a creator. */
export const creatorPayoutsQuery = (api: Api, username: string) =>
  infiniteQueryOptions({
    queryKey: [...moneyKey, username, 'payouts'],
    queryFn: ({ pageParam, signal }) =>
      api(
        'GET /api/v1/admin/creators/:username/payouts',
        { params: { username }, query: from(pageParam) },
        { signal },
      ),
    getNextPageParam: next,
    ...paged,
  })

/** What admins added to a creator's balance or took from it. */
export const creatorAdjustmentsQuery = (api: Api, username: string) =>
  infiniteQueryOptions({
    queryKey: [...moneyKey, username, 'adjustments'],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v1/admin/adjustments', { query: { username, ...from(pageParam) } }, { signal }),
    getNextPageParam: next,
    ...paged,
  })

export type WhichHolds = {
  state?: 'standing' | 'ended'
  username?: string | undefined
  month?: string | undefined
  marketplace?: string | undefined
}

/** Holds, the newest first. */
export const holdsQuery = (api: Api, which: WhichHolds) =>
  infiniteQueryOptions({
    queryKey: [...moneyKey, 'holds', which],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v1/admin/holds', { query: { ...which, ...from(pageParam) } }, { signal }),
    getNextPageParam: next,
    ...paged,
  })

/** After a hold or an adjustment: balances, who is due, and the orders that it is about. */
export async function refreshMoney(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: moneyKey }),
    refreshPayouts(client),
    refreshReviews(client),
  ])
}
