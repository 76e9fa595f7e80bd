import type { UseFormReturn } from 'react-hook-form'
import { Field } from '../ui/field.tsx'
import { PasswordInput } from '../ui/password-input.tsx'
import { StrengthMeter } from '../ui/strength-meter.tsx'
import type { NewAccount } from './attempts.ts'
import { newPasswordRule } from './rules.ts'

type NewPasswordInputProps = { form: UseFormReturn<NewAccount>; error: string | undefined }

/** A new password with its strength below (spec section 5). */
export function NewPasswordInput({ form, error }: NewPasswordInputProps) {
  return (
    <div className="stack gap-1.5">
      <Field label="Password" error={error}>
        <PasswordInput
          required
          autoComplete="new-password"
          {...form.register('password', { validate: newPasswordRule })}
        />
      </Field>
      <StrengthMeter password={form.watch('password') ?? ''} />
    </div>
  )
}
