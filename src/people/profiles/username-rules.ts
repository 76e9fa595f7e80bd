import type { AccountLimitRules } from '../../shared/limit.ts'
import { reservedUsernames } from '../../shared/names/reserved.ts'
import { dayMs } from '../../shared/time.ts'
import { isUsername } from '../../shared/username.ts'

/**
 * Finds the words by which a username would speak for the site, whole between `-` and `_`: the app's name, `admin`,
 * `official` and `support` (docs/product/profile.md#username). A name of several words counts however they are joined.
 */
export function officialWords(appName: string): RegExp {
  const name = inLatinLetters(appName).match(/[a-z0-9]+/g) ?? []
  const words = [...(name.length > 0 ? [name.join('[-_]*')] : []), 'admin', 'official', 'support']
  return new RegExp(`(?<=^|[-_])(?:${words.join('|')})(?=[-_]|$)`, 'g')
}

/** The new usernames someone may take in {@link newUsernamesPeriodMs}, since each is theirs for good. */
export const maxNewUsernames = { proven: 10, unproven: 5 }
export const newUsernamesPeriodMs = 30 * dayMs

/** How often an account may change its names: constant changes are a way to imitate others. */
export const renameLimit: AccountLimitRules = {
  name: 'renames',
  rules: [{ within: 'day', proven: 20, unproven: 10 }],
  said: (times) => `changed your name ${times} times`,
  again: 'change it again',
  field: 'first_name',
}

/** Whether a name can be taken by someone. */
export type UsernameStatus = 'available' | 'taken' | 'invalid'

/**
 * Whether `username` is available to the person `userId` (docs/product/profile.md#username). `entry` is the row of a
 * name that has ever been taken: its owner, or null where they have left. One's own former names are free to take
 * again.
 */
export function usernameStatusFor(
  userId: string,
  username: string,
  entry: { user_id: string | null } | undefined,
  official: RegExp,
): UsernameStatus {
  if (!isUsername(username)) return 'invalid'
  if (entry) return entry.user_id === userId ? 'available' : 'taken'
  return isFree(username, official) ? 'available' : 'taken'
}

/** Whether anyone may take a username that nobody has had. */
export const isFree = (username: string, official: RegExp): boolean =>
  !reservedUsernames.has(username) && username.search(official) < 0

const maxLength = 20
const minLength = 3

/**
 * The base of a username from someone's names (`Ana`, `López` → `ana-lopez`; `Łukasiewicz` → `lukasiewicz`). Between 3
 * and 20 characters; null where the names have too few Latin letters and digits (docs/product/profile.md#username).
 */
export function usernameBase(firstName: string, lastName: string): string | null {
  const base = inLatinLetters(`${firstName} ${lastName}`)
    .replace(/[^a-z0-9_\s-]/g, '')
    .trim()
    .replace(/[\s-]+/g, '-')
    .slice(0, maxLength)
    .replace(/^-+|-+$/g, '')
  return base.length >= minLength ? base : null
}

/**
 * A temporary username for an owner whose names give none, until they choose one. Made of their id, so that it is free.
 */
export const standInUsername = (userId: string): string => `creator-${userId.replaceAll('-', '').slice(-8)}`

/** Letters that Unicode does not decompose, with their plain spelling. */
const plainLetters: Record<string, string> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ə: 'e',
}

/** A name in lower case and plain letters, as far as it has Latin ones. */
const inLatinLetters = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{L}/gu, (letter) => plainLetters[letter] ?? letter)

/**
 * The n-th candidate of a base: `ana-lopez`, `ana-lopez2`, … never longer than 20 characters. In a base with official
 * words the number stands behind each of them, which makes them others: `admin2-ana`.
 */
export function usernameCandidate(base: string, n: number, official: RegExp): string {
  const suffix = n === 1 ? '' : String(n)
  const places = Math.max(1, base.match(official)?.length ?? 0)
  const short = base.slice(0, maxLength - places * suffix.length).replace(/-+$/, '')
  const numbered = short.replace(official, (word) => word + suffix)
  return numbered === short ? short + suffix : numbered
}
