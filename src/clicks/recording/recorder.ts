import { randomBytes } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import { isDatabaseUnavailable } from '../../platform/database/errors.ts'
import { retryDeadlocks } from '../../platform/database/retry.ts'
import type { DB } from '../../platform/database/schema.ts'
import { Refused } from '../../platform/http/refused.ts'
import {
  clickBatchSize,
  clickCommitSeconds,
  clicksRecorded,
  clicksUnwritten,
} from '../../platform/metrics/counts.ts'
import { tooBusy } from '../../shared/errors.ts'
import type { Automation, ClickKind, ClickOutcome } from '../contract.ts'
import { type Claim, storableReferrer, storableText } from '../rules.ts'
import { agreeOnSalt, type ClickRow, writeClicks } from './sql.ts'
import { createVisitors } from './visitor.ts'

/** A click to record. `claim` is what the request alone has already decided. */
export type Click = {
  productId: string
  kind: ClickKind
  /** The client's id for this click; the same id again is a retry. */
  eventId: string | null
  /** For a press: the event id of the view it came from, if it names one. */
  viewEventId: string | null
  /** The list's link that it came through, as it says; counts only where that is one of this product. */
  listLink?: string | null
  claim: Claim
  /** The signed-in person who clicked, if any. */
  viewerId: string | null
  address: string
  userAgent: string | null
  referrer: string | null
  /** The kind of program; null for people and where it is unknown. */
  automation: Automation | null
  /** The site it came from, as `instagram.com`; null where it is unknown. */
  site: string | null
  /** ISO 3166, two letters. */
  country: string | null
  /** Default: now. Another time is for callers in this process (demo data); clicks of one day must come in order. */
  clickedAt?: Date
}

export type ClickRecorder = {
  /**
   * Resolves with the outcome once the click is committed; null when there is no such product. Rejects with
   * `unavailable` when it could not be written or too many wait; the same event id may then be sent again.
   */
  record(click: Click): Promise<{ outcome: ClickOutcome } | null>
  /** Waits for all clicks recorded so far. */
  flush(): Promise<void>
  /** Accepts no more clicks and waits for those it has. */
  close(): Promise<void>
}

type ClickRecorderOptions = {
  db: Kysely<DB>
  clock: Clock
  log: Pick<FastifyBaseLogger, 'error'>
  /** Rows in one statement. Above some hundreds a row gets no cheaper, and the commit comes later. */
  maxBatch?: number
  /** Clicks that may wait: some seconds of work. Above it a quick refusal is better than a long wait. */
  maxWaiting?: number
}

const unavailable = (cause?: unknown) => new Refused('database', cause)

/** The one writer of clicks in this process (decision 6). */
export function createClickRecorder(options: ClickRecorderOptions): ClickRecorder {
  const { db, clock, log, maxBatch = 500, maxWaiting = 20_000 } = options
  const refuse = (failure: unknown): never => {
    // A database that is away is logged once for all requests.
    if (!isDatabaseUnavailable(failure)) log.error({ err: failure }, 'Clicks could not be written')
    throw failure instanceof Refused ? failure : unavailable(failure)
  }
  const visitorOf = createVisitors((day) => agreeOnSalt(db, day, randomBytes(32)).catch(refuse))
  const add = createGroupCommit<ClickRow, ClickOutcome | null>({
    // Clicks take their locks in one order, but somebody who repairs a total by hand may take another.
    write: async (rows) => {
      clickBatchSize.observe(rows.length)
      const stopTimer = clickCommitSeconds.startTimer()
      try {
        return await retryDeadlocks(3, () => writeClicks(db, rows)).catch(refuse)
      } finally {
        stopTimer()
      }
    },
    beginBatch: oneClickPerLimit,
    maxBatch,
    maxWaiting,
    refusal: unavailable,
  })
  const taken = new Map<string | symbol, ReturnType<ClickRecorder['record']>>()
  let closed = false

  async function write(click: Click) {
    const at = click.clickedAt ?? clock()
    const userAgent = storableText(click.userAgent)
    const visitor = await visitorOf({ ...click, userAgent }, at)
    const outcome = await add({
      event_id: click.eventId,
      product_id: click.productId,
      kind: click.kind,
      claim: click.claim,
      viewer_id: click.viewerId,
      visit: visitor.visit,
      earlier_visit: visitor.earlierVisit,
      visitor: visitor.hash,
      network: visitor.network,
      view_event_id: click.kind === 'view' ? click.eventId : click.viewEventId,
      through_link: click.listLink ?? null,
      referrer: storableReferrer(click.referrer),
      user_agent: userAgent,
      automation: click.automation,
      site: click.site,
      country: click.country,
      clicked_at: at,
    })
    if (outcome) clicksRecorded.inc({ outcome })
    return outcome && { outcome }
  }

  const flush = async () => {
    await Promise.allSettled(taken.values())
  }

  return {
    record: (click) => {
      if (closed) return Promise.reject(tooBusy('This process is ending. Please try again in a moment.'))
      // A retry that arrives during the first shares its answer.
      const key = click.eventId ? `${click.eventId} ${click.productId} ${click.kind}`.toLowerCase() : Symbol()
      const known = taken.get(key)
      if (known) return known
      const answer = write(click)
        .catch((failure: unknown) => {
          clicksUnwritten.inc()
          throw failure
        })
        .finally(() => taken.delete(key))
      taken.set(key, answer)
      return answer
    },
    flush,
    close: () => {
      closed = true
      return flush()
    },
  }
}

/**
 * Which rows one statement may decide. It knows only visits from before it, so of the clicks that share a limit
 * (`visit.place`: address prefix, product and kind) only the first joins a batch. The order stays.
 */
function oneClickPerLimit(): (row: ClickRow) => boolean {
  const places = new Set<string | undefined>()
  return ({ claim, visit, earlier_visit }) => {
    if (claim !== 'counted') return true
    const joins = !places.has(visit.place) && !places.has(earlier_visit?.place)
    places.add(visit.place)
    return joins
  }
}

type Waiting<T, R> = { item: T; resolve: (result: R) => void; reject: (reason: unknown) => void }

type GroupCommitOptions<T, R> = {
  /** Writes a batch and returns each item's result, in order. An error goes to everyone who waits. */
  write: (items: T[]) => Promise<R[]>
  /**
   * Begins a batch and returns a function that decides for each waiting item whether it joins. The first one must join.
   */
  beginBatch: () => (item: T) => boolean
  /** The maximum of items in a batch. */
  maxBatch: number
  maxWaiting: number
  /** The error for an item when too many wait. */
  refusal: () => Error
}

/** A batch of this size does not wait for more requests of the same turn: the next batch takes them. */
const enoughAtOnce = 8

/**
 * Writes items in batches: while one batch is written, new items gather for the next. So under load all items of a
 * batch share a commit, and without load an item is written at once. Each promise settles after its batch.
 */
function createGroupCommit<T, R>(options: GroupCommitOptions<T, R>) {
  let waiting: Waiting<T, R>[] = []
  let writing = false

  async function writeAll() {
    writing = true
    while (waiting.length > 0) {
      // Requests that reached the process together are handled before the next turn, so they share the batch.
      if (waiting.length < enoughAtOnce) await nextTurn()
      await writeBatch(takeBatch())
    }
    writing = false
  }

  /** Items that may not join stay in their order. */
  function takeBatch() {
    const joins = options.beginBatch()
    const batch: Waiting<T, R>[] = []
    const left: Waiting<T, R>[] = []
    for (const one of waiting) (batch.length < options.maxBatch && joins(one.item) ? batch : left).push(one)
    waiting = left
    return batch
  }

  async function writeBatch(batch: Waiting<T, R>[]) {
    try {
      const results = await options.write(batch.map((one) => one.item))
      // Settles in the next turn, when the next batch is on its way, so that the database does not wait for it.
      setImmediate(() => {
        batch.forEach((one, i) => {
          one.resolve(results[i] as R)
        })
      })
    } catch (error) {
      // The same failure would meet the others too, each after the same wait.
      for (const one of [...batch, ...waiting.splice(0)]) one.reject(error)
    }
  }

  return function add(item: T): Promise<R> {
    if (waiting.length >= options.maxWaiting) return Promise.reject(options.refusal())
    const result = new Promise<R>((resolve, reject) => waiting.push({ item, resolve, reject }))
    if (!writing) void writeAll()
    return result
  }
}
