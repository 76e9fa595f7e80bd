import { useQueryClient } from '@tanstack/react-query'
import { hasCode } from '../../../shared/errors.ts'
import { type Act, type RunningAct, useAct } from '../../api/use-act.ts'
import { refreshAdmin } from '../admin-queries.ts'

/** An act of admins, after which all that their screens show is asked for again, as after a conflict. */
export function useAdminAct<Answer, Input = void>(act: Act<Input, Answer>): RunningAct<Input> {
  const client = useQueryClient()
  return useAct({
    ...act,
    after: async (answer: Answer, input: Input) => {
      await act.after?.(answer, input)
      await refreshAdmin(client)
    },
    onRefused: async (error) => {
      // What the page shows is no longer so.
      if (hasCode(error, 'conflict')) await refreshAdmin(client)
      return act.onRefused?.(error) ?? false
    },
  })
}
