import clsx from 'clsx'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { usernameRule } from '../../../shared/username.ts'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import type { UsernameStatus } from './username-status.ts'

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
  field: UseFormRegisterReturn
  status: UsernameStatus
  /** The server's message about it at the last save. */
  problem?: string | undefined
}

/**
 * The username, lower-cased as it is typed, with one line below for its hint and its availability
 * (docs/product/profile.md#username).
 */
export function UsernameField({ field, status, problem }: UsernameFieldProps) {
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
        {...field}
        required
        autoCapitalize="none"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        aria-invalid={line.isWrong}
        onChange={(event) => {
          lowerCase(event.target)
          void field.onChange(event)
        }}
      />
    </Field>
  )
}

/** Lower-cases the input's text without moving the text cursor. */
function lowerCase(input: HTMLInputElement) {
  const text = input.value.toLowerCase()
  if (text === input.value) return
  const { selectionStart, selectionEnd } = input
  input.value = text
  input.setSelectionRange(selectionStart, selectionEnd)
}
