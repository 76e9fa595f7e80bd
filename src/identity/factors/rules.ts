import { createHash, createHmac } from 'node:crypto'
import { minuteMs } from '../../shared/time.ts'

/** How many factors a person may have, with those being set up. */
export const mostFactors = 10

/** How long an authenticator app may take to be set up. */
export const setUpMs = 60 * minuteMs

/** How long a code may be answered after it was asked for. */
export const challengeMs = 5 * minuteMs

/** After so many wrong codes of a day their owner is told: whoever enters them has passed the first step. */
export const wrongCodesToReport = 10

/** The name, or the first free one where none was given. */
export function nameOf(given: string | null | undefined, otherwise: string, taken: string[]): string {
  if (given) return given
  let name = otherwise
  for (let count = 2; taken.includes(name); count += 1) name = `${otherwise} ${count}`
  return name
}

/** How many codes a set has. */
export const codesInSet = 10

// Crockford's: without letters that are taken for a digit or for one another.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** The bytes of randomness in a recovery code, a character each. */
export const codeLength = 16

/** A recovery code of 80 bits, out of random bytes. */
export const recoveryCodeOf = (random: Uint8Array): string =>
  Array.from(random.subarray(0, codeLength), (byte) => alphabet[byte % alphabet.length]).join('')

/**
 * What is kept of a set's recovery code, however it was typed: keyed, and another for each set. Long random codes need no slow
 * hash (decision 49).
 */
export const hashOfRecoveryCode = (key: Buffer, factorId: string, typed: string): Buffer =>
  createHmac('sha256', key)
    .update(`recovery code ${factorId} ${plainCode(typed)}`)
    .digest()

/** What was kept of codes that were made before those were keyed. */
export const earlierHashOfRecoveryCode = (typed: string): Buffer =>
  createHash('sha256').update(plainCode(typed)).digest()

const plainCode = (typed: string) =>
  typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1')
