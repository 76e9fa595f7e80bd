import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import { meQuery } from '../../api/queries.ts'

const questionsKey = ['questions']

/** The viewer's questions, whatever changed last first (docs/product/payouts.md#questions). */
export const ownQuestionsQuery = (api: Api) =>
  infiniteQueryOptions({
    queryKey: [...questionsKey, 'list'],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v1/me/questions', { query: pageParam ? { cursor: pageParam } : {} }, { signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    staleTime: 0,
  })

/** What the viewer asked about a row, and was answered. */
export const ownQuestionQuery = (api: Api, entryId: string) =>
  queryOptions({
    queryKey: [...questionsKey, entryId],
    queryFn: ({ signal }) =>
      api('GET /api/v1/me/ledger/:id/question', { params: { id: entryId } }, { signal }),
    staleTime: 0,
  })

/** After a message was written or read. */
export async function refreshQuestions(client: QueryClient, api: Api): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: questionsKey }),
    client.invalidateQueries({ queryKey: meQuery(api).queryKey }),
  ])
}
