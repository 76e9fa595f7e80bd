import { randomBytes } from 'node:crypto'
import { hash, type Options, parseOptions, verify } from '@node-rs/argon2'
import { AppError } from '../shared/errors.ts'

// argon2id (the library's default algorithm) with parameters that meet both OWASP and ASVS.
const cost = { memoryCost: 47_104, timeCost: 1, parallelism: 1 } as const satisfies Options

// Hashing runs in libuv's four threads, which files and DNS need too; each run takes 46 MB.
const maxRunning = 2
// Two at once take 12 ms each on a current machine, so who stands last waits 0.7 s; a ten times slower machine
// stays within a client's patience too.
const maxWaiting = 120

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

// Verifying against it takes as long as against a real one, and no password fits.
const hashOfNobody =
  `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}` +
  `$${base64(randomBytes(16))}$${base64(randomBytes(32))}`

const inTurn = createQueue(maxRunning, maxWaiting)

/** Hashes a password, every character of it. Throws `unavailable` when too many are waiting. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, cost))

/**
 * Whether the password fits the hash. An account without a password, and none at all (null), take the same time
 * and never fit. Throws `unavailable` when too many are waiting.
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const fits = await inTurn(() => verify(passwordHash ?? hashOfNobody, password))
  return fits && passwordHash !== null
}

/** True when the hash was made with other parameters than today's. */
export function needsRehash(passwordHash: string): boolean {
  const made = parseOptions(passwordHash)
  return (
    !passwordHash.startsWith('$argon2id$') ||
    made.memoryCost !== cost.memoryCost ||
    made.timeCost !== cost.timeCost ||
    made.parallelism !== cost.parallelism
  )
}

/**
 * Runs at most `limit` pieces of work at a time and lets `maxQueued` wait in order of arrival.
 * More than that are refused with `unavailable`.
 */
export function createQueue(limit: number, maxQueued: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < limit) running += 1
    else if (waiting.length < maxQueued) await new Promise<void>((resolve) => waiting.push(resolve))
    else throw new AppError('unavailable', 'Too many people are signing in. Please try again in a moment.')
    try {
      return await work()
    } finally {
      // A waiting one takes over the place, so `running` stays as it is.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
