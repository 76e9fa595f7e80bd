import { type HistoryState, rootRouteId, useLocation, useRouteContext } from '@tanstack/react-router'
import knownPasswords from '@zxcvbn-ts/language-common/src/passwords.json?url'
import { type ComponentProps, useEffect, useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { flawWords, passwordFlaws, passwordStrength, plainWords } from '../../../shared/sign-in/password.ts'
import { Field } from '../../ui/form/field.tsx'
import { PasswordInput } from '../../ui/form/password-input.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { StrengthMeter } from './strength-meter.tsx'

/** The account's e-mail address, with the attributes that phones and password managers use. */
export function EmailInput(props: ComponentProps<typeof TextInput>) {
  return (
    <TextInput
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      required
      {...props}
    />
  )
}

type EmailForm = { getValues: (name: 'email') => string; setValue: (name: 'email', email: string) => void }

/**
 * Fills in the e-mail address known from the page before, unless something was typed already. It is never part of a
 * URL.
 */
export function useKnownEmail({ getValues, setValue }: EmailForm): void {
  const email = useLocation({ select: ({ state }) => state.email })
  useEffect(() => {
    if (email && !getValues('email')) setValue('email', email)
  }, [email, getValues, setValue])
}

/** A link's `state` that passes on the text of the form's e-mail field when the link is followed. */
export const withEmail =
  ({ getValues }: Pick<EmailForm, 'getValues'>) =>
  (state: HistoryState): HistoryState => ({ ...state, email: getValues('email') })

/** The least number of characters of a sign-up's password in this installation. */
export const usePasswordMinLength = (): number =>
  useRouteContext({ from: rootRouteId, select: (context) => context.passwordMinLength })

let reading: Promise<string> | undefined

/**
 * The server's own list of the most common passwords, half a megabyte: loaded once, and only when a password is being
 * chosen.
 */
const readKnownPasswords = () => (reading ??= fetch(knownPasswords).then((answer) => answer.text()))

/** The list of known passwords, once it is `needed` and loaded; before that an empty text. */
function useKnownPasswords(needed: boolean): string {
  const [list, setList] = useState('')
  useEffect(() => {
    // Without the list the meter is less exact, and the server still refuses a known password.
    if (needed)
      readKnownPasswords()
        .then(setList)
        .catch(() => {})
  }, [needed])
  return list
}

type NewPasswordInputProps = {
  label: string
  /** The typed text. */
  password: string
  error: string | undefined
  registration: UseFormRegisterReturn
  /** How many characters it needs, where that is not the number of a sign-up. */
  needed?: number
  /** The person's names and address: none of them makes a password strong. */
  own?: string[]
}

/** A new password, with its strength and what speaks against it below (docs/product/sign-in.md#password-strength). */
export function NewPasswordInput({ label, password, error, registration, ...asked }: NewPasswordInputProps) {
  const appName = useRouteContext({ from: rootRouteId, select: (context) => context.appName })
  const least = usePasswordMinLength()
  const { needed = least, own = [] } = asked
  const known = useKnownPasswords(password !== '')
  const flaws = passwordFlaws(password, { minLength: needed, words: plainWords([appName, ...own]), known })
  return (
    <div className="stack gap-1.5">
      <Field label={label} error={error}>
        <PasswordInput required autoComplete="new-password" {...registration} />
      </Field>
      <StrengthMeter
        strength={password ? passwordStrength(password, flaws, least) : null}
        // An error beside the field says it already.
        reason={password && flaws[0] && !error ? flawWords(flaws[0], needed) : null}
      />
    </div>
  )
}
