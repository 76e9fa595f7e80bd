import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, type Options, parseOptions, verify } from '@node-rs/argon2'
import { createQueue } from '../platform/queue.ts'
import { lowerThreadPoolPriority } from '../platform/thread-pool.ts'

export type PasswordCost = Required<Pick<Options, 'memoryCost' | 'timeCost' | 'parallelism'>>

// argon2id (the library's default algorithm) with parameters that meet both OWASP and ASVS.
export const safeCost: PasswordCost = { memoryCost: 47_104, timeCost: 1, parallelism: 1 }

// Each run fills a processor and 46 MB of its caches. One processor stays for answering requests, and of libuv's four
// threads one for files and DNS.
const maxRunning = Math.min(3, Math.max(1, availableParallelism() - 1))
// One takes 12 to 40 ms, so who stands last waits some seconds at most, which is within a client's patience.
const maxWaiting = 120

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** Hashing of passwords, each with its turn. Tests whose passwords nobody could guess anyway give a lesser cost. */
export function createPasswords(cost: PasswordCost = safeCost) {
  const queued = createQueue(
    maxRunning,
    maxWaiting,
    'Too many people are signing in. Please try again in a moment.',
  )
  let poolIsYielding = false

  // Verifying against it takes as long as against a real one, and no password fits.
  const hashOfNobody =
    `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}` +
    `$${base64(randomBytes(16))}$${base64(randomBytes(32))}`

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = await queued(work)
    if (!poolIsYielding) lowerThreadPoolPriority()
    poolIsYielding = true
    return result
  }

  return {
    /** Hashes a password, every character of it. Throws `unavailable` when too many are waiting. */
    hash: (password: string): Promise<string> => inTurn(() => hash(password, cost)),

    /**
     * Whether the password fits the hash. An account without a password, and none at all (null), take the same time
     * and never fit. Throws `unavailable` when too many are waiting.
     */
    async verify(passwordHash: string | null, password: string): Promise<boolean> {
      const fits = await inTurn(() => verify(passwordHash ?? hashOfNobody, password))
      return fits && passwordHash !== null
    },

    /** True when the hash was made with other parameters than today's. */
    needsRehash(passwordHash: string): boolean {
      const made = parseOptions(passwordHash)
      return (
        !passwordHash.startsWith('$argon2id$') ||
        made.memoryCost !== cost.memoryCost ||
        made.timeCost !== cost.timeCost ||
        made.parallelism !== cost.parallelism
      )
    },
  }
}

export type Passwords = ReturnType<typeof createPasswords>
