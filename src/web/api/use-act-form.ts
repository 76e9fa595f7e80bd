import { useEffect, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { type DefaultValues, type FieldValues, get, type Path, useForm } from 'react-hook-form'
import { tabDraft } from '../browser/tab-draft.ts'
import { useSession } from '../session/session.ts'
import { ApiError } from './client.ts'
import type { RunningAct } from './use-act.ts'

type ActFormOptions<Values> = {
  /**
   * What the fields hold at first. Their names are the call's own, so that what the server finds stands beside them.
   */
  start: Values
  /**
   * The name under which what was typed is kept for the tab and person until it is sent, so that it outlives a reload.
   */
  draft?: string | undefined
  /**
   * `start` is what the server has now: fields show it until somebody types into them, and again once that is saved.
   */
  followsStart?: boolean
  /** The message of a failure is shown even where it stands beside a field. */
  alwaysSays?: boolean
  /** What follows success, such as closing the dialog. */
  onDone?: () => void
}

/**
 * The form of an act: fields are registered with their rules (react-hook-form); what it or the server finds wrong
 * stands beside the field, and the first wrong one is focused. What was typed stays when the act fails.
 */
export function useActForm<Values extends FieldValues>(
  act: RunningAct<Values>,
  { start, draft, followsStart = false, alwaysSays = false, onDone }: ActFormOptions<Values>,
) {
  const id = useId()
  const store = useDraft<Values>(draft)
  const form = useForm<Values>({
    defaultValues: { ...start, ...store?.load() } as DefaultValues<Values>,
    ...(followsStart && { values: start, resetOptions: { keepDirtyValues: true, keepErrors: true } }),
  })
  const { formState, setError, handleSubmit, watch, getValues, resetField } = form

  useEffect(() => {
    if (!store) return
    const { unsubscribe } = watch((typed) => store.save(typed as Values))
    return unsubscribe
  }, [store, watch])

  /** Shows what the server found of the form's fields, in their order; returns whether it found anything. */
  function show(error: unknown): boolean {
    const found = error instanceof ApiError ? error.problems : []
    const problems = Object.keys(start).flatMap((field) =>
      found.filter(({ path }) => path.split('.')[0] === field),
    )
    for (const [n, { path, message }] of problems.entries())
      setError(path as Path<Values>, { message }, { shouldFocus: n === 0 })
    return problems.length > 0
  }

  /** What was sent counts as not typed any more; what was typed meanwhile stays. */
  function markSaved(sent: Values) {
    for (const field of Object.keys(start) as Path<Values>[])
      if (getValues(field) === sent[field]) resetField(field, { defaultValue: sent[field] })
  }

  const onSubmit = handleSubmit(async (values) => {
    if (!(await act.run(values, (error) => show(error) && !alwaysSays))) return
    store?.save(null)
    if (followsStart) markSaved(values)
    // At once: the second click of two finds no form any more.
    if (onDone) flushSync(onDone)
  })

  return {
    ...form,
    isBusy: act.isBusy,
    isSubmitted: formState.isSubmitted,
    /** What is wrong with a field. */
    problem: (name: Path<Values>): string | undefined =>
      (get(formState.errors, name) as { message?: string } | undefined)?.message,
    /** Sends the form from elsewhere than its own button. */
    submit: () => void onSubmit(),
    /** For the form element; a button outside it names its `id`. */
    formProps: { id, noValidate: true, onSubmit },
  }
}

/** A rule: something is typed, not spaces alone. */
export const filled = (message: string) => ({
  validate: (typed: unknown) => String(typed ?? '').trim() !== '' || message,
})

export type ActForm<Values extends FieldValues> = ReturnType<typeof useActForm<Values>>

function useDraft<Values>(name: string | undefined) {
  const session = useSession()
  const userId = session.status === 'signed_in' ? session.userId : ''
  const [store] = useState(() => {
    if (name === undefined) return null
    const { load, save } = tabDraft<Values>(`folio.form ${name}`, 1)
    return { load: () => load(userId), save: (typed: Values | null) => save(userId, typed) }
  })
  return store
}
