import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { hasCode } from '../../../shared/errors.ts'
import type { AnswerOf, Api } from '../../api/client.ts'
import { useApi } from '../../api/use-api.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { attempt } from '../sign-in/attempts.ts'

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
 * Ends the person's other sessions, one or all, one request at a time. `ending` names the request under way. `onEnded`
 * is called after rows were removed.
 */
export function useEndSessions(onEnded: () => void) {
  const api = useApi()
  const client = useQueryClient()
  const { queryKey } = sessionsQuery(api)
  const [ending, setEnding] = useState<OwnSession['id'] | 'others' | null>(null)

  function keepOnly(isKept: (session: OwnSession) => boolean) {
    client.setQueryData(queryKey, (sessions) => sessions?.filter(isKept))
    onEnded()
  }

  async function end({ id, device }: OwnSession) {
    if (ending) return
    setEnding(id)
    try {
      await api('DELETE /api/v1/me/sessions/:id', { params: { id } }).catch((error: unknown) => {
        // It ended meanwhile.
        if (!hasCode(error, 'not_found')) throw error
      })
      keepOnly((session) => session.id !== id)
      void toast.success('Session ended', { description: `${device} is signed out.` })
    } catch {
      void toast.error('Error', { description: 'Failed to end the session. Please try again.' })
    } finally {
      setEnding(null)
    }
  }

  async function endOthers() {
    if (ending) return
    setEnding('others')
    const problem = await attempt('Error', (auth) => auth.signOut({ scope: 'others' }))
    setEnding(null)
    if (problem) return void toast.error('Error', { description: problem.message })
    keepOnly(({ is_current }) => is_current)
    void toast.success('Signed out everywhere else')
  }

  return { ending, end, endOthers }
}
