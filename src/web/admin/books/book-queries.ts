import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { AnswerOf, Api, InputOf } from '../../api/client.ts'

export type BookMonth = AnswerOf<'GET /api/v1/admin/books'>['items'][number]
export type BookLine = AnswerOf<'GET /api/v1/admin/books/:month'>['lines'][number]
export type BookEntry = AnswerOf<'GET /api/v1/admin/books/:month/entries'>['items'][number]
export type Account = keyof BookMonth['change']
export type Kind = BookLine['kind']

/** The search of the address: which entries of a month are listed; all of them without. */
export type EntriesSearch = Omit<
  NonNullable<InputOf<'GET /api/v1/admin/books/:month/entries'>['query']>,
  'cursor'
>

const booksKey = ['admin', 'books']

/** The months of a year; of the present one without it. */
export const booksQuery = (api: Api, year: number | undefined) =>
  queryOptions({
    queryKey: [...booksKey, 'year', year ?? 'now'],
    queryFn: ({ signal }) => api('GET /api/v1/admin/books', { query: { year } }, { signal }),
    staleTime: 0,
  })

/** A month with its lines. */
export const bookMonthQuery = (api: Api, month: string) =>
  queryOptions({
    queryKey: [...booksKey, month],
    queryFn: ({ signal }) => api('GET /api/v1/admin/books/:month', { params: { month } }, { signal }),
    staleTime: 0,
  })

/** The entries of a month. */
export const bookEntriesQuery = (api: Api, month: string, search: EntriesSearch) =>
  infiniteQueryOptions({
    queryKey: [...booksKey, month, 'entries', search],
    queryFn: ({ pageParam, signal }) =>
      api(
        'GET /api/v1/admin/books/:month/entries',
        { params: { month }, query: { ...search, ...(pageParam && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    staleTime: 0,
  })
