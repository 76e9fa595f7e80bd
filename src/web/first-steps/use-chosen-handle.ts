import { useCacheProfile } from '../account/profile/use-profile-form.ts'
import { useAct } from '../api/use-act.ts'
import { handleStep } from '../session/first-steps.ts'

/** Makes a handle the chosen one, also the present one. */
export function useChosenHandle() {
  const keep = useCacheProfile()
  return useAct({
    send: (api, chosen: { username: string }) => api('PATCH /api/v1/me', { body: chosen }),
    after: async (me) => {
      await keep(me)
      handleStep.close()
    },
    failed: { title: 'Error', description: 'Failed to update profile' },
  })
}
