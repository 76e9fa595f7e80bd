import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { type SecurityEventName, securityEventKinds } from '../shared/sign-in/security-events.ts'
import { hourMs, minuteMs } from '../shared/time.ts'
import { addressPrefix } from './address-prefix.ts'

type Fields = {
  user?: string | undefined
  session?: string | undefined
  /** The e-mail address in the request; only a keyed hash of it is written. */
  account?: string | undefined
  /** The address of the caller; only a keyed hash of its prefix is written. */
  from?: string | undefined
  reason?: string | undefined
  [more: string]: string | number | boolean | undefined
}

type Counts = Map<SecurityEventName, number>

const counts: Counts = new Map()
let unstored: Counts = new Map()

/**
 * Logs and counts an event that matters to security: an act always, of refusals a limited number a minute. Never pass
 * it a secret.
 */
export function securityEvent(log: FastifyBaseLogger, name: SecurityEventName, fields: Fields = {}): void {
  add(counts, name, 1)
  add(unstored, name, 1)
  const { account, from, ...others } = fields
  const marks = {
    ...(account && { account: markOf(account) }),
    ...(from && { from: addressMark(from) }),
  }
  if (securityEventKinds[name] === 'act') {
    log.info({ security_event: name, ...others, ...marks }, 'security event')
    return
  }
  const more = writesWarnings.has(log.level) ? takeLine(name) : null
  if (more) log.warn({ security_event: name, ...others, ...marks, ...more }, 'security event')
}

const add = (to: Counts, name: SecurityEventName, count: number) => to.set(name, (to.get(name) ?? 0) + count)

/** How often each event has happened since this process started; an event that never happened is missing. */
export const securityCounts = (): Partial<Record<SecurityEventName, number>> => Object.fromEntries(counts)

/** The counts of events that this process has not stored yet. */
export const unstoredSecurityCounts = (): ReadonlyMap<SecurityEventName, number> => unstored

/** Stores those counts with `store`; if it throws they are kept for the next time. */
export async function storeSecurityCounts(store: (counts: Counts) => Promise<void>): Promise<void> {
  const taken = unstored
  unstored = new Map()
  try {
    await store(taken)
  } catch (error) {
    for (const [name, count] of taken) add(unstored, name, count)
    throw error
  }
}

/**
 * Logs every `everyMs` milliseconds how often each event has happened since the start, if any happened since the last
 * time. Returns a function that stops it and logs the counts a last time.
 */
export function logSecurityCounts(log: FastifyBaseLogger, everyMs = hourMs): () => void {
  let loggedTotal = 0
  const write = (when: 'so far' | 'in all') => {
    const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
    if (when === 'so far' && all === loggedTotal) return
    loggedTotal = all
    log.info({ security_events: securityCounts() }, `security events since the start, ${when}`)
  }
  const timer = setInterval(() => write('so far'), everyMs)
  timer.unref()
  return () => {
    clearInterval(timer)
    write('in all')
  }
}

const linesPerMinute = 120
const writesWarnings = new Set(['warn', 'info', 'debug', 'trace'])

type Minute = { endsAt: number; lines: number; leftOut: number }

const minutes = new Map<SecurityEventName, Minute>()

/** Fields to add to a line: after a minute with too many, how many were left out. Null if this line is left out. */
function takeLine(name: SecurityEventName): { left_out?: number } | null {
  const now = performance.now()
  const minute = minutes.get(name)
  if (!minute || minute.endsAt <= now) {
    minutes.set(name, { endsAt: now + minuteMs, lines: 1, leftOut: 0 })
    return minute?.leftOut ? { left_out: minute.leftOut } : {}
  }
  if (minute.lines >= linesPerMinute) {
    minute.leftOut += 1
    return null
  }
  minute.lines += 1
  return {}
}

// Random for each process: the mark shows which lines belong together, and nobody can find out the address.
const markKey = randomBytes(32)

/** The mark of an address in the log: the same for all of its prefix, as long as the process lives. */
export const addressMark = (address: string): string => markOf(addressPrefix(address))

const markOf = (text: string): string =>
  createHmac('sha256', markKey).update(text).digest('base64url').slice(0, 12)
