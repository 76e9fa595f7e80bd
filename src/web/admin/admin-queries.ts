import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { RowOutcome } from '../../orders/imports/outcomes/contract.ts'
import type { RunFigure } from '../../orders/run-orders/contract.ts'
import type { AnswerOf, Api, InputOf } from '../client.ts'

export type Pipeline = AnswerOf<'GET /api/v1/admin/pipeline'>
export type Run = Pipeline['open_runs'][number]
export type Import = AnswerOf<'GET /api/v1/admin/imports/:id'>
export type ImportBatch = AnswerOf<'GET /api/v1/admin/imports'>['items'][number]
export type ImportedRow = AnswerOf<'GET /api/v1/admin/imports/:id/rows'>['items'][number]
export type ImportProblem = AnswerOf<'GET /api/v1/admin/imports/:id/problems'>['items'][number]
export type Order = AnswerOf<'GET /api/v1/admin/orders'>['items'][number]
export type OrderDetail = AnswerOf<'GET /api/v1/admin/orders/:id'>
export type ReviewGroup = AnswerOf<'GET /api/v1/admin/reviews'>['items'][number]
export type DisagreementGroup = AnswerOf<'GET /api/v1/admin/disagreements'>['items'][number]
export type Flag = AnswerOf<'GET /api/v1/admin/flags'>['items'][number]
export type ClickFlag = AnswerOf<'GET /api/v1/admin/click-flags'>['items'][number]
export type ModerationCase = AnswerOf<'GET /api/v1/admin/reports'>['items'][number]
export type TrackingId = AnswerOf<'GET /api/v1/admin/tracking-ids'>['items'][number]
type PayingDates = AnswerOf<'GET /api/v1/admin/paying-dates'>
export type PayingDateChange = NonNullable<PayingDates['change']>
export type AuditEntry = AnswerOf<'GET /api/v1/admin/audit'>['items'][number]

/** How often it is looked how far a step is; and, while none is under way, whether someone else has begun one. */
const runningMs = 1_000
const idleMs = 5_000

export const isOpen = (run: Run | null | undefined): boolean =>
  run?.state === 'waiting' || run?.state === 'running'

export const mayBeRestarted = (run: Run | null): boolean =>
  run?.state === 'failed' || run?.state === 'stopped'

const pipelineKey = ['admin', 'pipeline']

/** Where the three steps stand, live: two admins, or two tabs, see the same. */
export const pipelineQuery = (api: Api) =>
  queryOptions({
    queryKey: pipelineKey,
    queryFn: ({ signal }) => api('GET /api/v1/admin/pipeline', {}, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.open_runs.length ? runningMs : idleMs),
    refetchOnWindowFocus: 'always',
  })

/** A step of the pipeline, and what it came to. */
export const runQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ['admin', 'run', id],
    queryFn: ({ signal }) => api('GET /api/v1/admin/runs/:id', { params: { id } }, { signal }),
  })

/** The orders that a number of a run counts. */
export const runOrdersQuery = (api: Api, { id, figure }: { id: string; figure: RunFigure }) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'run', id, figure],
    queryFn: ({ pageParam, signal }) =>
      api(
        'GET /api/v1/admin/runs/:id/orders',
        { params: { id }, query: { figure, cursor: pageParam } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor,
    staleTime: 0,
  })

const importsKey = ['admin', 'imports']

const newestImportKey = ['admin', 'newest-import']

/** The import that was made last, by whomever; null before the first one. */
export const newestImportQuery = (api: Api) =>
  queryOptions({
    queryKey: newestImportKey,
    queryFn: async ({ signal }) =>
      (await api('GET /api/v1/admin/imports', { query: {} }, { signal })).items[0] ?? null,
    staleTime: 0,
    refetchInterval: idleMs,
    refetchOnWindowFocus: 'always',
  })

/** An import, live while something works on it. */
export const importQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ['admin', 'import', id],
    queryFn: ({ signal }) => api('GET /api/v1/admin/imports/:id', { params: { id } }, { signal }),
    staleTime: 0,
    // An upload that has arrived has its run; one that is still arriving has none yet.
    refetchInterval: ({ state }) => (isOpen(state.data?.run) ? runningMs : idleMs),
    refetchOnWindowFocus: 'always',
  })

/** Imports but for those that were given up before they took effect, or those alone. */
export const importsQuery = (api: Api, { discarded }: { discarded: boolean }) =>
  infiniteQueryOptions({
    queryKey: [...importsKey, discarded],
    queryFn: ({ pageParam, signal }) =>
      api(
        'GET /api/v1/admin/imports',
        { query: { discarded: `${discarded}`, cursor: pageParam } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor,
    staleTime: 0,
  })

/** The rows of an import of which the same became. */
export const importRowsQuery = (api: Api, { id, outcome }: { id: string; outcome: RowOutcome | 'all' }) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'import', id, outcome],
    queryFn: ({ pageParam, signal }) =>
      api(
        'GET /api/v1/admin/imports/:id/rows',
        { params: { id }, query: { outcome, cursor: pageParam } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor,
    staleTime: 0,
  })

/** The rows of an import that were left out. */
export const importProblemsQuery = (api: Api, id: string) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'import', id, 'problems'],
    queryFn: ({ pageParam, signal }) =>
      api(
        'GET /api/v1/admin/imports/:id/problems',
        { params: { id }, query: { cursor: pageParam } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor,
    staleTime: 0,
  })

/** What undoing an import would change. */
export const undoingQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ['admin', 'import', id, 'undoing'],
    queryFn: ({ signal }) => api('GET /api/v1/admin/imports/:id/undoing', { params: { id } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })

/** What returns come to that have found no purchase yet. */
export const waitingReturnsQuery = (api: Api) =>
  queryOptions({
    queryKey: [...ordersKey, 'waiting-returns'],
    queryFn: ({ signal }) => api('GET /api/v1/admin/waiting-returns', {}, { signal }),
    staleTime: 0,
  })

const payingDatesKey = ['admin', 'paying-dates']

/** From which ship date Fee-Earnings pays; live while it is being changed. */
export const payingDatesQuery = (api: Api) =>
  queryOptions({
    queryKey: payingDatesKey,
    queryFn: ({ signal }) => api('GET /api/v1/admin/paying-dates', {}, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (isOpen(state.data?.change?.run) ? runningMs : false),
  })

/** Takes over a change of it as a call has just answered. */
export const cachePayingDateChange = (client: QueryClient, change: PayingDateChange): void =>
  void client.setQueryData(payingDatesKey, (known: PayingDates | undefined) => known && { ...known, change })

/** After that was changed, or not: imports may have waited for it, and orders for a calculation. */
export async function refreshPayingDates(client: QueryClient): Promise<void> {
  await Promise.all([client.invalidateQueries({ queryKey: payingDatesKey }), refreshPipeline(client)])
}

const ordersKey = ['admin', 'orders']
const orderKey = (id: string) => ['admin', 'order', id]

export const ordersQuery = (api: Api, listed: NonNullable<InputOf<'GET /api/v1/admin/orders'>['query']>) =>
  infiniteQueryOptions({
    queryKey: [...ordersKey, listed],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v1/admin/orders', { query: { ...listed, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor,
    staleTime: 0,
  })

export const orderQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: orderKey(id),
    queryFn: ({ signal }) => api('GET /api/v1/admin/orders/:id', { params: { id } }, { signal }),
    staleTime: 0,
  })

/** Who shares the item of an order, and what a text names; nothing is kept of what was typed for longer than it is shown. */
export const candidatesQuery = (api: Api, id: string, productRef: string) =>
  queryOptions({
    queryKey: [...orderKey(id), 'candidates', productRef],
    queryFn: ({ signal }) =>
      api(
        'GET /api/v1/admin/orders/:id/candidates',
        { params: { id }, query: productRef ? { product_ref: productRef } : {} },
        { signal },
      ),
    retry: false,
    gcTime: 0,
  })

const reviewsKey = ['admin', 'reviews']

/** What is contested, put together by what can be decided alike. */
export const reviewsQuery = (api: Api) =>
  queryOptions({
    queryKey: reviewsKey,
    queryFn: ({ signal }) => api('GET /api/v1/admin/reviews', {}, { signal }),
    staleTime: 0,
  })

/** What names a group of orders under review to the calls. */
export const groupOf = ({ marketplace, asin, month, reason, claimants }: ReviewGroup) => ({
  marketplace,
  asin,
  month,
  review: reason,
  claimants: claimants.map(({ payee_id }) => payee_id),
})

/** What speaks for each who claims a group's orders. */
export const reviewEvidenceQuery = (api: Api, group: ReviewGroup) => {
  const { claimants, ...named } = groupOf(group)
  const query = { ...named, claimants: claimants.join(',') }
  return queryOptions({
    queryKey: [...reviewsKey, query],
    queryFn: ({ signal }) => api('GET /api/v1/admin/reviews/evidence', { query }, { signal }),
    staleTime: 0,
  })
}

/** Orders whose evidence disagrees, put together by what can be decided alike. */
export const disagreementsQuery = (api: Api) =>
  queryOptions({
    queryKey: [...reviewsKey, 'disagreements'],
    queryFn: ({ signal }) => api('GET /api/v1/admin/disagreements', {}, { signal }),
    staleTime: 0,
  })

/** After orders under review were decided, or turned out to be others than were seen. */
export async function refreshReviews(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: reviewsKey }),
    client.invalidateQueries({ queryKey: ordersKey }),
    client.invalidateQueries({ queryKey: pipelineKey }),
  ])
}

const flagsKey = ['admin', 'flags']

export const flagsQuery = (api: Api, state: 'open' | 'all') =>
  infiniteQueryOptions({
    queryKey: [...flagsKey, state],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v1/admin/flags', { query: { state, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor,
    staleTime: 0,
  })

/** Products whose clicks look wrong. */
export const clickFlagsQuery = (api: Api) =>
  infiniteQueryOptions({
    queryKey: [...flagsKey, 'products'],
    queryFn: ({ signal }) => api('GET /api/v1/admin/click-flags', {}, { signal }),
    initialPageParam: undefined,
    // All there are.
    getNextPageParam: () => undefined,
    staleTime: 0,
  })

export const refreshFlags = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: flagsKey })

const reportsKey = ['admin', 'reports']

export const reportsQuery = (api: Api, state: 'open' | 'all') =>
  infiniteQueryOptions({
    queryKey: [...reportsKey, state],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v1/admin/reports', { query: { state, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor,
    staleTime: 0,
  })

export const refreshReports = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: reportsKey })

const trackingIdsKey = ['admin', 'tracking-ids']

export const trackingIdsQuery = (api: Api, q: string) =>
  infiniteQueryOptions({
    queryKey: [...trackingIdsKey, q],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v1/admin/tracking-ids', { query: { q: q || undefined, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor,
    staleTime: 0,
  })

export const auditQuery = (api: Api) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'audit'],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v1/admin/audit', { query: { cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor,
    staleTime: 0,
  })

/** Takes over an import as a call has just answered it; the pipeline and the history are asked for again. */
export async function cacheImport(client: QueryClient, answer: Import): Promise<void> {
  client.setQueryData(['admin', 'import', answer.id], answer)
  await refreshPipeline(client)
}

export async function refreshPipeline(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: pipelineKey }),
    client.invalidateQueries({ queryKey: importsKey }),
    client.invalidateQueries({ queryKey: newestImportKey }),
  ])
}

/** Takes over an order as a call has just answered it; the lists it may have left or come into are asked for again. */
export async function cacheOrder(client: QueryClient, answer: OrderDetail): Promise<void> {
  client.setQueryData(orderKey(answer.order_item_id), answer)
  await refreshReviews(client)
}

/** After a change of the tracking ids: orders of theirs may wait to be matched again. */
export async function refreshTrackingIds(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: trackingIdsKey }),
    client.invalidateQueries({ queryKey: pipelineKey }),
  ])
}
