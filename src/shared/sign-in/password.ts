/** True when the password has fewer than `minLength` characters; a code point counts as one. */
export const isTooShort = (password: string, minLength: number): boolean => [...password].length < minLength

/** The message for a new password of fewer than `minLength` characters: the official service's words. */
export const tooShortWords = (minLength: number): string =>
  `Password should be at least ${minLength} characters.`

/**
 * Characters required of a password that replaces another, where a sign-up needs `minLength`: 8
 * (docs/product/sign-in.md#password-rules), or the installation's number if that is more.
 */
export const minOfReplacement = (minLength: number): number => Math.max(8, minLength)

const rows = ['0123456789', '1234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']

/**
 * The step from one character to the next: 0 when it is the same, 1 or -1 in a row's order or against it, else null.
 */
function stepBetween(one: string, next: string): number | null {
  if (one === next) return 0
  if (rows.some((row) => row.includes(one + next))) return 1
  return rows.some((row) => row.includes(next + one)) ? -1 : null
}

/**
 * True for a password of repeats and sequences only, such as `aaaaaa`, `abcabc`, `654321` and `qwerty123`, in any case:
 * parts of three or more characters with one step each.
 */
export function isObvious(password: string): boolean {
  const text = password.toLowerCase()
  if (/^(.{1,4})\1+$/su.test(text)) return true
  const [first = '', ...others] = text
  let part = { length: 1, step: null as number | null, last: first }
  for (const character of others) {
    const step = stepBetween(part.last, character)
    const goesOn = step !== null && (part.length === 1 || step === part.step)
    if (!goesOn && part.length < 3) return false
    part = { length: goesOn ? part.length + 1 : 1, step, last: character }
  }
  return part.length >= 3
}

/** True when a list of known passwords, in lower case and as the text of JSON, has this one. */
export const isListed = (list: string, password: string): boolean =>
  list.includes(JSON.stringify(password.toLowerCase()))

// Words that anybody would try first, beside names of the installation and the person.
const wordsOfTrade = ['folio', 'amazon', 'affiliate', 'creator', 'commission']

/**
 * The words that are not secret in a password, the longest first: common ones, and those of three letters and more in
 * `said`: the product's name, the account's address and its person's names. An address counts with the part before
 * its @.
 */
export function plainWords(said: string[]): string[] {
  const own = said.flatMap((text) => (text.toLowerCase().split('@')[0] ?? '').split(/[^\p{L}\p{N}]+/u))
  return [...wordsOfTrade, ...own].filter((word) => word.length > 2).sort((a, b) => b.length - a.length)
}

/**
 * True where a password rests on such words: the rest without them could not be a password by itself, such as
 * `folio2026` and `Ana.Lopez1`. `list` is the list of known passwords, as {@link isListed} takes it.
 */
export function isOfPlainWords(password: string, minLength: number, words: string[], list: string): boolean {
  const whole = password.toLowerCase()
  const left = words.reduce((rest, word) => rest.replaceAll(word, ''), whole)
  return left !== whole && (isTooShort(left, minLength) || isObvious(left) || isListed(list, left))
}

export type PasswordStrength = 'Weak' | 'Medium' | 'Strong'

/**
 * The strength of a password where a sign-up needs `minLength` characters. For 6
 * (docs/product/sign-in.md#password-strength): fewer Weak, 6 to 7 Medium, 8 or more Strong. A password that would be
 * refused is Weak: `known` is the list of known passwords, as {@link isListed} takes it, once it is loaded, and `words`
 * are the {@link plainWords}.
 */
export function passwordStrength(
  password: string,
  minLength: number,
  known = '',
  words: string[] = [],
): PasswordStrength {
  if (isTooShort(password, minLength) || isObvious(password) || isListed(known, password)) return 'Weak'
  if (isOfPlainWords(password, minLength, words, known)) return 'Weak'
  return isTooShort(password, Math.max(8, minLength + 2)) ? 'Medium' : 'Strong'
}
