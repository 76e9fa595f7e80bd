import { queryOptions } from '@tanstack/react-query'
import type { AnswerOf, Api } from '../client.ts'

export type OwnSession = AnswerOf<'GET /api/v1/me/sessions'>['items'][number]

export const sessionsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['me', 'sessions'],
    queryFn: async ({ signal }) => {
      const { items } = await api('GET /api/v1/me/sessions', {}, { signal })
      // The device in one's hands first; the others stay in the order of their last use.
      return [...items].sort((one, other) => Number(other.is_current) - Number(one.is_current))
    },
  })
