import type { FormEvent } from 'react'
import { longest } from '../../../shared/fields/longest.ts'
import { Button } from '../../ui/button/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Field } from '../../ui/form/field.tsx'
import { TextArea, TextInput } from '../../ui/form/text-input.tsx'
import { nameRule } from '../sign-in/rules.ts'
import type { Me } from './profile-fields.ts'
import type { ProfileForm as Form } from './use-profile-form.ts'
import { UsernameField } from './username-field.tsx'

type ProfileFormProps = {
  me: Me
  form: Form
  /** A picture is being uploaded: saving waits for it (docs/product/profile.md#fields). */
  isUploading: boolean
}

/** Names, username, bio and the e-mail address, which cannot be changed (docs/product/profile.md#fields). */
export function ProfileForm({ me, form, isUploading }: ProfileFormProps) {
  const { formProps, isBusy, canSave } = form

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isUploading)
      void toast.error('Please wait', {
        description: 'Image upload in progress. Please wait before saving.',
      })
    else if (canSave) form.submit()
  }

  return (
    <form {...formProps} onSubmit={submit} className="stack gap-5">
      <Names me={me} form={form} />
      <UsernameField
        field={form.register('username')}
        status={form.usernameStatus}
        problem={form.problem('username')}
      />
      <Bio form={form} />
      <Field label="Email" hint="Email cannot be changed">
        <TextInput type="email" readOnly value={me.email} className="truncate" />
      </Field>
      <Button type="submit" variant="primary" size="lg" block busy={isBusy} blocked={!canSave || isUploading}>
        Save Changes
      </Button>
    </form>
  )
}

function Names({ me, form: { register, problem } }: { me: Me; form: Form }) {
  // A name that is saved stays as it is, whatever the rule of today.
  const rule = (label: Parameters<typeof nameRule>[0], saved: string) => ({
    validate: (typed: string) => typed.trim() === saved || nameRule(label)(typed),
  })
  return (
    <div className="grid grid-cols-2 items-start gap-3">
      <Field label="First name" error={problem('first_name')}>
        <TextInput
          {...register('first_name', rule('First name', me.first_name))}
          required
          autoComplete="given-name"
        />
      </Field>
      <Field label="Last name" error={problem('last_name')}>
        <TextInput
          {...register('last_name', rule('Last name', me.last_name))}
          required
          autoComplete="family-name"
        />
      </Field>
    </div>
  )
}

/** The remaining characters are shown from this length on. */
const countedFrom = 900

const bioRule = (typed: string) =>
  typed.trim().length <= longest.bio || `Use at most ${longest.bio.toLocaleString('en-US')} characters.`

function Bio({ form: { register, problem, watch } }: { form: Form }) {
  const { length } = watch('bio').trim()
  return (
    <Field label="Bio" error={problem('bio')} hint={length >= countedFrom && <Count length={length} />}>
      <TextArea {...register('bio', { validate: bioRule })} className="max-h-60" />
    </Field>
  )
}

type CountProps = { length: number }

function Count({ length }: CountProps) {
  const isOver = length > longest.bio
  return (
    <span className={isOver ? 'num font-medium text-danger' : 'num'}>
      {length.toLocaleString('en-US')} of {longest.bio.toLocaleString('en-US')} characters
    </span>
  )
}
