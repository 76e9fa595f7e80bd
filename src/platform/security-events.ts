import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { hourMs, minuteMs } from '../shared/time.ts'
import { addressPrefix } from './address-prefix.ts'

/**
 * Every security event by its stable name. An `act` is what somebody was let do, and always has its line; of a `refusal`,
 * which strangers cause as often as they like, so many lines a minute are written and all are counted.
 */
const kinds = {
  signed_up: 'act',
  sign_in: 'act',
  sign_in_failed: 'refusal',
  signed_out: 'act',
  session_removed: 'act',
  token_refused: 'refusal',
  refresh_refused: 'refusal',
  refresh_token_reused: 'refusal',
  limit_hit: 'refusal',
  input_refused: 'refusal',
  permission_refused: 'refusal',
  recovery_requested: 'act',
  reauthentication_requested: 'act',
  own_password_failed: 'refusal',
  password_changed: 'act',
  factor_added: 'act',
  factor_removed: 'act',
  factor_shown: 'act',
  factor_failed: 'refusal',
  passkey_added: 'act',
  passkey_removed: 'act',
  recovery_codes_made: 'act',
  recovery_code_used: 'act',
  account_deleted: 'act',
  account_suspended: 'act',
  account_restored: 'act',
  admin_act: 'act',
} as const

export type SecurityEventName = keyof typeof kinds

type Fields = {
  user?: string | undefined
  session?: string | undefined
  /** An e-mail address that was named; a mark of it is written. */
  account?: string | undefined
  /** The address that the call came from; a mark of what a household or office shares is written. */
  from?: string | undefined
  reason?: string | undefined
  [more: string]: string | number | boolean | undefined
}

const counts = new Map<SecurityEventName, number>()

/** Writes one line of the log for what matters to security, and counts it. Never hand it a secret. */
export function securityEvent(log: FastifyBaseLogger, name: SecurityEventName, fields: Fields = {}): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
  const { account, from, ...others } = fields
  const marks = {
    ...(account && { account: markOf(account) }),
    ...(from && { from: markOf(addressPrefix(from)) }),
  }
  if (kinds[name] === 'act') {
    log.info({ security_event: name, ...others, ...marks }, 'security event')
    return
  }
  const place = writesWarnings.has(log.level) ? takeLine(name) : null
  if (place) log.warn({ security_event: name, ...others, ...marks, ...place }, 'security event')
}

/** How often each event has come since this process started; an event that never came is not in it. */
export const securityCounts = (): Partial<Record<SecurityEventName, number>> => Object.fromEntries(counts)

/**
 * Has the log tell now and then how often each event has come since the start, while any came anew. Returns how to stop, which
 * tells so a last time.
 */
export function logSecurityCounts(log: FastifyBaseLogger, everyMs = hourMs): () => void {
  let told = 0
  const tell = (when: 'so far' | 'in all') => {
    const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
    if (when === 'so far' && all === told) return
    told = all
    log.info({ security_events: securityCounts() }, `security events since the start, ${when}`)
  }
  const telling = setInterval(() => tell('so far'), everyMs)
  telling.unref()
  return () => {
    clearInterval(telling)
    tell('in all')
  }
}

const linesPerMinute = 120
const writesWarnings = new Set(['warn', 'info', 'debug', 'trace'])

type Minute = { endsAt: number; lines: number; leftOut: number }

const minutes = new Map<SecurityEventName, Minute>()

/** What to add to a line, if there is one; after a minute with too many, how many were left out. */
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

// A process's own: lines of one place can be told to belong together, and nobody can tell which place it was.
const markKey = randomBytes(32)

const markOf = (text: string): string =>
  createHmac('sha256', markKey).update(text).digest('base64url').slice(0, 12)
