import { type HistoryState, rootRouteId, useLocation, useRouteContext } from '@tanstack/react-router'
import knownPasswords from '@zxcvbn-ts/language-common/src/passwords.json?url'
import { type ComponentProps, useEffect, useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { passwordStrength, plainWords } from '../../../shared/sign-in/password.ts'
import { Field } from '../../ui/form/field.tsx'
import { PasswordInput } from '../../ui/form/password-input.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { StrengthMeter } from './strength-meter.tsx'

/** The account's address, as phones and password managers like it. */
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

/** Fills in the address that the page before knew, unless something was typed already. It travels in no URL. */
export function useKnownEmail({ getValues, setValue }: EmailForm): void {
  const email = useLocation({ select: ({ state }) => state.email })
  useEffect(() => {
    if (email && !getValues('email')) setValue('email', email)
  }, [email, getValues, setValue])
}

/** A link's `state` that takes along what stands in the form's e-mail field when the link is followed. */
export const withEmail =
  ({ getValues }: Pick<EmailForm, 'getValues'>) =>
  (state: HistoryState): HistoryState => ({ ...state, email: getValues('email') })

/** Characters that a sign-up's password needs here. */
export const usePasswordMinLength = (): number =>
  useRouteContext({ from: rootRouteId, select: (context) => context.passwordMinLength })

let reading: Promise<string> | undefined

/** The server's own list of the most common passwords, half a megabyte: only whoever chooses one loads it, once. */
const readKnownPasswords = () => (reading ??= fetch(knownPasswords).then((answer) => answer.text()))

/** The list of known passwords, from when it is `needed` and has come; until then an empty text. */
function useKnownPasswords(needed: boolean): string {
  const [list, setList] = useState('')
  useEffect(() => {
    // Without it the meter knows less, and the server says the rest.
    if (needed)
      readKnownPasswords()
        .then(setList)
        .catch(() => {})
  }, [needed])
  return list
}

type NewPasswordInputProps = {
  label: string
  /** What has been typed so far. */
  password: string
  error: string | undefined
  registration: UseFormRegisterReturn
  /** What the account says of its owner: none of it makes a password strong. */
  own?: string[]
}

/** A new password with its strength below (docs/product/sign-in.md#password-strength). */
export function NewPasswordInput({ label, password, error, registration, own = [] }: NewPasswordInputProps) {
  const appName = useRouteContext({ from: rootRouteId, select: (context) => context.appName })
  const least = usePasswordMinLength()
  const known = useKnownPasswords(password !== '')
  return (
    <div className="stack gap-1.5">
      <Field label={label} error={error}>
        <PasswordInput required autoComplete="new-password" {...registration} />
      </Field>
      <StrengthMeter
        strength={password ? passwordStrength(password, least, known, plainWords([appName, ...own])) : null}
      />
    </div>
  )
}
