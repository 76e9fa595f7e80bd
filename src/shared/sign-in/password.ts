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
function isObvious(password: string): boolean {
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
const isListed = (list: string, password: string): boolean =>
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
function isOfPlainWords(password: string, minLength: number, words: string[], list: string): boolean {
  const whole = password.toLowerCase()
  const left = words.reduce((rest, word) => rest.replaceAll(word, ''), whole)
  return left !== whole && (isTooShort(left, minLength) || isObvious(left) || isListed(list, left))
}

/** Why a password is refused: too short; repeats and sequences; on the list; or little besides words that are not secret. */
export type PasswordFlaw = 'short' | 'obvious' | 'listed' | 'plain_words'

type Asked = {
  /** How many characters. */
  minLength: number
  /** The {@link plainWords}. */
  words: string[]
  /** The list of known passwords, as {@link isListed} takes it. */
  known: string
}

/** Why a new password is refused, by the server and on the page where it is typed; none where it is not. */
export function passwordFlaws(password: string, { minLength, words, known }: Asked): PasswordFlaw[] {
  const flaws: PasswordFlaw[] = []
  if (isTooShort(password, minLength)) flaws.push('short')
  if (isObvious(password)) flaws.push('obvious')
  else if (isListed(known, password)) flaws.push('listed')
  else if (isOfPlainWords(password, minLength, words, known)) flaws.push('plain_words')
  return flaws
}

/** What a person reads of a flaw while typing. */
export const flawWords = (flaw: PasswordFlaw, minLength: number): string =>
  ({
    short: `Use at least ${minLength} characters.`,
    obvious: 'Repeats and sequences are easily guessed.',
    listed: 'Many people use this password.',
    plain_words: 'Names and words used here are easily guessed.',
  })[flaw]

export type PasswordStrength = 'Weak' | 'Medium' | 'Strong'

/**
 * The strength of a password with these flaws, where a sign-up needs `minLength` characters. For 6
 * (docs/product/sign-in.md#password-strength): fewer Weak, 6 to 7 Medium, 8 or more Strong. One that is easy to guess is
 * Weak.
 */
export function passwordStrength(
  password: string,
  flaws: PasswordFlaw[],
  minLength: number,
): PasswordStrength {
  if (isTooShort(password, minLength) || flaws.some((flaw) => flaw !== 'short')) return 'Weak'
  return isTooShort(password, Math.max(8, minLength + 2)) ? 'Medium' : 'Strong'
}
