import type { FastifyBaseLogger } from 'fastify'
import { requestsRefused } from '../metrics/counts.ts'
import { type RefusalReason, type Refused, refusalWords } from './refused.ts'

/** After this time without a refusal, requests count as answered again. */
const usualQuietMs = 10_000

export type Refusals = ReturnType<typeof createRefusals>

/**
 * Counts requests that are refused with 503 because of load or an unavailable part (decision 71). The log gets one line
 * when that begins and one when it is over, however many they are.
 */
export function createRefusals(log: FastifyBaseLogger, quietMs = usualQuietMs) {
  const underWay = new Map<RefusalReason, { began: number; count: number; over: NodeJS.Timeout }>()

  function begin(reason: RefusalReason, err: unknown) {
    log.error({ err, refused_because: reason }, `Requests are refused for now: ${refusalWords[reason]}.`)
    const began = performance.now()
    const over = setTimeout(() => end(reason), quietMs).unref()
    underWay.set(reason, { began, count: 1, over })
  }

  function end(reason: RefusalReason) {
    const { began, count } = underWay.get(reason) ?? { began: 0, count: 0 }
    underWay.delete(reason)
    const seconds = Math.round((performance.now() - began - quietMs) / 1_000)
    log.warn(
      { refused_because: reason, refused: count, seconds },
      'Requests are answered again; so many were refused.',
    )
  }

  return {
    note({ reason, cause }: Refused): void {
      requestsRefused.inc({ reason })
      const known = underWay.get(reason)
      if (known) {
        known.count += 1
        known.over.refresh()
      } else begin(reason, cause)
    },
    /** The reasons why requests were refused within the last seconds. */
    current: (): RefusalReason[] => [...underWay.keys()],
    stop(): void {
      for (const { over } of underWay.values()) clearTimeout(over)
    },
  }
}
