import { AppError } from '../../shared/errors.ts'

const busy = 'This service is too busy just now. Please try again in a moment.'

const messages = {
  database: 'The service is briefly unavailable. Please try again in a moment.',
  pictures: 'Pictures are briefly unavailable. Please try again in a moment.',
  pool: busy,
  event_loop: busy,
}

/**
 * Why requests are refused for a while (decision 71): the database or the store of pictures is away, too many wait for
 * a connection to the database, or the processor has too much to do.
 */
export type RefusalReason = keyof typeof messages

/** The same in words for operators. */
export const refusalWords: Record<RefusalReason, string> = {
  database: 'the database cannot answer',
  pictures: 'the store of pictures cannot answer',
  pool: 'too many wait for a connection to the database',
  event_loop: 'the processor is overloaded',
}

const isOfLoad = (reason: RefusalReason) => messages[reason] === busy

/**
 * Refuses a request that may succeed in a moment, by `unavailable`. Under overload the time after which to try again
 * varies at random, so that clients do not all come back at once.
 */
export class Refused extends AppError {
  readonly reason: RefusalReason

  constructor(reason: RefusalReason, cause?: unknown) {
    const retryAfter = 1 + Math.floor(Math.random() * 3)
    super('unavailable', messages[reason], isOfLoad(reason) ? { retry_after: retryAfter } : undefined)
    this.reason = reason
    this.cause = cause
  }
}
