import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '../ui/form/field.tsx'
import { TextInput } from '../ui/form/text-input.tsx'
import type { NewAccount } from './attempts.ts'

type NameFieldsProps = {
  first: UseFormRegisterReturn
  last: UseFormRegisterReturn
  errors: FieldErrors<NewAccount>
}

/** First and last name, side by side. */
export function NameFields({ first, last, errors }: NameFieldsProps) {
  return (
    <div className="grid grid-cols-2 items-start gap-3">
      <Field label="First name" error={errors.first_name?.message}>
        <TextInput required autoComplete="given-name" {...first} />
      </Field>
      <Field label="Last name" error={errors.last_name?.message}>
        <TextInput required autoComplete="family-name" {...last} />
      </Field>
    </div>
  )
}
