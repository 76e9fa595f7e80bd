import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import { isUsername } from '../../../shared/username.ts'
import { useSettled } from '../../browser/use-settled.ts'
import type { Api } from '../../client.ts'
import { meQuery } from '../../queries.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { useApi } from '../../use-api.ts'
import {
  afterSaving,
  changesOf,
  type Draft,
  type Me,
  type Problems,
  problemsOf,
  refusedFields,
  shownFields,
} from './profile-draft.ts'

const unsavable: UsernameStatus[] = ['checking', 'taken', 'invalid']

export type ProfileForm = ReturnType<typeof useProfileForm>

/**
 * The profile as it is being edited, and its saving (docs/product/profile.md#fields). Nothing typed is lost by a
 * failure.
 */
export function useProfileForm(me: Me, form: RefObject<HTMLFormElement | null>) {
  const api = useApi()
  const keep = useKeepProfile()
  const [draft, setDraft] = useState<Draft>({})
  const [problems, setProblems] = useState<Problems>({})
  const [isSaving, setSaving] = useState(false)
  const fields = shownFields(me, draft)
  const changes = changesOf(me, draft)
  const isDirty = Object.keys(changes).length > 0
  const usernameStatus = useUsernameStatus(fields.username, me.username)
  const canSave = isDirty && !unsavable.includes(usernameStatus)

  function change(typed: Draft) {
    setDraft((before) => ({ ...before, ...typed }))
    setProblems((before) => withoutProblems(before, typed))
  }

  /** Shows what is wrong and leads to the first of it. */
  function refuse(found: Problems) {
    flushSync(() => setProblems(found))
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  async function save() {
    if (!canSave || isSaving) return
    const found = problemsOf(changes)
    if (Object.keys(found).length > 0) return refuse(found)
    setSaving(true)
    try {
      await keep(await api('PATCH /api/v1/me', { body: changes }))
      setDraft((now) => afterSaving(now, draft))
      void toast.success('Profile updated successfully')
    } catch (error) {
      void toast.error('Error', { description: 'Failed to update profile' })
      refuse(refusedFields(error))
    } finally {
      setSaving(false)
    }
  }

  return { fields, problems, usernameStatus, isDirty, canSave, isSaving, change, save }
}

function withoutProblems(problems: Problems, typed: Draft): Problems {
  const left = { ...problems }
  for (const place of Object.keys(typed) as (keyof Draft)[]) delete left[place]
  return left
}

/** Username availability (docs/product/profile.md#username); `unknown` when it could not be looked up. */
export type UsernameStatus = 'idle' | 'checking' | 'taken' | 'invalid' | 'available' | 'unknown'

/** How long after the last letter it is asked (docs/product/profile.md#username). */
const settleMs = 400

/** Never kept: a name may be taken in the next moment. */
const usernameQuery = (api: Api, username: string) => ({
  queryKey: ['username', username],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api('GET /api/v1/usernames/:username', { params: { username } }, { signal }),
  staleTime: 0,
  gcTime: 0,
  retry: false,
})

/**
 * Whether the username that is being typed could be one's own. Answers are kept by name, so that a late one about
 * an earlier name says nothing of this one.
 */
function useUsernameStatus(username: string, own: string): UsernameStatus {
  const api = useApi()
  const settled = useSettled(username, settleMs)
  const asks = username !== own && isUsername(username)
  const isSettled = settled === username
  const lookup = useQuery({ ...usernameQuery(api, settled), enabled: asks && isSettled })
  if (username === own) return 'idle'
  if (!asks) return 'invalid'
  if (!isSettled || lookup.isFetching) return 'checking'
  return lookup.data?.status ?? 'unknown'
}

/**
 * Takes over a profile as the server answered it: navigation and links show it at once, and pages that name the
 * person are asked for again when they are opened.
 */
export function useKeepProfile(): (me: Me) => Promise<void> {
  const client = useQueryClient()
  const router = useRouter()
  const { queryKey } = meQuery(useApi())
  return async (me) => {
    // An answer under way is older than this one.
    await client.cancelQueries({ queryKey, exact: true })
    await client.invalidateQueries({ refetchType: 'none' })
    client.setQueryData(queryKey, me)
    router.clearCache()
  }
}
