import { type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import { toast } from '../../ui/feedback/toast.ts'
import { useApi } from '../../use-api.ts'
import { useKeepProfile } from '../use-keep-profile.ts'
import { type UsernameStatus, useUsernameStatus } from '../use-username-status.ts'
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

/** The profile as it is being edited, and its saving (spec sections 2 and 8). Nothing typed is lost by a failure. */
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
