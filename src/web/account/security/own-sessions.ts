import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { hasCode } from '../../../shared/errors.ts'
import type { AnswerOf, Api } from '../../api/client.ts'
import { useAct } from '../../api/use-act.ts'
import { useApi } from '../../api/use-api.ts'
import { attempt } from '../sign-in/attempts.ts'
import { useAuthAct } from '../sign-in/use-auth-act.ts'

export type OwnSession = AnswerOf<'GET /api/v1/me/sessions'>['items'][number]

export const sessionsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['me', 'sessions'],
    queryFn: async ({ signal }) => {
      const { items } = await api('GET /api/v1/me/sessions', {}, { signal })
      // The current device first; the others stay in the order of their last use.
      return [...items].sort((one, other) => Number(other.is_current) - Number(one.is_current))
    },
  })

/**
 * Ends one of the person's other sessions, or all of them. `onEnded` is called after rows were removed.
 */
export function useEndSessions(onEnded: () => void) {
  const client = useQueryClient()
  const { queryKey } = sessionsQuery(useApi())

  function keepOnly(isKept: (session: OwnSession) => boolean) {
    client.setQueryData(queryKey, (sessions) => sessions?.filter(isKept))
    onEnded()
  }

  const one = useAct({
    send: (api, { id }: OwnSession) =>
      api('DELETE /api/v1/me/sessions/:id', { params: { id } }).catch((error: unknown) => {
        // It ended meanwhile.
        if (!hasCode(error, 'not_found')) throw error
      }),
    after: (_, ended) => keepOnly(({ id }) => id !== ended.id),
    done: (_, { device }) => ({ title: 'Session ended', description: `${device} is signed out.` }),
    failed: { title: 'Error', description: 'Failed to end the session. Please try again.' },
  })

  const others = useAuthAct({
    send: () => attempt('Error', (auth) => auth.signOut({ scope: 'others' })),
    after: () => keepOnly(({ is_current }) => is_current),
    done: 'Signed out everywhere else',
  })

  return { one, others }
}
