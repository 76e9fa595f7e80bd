import { hashKey, type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import { minuteMs } from '../../shared/time.ts'
import type { AnswerOf, Api, InputOf } from '../api/client.ts'
import { isAdmins, keyOf, pagesOf, queryOf } from '../api/query.ts'
import type { Import, OrderDetail, PayingDateChange, ReviewGroup, Run } from './answers.ts'

// Queries of admins that say more than what they ask (api/query.ts), and what is asked again after a change.

/** How often the pages ask for progress while a step runs, and for steps that others start while none does. */
const runningMs = 1_000
const idleMs = 5_000

/** Whether a run waits for its turn or is under way. */
export const isOpen = (run: Run | null | undefined): boolean =>
  run?.state === 'waiting' || run?.state === 'running'

/** Whether a run failed or was stopped, and can be started again. */
export const mayBeRestarted = (run: Run | null): boolean =>
  run?.state === 'failed' || run?.state === 'stopped'

/** The state of the three steps, asked for again and again, so that all admins and tabs see the same. */
export const pipelineQuery = (api: Api) =>
  queryOptions({
    ...queryOf(api, 'GET /api/v1/admin/pipeline'),
    refetchInterval: ({ state }) => (state.data?.open_runs.length ? runningMs : idleMs),
    refetchOnWindowFocus: 'always',
  })

/** The newest import of any admin; null before the first one. */
export const newestImportQuery = (api: Api) =>
  queryOptions({
    ...queryOf(api, 'GET /api/v1/admin/imports'),
    select: ({ items }) => items[0] ?? null,
    refetchInterval: idleMs,
    refetchOnWindowFocus: 'always',
  })

/** An import, asked for again while a run works on it. */
export const importQuery = (api: Api, id: string) =>
  queryOptions({
    ...queryOf(api, 'GET /api/v1/admin/imports/:id', { params: { id } }),
    // An upload has a run once it has arrived; until then the import is asked for at the slower pace.
    refetchInterval: ({ state }) => (isOpen(state.data?.run) ? runningMs : idleMs),
    refetchOnWindowFocus: 'always',
  })

/** The ship date from which Fee-Earnings pays, by marketplace; asked for again while it is being changed. */
export const payingDatesQuery = (api: Api) =>
  queryOptions({
    ...queryOf(api, 'GET /api/v1/admin/paying-dates'),
    refetchInterval: ({ state }) => (isOpen(state.data?.change?.run) ? runningMs : false),
  })

type ListedOrders = NonNullable<InputOf<'GET /api/v1/admin/orders'>['query']>

const isSameButSorted = (one: ListedOrders | undefined, other: ListedOrders) =>
  JSON.stringify({ ...one, sort: null }) === JSON.stringify({ ...other, sort: null })

/** Orders by state, text and filters, a page at a time (docs/product/admin.md#orders). */
export const ordersQuery = (api: Api, listed: ListedOrders) => ({
  ...pagesOf(api, 'GET /api/v1/admin/orders', { query: listed }),
  // The same orders in another order: the table stays, and with it the focus on the head that was pressed.
  placeholderData: <Pages>(before: Pages | undefined, query?: { queryKey: readonly unknown[] }) =>
    isSameButSorted((query?.queryKey[1] as { query?: ListedOrders })?.query, listed) ? before : undefined,
})

/** One order with all that admins see of it. */
export const orderQuery = (api: Api, id: string) =>
  queryOf(api, 'GET /api/v1/admin/orders/:id', { params: { id } })

/** Who shares the item of an order, and the product that `productRef` names. Not cached longer than it is shown. */
export const candidatesQuery = (api: Api, id: string, productRef: string) =>
  queryOptions({
    ...queryOf(api, 'GET /api/v1/admin/orders/:id/candidates', {
      params: { id },
      query: productRef ? { product_ref: productRef } : {},
    }),
    retry: false,
    gcTime: 0,
  })

/** The fields that identify a group of orders under review in calls. */
export const groupOf = ({ marketplace, asin, month, reason, claimants }: ReviewGroup) => ({
  marketplace,
  asin,
  month,
  review: reason,
  claimants: claimants.map(({ payee_id }) => payee_id),
})

/** The evidence for each creator who claims a group's orders. */
export const reviewEvidenceQuery = (api: Api, group: ReviewGroup) => {
  const { claimants, ...named } = groupOf(group)
  return queryOf(api, 'GET /api/v1/admin/reviews/evidence', {
    query: { ...named, claimants: claimants.join(',') },
  })
}

/** What a page of the installation's state asks for again each minute, in which processes store what they counted. */
export const eachMinute = { refetchInterval: minuteMs }

/** After an admin's change: all that is shown of admins' calls, and what the links of their pages count. */
export const refreshAdmin = (client: QueryClient): Promise<void> => refreshBut(client, null)

/** After a step, by which other orders may wait for a rate than before. */
export const refreshRates = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: keyOf('GET /api/v1/admin/rates') })

/** Stores what a change has answered of one query, and asks for the rest again. */
async function cacheAnswer(client: QueryClient, queryKey: QueryKey, answer: object): Promise<void> {
  client.setQueryData(queryKey, answer)
  await refreshBut(client, queryKey)
}

async function refreshBut(client: QueryClient, answered: QueryKey | null): Promise<void> {
  const known = answered && hashKey(answered)
  await Promise.all([
    client.invalidateQueries({
      predicate: ({ queryKey: [name], queryHash }) => isAdmins(name) && queryHash !== known,
    }),
    client.invalidateQueries({ queryKey: keyOf('GET /api/v1/me') }),
  ])
}

/** Stores the import that a call has answered. */
export const cacheImport = (client: QueryClient, answer: Import): Promise<void> =>
  cacheAnswer(client, keyOf('GET /api/v1/admin/imports/:id', { params: { id: answer.id } }), answer)

/** Stores the order that a call has answered. */
export const cacheOrder = (client: QueryClient, answer: OrderDetail): Promise<void> =>
  cacheAnswer(client, keyOf('GET /api/v1/admin/orders/:id', { params: { id: answer.order_item_id } }), answer)

/** Stores the change of a ship date that a call has answered. */
export const cachePayingDateChange = (client: QueryClient, change: PayingDateChange): void =>
  void client.setQueryData(
    keyOf('GET /api/v1/admin/paying-dates'),
    (known: AnswerOf<'GET /api/v1/admin/paying-dates'> | undefined) => known && { ...known, change },
  )
