import { hasVisibleCharacter } from '../../../shared/text.ts'

/** What is asked of sign-in and sign-up (spec section 5), in the server's words. Each takes a field's text. */
type Rule = (value: string) => true | string

// What browsers take for an address, and a host with a dot: no mail can be sent to a bare name.
const address =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i

const minPasswordLength = 6
const minResetLength = 8
const maxNameLength = 100

/** An address that an account may have. */
export const emailRule: Rule = (value) => {
  if (!value.trim()) return 'Email is required'
  return address.test(value.trim()) || 'Enter a valid email address'
}

/** First or last name. */
export const nameRule =
  (label: 'First name' | 'Last name'): Rule =>
  (value) => {
    if (!hasVisibleCharacter(value)) return `${label} is required`
    return value.trim().length <= maxNameLength || `${label} must have at most ${maxNameLength} characters`
  }

/** Any password may try to sign in. */
export const passwordRule: Rule = (value) => value !== '' || 'Password is required'

/** The password that is to be replaced. */
export const currentPasswordRule: Rule = (value) => Boolean(value) || 'Current password is required'

/** A new password; an emoji counts as one character. */
export const newPasswordRule: Rule = (value) => {
  if (!value) return 'Password is required'
  return (
    [...value].length >= minPasswordLength || `Password should be at least ${minPasswordLength} characters.`
  )
}

/** The new password of a reset (spec section 5). */
export const resetPasswordRule: Rule = (value) =>
  [...value].length >= minResetLength || `Use at least ${minResetLength} characters.`

/** The new password of a reset once more; `values` are the form's. */
export const sameAgainRule = (value: string, values: { password: string }): ReturnType<Rule> =>
  value === values.password || 'Make sure both fields match.'
