import type { FastifyReply, FastifyRequest } from 'fastify'
import { tooBusy } from '../../shared/errors.ts'
import { addressPrefix } from '../address-prefix.ts'
import { createFairQueue, type FairQueue } from '../limits/fair-queue.ts'

type Bounds = {
  /** How many requests of an address prefix run at a time, and how many of one account among them. */
  maxRunning: number
  maxPerAccount: number
  /** How many may wait beyond that, for one address prefix and in all: each may hold a body in memory. */
  maxWaiting: number
  maxWaitingInAll: number
  /** How long a request that a limit refused (429) keeps its place. */
  pauseMs?: number
}

const fullQueue = () =>
  tooBusy('Too many requests from your network are already waiting.', { retry_after: 5 })

/**
 * A queue of requests for each address prefix, whose accounts take turns. Many requests of one account or address delay
 * neither another address nor another account at the same address. A request that a limit refused keeps its place for a
 * while, since thousands of refusals would cost much.
 */
export function createAddressQueues({ pauseMs = 0, ...bounds }: Bounds) {
  const queues = new Map<string, FairQueue>()
  const room = { taken: 0, max: bounds.maxWaitingInAll }
  const newQueue = () =>
    createFairQueue(
      { running: bounds.maxRunning, runningEach: bounds.maxPerAccount, waiting: bounds.maxWaiting, room },
      fullQueue,
    )

  return {
    /**
     * Resolves when the request may begin, to a function that frees its place; sending its answer frees it at the
     * latest. Throws `unavailable` if too many wait.
     */
    async take(request: FastifyRequest, { raw }: FastifyReply, account: string): Promise<() => void> {
      const prefix = addressPrefix(request.ip)
      const queue = queues.get(prefix) ?? newQueue()
      queues.set(prefix, queue)
      const forget = () => {
        if (queue.isIdle()) queues.delete(prefix)
      }
      const gone = new AbortController()
      // A client that has left needs no answer, and its close event has already fired.
      if (raw.destroyed) gone.abort()
      const stopWaiting = () => gone.abort()
      raw.once('close', stopWaiting)
      try {
        const end = await queue.take(account, { signal: gone.signal })
        const leave = () => {
          end()
          forget()
        }
        const close = () => {
          if (raw.statusCode === 429 && pauseMs > 0) setTimeout(leave, pauseMs).unref()
          else leave()
        }
        if (raw.destroyed) close()
        else raw.once('close', close)
        return leave
      } catch (error) {
        forget()
        // Its body is released. The refusal is sent later: a script would ask again at once, and refusals cost more
        // than waiting.
        request.body = undefined
        await new Promise((resolve) => setTimeout(resolve, pauseMs).unref())
        throw error
      } finally {
        raw.off('close', stopWaiting)
      }
    },
  }
}
