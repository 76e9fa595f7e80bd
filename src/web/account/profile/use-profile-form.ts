import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { meQuery } from '../../api/queries.ts'
import { useAct } from '../../api/use-act.ts'
import { useActForm } from '../../api/use-act-form.ts'
import { useApi } from '../../api/use-api.ts'
import { changesOf, type Me, type ProfileFields, savedFields } from './profile-fields.ts'
import { isUsable, useUsernameStatus } from './username-status.ts'

/** The profile form (docs/product/profile.md#fields), and whether there is something to save that can be saved. */
export function useProfileForm(me: Me) {
  const act = useAct({
    send: (api, typed: ProfileFields) => api('PATCH /api/v1/me', { body: changesOf(me, typed) }),
    after: useCacheProfile(),
    done: 'Profile updated successfully',
    failed: { title: 'Error', description: 'Failed to update profile' },
  })
  const form = useActForm(act, { start: savedFields(me), followsStart: true, alwaysSays: true })
  const typed = form.watch()
  const usernameStatus = useUsernameStatus(typed.username, me.username)
  const isDirty = Object.keys(changesOf(me, typed)).length > 0
  return { ...form, usernameStatus, isDirty, canSave: isDirty && isUsable(usernameStatus) }
}

export type ProfileForm = ReturnType<typeof useProfileForm>

/**
 * Puts a profile that the server answered into the cache: navigation and links show it at once, and pages that show the
 * person load again when they are opened.
 */
export function useCacheProfile(): (me: Me) => Promise<void> {
  const client = useQueryClient()
  const router = useRouter()
  const { queryKey } = meQuery(useApi())
  return async (me) => {
    // An answer still on its way is older than this one.
    await client.cancelQueries({ queryKey, exact: true })
    await client.invalidateQueries({ refetchType: 'none' })
    client.setQueryData(queryKey, me)
    router.clearCache()
  }
}
