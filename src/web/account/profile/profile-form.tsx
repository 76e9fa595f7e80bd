import type { FormEvent, RefObject } from 'react'
import { longest } from '../../../shared/fields/longest.ts'
import { Button } from '../../ui/button/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Field } from '../../ui/form/field.tsx'
import { TextArea, TextInput } from '../../ui/form/text-input.tsx'
import type { Me } from './profile-draft.ts'
import type { ProfileForm as Form } from './use-profile-form.ts'
import { UsernameField } from './username-field.tsx'

type ProfileFormProps = {
  me: Me
  form: Form
  element: RefObject<HTMLFormElement | null>
  /** A picture is being uploaded: saving waits for it (docs/product/profile.md#fields). */
  isUploading: boolean
}

/** Names, username, bio and the e-mail address, which cannot be changed (docs/product/profile.md#fields). */
export function ProfileForm({ me, form, element, isUploading }: ProfileFormProps) {
  function submit(event: FormEvent) {
    event.preventDefault()
    if (isUploading)
      void toast.error('Please wait', {
        description: 'Image upload in progress. Please wait before saving.',
      })
    else void form.save()
  }

  return (
    <form ref={element} noValidate onSubmit={submit} className="stack gap-5">
      <Names form={form} />
      <UsernameField
        value={form.fields.username}
        status={form.usernameStatus}
        problem={form.problems.username}
        onChange={(username) => form.change({ username })}
      />
      <Bio form={form} />
      <Field label="Email" hint="Email cannot be changed">
        <TextInput type="email" readOnly value={me.email} className="truncate" />
      </Field>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        busy={form.isSaving}
        blocked={!form.canSave || isUploading}
      >
        Save Changes
      </Button>
    </form>
  )
}

type PartProps = { form: Form }

function Names({ form: { fields, problems, change } }: PartProps) {
  return (
    <div className="grid grid-cols-2 items-start gap-3">
      <Field label="First name" error={problems.first_name}>
        <TextInput
          required
          autoComplete="given-name"
          value={fields.first_name}
          onChange={(event) => change({ first_name: event.target.value })}
        />
      </Field>
      <Field label="Last name" error={problems.last_name}>
        <TextInput
          required
          autoComplete="family-name"
          value={fields.last_name}
          onChange={(event) => change({ last_name: event.target.value })}
        />
      </Field>
    </div>
  )
}

/** The remaining characters are shown from this length on. */
const countedFrom = 900

function Bio({ form: { fields, problems, change } }: PartProps) {
  const { length } = fields.bio.trim()
  return (
    <Field label="Bio" error={problems.bio} hint={length >= countedFrom && <Count length={length} />}>
      <TextArea
        value={fields.bio}
        onChange={(event) => change({ bio: event.target.value })}
        className="max-h-60"
      />
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
