import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { standbyReads } from '../metrics/counts.ts'
import { type Database, openDatabase } from './database.ts'
import { isDatabaseUnavailable, isReadOnly, sqlState } from './errors.ts'
import { identityOf } from './identity.ts'
import type { DB } from './schema.ts'

/** How long a read waits until a standby has every change that this node knows of; then the primary answers. */
const patienceMs = 50
const lookMs = 4
/** How old the known position of the primary may be, if no change was announced. */
const knownMs = 1_000
/** How long a standby that failed is left alone. */
const restMs = 1_000

type Standby = Database & {
  /** Whether it has the primary's database, as far as we have checked since it last failed. */
  isOurs: boolean
  replayed: bigint
  restUntil: number
  looking: Promise<void> | undefined
}

/** Reads that standbys may answer (decision 91). */
export type Standbys = {
  /**
   * Runs work that only reads on a standby that has every change that this node has heard of, else on the primary, even
   * if the standby fails halfway.
   */
  read<T>(work: (db: Kysely<DB>) => Promise<T>): Promise<T>
  /** A change was committed, by this node or another. */
  changed(): void
  /** Whether this node receives changes; until it does, the primary answers. */
  listens(does: boolean): void
  close(): Promise<void>
}

/** Opens a pool for each of the standbys, which take turns. */
export function openStandbys(primary: Database, urls: string[], max: number): Standbys {
  const standbys: Standby[] = urls.map((connectionString) => ({
    ...openDatabase({ connectionString }, { max }),
    isOurs: false,
    replayed: -1n,
    restUntil: 0,
    looking: undefined,
  }))
  let isListening = false
  let turn = 0
  /** Counts changes; an answer from before the last of them is not enough. */
  let changes = 0
  let known: { position: bigint; changes: number; at: number } | undefined
  let asking: { position: Promise<bigint>; changes: number } | undefined

  /** The position that a standby must have reached. */
  async function needed(): Promise<bigint> {
    if (known?.changes === changes && performance.now() - known.at < knownMs) return known.position
    if (asking?.changes !== changes) asking = { position: ask(changes), changes }
    return asking.position
  }

  async function ask(when: number): Promise<bigint> {
    const at = performance.now()
    try {
      const position = await positionOf(primary.pool, 'pg_current_wal_insert_lsn()')
      if (when >= (known?.changes ?? 0)) known = { position, changes: when, at }
      return position
    } finally {
      if (asking?.changes === when) asking = undefined
    }
  }

  /** Asks a standby how far it is, once for all readers who wait. */
  function look(standby: Standby): Promise<void> {
    standby.looking ??= positionOf(standby.pool, replayed)
      .then((position) => {
        standby.replayed = position
      })
      .finally(() => {
        standby.looking = undefined
      })
    return standby.looking
  }

  /**
   * Throws if an address leads to the standby of another server, or to another database, for example by a typing error.
   */
  async function recognise(standby: Standby): Promise<void> {
    const [own, its] = await Promise.all([identityOf(primary.pool), identityOf(standby.pool)])
    if (own !== its) throw new Error('This server holds another database.')
    standby.isOurs = true
  }

  /** Whether a standby reaches a position in time; later only if it is silent. */
  async function reach(standby: Standby, position: bigint): Promise<boolean> {
    const until = performance.now() + patienceMs
    if (!standby.isOurs) await recognise(standby)
    while (standby.replayed < position) {
      await look(standby)
      if (standby.replayed >= position) break
      if (performance.now() > until) return false
      await delay(lookMs)
    }
    return true
  }

  /** A standby that has every known change; undefined if none has them in time. */
  async function upToDate(): Promise<Standby | undefined> {
    if (!isListening) return undefined
    const standby = next()
    if (!standby) return undefined
    const position = await needed()
    try {
      // One that has gone silent would answer late, when the position is old.
      const isReached = await Promise.race([
        reach(standby, position),
        delay(patienceMs, false, { ref: false }),
      ])
      return isReached && isListening ? standby : undefined
    } catch {
      rest(standby)
      return undefined
    }
  }

  function next(): Standby | undefined {
    const awake = standbys.filter(({ restUntil }) => performance.now() >= restUntil)
    turn += 1
    return awake[turn % awake.length]
  }

  function rest(standby: Standby) {
    standby.isOurs = false
    standby.replayed = -1n
    standby.restUntil = performance.now() + restMs
  }

  return {
    async read(work) {
      const standby = await upToDate()
      if (!standby) {
        standbyReads.inc({ by: 'primary' })
        return work(primary.db)
      }
      try {
        const answer = await work(standby.db)
        standbyReads.inc({ by: 'standby' })
        return answer
      } catch (error) {
        if (!isOfStandby(error)) throw error
        if (!isConflict(error)) rest(standby)
        standbyReads.inc({ by: 'retried' })
        return work(primary.db)
      }
    },
    changed: () => {
      changes += 1
    },
    listens: (does) => {
      isListening = does
      changes += 1
    },
    close: async () => {
      for (const standby of standbys) await standby.close()
    },
  }
}

/** This node's own changes count as known before their answers are sent. */
export function noteChanges(app: FastifyInstance, standbys: Standbys): void {
  app.addHook('onSend', ({ method }, _reply, payload, done) => {
    if (method !== 'GET' && method !== 'HEAD') standbys.changed()
    done(null, payload)
  })
}

// A promoted standby replays nothing more: it is no standby.
const replayed = 'case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end'

/** A position in the log of changes, as a number. */
async function positionOf(pool: pg.Pool, what: string): Promise<bigint> {
  const { rows } = await pool.query<{ position: string | null }>(`select (${what})::text as position`)
  const position = rows[0]?.position
  if (!position) throw new Error('This server is no standby.')
  const [high = '0', low = '0'] = position.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** True if the standby ended a statement that blocked its replay. */
const isConflict = (error: unknown) => sqlState(error) === '40001'

/** True for failures that the primary would not have. */
const isOfStandby = (error: unknown) => isConflict(error) || isReadOnly(error) || isDatabaseUnavailable(error)
