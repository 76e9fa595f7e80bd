import { useEffect, useRef } from 'react'
import { type FieldErrors, type FieldValues, type Path, useForm } from 'react-hook-form'
import { prepareToasts } from '../../app/prepare-toasts.ts'
import { follow } from '../../session/session.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { useEarlySubmit } from '../use-early-submit.ts'
import { useFirstFocus } from '../use-first-focus.ts'
import type { AuthProblem } from './attempts.ts'

/**
 * A form about an account: checks, makes the attempt once, and tells what went wrong in a toast and beside the field.
 * `onRefused` is told what the form itself found wrong.
 */
export function useCheckedForm<Values extends FieldValues>(
  attempt: (values: Values) => Promise<AuthProblem | null>,
  onRefused?: (errors: FieldErrors<Values>) => void,
) {
  const element = useRef<HTMLFormElement>(null)
  const form = useForm<Values>()
  const early = useEarlySubmit(element)
  useFirstFocus(element)

  useEffect(() => {
    // What the attempt needs is here by the time the form is filled in. If not, the attempt itself tells.
    follow().catch(() => {})
    void prepareToasts()
  }, [])

  const submit = form.handleSubmit(async (values) => {
    const problem = await attempt(values)
    if (!problem) return
    void toast.error(problem.title, { description: problem.message })
    if (problem.field)
      form.setError(problem.field as Path<Values>, { message: problem.message }, { shouldFocus: true })
  }, onRefused)
  const { isSubmitting, errors } = form.formState
  return {
    form,
    errors,
    isBusy: isSubmitting,
    formProps: { ref: element, noValidate: true, onSubmit: submit, ...early },
  }
}
