import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { hash, type Options, parseOptions, verify } from '@node-rs/argon2'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { createFairQueue } from '../platform/limits/fair-queue.ts'
import { createRateLimiter } from '../platform/limits/rate-limit.ts'
import { securityEvent } from '../platform/security-events.ts'
import { lowerThreadPoolPriority } from '../platform/thread-pool.ts'
import { tooBusy } from '../shared/errors.ts'
import { passwordFlaws, plainWords } from '../shared/sign-in/password.ts'
import { weakPassword } from './errors.ts'

export type PasswordCost = Required<Pick<Options, 'memoryCost' | 'timeCost' | 'parallelism'>>

// argon2id (the library's default algorithm) with parameters that meet both OWASP and ASVS.
export const safeCost: PasswordCost = { memoryCost: 47_104, timeCost: 1, parallelism: 1 }

// Each run fills a processor and 46 MB of its caches. One processor stays for answering requests, and of libuv's four
// threads one for files and DNS.
const maxRunning = Math.min(3, Math.max(1, availableParallelism() - 1))
// One takes 12 to 40 ms, so the last in the queue waits a few seconds at most, less than a client's timeout.
const maxWaiting = 120
// Enough for a company that signs in at nine. Others wait for at most one of an owner's at a time.
const maxEach = 20

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** Hashes passwords, in a queue; one of `workers` that share the processors. Tests use a lower cost. */
export function createPasswords(cost: PasswordCost = safeCost, workers = 1) {
  const queue = createFairQueue(
    {
      running: Math.max(1, Math.floor(maxRunning / workers)),
      waiting: Math.ceil(maxWaiting / workers),
      each: maxEach,
    },
    () => tooBusy('Too many people are signing in. Please try again in a moment.'),
  )
  let poolIsYielding = false
  const restAfter = createRests()

  // Verifying against it takes as long as against a real hash, and no password matches.
  const hashOfNobody =
    `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}` +
    `$${base64(randomBytes(16))}$${base64(randomBytes(32))}`

  /** Answers as soon as the work is done, though its place in the queue also covers the rest after it. */
  async function queued<T>(owner: string | undefined, work: () => Promise<T>): Promise<T> {
    const end = await queue.take(owner)
    const began = performance.now()
    try {
      return await work()
    } finally {
      if (!poolIsYielding) lowerThreadPoolPriority()
      poolIsYielding = true
      setTimeout(end, restAfter(performance.now() - began)).unref()
    }
  }

  return {
    /**
     * Hashes a password, every character of it. `owner` is an account or a caller's address; its work waits only behind
     * its own. Throws `unavailable` when too many are waiting.
     */
    hash: (password: string, owner?: string): Promise<string> => queued(owner, () => hash(password, cost)),

    /**
     * Whether the password matches the hash. An account without a password, and no account at all (null), take the same
     * time and never match. `owner` as above. Throws `unavailable` when too many are waiting.
     */
    async verify(passwordHash: string | null, password: string, owner?: string): Promise<boolean> {
      const fits = await queued(owner, () => verify(passwordHash ?? hashOfNobody, password))
      return fits && passwordHash !== null
    },

    /** True if the hash was made with other parameters than today's. */
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

/**
 * Computes how long the processor rests after a hash that took so many milliseconds: the time by which it was slower
 * than the quickest so far, and at most as long as that one took. A hash is slowed down when requests want its
 * processor, which it takes whenever their threads sleep, whatever its priority (decision 4).
 */
export function createRests(): (tookMs: number) => number {
  let quickestMs = Number.POSITIVE_INFINITY
  return (tookMs) => {
    quickestMs = Math.min(quickestMs, tookMs)
    return Math.min(tookMs - quickestMs, quickestMs)
  }
}

export type Passwords = ReturnType<typeof createPasswords>

type Asked = {
  /** The minimum length. */
  minLength: number
  /** The site's name and the account's names and address, whose words are easy to guess. */
  said: string[]
}

/** Throws `weak_password`, with its reasons, for a new password that is not allowed. */
export async function requireStrongPassword(password: string, { minLength, said }: Asked): Promise<void> {
  const flaws = passwordFlaws(password, {
    minLength,
    words: plainWords(said),
    known: await commonPasswords(),
  })
  // The official client knows one reason for all that is easy to guess.
  const reasons = flaws.map((flaw) => (flaw === 'short' ? 'length' : 'pwned'))
  if (reasons.length > 0) throw weakPassword(reasons, minLength)
}

const require = createRequire(import.meta.url)

// A JSON array of the 49,000 most common passwords of published leaks, in lower case.
const listFile = require.resolve('@zxcvbn-ts/language-common/src/passwords.json')

let reading: Promise<string> | undefined

/**
 * The most common passwords. The list is read at first use and kept in memory as text, half a megabyte: searching it
 * takes a small part of the time of a hash, and a set would take some megabytes.
 */
function commonPasswords(): Promise<string> {
  reading ??= readFile(listFile, 'latin1').catch((error: unknown) => {
    reading = undefined
    throw error
  })
  return reading
}

/** A password that a signed-in person enters as their own, and the hash of their real one. */
type Given = { userId: string; sessionId: string; hash: string; password: string }

/**
 * Whether a signed-in person has entered their own password; only wrong ones are counted. Outside transactions, since
 * hashing has its queue. Throws `rate_limited` after too many wrong ones.
 */
export function createOwnPasswordCheck(pool: pg.Pool, passwords: Passwords, log: FastifyBaseLogger) {
  // How often a person may enter their own password wrong; then their sessions have to wait.
  const attempts = createRateLimiter(pool, {
    name: 'own_password',
    points: 5,
    seconds: 15 * 60,
    of: 'wrong passwords',
  })

  return async ({ userId, sessionId, hash, password }: Given) => {
    // Counted before the check, so that simultaneous guesses are counted too.
    await attempts.take(userId)
    if (!(await passwords.verify(hash, password, userId))) {
      securityEvent(log, 'own_password_failed', { user: userId, session: sessionId })
      return false
    }
    await attempts.giveBack(userId)
    return true
  }
}
