import type { QueryClient } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import { meQuery } from '../../api/queries.ts'
import { queryOf, refresh } from '../../api/query.ts'

/** What the viewer asked about a row, and was answered. */
export const ownQuestionQuery = (api: Api, entryId: string) => ({
  ...queryOf(api, 'GET /api/v1/me/ledger/:id/question', { params: { id: entryId } }),
  // An answer may have come meanwhile.
  staleTime: 0,
})

/** After a message was written or read. */
export async function refreshQuestions(client: QueryClient, api: Api): Promise<void> {
  await Promise.all([
    refresh(client, 'GET /api/v1/me/questions', 'GET /api/v1/me/ledger/:id/question'),
    client.invalidateQueries({ queryKey: meQuery(api).queryKey }),
  ])
}
