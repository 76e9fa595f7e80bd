import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { Refused } from './refused.ts'

/** The average delay of the event loop, in milliseconds, at which overload begins and ends. */
const late = { begins: 500, ends: 200 }
/** How many looks in a row must find it late: one long piece of work is no overload. */
const looksUntilOverload = 2
const usualLookMs = 1_000

export type Overload = {
  isOverloaded: () => boolean
  stop: () => void
}

export type OverloadOptions = {
  /** The mean delay of the event loop since the last call, in milliseconds. */
  meanDelayMs?: () => number
  lookMs?: number
}

/** Checks every second whether this process has more to do than its processor can (decision 71). */
export function watchOverload({ meanDelayMs, lookMs = usualLookMs }: OverloadOptions = {}): Overload {
  const own = meanDelayMs ? undefined : measureLoop()
  const measure = meanDelayMs ?? (own as ReturnType<typeof measureLoop>).meanDelayMs
  let lateLooks = 0
  let isOverloaded = false
  const looking = setInterval(() => {
    const delayMs = measure()
    lateLooks = delayMs > late.begins ? lateLooks + 1 : 0
    isOverloaded = isOverloaded ? delayMs >= late.ends : lateLooks >= looksUntilOverload
  }, lookMs)
  looking.unref()
  return {
    isOverloaded: () => isOverloaded,
    stop: () => {
      clearInterval(looking)
      own?.stop()
    },
  }
}

function measureLoop() {
  const histogram = monitorEventLoopDelay()
  histogram.enable()
  return {
    meanDelayMs: () => {
      const { mean, count } = histogram
      histogram.reset()
      return count > 0 ? mean / 1e6 : 0
    },
    stop: () => histogram.disable(),
  }
}

/**
 * Refuses this server's calls while it is overloaded, except those in `spared` (`POST /api/v1/things`), pages, which
 * decide for themselves, and files.
 */
export function shedCalls(
  app: FastifyInstance,
  { isOverloaded }: Overload,
  isCall: (url: string) => boolean,
  spared: readonly string[],
): void {
  app.addHook('onRequest', ({ method, url, routeOptions }, _reply, done) => {
    const isShed = isOverloaded() && isCall(url) && !spared.includes(`${method} ${routeOptions.url}`)
    done(isShed ? new Refused('event_loop') : undefined)
  })
}
