import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import { meQuery } from '../../api/queries.ts'
import { useApi } from '../../api/use-api.ts'
import { toast } from '../../ui/feedback/toast.ts'
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
import { isUsable, useUsernameStatus } from './username-status.ts'

export type ProfileForm = ReturnType<typeof useProfileForm>

/**
 * The profile form: its draft, errors and saving (docs/product/profile.md#fields). A failed save keeps everything that
 * was typed.
 */
export function useProfileForm(me: Me, form: RefObject<HTMLFormElement | null>) {
  const api = useApi()
  const keep = useCacheProfile()
  const [draft, setDraft] = useState<Draft>({})
  const [problems, setProblems] = useState<Problems>({})
  const [isSaving, setSaving] = useState(false)
  const fields = shownFields(me, draft)
  const changes = changesOf(me, draft)
  const isDirty = Object.keys(changes).length > 0
  const usernameStatus = useUsernameStatus(fields.username, me.username)
  const canSave = isDirty && isUsable(usernameStatus)

  function change(typed: Draft) {
    setDraft((before) => ({ ...before, ...typed }))
    setProblems((before) => withoutProblems(before, typed))
  }

  /** Shows the errors and focuses the first wrong field. */
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
  for (const field of Object.keys(typed) as (keyof Draft)[]) delete left[field]
  return left
}

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
