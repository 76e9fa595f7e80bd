import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { AnswerOf, Api } from '../../api/client.ts'
import { meQuery } from '../../api/queries.ts'

export type AdminQuestion = AnswerOf<'GET /api/v1/admin/questions'>['items'][number]
export type AdminThread = AnswerOf<'GET /api/v1/admin/questions/:id'>

const questionsKey = ['admin', 'questions']

/** Questions of all creators or of one, open ones first. */
export const questionsQuery = (api: Api, username?: string) =>
  infiniteQueryOptions({
    queryKey: [...questionsKey, 'list', username],
    queryFn: ({ pageParam, signal }) =>
      api(
        'GET /api/v1/admin/questions',
        { query: { ...(username && { username }), ...(pageParam && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    staleTime: 0,
  })

/** A question with all messages. */
export const questionQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: [...questionsKey, id],
    queryFn: ({ signal }) => api('GET /api/v1/admin/questions/:id', { params: { id } }, { signal }),
    staleTime: 0,
  })

/** After an answer: the questions, and how many are open. */
export const refreshQuestions =
  (api: Api) =>
  async (client: QueryClient): Promise<void> => {
    await Promise.all([
      client.invalidateQueries({ queryKey: questionsKey }),
      client.invalidateQueries({ queryKey: meQuery(api).queryKey }),
    ])
  }
