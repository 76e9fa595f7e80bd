import clsx from 'clsx'
import type { ChangeEvent } from 'react'
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
  value: string
  status: UsernameStatus
  /** The server's message about it at the last save. */
  problem?: string | undefined
  onChange: (username: string) => void
}

/**
 * The username, lower-cased as it is typed, with one line below for its hint and its availability
 * (docs/product/profile.md#username).
 */
export function UsernameField({ value, status, problem, onChange }: UsernameFieldProps) {
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

/** Lower-cases the input's text without moving the text cursor. Returns the new text. */
function lowerCased({ target }: ChangeEvent<HTMLInputElement>): string {
  const text = target.value.toLowerCase()
  if (text === target.value) return text
  const { selectionStart, selectionEnd } = target
  target.value = text
  target.setSelectionRange(selectionStart, selectionEnd)
  return text
}
