import { setTimeout as wait } from 'node:timers/promises'
import { isDeadlock } from './errors.ts'

/** Long enough for the winner of a deadlock, which was only just woken, to go first. */
const pauseMs = 20

/**
 * Does `work` again when it lost a deadlock, since others lock in other orders; the last attempt's failure is thrown.
 * `work` is a whole transaction or a statement by itself: a deadlock within an outer transaction ends all of that
 * transaction.
 */
export async function retryDeadlocks<T>(attempts: number, work: () => Promise<T>): Promise<T> {
  for (let left = attempts; ; left -= 1) {
    try {
      return await work()
    } catch (error) {
      if (left <= 1 || !isDeadlock(error)) throw error
      await wait(pauseMs)
    }
  }
}
