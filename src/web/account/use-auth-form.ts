import { useRef } from 'react'
import { type FieldValues, type Path, useForm } from 'react-hook-form'
import { toast } from '../ui/toast.ts'
import type { AuthProblem } from './auth-problem.ts'
import { useEarlySubmit } from './use-early-submit.ts'
import { useFirstFocus } from './use-first-focus.ts'
import { useGoOnWhenSignedIn } from './use-go-on.ts'

/**
 * The form of a sign-in page: checks, makes the attempt once, tells what went wrong in a toast and beside the field,
 * and leaves on success.
 */
export function useAuthForm<Values extends FieldValues>(
  attempt: (values: Values) => Promise<AuthProblem | null>,
) {
  const element = useRef<HTMLFormElement>(null)
  const form = useForm<Values>()
  const early = useEarlySubmit(element)
  const isLeaving = useGoOnWhenSignedIn()
  useFirstFocus(element)

  const submit = form.handleSubmit(async (values) => {
    const problem = await attempt(values)
    if (!problem) return
    void toast.error(problem.title, { description: problem.message })
    if (problem.field)
      form.setError(problem.field as Path<Values>, { message: problem.message }, { shouldFocus: true })
  })
  const { isSubmitting, errors } = form.formState
  return {
    form,
    errors,
    isBusy: isSubmitting || isLeaving,
    formProps: { ref: element, noValidate: true, onSubmit: submit, ...early },
  }
}
