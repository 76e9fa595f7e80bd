import type { FieldValues } from 'react-hook-form'
import type { AuthProblem } from './sign-in/attempts.ts'
import { useCheckedForm } from './sign-in/auth-form.ts'
import { useGoOnWhenSignedIn } from './use-go-on.ts'

/** The form of a sign-in page, which is left on success. */
export function useAuthForm<Values extends FieldValues>(
  attempt: (values: Values) => Promise<AuthProblem | null>,
) {
  const isLeaving = useGoOnWhenSignedIn()
  const { isBusy, ...form } = useCheckedForm(attempt)
  return { ...form, isBusy: isBusy || isLeaving }
}
