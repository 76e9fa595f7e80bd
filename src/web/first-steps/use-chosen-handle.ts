import { useState } from 'react'
import { refusedFields } from '../account/profile/profile-draft.ts'
import { useCacheProfile } from '../account/profile/use-profile-form.ts'
import { useAct } from '../api/use-act.ts'
import { handleStep } from '../session/first-steps.ts'

/** Makes a handle the chosen one, also the present one, and returns the server's message about a refused one. */
export function useChosenHandle() {
  const keep = useCacheProfile()
  const [problem, setProblem] = useState<string>()

  const { run: choose, isBusy } = useAct({
    send: (api, username: string) => api('PATCH /api/v1/me', { body: { username } }),
    after: async (me) => {
      await keep(me)
      handleStep.close()
    },
    onRefused: (error) => {
      const refused = refusedFields(error).username
      setProblem(refused)
      return refused !== undefined
    },
    failed: { title: 'Error', description: 'Failed to update profile' },
  })

  return { isBusy, problem, choose, forgetProblem: () => setProblem(undefined) }
}
