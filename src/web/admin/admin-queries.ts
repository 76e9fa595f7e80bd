import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { RowOutcome } from '../../orders/imports/outcomes/contract.ts'
import type { RunFigure } from '../../orders/run-orders/contract.ts'
import { minuteMs } from '../../shared/time.ts'
import type { AnswerOf, Api, InputOf } from '../api/client.ts'

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
export type Health = AnswerOf<'GET /api/v1/admin/health'>
export type SecurityEvent = AnswerOf<'GET /api/v1/admin/security-events'>['items'][number]
export type AuditEntry = AnswerOf<'GET /api/v1/admin/audit'>['items'][number]

/** How often the pages ask for progress while a step runs, and for steps that others start while none does. */
const runningMs = 1_000
const idleMs = 5_000

/** Whether a run waits for its turn or is under way. */
export const isOpen = (run: Run | null | undefined): boolean =>
  run?.state === 'waiting' || run?.state === 'running'

/** Whether a run failed or was stopped, and can be started again. */
export const mayBeRestarted = (run: Run | null): boolean =>
  run?.state === 'failed' || run?.state === 'stopped'

const pipelineKey = ['admin', 'pipeline']

/** The state of the three steps, asked for again and again, so that all admins and tabs see the same. */
export const pipelineQuery = (api: Api) =>
  queryOptions({
    queryKey: pipelineKey,
    queryFn: ({ signal }) => api('GET /api/v1/admin/pipeline', {}, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.open_runs.length ? runningMs : idleMs),
    refetchOnWindowFocus: 'always',
  })

/** One run of the pipeline with its results. */
export const runQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ['admin', 'run', id],
    queryFn: ({ signal }) => api('GET /api/v1/admin/runs/:id', { params: { id } }, { signal }),
  })

/** The orders counted by one figure of a run, a page at a time. */
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

/** The newest import of any admin; null before the first one. */
export const newestImportQuery = (api: Api) =>
  queryOptions({
    queryKey: newestImportKey,
    queryFn: async ({ signal }) =>
      (await api('GET /api/v1/admin/imports', { query: {} }, { signal })).items[0] ?? null,
    staleTime: 0,
    refetchInterval: idleMs,
    refetchOnWindowFocus: 'always',
  })

/** An import, asked for again while a run works on it. */
export const importQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ['admin', 'import', id],
    queryFn: ({ signal }) => api('GET /api/v1/admin/imports/:id', { params: { id } }, { signal }),
    staleTime: 0,
    // An upload has a run once it has arrived; until then the import is asked for at the slower pace.
    refetchInterval: ({ state }) => (isOpen(state.data?.run) ? runningMs : idleMs),
    refetchOnWindowFocus: 'always',
  })

/** All imports without discarded previews, or the discarded ones alone. */
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

/** The rows of an import with one outcome, or all of them. */
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

/** Number and sum of the returns without a purchase. */
export const waitingReturnsQuery = (api: Api) =>
  queryOptions({
    queryKey: [...ordersKey, 'waiting-returns'],
    queryFn: ({ signal }) => api('GET /api/v1/admin/waiting-returns', {}, { signal }),
    staleTime: 0,
  })

const payingDatesKey = ['admin', 'paying-dates']

/** The ship date from which Fee-Earnings pays, by marketplace; asked for again while it is being changed. */
export const reportStatusesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['admin', 'report-statuses'],
    queryFn: ({ signal }) => api('GET /api/v1/admin/report-statuses', {}, { signal }),
    staleTime: 0,
  })

export const payingDatesQuery = (api: Api) =>
  queryOptions({
    queryKey: payingDatesKey,
    queryFn: ({ signal }) => api('GET /api/v1/admin/paying-dates', {}, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (isOpen(state.data?.change?.run) ? runningMs : false),
  })

/** Stores the change of a ship date that a call has answered. */
export const cachePayingDateChange = (client: QueryClient, change: PayingDateChange): void =>
  void client.setQueryData(payingDatesKey, (known: PayingDates | undefined) => known && { ...known, change })

/** After a ship date was changed or a change was given up: imports may have waited for it, orders for a calculation. */
export async function refreshPayingDates(client: QueryClient): Promise<void> {
  await Promise.all([client.invalidateQueries({ queryKey: payingDatesKey }), refreshPipeline(client)])
}

const ordersKey = ['admin', 'orders']
const orderKey = (id: string) => ['admin', 'order', id]

type ListedOrders = NonNullable<InputOf<'GET /api/v1/admin/orders'>['query']>

const isSameButSorted = (one: Partial<ListedOrders> | undefined, other: ListedOrders) =>
  JSON.stringify({ ...one, sort: null }) === JSON.stringify({ ...other, sort: null })

/** Orders by state, text and filters, a page at a time (docs/product/admin.md#orders). */
export const ordersQuery = (api: Api, listed: ListedOrders) =>
  infiniteQueryOptions({
    queryKey: [...ordersKey, listed],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v1/admin/orders', { query: { ...listed, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor,
    staleTime: 0,
    // The same orders in another order: the table stays, and with it the focus on the head that was pressed.
    placeholderData: (before, query) =>
      isSameButSorted(query?.queryKey.at(-1) as Partial<ListedOrders> | undefined, listed)
        ? before
        : undefined,
  })

/** One order with all that admins see of it. */
export const orderQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: orderKey(id),
    queryFn: ({ signal }) => api('GET /api/v1/admin/orders/:id', { params: { id } }, { signal }),
    staleTime: 0,
  })

/** Who shares the item of an order, and the product that `productRef` names. Not cached longer than it is shown. */
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

/** Orders under review, in groups that can be decided at once. */
export const reviewsQuery = (api: Api) =>
  queryOptions({
    queryKey: reviewsKey,
    queryFn: ({ signal }) => api('GET /api/v1/admin/reviews', {}, { signal }),
    staleTime: 0,
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
  const query = { ...named, claimants: claimants.join(',') }
  return queryOptions({
    queryKey: [...reviewsKey, query],
    queryFn: ({ signal }) => api('GET /api/v1/admin/reviews/evidence', { query }, { signal }),
    staleTime: 0,
  })
}

/** Orders whose evidence disagrees, in groups that can be decided at once. */
export const disagreementsQuery = (api: Api) =>
  queryOptions({
    queryKey: [...reviewsKey, 'disagreements'],
    queryFn: ({ signal }) => api('GET /api/v1/admin/disagreements', {}, { signal }),
    staleTime: 0,
  })

/** After orders under review were decided, or a group turned out to have changed. */
export async function refreshReviews(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: reviewsKey }),
    client.invalidateQueries({ queryKey: ordersKey }),
    client.invalidateQueries({ queryKey: pipelineKey }),
  ])
}

const flagsKey = ['admin', 'flags']

/** Flags on creators (docs/product/matching.md#flags-on-creators). */
export const flagsQuery = (api: Api, state: 'open' | 'all') =>
  infiniteQueryOptions({
    queryKey: [...flagsKey, state],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v1/admin/flags', { query: { state, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor,
    staleTime: 0,
  })

/** Flags on products, all on one page (docs/product/clicks.md#flags-on-products). */
export const clickFlagsQuery = (api: Api) =>
  infiniteQueryOptions({
    queryKey: [...flagsKey, 'products'],
    queryFn: ({ signal }) => api('GET /api/v1/admin/click-flags', {}, { signal }),
    initialPageParam: undefined,
    getNextPageParam: () => undefined,
    staleTime: 0,
  })

export const refreshFlags = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: flagsKey })

const reportsKey = ['admin', 'reports']

/** Cases: what people reported (docs/product/moderation.md#deciding). */
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

/** Tracking ids; `q` finds them by id or by @creator. */
export const trackingIdsQuery = (api: Api, q: string) =>
  infiniteQueryOptions({
    queryKey: [...trackingIdsKey, q],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v1/admin/tracking-ids', { query: { q: q || undefined, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor,
    staleTime: 0,
  })

/** The audit log, the newest entry first. */
export const auditQuery = (api: Api) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'audit'],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v1/admin/audit', { query: { cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor,
    staleTime: 0,
  })

/** How often each security event came lately; looked at again each minute, in which processes store what they counted. */
export const securityEventsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['admin', 'security-events'],
    queryFn: async ({ signal }) => (await api('GET /api/v1/admin/security-events', {}, { signal })).items,
    staleTime: 0,
    refetchInterval: minuteMs,
  })

/** What the doctor says of the installation; the server looks at most once a minute. */
export const healthQuery = (api: Api) =>
  queryOptions({
    queryKey: ['admin', 'health'],
    queryFn: ({ signal }) => api('GET /api/v1/admin/health', {}, { signal }),
    staleTime: 0,
    refetchInterval: minuteMs,
  })

/** Stores the import that a call has answered, and asks for the pipeline and the imports again. */
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

/** Stores the order that a call has answered, and asks for the lists again that it may have left or joined. */
export async function cacheOrder(client: QueryClient, answer: OrderDetail): Promise<void> {
  client.setQueryData(orderKey(answer.order_item_id), answer)
  await refreshReviews(client)
}

/** After a change of tracking ids: their orders may wait to be matched again. */
export async function refreshTrackingIds(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: trackingIdsKey }),
    client.invalidateQueries({ queryKey: pipelineKey }),
  ])
}
