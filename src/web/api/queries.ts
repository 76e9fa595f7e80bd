import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { minuteMs } from '../../shared/time.ts'
import type { Api } from './client.ts'
import { pagesOf, queryOf } from './query.ts'

/** Who is looking: answers that depend on it are cached apart. */
export type Viewer = string | null

export const productQuery = (api: Api, ref: string, viewer: Viewer = null) =>
  queryOptions({
    queryKey: ['product', ref, viewer],
    queryFn: ({ signal }) => api('GET /api/v1/products/:ref', { params: { ref } }, { signal }),
  })

export const meQuery = (api: Api) => queryOptions({ ...queryOf(api, 'GET /api/v1/me'), staleTime: minuteMs })

export const categoriesQuery = (api: Api) =>
  queryOptions({ ...queryOf(api, 'GET /api/v1/categories'), staleTime: Number.POSITIVE_INFINITY })

export const ownCategoriesKey = ['own', 'categories']

export const ownCategoriesQuery = (api: Api) =>
  queryOptions({
    queryKey: ownCategoriesKey,
    // Another tab may have pinned or moved something meanwhile.
    refetchOnWindowFocus: true,
    queryFn: ({ signal }) => api('GET /api/v1/me/categories', {}, { signal }),
  })

/** The query key of every list of the person's own products: of a category, of the Inbox (`inbox`), or of all. */
export const ownProductsKey = (category?: string) => ['own', 'products', category ?? null]

/** How long a list that was left stays in the cache, in milliseconds. */
const listStoredMs = 30 * minuteMs

/**
 * One's own products: of a category, of the Inbox, or all. Each history entry (`entry`) has its own list, which starts
 * over when it is opened and is unchanged after going back.
 */
export const ownProductsQuery = (api: Api, category?: string, entry?: string) =>
  infiniteQueryOptions({
    queryKey: [...ownProductsKey(category), entry ?? null],
    queryFn: ({ pageParam, signal }) =>
      api(
        'GET /api/v1/me/products',
        { query: { category, ...(pageParam && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    gcTime: listStoredMs,
    staleTime: Number.POSITIVE_INFINITY,
  })

export const newestInboxKey = ['own', 'newest-inbox']

/** The newest three of the Inbox. */
export const newestInboxQuery = (api: Api) =>
  queryOptions({
    queryKey: newestInboxKey,
    queryFn: ({ signal }) =>
      api('GET /api/v1/me/products', { query: { category: 'inbox', limit: 3 } }, { signal }),
  })

/** The person's imports that can still be undone. */
export const recentImportsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['own', 'imports'],
    queryFn: ({ signal }) => api('GET /api/v1/me/collection/imports', {}, { signal }),
  })

/** The person's products whose shop link leads nowhere, the most clicked first. */
export const attentionQuery = (api: Api) =>
  infiniteQueryOptions({
    queryKey: ['own', 'attention'],
    queryFn: ({ pageParam, signal }) =>
      api(
        'GET /api/v1/me/products',
        { query: { attention: 'true', ...(pageParam && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
  })

/** The person's questions, whatever changed last first (docs/product/payouts.md#questions). */
export const ownQuestionsQuery = (api: Api) => ({
  ...pagesOf(api, 'GET /api/v1/me/questions'),
  // An answer may have come meanwhile.
  staleTime: 0,
})
