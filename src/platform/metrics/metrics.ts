import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { DB } from '../database/schema.ts'
import { securityCounts } from '../security-events.ts'
import type { Team } from '../workers/team.ts'
import { counted } from './counts.ts'
import { type Counts, merge } from './merge.ts'
import type { Source } from './source.ts'

/** The minimum time between two readings, however many readers there are. */
const readEveryMs = 15_000
/** How long a reader waits for the database. */
const patienceMs = 2_000
const statementMs = 1_000

type Options = {
  db: Kysely<DB>
  /** Values of this process and its machine, read each time. */
  each?: Source[]
  own: Source[]
  /** Values from the database, read one after the other in one connection. */
  stored: Source[]
  /** Other workers, whose counts are added. */
  team?: Team | undefined
}

/**
 * Returns a function that makes the text that Prometheus reads (its exposition format, version 0.0.4). It never throws:
 * values that could not be read are missing, and `folio_database_up` says whether the database answered.
 */
export function createMetrics({ db, each = [], own, stored, team }: Options): () => Promise<string> {
  const registry = new Registry()
  const eachRegistry = new Registry()
  const gauges = new Map([
    ...each.flatMap((source) => gaugesOf(source, eachRegistry)),
    ...[...own, ...stored].flatMap((source) => gaugesOf(source, registry)),
  ])
  const up = new Gauge({
    name: 'folio_database_up',
    help: '1 if the database answered in time',
    registers: [registry],
  })
  let reading: Promise<void> | undefined
  let readAt = Number.NEGATIVE_INFINITY

  /** Replaces the last values of a source by its present ones; shows none if it cannot be read. */
  async function show(source: Source, from: Kysely<DB>): Promise<void> {
    const values = await source.read(from).catch(() => null)
    for (const name of Object.keys(source.gauges)) setGauge(gauges.get(name) as Gauge, values?.[name] ?? null)
  }

  async function readStored(): Promise<void> {
    try {
      await db.connection().execute(async (one) => {
        for (const source of stored)
          await show({ ...source, read: (from) => readOnly(from, (tx) => source.read(tx)) }, one)
      })
      up.set(1)
    } catch {
      forget()
    }
    readAt = performance.now()
  }

  function forget() {
    up.set(0)
    for (const source of stored)
      for (const name of Object.keys(source.gauges)) setGauge(gauges.get(name) as Gauge, null)
  }

  /** At most one reading is under way, so that frequent readers take no more than one connection. */
  async function refresh(): Promise<void> {
    if (!reading && performance.now() - readAt >= readEveryMs)
      reading = readStored().finally(() => {
        reading = undefined
      })
    if (!reading) return
    const isRead = await Promise.race([reading.then(() => true), delay(patienceMs, false, { ref: false })])
    if (!isRead) forget()
  }

  /** The values of this process alone. */
  async function ownParts(): Promise<Registry[]> {
    await Promise.all(each.map((source) => show(source, db)))
    return [counted, ofProcess(), eachRegistry]
  }

  async function ownCounts(): Promise<Counts> {
    const parts = await ownParts()
    return (await Promise.all(parts.map((part) => part.getMetricsAsJSON()))).flat() as Counts
  }
  team?.answers('metrics', ownCounts)

  /** With those of the other workers, if there are any. */
  const allParts = async (): Promise<Registry[]> =>
    team ? [merge([await ownCounts(), ...(await team.others<Counts>('metrics'))])] : ownParts()

  return async () => {
    // First, since the reading would count among the connections in use.
    const parts = await allParts()
    await Promise.all(own.map((source) => show(source, db)))
    await refresh()
    const texts = await Promise.all([...parts, registry].map((part) => part.metrics()))
    return texts.join('\n')
  }
}

const readOnly = <T>(db: Kysely<DB>, work: (tx: Kysely<DB>) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`set local statement_timeout = ${sql.lit(statementMs)}`.execute(tx)
      return work(tx)
    })

const gaugesOf = ({ gauges }: Source, registry: Registry) =>
  Object.entries(gauges).map(([name, { help, labels = [] }]): [string, Gauge] => [
    name,
    new Gauge({ name, help, labelNames: labels, registers: [registry] }),
  ])

function setGauge(gauge: Gauge, value: Awaited<ReturnType<Source['read']>>[string]): void {
  gauge.reset()
  // Prometheus shows a gauge without labels as 0 until it is removed, and 0 would be a statement.
  if (value === null) gauge.remove({})
  else if (typeof value === 'number') gauge.set(value)
  else for (const { labels, value: number } of value) gauge.set(labels, number)
}

let processRegistry: Registry | undefined

/** Memory, processor, event loop and garbage collection of this process, and its security events. */
function ofProcess(): Registry {
  if (processRegistry) return processRegistry
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  new Counter({
    name: 'folio_security_events_total',
    help: 'Security events by name (decision 43)',
    labelNames: ['event'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [event, count] of Object.entries(securityCounts())) this.inc({ event }, count)
    },
  })
  processRegistry = registry
  return registry
}
