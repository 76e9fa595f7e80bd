import { useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { type FieldErrors, type FieldValues, type Path, useForm } from 'react-hook-form'
import { follow, useSession } from '../../session/session.ts'
import { wantedPage } from '../../session/wanted.ts'
import { prepareToasts, toast } from '../../ui/feedback/toast.ts'
import type { AuthProblem } from './attempts.ts'

/** The form of a sign-in page; on success the page is left. */
export function useAuthForm<Values extends FieldValues>(
  attempt: (values: Values) => Promise<AuthProblem | null>,
) {
  const isLeaving = useGoOnWhenSignedIn()
  const { isBusy, ...form } = useCheckedForm(attempt)
  return { ...form, isBusy: isBusy || isLeaving }
}

/**
 * Leaves a sign-in page as soon as there is a session: after success here, with a session from before, or when another
 * tab signs in (docs/product/addresses.md#protected-pages). True while leaving.
 */
function useGoOnWhenSignedIn(): boolean {
  const router = useRouter()
  const isSignedIn = useSession().status === 'signed_in'
  useEffect(() => {
    if (isSignedIn) void router.navigate({ href: wantedPage(), replace: true })
  }, [isSignedIn, router])
  return isSignedIn
}

/**
 * A form about an account: checks the fields, makes the attempt once, and shows what went wrong in a toast and beside
 * the field. `onRefused` gets the errors that the form itself found.
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
    // This loads what the attempt needs while the form is filled in. If it fails, the attempt reports it.
    follow().catch(() => {})
    prepareToasts()
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

/**
 * For a form that the server renders and only the app can send. Until hydration the form is marked `data-waiting`, and
 * the head script keeps the browser from sending it; if the person tried, it is sent now. Spread the result on the
 * form.
 */
function useEarlySubmit(form: RefObject<HTMLFormElement | null>) {
  const [isWaiting, setWaiting] = useState(true)
  useEffect(() => {
    const wasSubmitted = form.current?.dataset.waiting === 'submitted'
    setWaiting(false)
    if (wasSubmitted) form.current?.requestSubmit()
  }, [form])
  // If all scripts fail, at least the password does not end up in the address.
  return {
    method: 'post',
    'data-waiting': isWaiting ? '' : undefined,
    suppressHydrationWarning: true,
  } as const
}

/** See docs/product/limits.md#delays-in-the-browser. */
const delayMs = 100

/** Focuses the form's first empty field, unless the person has already moved the focus. */
function useFirstFocus(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      const active = document.activeElement
      const isFree = !active || active === document.body || active.id === 'main'
      if (isFree) firstToFill(form.current)?.focus()
    }, delayMs)
    return () => clearTimeout(timer)
  }, [form])
}

function firstToFill(form: HTMLFormElement | null): HTMLInputElement | undefined {
  // Fields that are not displayed are for password managers, or for another case of the page.
  const fields = [...(form?.querySelectorAll('input') ?? [])].filter((field) => field.offsetParent)
  return fields.find((field) => !field.value) ?? fields[0]
}
