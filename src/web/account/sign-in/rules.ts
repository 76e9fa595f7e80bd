import { longestName } from '../../../shared/full-name.ts'
import { flawWords, isTooShort, minOfReplacement, tooShortWords } from '../../../shared/sign-in/password.ts'
import { hasVisibleCharacter } from '../../../shared/text.ts'

/**
 * A check of a field of sign-in or sign-up (docs/product/sign-in.md#sign-up): takes the field's text and returns true
 * or the server's message.
 */
type Rule = (value: string) => true | string

// The browsers' own pattern for an address, and a dot in the host: no mail can be sent to a bare name.
const address =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i

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
    return value.trim().length <= longestName || `${label} must have at most ${longestName} characters`
  }

/** Any password may try to sign in. */
export const passwordRule: Rule = (value) => value !== '' || 'Password is required'

/** The password to be replaced. */
export const currentPasswordRule: Rule = (value) => Boolean(value) || 'Current password is required'

/** The password of a sign-up, which needs `least` characters. */
export const newPasswordRule =
  (least: number): Rule =>
  (value) => {
    if (!value) return 'Password is required'
    return !isTooShort(value, least) || tooShortWords(least)
  }

/**
 * A password that replaces another (docs/product/sign-in.md#password-rules), where a sign-up needs `least` characters.
 */
export const replacementRule = (least: number): Rule => {
  const needed = minOfReplacement(least)
  return (value) => !isTooShort(value, needed) || flawWords('short', needed)
}

/** The repeated new password of a reset; `values` are the form's. */
export const sameAgainRule = (value: string, values: { password: string }): ReturnType<Rule> =>
  value === values.password || 'Make sure both fields match.'
