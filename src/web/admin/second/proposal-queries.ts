import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import type { AnswerOf, Api, RequestOf } from '../../api/client.ts'

export type Proposal = AnswerOf<'GET /api/v1/admin/proposals'>['items'][number]
/** A call that was refused because a second admin has to agree, and why. */
export type Refusal = { why: string; request: RequestOf }

const proposalsKey = ['admin', 'proposals']

/** What waits for a second admin, or was decided, the newest first. */
export const proposalsQuery = (api: Api, state: 'open' | 'decided') =>
  infiniteQueryOptions({
    queryKey: [...proposalsKey, state],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/v1/admin/proposals', { query: { state, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor,
    staleTime: 0,
  })

export const refreshProposals = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: proposalsKey })

/** After one was approved, anything of the admin's pages may be another. */
export const refreshAfterProposal = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: ['admin'] })
