import { AppError, tooBusy } from '../../shared/errors.ts'

type Bounds = {
  /** What is bounded, as in 'searches'. */
  of: string
  /** How much of one caller, and of all, is under way at a time. */
  ofOne: number
  inAll: number
  /** How long the rest waits for its turn before it is refused, and how much of it there may be. */
  waitMs: number
  waiting: number
}

export type BoundedTurns = <T>(caller: string, work: () => Promise<T>) => Promise<T>

/**
 * Bounds how much work of one caller, and of all, is under way at a time. The rest waits for a moment, and the oldest
 * that may begin is next. Whoever waits in vain is refused: `rate_limited` for too much of their own, `unavailable` for
 * too much of all.
 */
export function createBoundedTurns({ of, ofOne, inAll, waitMs, waiting: mostWaiting }: Bounds): BoundedTurns {
  const underWay = new Map<string, number>()
  const waiting = new Set<{ caller: string; begin: () => void }>()
  let all = 0

  const countOf = (caller: string) => underWay.get(caller) ?? 0
  const mayBegin = (caller: string) => all < inAll && countOf(caller) < ofOne

  function refusal(caller: string): AppError {
    if (countOf(caller) < ofOne) return tooBusy(`Too many ${of} are under way. Please try again in a moment.`)
    const message = `Too many ${of} at once: at most ${ofOne}. Please try again in a moment.`
    return new AppError('rate_limited', message, { limit: ofOne, retry_after: 1 })
  }

  function count(caller: string, change: 1 | -1) {
    all += change
    const left = countOf(caller) + change
    if (left > 0) underWay.set(caller, left)
    else underWay.delete(caller)
  }

  const turn = (caller: string) =>
    new Promise<void>((resolve, reject) => {
      if (waiting.size >= mostWaiting) return reject(refusal(caller))
      const waiter = {
        caller,
        begin: () => {
          clearTimeout(patience)
          waiting.delete(waiter)
          count(caller, 1)
          resolve()
        },
      }
      const patience = setTimeout(() => {
        waiting.delete(waiter)
        reject(refusal(caller))
      }, waitMs)
      waiting.add(waiter)
    })

  function beginNext() {
    for (const { caller, begin } of waiting) if (mayBegin(caller)) return begin()
  }

  return async (caller, work) => {
    if (mayBegin(caller)) count(caller, 1)
    else await turn(caller)
    try {
      return await work()
    } finally {
      count(caller, -1)
      beginNext()
    }
  }
}
