import type { FastifyBaseLogger } from 'fastify'
import { clockJumps } from './counts.ts'

const usualLookMs = 10_000
/** NTP corrects in much smaller steps. */
const jumpMs = 5_000

/**
 * Logs and counts jumps of the machine's clock (decision 71): it is compared with the time since the start, which only
 * runs forward. Returns a function that stops it.
 */
export function watchClock(log: FastifyBaseLogger, lookMs = usualLookMs): () => void {
  const offset = () => Date.now() - performance.now()
  let known = offset()
  const looking = setInterval(() => {
    const jumped = offset() - known
    known += jumped
    if (Math.abs(jumped) < jumpMs) return
    clockJumps.inc()
    log.warn({ seconds: Math.round(jumped / 1_000) }, 'The clock was set, or this machine was asleep.')
  }, lookMs)
  looking.unref()
  return () => clearInterval(looking)
}
