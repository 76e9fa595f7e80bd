import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { z } from 'zod'
import { type Context, requireAdmin } from '../../platform/context.ts'
import type { Call } from '../../platform/http/route.ts'
import type { IdempotencyKey } from '../../platform/idempotency.ts'
import { AppError, type ErrorCode, invalid } from '../../shared/errors.ts'
import type { calculationResults, importResults, matchResults, run } from '../contract.ts'
import { confirmationRequired } from '../imports/doubt-rules.ts'
import { findImport, findImportResults } from '../imports/listing.ts'
import { createImport } from '../imports/upload.ts'
import { findRun, type Runs, startRun } from '../runs/service.ts'

type SerializedRun = z.input<typeof run>

/** How a caller wants the answer of a long step: when it is over, at once, or as events. */
type AnswerMode = 'wait' | 'async' | 'events'

/** Reads the mode from a request's headers (RFC 7240's `respond-async`; server-sent events). */
function answerModeOf(headers: { prefer?: unknown; accept?: unknown }): AnswerMode {
  if (/(^|,)\s*respond-async\s*(,|;|$)/i.test(String(headers.prefer ?? ''))) return 'async'
  return /(^|,)\s*text\/event-stream\s*(,|;|$)/i.test(String(headers.accept ?? '')) ? 'events' : 'wait'
}

/** How often events report progress. */
const progressMs = 500

type Steps<Results> = {
  runs: Runs
  /** The run to wait for. */
  id: string
  /** The run that follows it, if there is one: an import is staged, then merged. */
  next?: (ended: SerializedRun) => Promise<string | null>
  resultsOf: (ended: SerializedRun) => Promise<Results>
}

/** The results of the step. Throws its error, and `conflict` when an admin stopped it. */
async function waitForResults<Results>(
  context: Context,
  { runs, id, next, resultsOf }: Steps<Results>,
  { gone, report }: { gone: AbortSignal; report?: (run: SerializedRun) => void },
): Promise<{ success: true; results: Results }> {
  requireAdmin(context)
  const watching = new AbortController()
  const reporting = report && reportProgress(context, id, report, watching.signal)
  const ended = await runs.waitFor(id, gone).finally(() => watching.abort())
  await reporting
  if (ended.error) throw new AppError(ended.error.code as ErrorCode, ended.error.message)
  if (ended.state === 'stopped') throw new AppError('conflict', 'This step was stopped.')
  const following = await next?.(ended)
  if (following) return waitForResults(context, { runs, id: following, next, resultsOf }, { gone, report })
  return { success: true, results: await resultsOf(ended) }
}

async function reportProgress(
  context: Context,
  id: string,
  report: (run: SerializedRun) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    report(await findRun(context, id))
    await delay(progressMs, undefined, { signal }).catch(() => {})
  }
}

/** The step's events: `progress` now and then, at the end `result` or `error`. */
function eventsOf<Results>(context: Context, steps: Steps<Results>, gone: AbortSignal): Readable {
  const events = new Readable({ read() {} })
  const send = (event: string, data: unknown) =>
    events.push(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  const report = ({ id, kind, state, rows_done, rows_total }: SerializedRun) =>
    send('progress', { run_id: id, kind, state, rows_done, rows_total })
  waitForResults(context, steps, { gone, report })
    .then(
      (answer) => send('result', answer),
      (error: unknown) => send('error', problemOf(error)),
    )
    .finally(() => events.push(null))
  return events
}

const problemOf = (error: unknown) =>
  error instanceof AppError
    ? { code: error.code, message: error.message, ...(error.details && { details: error.details }) }
    : { code: 'internal_error', message: 'Something went wrong.' }

/** Aborted when the caller has disconnected: the step continues, but nobody waits for it. */
function goneSignal(reply: Call['reply']): AbortSignal {
  const gone = new AbortController()
  reply?.raw.once('close', () => gone.abort(new AppError('unavailable', 'The caller has gone away.')))
  return gone.signal
}

/** Answers a function's caller in the way they asked for; `begun` is the step that has just begun. */
export async function answerFunction<Results>(
  context: Context,
  { headers, reply }: Pick<Call, 'headers' | 'reply'>,
  begun: Promise<Steps<Results>>,
): Promise<{ success: true; results: Results } | SerializedRun | Readable> {
  const gone = goneSignal(reply)
  const steps = await begun
  const mode = answerModeOf(headers)
  if (mode === 'async') {
    reply?.code(202).headers({
      location: `/api/v1/admin/runs/${steps.id}`,
      'preference-applied': 'respond-async',
    })
    return findRun(context, steps.id)
  }
  if (mode === 'events') {
    reply?.headers({ 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' })
    return eventsOf(context, steps, gone)
  }
  return waitForResults(context, steps, { gone })
}

/**
 * Begins an import of a report's text (docs/product/calls.md#functions): it is staged, then merged. Throws
 * `validation_failed` for a blank text (docs/product/admin.md#import-step) and for one whose dates can be read two
 * ways, since this call cannot ask. Throws `confirmation_required` for one that an admin has to confirm; nothing of
 * it is merged.
 */
export async function beginImport(
  context: Context,
  runs: Runs,
  text: string,
  key?: IdempotencyKey,
): Promise<Steps<z.input<typeof importResults>>> {
  requireAdmin(context)
  if (text.trim() === '') throw invalid('csvData', 'Please enter CSV data')
  const { id: importId, run } = await createImport(context, runs, {
    query: { marketplace: 'us', apply: true },
    body: Readable.from([Buffer.from(text)]),
    key,
  })
  if (!run) throw new Error(`Import ${importId} was received without a run`)
  return {
    runs,
    // The staging run, even if the merging run has been added by now.
    id: run.id,
    next: async (ended) => {
      const { state, question, run } = await findImport(context, importId)
      if (question?.kind === 'confirmation' && (ended.kind === 'merge' || state === 'question'))
        throw confirmationRequired(importId, question.reasons)
      if (ended.kind === 'merge') return null
      if (question?.kind === 'date_order')
        throw new AppError(
          'validation_failed',
          `Dates such as ${question.examples[0]} can be read two ways. Import this report in the Admin Panel, which asks.`,
        )
      if (question?.kind === 'statuses')
        throw new AppError(
          'validation_failed',
          `Nobody has said what the status “${question.statuses[0]?.status}” means. Import this report in the Admin Panel, which asks.`,
        )
      return state === 'repeated' ? null : (run?.id ?? null)
    },
    resultsOf: () => findImportResults(context, importId),
  }
}

/** Begins matching (docs/product/calls.md#functions). */
export const beginMatching = (
  context: Context,
  runs: Runs,
  key?: IdempotencyKey,
): Promise<Steps<z.input<typeof matchResults>>> => begin(context, runs, 'match', key)

/** Begins calculating (docs/product/calls.md#functions). */
export const beginCalculating = (
  context: Context,
  runs: Runs,
  key?: IdempotencyKey,
): Promise<Steps<z.input<typeof calculationResults>>> => begin(context, runs, 'calculate', key)

async function begin<Results>(
  context: Context,
  runs: Runs,
  kind: 'match' | 'calculate',
  key?: IdempotencyKey,
): Promise<Steps<Results>> {
  requireAdmin(context)
  const { id } = await startRun(context, runs, kind, key)
  // A run's results are what its kind of step returns.
  return { runs, id, resultsOf: async ({ results }) => results as Results }
}
