import clsx from 'clsx'
import type { ChangeEvent, FormEvent, RefObject } from 'react'
import { usernameRule } from '../../../shared/username.ts'
import { Button } from '../../ui/button/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Field } from '../../ui/form/field.tsx'
import { TextArea, TextInput } from '../../ui/form/text-input.tsx'
import { type Me, maxBioLength } from './profile-draft.ts'
import type { ProfileForm as Form, UsernameStatus } from './use-profile-form.ts'

type ProfileFormProps = {
  me: Me
  form: Form
  element: RefObject<HTMLFormElement | null>
  /** A picture is on its way: saving waits for it (docs/product/profile.md#fields). */
  isUploading: boolean
}

/** Names, username, bio and the address that cannot be changed (docs/product/profile.md#fields). */
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

/** From here on it is worth knowing how much is left. */
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
  const isOver = length > maxBioLength
  return (
    <span className={isOver ? 'num font-medium text-danger' : 'num'}>
      {length.toLocaleString('en-US')} of {maxBioLength.toLocaleString('en-US')} characters
    </span>
  )
}

type Line = { text: string; look?: string; isWrong?: boolean }

const wrong = 'font-medium text-danger'

const lines: Record<UsernameStatus, Line> = {
  idle: { text: 'Lowercase a-z, 0-9, _ or -; 3–20 chars.' },
  checking: { text: 'Checking availability...' },
  taken: { text: 'Username is already taken.', look: wrong, isWrong: true },
  invalid: { text: usernameRule, look: wrong, isWrong: true },
  available: { text: 'Username is available.', look: 'font-medium text-money' },
  unknown: { text: 'Could not validate username.', look: wrong },
}

type UsernameFieldProps = {
  value: string
  status: UsernameStatus
  /** What the server said about it at the last save. */
  problem: string | undefined
  onChange: (username: string) => void
}

/**
 * The username, lower-cased as it is typed, with one line below for its hint and its state
 * (docs/product/profile.md#username).
 */
function UsernameField({ value, status, problem, onChange }: UsernameFieldProps) {
  const line = problem ? { text: problem, look: wrong, isWrong: true } : lines[status]
  return (
    <Field
      label="Username"
      hint={
        <span role="status" className={clsx('block', line.look)}>
          {line.text}
        </span>
      }
    >
      <TextInput
        value={value}
        required
        autoCapitalize="none"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        aria-invalid={line.isWrong}
        onChange={(event) => onChange(lowerCased(event))}
      />
    </Field>
  )
}

/** Lower-cases what the input holds and leaves the cursor where it is. */
function lowerCased({ target }: ChangeEvent<HTMLInputElement>): string {
  const text = target.value.toLowerCase()
  if (text === target.value) return text
  const { selectionStart, selectionEnd } = target
  target.value = text
  target.setSelectionRange(selectionStart, selectionEnd)
  return text
}
