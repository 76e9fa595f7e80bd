import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { DB } from '../database/schema.ts'
import { readTrace, type Trace, traceHeaders } from '../telemetry/trace.ts'
import { addJob, addJobs } from './sql.ts'

/**
 * A job's name and payload. It is declared beside the service that enqueues it, so that both ends agree. A payload is
 * readable in the database: it names things by id and holds no secret.
 */
export type JobKind<Payload extends object> = { name: string; payload: z.ZodType<Payload, Payload> }

/** How one kind of job is done; `run` throws if it fails. */
export type JobHandler = {
  name: string
  /** `stopping` is aborted when the program ends: long work then comes to an orderly end within a few seconds. */
  run(payload: unknown, stopping: AbortSignal): Promise<void>
  /** Set for a periodic job: how often it runs. */
  everyMs?: number
}

/** Thrown by a job's work when another attempt cannot succeed: the job is not tried again. */
export class PermanentError extends Error {
  override readonly name = 'PermanentError'
}

/**
 * Binds a kind of job to its work, which gets the checked payload. Work may run more than once: a process can die after
 * doing it and before recording that.
 */
export function handle<Payload extends object>(
  kind: JobKind<Payload>,
  work: (payload: Payload) => Promise<void>,
): JobHandler {
  return {
    name: kind.name,
    run: async (payload) => {
      const parsed = kind.payload.safeParse(payload)
      if (!parsed.success)
        throw new PermanentError(`The payload does not fit: ${z.prettifyError(parsed.error)}`)
      await work(parsed.data)
    },
  }
}

/**
 * Periodic work every `everyMs`, beginning with the start of the program, in one process at a time: while it waits or
 * runs, no second one is added. If that process is killed, another takes over within half a minute.
 */
export const periodic = (
  name: string,
  everyMs: number,
  work: (stopping: AbortSignal) => Promise<void>,
): JobHandler => ({ name, everyMs, run: (_payload, stopping) => work(stopping) })

type Options = {
  /** A waiting job with the same key is replaced by this one. */
  key?: string
  /**
   * Not before this instant of the database's clock, at most twelve hours ahead (a later job is taken for one of a
   * wrong clock and runs at once); at once if unset.
   */
  runAt?: Date
  /** How often it is tried, with e, e², e³ … seconds between attempts (six hours at most); 25 times if unset. */
  maxAttempts?: number
}

/**
 * Adds a job in the connection or transaction of `db`: it exists exactly if that commits. Its work becomes part of the
 * current trace, if there is one. Throws ZodError for a payload that does not fit its kind.
 */
export async function enqueue<Payload extends object>(
  db: Kysely<DB>,
  kind: JobKind<Payload>,
  payload: Payload,
  { key, runAt, maxAttempts }: Options = {},
): Promise<void> {
  const traced = { ...kind.payload.parse(payload), ...traceHeaders() }
  await addJob(db, { name: kind.name, payload: traced, key, runAt, maxAttempts })
}

/** The same for many jobs of a kind, in one statement; with `keyOf`, each replaces the waiting one that has its key. */
export async function enqueueAll<Payload extends object>(
  db: Kysely<DB>,
  kind: JobKind<Payload>,
  payloads: Payload[],
  keyOf?: (payload: Payload) => string,
): Promise<void> {
  const headers = traceHeaders()
  const traced = payloads.map((payload) => ({ ...kind.payload.parse(payload), ...headers }))
  if (traced.length > 0) await addJobs(db, kind.name, traced, keyOf && payloads.map(keyOf))
}

/** Separates a payload from the trace in which the job was added. */
export function tracedPayload(payload: unknown): { payload: unknown; trace: Trace | undefined } {
  if (typeof payload !== 'object' || payload === null || !('traceparent' in payload))
    return { payload, trace: undefined }
  const { traceparent, tracestate, ...rest } = payload as Record<string, string>
  return { payload: rest, trace: readTrace({ traceparent, tracestate }) }
}
