import { AppError } from '../shared/errors.ts'

/**
 * Runs at most `limit` pieces of work at a time and lets `maxQueued` wait in order of arrival.
 * More than that are refused with `unavailable` and the words of `refusal`.
 */
export function createQueue(limit: number, maxQueued: number, refusal: string) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < limit) running += 1
    else if (waiting.length < maxQueued) await new Promise<void>((resolve) => waiting.push(resolve))
    else throw new AppError('unavailable', refusal)
    try {
      return await work()
    } finally {
      // A waiting one takes over the place, so `running` stays as it is.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
