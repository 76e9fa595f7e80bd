import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Api } from './client.ts'

/** Who is looking: answers that depend on it are kept apart in the cache. */
export type Viewer = string | null

export const productQuery = (api: Api, ref: string, viewer: Viewer = null) =>
  queryOptions({
    queryKey: ['product', ref, viewer],
    queryFn: ({ signal }) => api('GET /api/v1/products/:ref', { params: { ref } }, { signal }),
  })

export const meQuery = (api: Api) =>
  queryOptions({
    queryKey: ['me'],
    queryFn: ({ signal }) => api('GET /api/v1/me', {}, { signal }),
    staleTime: 60_000,
  })

export const categoriesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['categories'],
    queryFn: ({ signal }) => api('GET /api/v1/categories', {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const ownCategoriesQuery = (api: Api) =>
  queryOptions({
    queryKey: ['own', 'categories'],
    queryFn: ({ signal }) => api('GET /api/v1/me/categories', {}, { signal }),
  })

/** One's own products: of a category, of the Inbox (`inbox`), or all. */
export const ownProductsQuery = (api: Api, category?: string) =>
  infiniteQueryOptions({
    queryKey: ['own', 'products', category ?? null],
    queryFn: ({ pageParam, signal }) =>
      api(
        'GET /api/v1/me/products',
        { query: { category, ...(pageParam && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
  })
