import { createHash, createHmac } from 'node:crypto'
import { minuteMs } from '../../shared/time.ts'
import { plainCode } from '../code-rules.ts'

/** How many factors a person may have, unfinished ones included. */
export const maxFactors = 10

/** How long setting up an authenticator app may take. */
export const setUpMs = 60 * minuteMs

/** How long a challenge can be answered. */
export const challengeMs = 5 * minuteMs

/** More wrong codes than an owner's slips. */
export const wrongCodesToReport = 3

/** The given name, or else the first free default name. */
export function nameOf(given: string | null | undefined, otherwise: string, taken: string[]): string {
  if (given) return given
  let name = otherwise
  for (let count = 2; taken.includes(name); count += 1) name = `${otherwise} ${count}`
  return name
}

/** How many codes a set has. */
export const codesInSet = 10

/**
 * The stored hash of a recovery code, however it was typed; keyed, and different for each set. Long random codes need
 * no slow hash (decision 48).
 */
export const hashOfRecoveryCode = (key: Buffer, factorId: string, typed: string): Buffer =>
  createHmac('sha256', key)
    .update(`recovery code ${factorId} ${plainCode(typed)}`)
    .digest()

/** The stored hash of codes from before hashes were keyed. */
export const earlierHashOfRecoveryCode = (typed: string): Buffer =>
  createHash('sha256').update(plainCode(typed)).digest()
