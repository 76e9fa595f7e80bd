import { useState } from 'react'
import { refusedFields } from '../account/profile/profile-draft.ts'
import { useCacheProfile } from '../account/profile/use-profile-form.ts'
import { useApi } from '../api/use-api.ts'
import { handleStep } from '../session/first-steps.ts'
import { toast } from '../ui/feedback/toast.ts'

/** Makes a handle the chosen one, also the present one, and returns the server's message about a refused one. */
export function useChosenHandle() {
  const api = useApi()
  const keep = useCacheProfile()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function choose(username: string) {
    if (isBusy) return
    setBusy(true)
    try {
      await keep(await api('PATCH /api/v1/me', { body: { username } }))
      handleStep.close()
    } catch (error) {
      const refused = refusedFields(error).username
      setProblem(refused)
      if (!refused) void toast.error('Error', { description: 'Failed to update profile' })
    } finally {
      setBusy(false)
    }
  }

  return { isBusy, problem, choose, forgetProblem: () => setProblem(undefined) }
}
