import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, type Options, parseOptions, verify } from '@node-rs/argon2'
import { createQueue } from '../platform/queue.ts'
import { lowerThreadPoolPriority } from '../platform/thread-pool.ts'

// argon2id (the library's default algorithm) with parameters that meet both OWASP and ASVS.
const cost = { memoryCost: 47_104, timeCost: 1, parallelism: 1 } as const satisfies Options

// Each run fills a processor and 46 MB of its caches. One processor stays for answering requests, and of libuv's four
// threads one for files and DNS.
const maxRunning = Math.min(3, Math.max(1, availableParallelism() - 1))
// One takes 12 to 40 ms, so who stands last waits some seconds at most, which is within a client's patience.
const maxWaiting = 120

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

// Verifying against it takes as long as against a real one, and no password fits.
const hashOfNobody =
  `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}` +
  `$${base64(randomBytes(16))}$${base64(randomBytes(32))}`

const queued = createQueue(
  maxRunning,
  maxWaiting,
  'Too many people are signing in. Please try again in a moment.',
)
let poolIsYielding = false

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const result = await queued(work)
  if (!poolIsYielding) lowerThreadPoolPriority()
  poolIsYielding = true
  return result
}

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
