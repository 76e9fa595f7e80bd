import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { identityOf } from './identity.ts'

/** Each promotion raises the timeline: if two servers accept changes, the higher one was promoted later. */
export type Server = { url: string; host: string; port: number; timeline: number }

/** How long a server may take to report its role; and the others, once one has reported that it accepts changes. */
const patienceMs = { any: 2_000, others: 200 }

/** Longer than a burst of new connections; a node that was idle for longer may have missed a failover. */
const knownMs = 5_000

// If two accept changes, the one that was promoted last has the higher timeline.
const question = `select case when not pg_is_in_recovery()
  then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline`

/** A connection to one of them, and what ends it. */
type Watched = { server: Server; drop: () => void }

/** The identity is undefined if the server does not tell it. */
type Found = Server & { identity: string | undefined }

/**
 * Finds which of several servers accepts changes (decision 91). All of them are asked at once, when nobody knows or
 * somebody has seen otherwise, and the answer is kept for some seconds.
 */
export class PrimaryFinder {
  readonly #urls: string[]
  #known: (Server & { at: number }) | undefined
  /** The id of the database found first, the only one for as long as this process lives. */
  #identity: string | undefined
  #search: Promise<Server> | undefined
  readonly #watched = new Set<Watched>()

  constructor(urls: string[]) {
    this.#urls = urls
  }

  /**
   * Throws the first server's failure if none answers, `25006` if none accepts changes that has the database found
   * before, and an error that names them if at first several accept changes that are not copies of each other.
   */
  find(): Promise<Server> {
    if (this.#known && performance.now() - this.#known.at < knownMs) return Promise.resolve(this.#known)
    this.#search ??= this.#ask().finally(() => {
      this.#search = undefined
    })
    return this.#search
  }

  /**
   * Drops a connection to a server once a later one is found: the server tells nothing new even if it goes on as if it
   * led, and may be silent. Returns what forgets the connection.
   */
  watch(server: Server, drop: () => void): () => void {
    const watched = { server, drop }
    this.#watched.add(watched)
    this.#dropReplaced()
    return () => this.#watched.delete(watched)
  }

  #dropReplaced() {
    for (const { server, drop } of this.#watched)
      if (this.#known && this.#known.timeline > server.timeline) drop()
  }

  /** A server turned out not to accept changes, or not to be there. */
  forget(server: Pick<Server, 'url'>): void {
    if (this.#known?.url === server.url) this.#known = undefined
  }

  async #ask(): Promise<Server> {
    const found: Found[] = []
    const first = Promise.withResolvers<void>()
    const asked = Promise.allSettled(
      this.#urls.map(async (url) => {
        const one = await askServer(url)
        if (!one) return
        found.push(one)
        // Another database is no reason not to wait for the rest.
        if (isSame(one.identity, this.#identity)) first.resolve()
      }),
    )
    const afterFirst = first.promise.then(() => delay(patienceMs.others, undefined, { ref: false }))
    await Promise.race([asked, afterFirst])
    const ours = found.filter((one) => isSame(one.identity, this.#identity))
    const [primary] = ours.sort((one, other) => other.timeline - one.timeline)
    if (!primary) throw whyNone(await asked, found[0])
    const stranger = ours.find((one) => !isSame(one.identity, primary.identity))
    if (stranger)
      throw new Error(
        `${nameOf(primary)} and ${nameOf(stranger)} both accept changes, but hold different databases`,
      )
    this.#identity ??= primary.identity
    this.#known = { ...primary, at: performance.now() }
    this.#dropReplaced()
    return primary
  }
}

/** Whether two servers may have the same database: an identity that one of them does not tell is no difference. */
const isSame = (one: string | undefined, other: string | undefined) => !one || !other || one === other

const nameOf = ({ host, port }: Server) => `${host}:${port}`

function whyNone(asked: PromiseSettledResult<void>[], stranger: Server | undefined): unknown {
  if (stranger) return noPrimary(`${nameOf(stranger)} does, but holds another database`)
  const failed = asked.filter((one) => one.status === 'rejected')
  if (failed.length === asked.length && failed[0]) return failed[0].reason
  return noPrimary()
}

/** The error for when no server accepts changes just now. */
export const noPrimary = (because?: string) =>
  Object.assign(
    new Error(['No server of DATABASE_URL accepts changes', because].filter(Boolean).join(': ')),
    {
      code: '25006',
    },
  )

/** The server, if it accepts changes; null if it follows another. Throws if it cannot be asked. */
async function askServer(url: string): Promise<Found | null> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: patienceMs.any,
    query_timeout: patienceMs.any,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ timeline: number | null }>(question)
    const timeline = rows[0]?.timeline
    if (typeof timeline !== 'number') return null
    const { host, port } = client
    // Some providers do not reveal it.
    const identity = await identityOf(client).catch(() => undefined)
    return { url, host, port, timeline, identity }
  } finally {
    void client.end().catch(() => {})
  }
}

const finders = new Map<string, PrimaryFinder>()

/** The finder of this process for these servers: pool, page changes, jobs and migrations share its answer. */
export function primaryAmong(urls: string[]): PrimaryFinder {
  const key = urls.join()
  const finder = finders.get(key) ?? new PrimaryFinder(urls)
  finders.set(key, finder)
  return finder
}
