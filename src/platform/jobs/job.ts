import { z } from 'zod'

/**
 * What a job is called and what it carries. It lives with the service that enqueues it, so that the two ends of a
 * job agree. A payload lies readable in the database: it names things by id and holds no secret.
 */
export type JobKind<Payload extends object> = { name: string; payload: z.ZodType<Payload, Payload> }

/** How one kind of job is done; `run` throws when it could not be. */
export type JobHandler = { name: string; run(payload: unknown): Promise<void> }

/** Thrown by a job's work when another attempt cannot succeed: the job is not tried again. */
export class PermanentFailure extends Error {
  override readonly name = 'PermanentFailure'
}

/**
 * Binds a kind of job to its work, which gets the checked payload. Work may run more than once: a process can die
 * after doing it and before saying so.
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
        throw new PermanentFailure(`The payload does not fit: ${z.prettifyError(parsed.error)}`)
      await work(parsed.data)
    },
  }
}
