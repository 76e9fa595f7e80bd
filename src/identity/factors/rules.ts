import { createHash, createHmac } from 'node:crypto'
import { minuteMs } from '../../shared/time.ts'
import { plainCode } from '../code-rules.ts'

/** How many factors a person may have, with those being set up. */
export const maxFactors = 10

/** How long an authenticator app may take to be set up. */
export const setUpMs = 60 * minuteMs

/** How long a code may be answered after it was asked for. */
export const challengeMs = 5 * minuteMs

/** More wrong codes than slips of the owner. */
export const wrongCodesToReport = 3

/** The name, or the first free one where none was given. */
export function nameOf(given: string | null | undefined, otherwise: string, taken: string[]): string {
  if (given) return given
  let name = otherwise
  for (let count = 2; taken.includes(name); count += 1) name = `${otherwise} ${count}`
  return name
}

/** How many codes a set has. */
export const codesInSet = 10

/**
 * The keyed hash that is stored of a set's recovery code, however it was typed; each set has its own. Long random codes
 * need no slow hash (decision 48).
 */
export const hashOfRecoveryCode = (key: Buffer, factorId: string, typed: string): Buffer =>
  createHmac('sha256', key)
    .update(`recovery code ${factorId} ${plainCode(typed)}`)
    .digest()

/** The hash that was stored of codes before hashes were keyed. */
export const earlierHashOfRecoveryCode = (typed: string): Buffer =>
  createHash('sha256').update(plainCode(typed)).digest()
