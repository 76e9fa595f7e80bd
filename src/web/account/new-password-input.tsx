import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '../ui/form/field.tsx'
import { StrengthMeter } from '../ui/form/password-input.tsx'
import { PasswordInput } from '../ui/password-input.tsx'

type NewPasswordInputProps = {
  label: string
  /** What has been typed so far. */
  password: string
  error: string | undefined
  registration: UseFormRegisterReturn
}

/** A new password with its strength below (spec section 5). */
export function NewPasswordInput({ label, password, error, registration }: NewPasswordInputProps) {
  return (
    <div className="stack gap-1.5">
      <Field label={label} error={error}>
        <PasswordInput required autoComplete="new-password" {...registration} />
      </Field>
      <StrengthMeter password={password} />
    </div>
  )
}
