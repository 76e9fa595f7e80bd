import { AppError, tooBusy } from '../../shared/errors.ts'
import { addressPrefix } from '../address-prefix.ts'
import type { Context } from '../context.ts'
import { createFairQueue } from '../limits/fair-queue.ts'

/** Does a search when the caller's place in the queue comes: the account's, or without sign-in the address's. */
export type SearchQueue = <T>(
  { actor }: Pick<Context, 'actor'>,
  address: string,
  search: () => Promise<T>,
) => Promise<T>

const maxOfOne = 4

/**
 * A queue for all searches of this process. Each takes one connection, and all together at most half of them, so that
 * searches alone block nothing else. A search that waits too long is refused: `rate_limited` for too many of one's own,
 * `unavailable` for too many in all.
 */
export function createSearchQueue(connections: number): SearchQueue {
  const queue = createFairQueue(
    { running: Math.floor(connections / 2), runningEach: maxOfOne, waiting: 200, waitMs: 1_000 },
    (isOwn) =>
      isOwn
        ? new AppError(
            'rate_limited',
            `Too many searches at once: at most ${maxOfOne}. Please try again in a moment.`,
            { limit: maxOfOne, retry_after: 1 },
          )
        : tooBusy('Too many searches are under way. Please try again in a moment.'),
  )
  return ({ actor }, address, search) =>
    queue.run(search, actor ? `account ${actor.userId}` : `network ${addressPrefix(address)}`)
}
