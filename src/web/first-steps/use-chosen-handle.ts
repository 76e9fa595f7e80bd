import { useCacheProfile } from '../account/profile/use-profile-form.ts'
import { useAct } from '../api/use-act.ts'

/** Makes a handle the chosen one, also the present one. */
export function useChosenHandle() {
  const keep = useCacheProfile()
  return useAct({
    send: (api, chosen: { username: string }) => api('PATCH /api/v1/me', { body: chosen }),
    after: keep,
    failed: { title: 'Error', description: 'Failed to update profile' },
  })
}
