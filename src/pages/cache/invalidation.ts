import type { FastifyBaseLogger } from 'fastify'
import { FolioClient } from '../../platform/database/client.ts'
import type { DatabaseAddress } from '../../platform/database/database.ts'
import type { Standbys } from '../../platform/database/standbys.ts'

/** Is told of changes, by the tags of pages, and of the loss and return of the connection. */
type ChangeListener = { invalidate(tag: string): void; clear(): void; distrust(): void }

/**
 * The same cache, with standbys that must not answer before they have every change that this node has heard of
 * (decision 91).
 */
export const withStandbys = (cache: ChangeListener, standbys: Standbys): ChangeListener => ({
  // First the standbys: whatever is rendered from here on must have the change.
  invalidate: (tag) => {
    standbys.changed()
    cache.invalidate(tag)
  },
  clear: () => {
    standbys.listens(true)
    cache.clear()
  },
  distrust: () => {
    standbys.listens(false)
    cache.distrust()
  },
})

const retryMs = 500
/** A connection that takes longer to open is abandoned and tried again, since meanwhile no change is received. */
const connectTimeoutMs = 5_000
/** How often the server is asked for a sign of life, and whether it still leads; how long it may take to answer. */
const usualPace = { beatMs: 3_000, silentMs: 5_000 }

/**
 * Keeps the cache correct on every node: the database announces each committed change on `page_changed`. After a lost
 * connection, or one to a server that has gone silent, changes may have been missed: what is cached is not trusted
 * until the connection is back, and dropped then. Returns a function that stops it.
 */
export function listenForChanges(
  address: DatabaseAddress,
  cache: ChangeListener,
  log: FastifyBaseLogger,
  { beatMs, silentMs } = usualPace,
) {
  let stopped = false
  let client: FolioClient | undefined
  let timer: NodeJS.Timeout | undefined

  async function connect() {
    const next = new FolioClient({
      ...address,
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: silentMs,
    })
    let beat: NodeJS.Timeout | undefined
    client = next
    next.on('notification', ({ payload }) => payload && cache.invalidate(payload))
    // A dying connection may report more than one error; without a listener any of them would end the process.
    next.on('error', (err) => log.debug({ err }, 'the connection for page changes was lost'))
    next.once('end', () => {
      clearInterval(beat)
      again()
    })
    try {
      await next.connect()
      await next.query('listen page_changed')
      beat = setInterval(() => void next.beat().catch(() => next.end()), beatMs).unref()
      cache.clear()
    } catch (error) {
      log.debug({ err: error }, 'page changes cannot be followed just now')
      await next.end().catch(() => {})
      again()
    }
  }

  function again() {
    cache.distrust()
    if (stopped || timer) return
    timer = setTimeout(() => {
      timer = undefined
      void connect()
    }, retryMs)
  }

  const ready = connect()
  return {
    ready,
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
