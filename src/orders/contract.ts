import { z } from 'zod'
import { defineContract } from '../shared/contract.ts'
import { id, instant } from '../shared/schemas.ts'

const count = z.int().nonnegative()

export const runKinds = ['stage', 'merge', 'undo', 'match', 'calculate', 'turn_over'] as const
export type RunKind = (typeof runKinds)[number]
export const runStates = ['waiting', 'running', 'done', 'failed', 'stopped'] as const

/** The status of an order: `withdrawn` if every report that had it was undone or replaced. */
export const orderStatus = z.enum(['pending', 'shipped', 'cancelled', 'returned', 'withdrawn'])

/** A row of a report that was left out, or a remark on one. */
export const rowError = z.object({
  line: z.int(),
  order_item_id: z.string().nullable(),
  column: z.string(),
  message: z.string(),
})

export const importResults = z.object({
  /** Rows of the file: the sum of imported, updated, unchanged, failed, waiting_returns and combined. */
  total: count,
  imported: count,
  updated: count,
  unchanged: count,
  failed: count,
  waiting_returns: count,
  combined: count,
  /** The first thousand. */
  errors: z.array(rowError),
  /** This file was imported before: nothing changed, and the counts are those of the first time. */
  already_imported: z.boolean(),
})
export const matchResults = z.object({
  total: count,
  matched: count,
  high_confidence: count,
  medium_confidence: count,
  no_match: count,
  /** How many of those matched wait for an admin's decision. */
  review: count.default(0),
  /** How many of those left unchanged would go to somebody else by the present evidence. */
  evidence_disagrees: count.default(0),
  /**
   * How many waited: all of them, those left unchanged (decided by hand, posted, or no longer in any report), and those
   * that took longer than a statement may and keep waiting.
   */
  waiting: count,
  left_alone: count,
  timed_out: count.default(0),
})
export const calculationResults = z.object({
  processed: count,
  /** How many waited: those processed, and those with nothing new to post. */
  waiting: count,
  unchanged: count,
})

/** A step of the pipeline, under way or finished. */
export const run = z.object({
  id,
  kind: z.enum(runKinds),
  import_id: id.nullable(),
  state: z.enum(runStates),
  /** An admin has asked it to stop, and it has not stopped yet. */
  is_stopping: z.boolean(),
  rows_done: count,
  rows_total: count.nullable(),
  /** Its results: match and calculate return those of their functions; a change of the ship date has none. */
  results: z.record(z.string(), z.number()).nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  /**
   * Whether each number of a matching or calculation leads to its orders; not for runs from before these were stored.
   */
  orders_listed: z.boolean(),
  /** The username of the person who started it; null once the account is deleted. */
  actor: z.string().nullable(),
  created_at: instant,
  started_at: instant.nullable(),
  finished_at: instant.nullable(),
})
export type Run = z.output<typeof run>

/** The three steps (docs/product/admin.md#pipeline): what waits in each, and how the last one ended. */
const pipeline = z.object({
  /** Under way or waiting, the oldest first. */
  open_runs: z.array(run),
  last: z.object({
    import: run.nullable(),
    match: run.nullable(),
    calculate: run.nullable(),
  }),
  has_orders: z.boolean(),
  waiting_for_match: count,
  /** Matched before the order's date was over: the next matching decides again. */
  provisional: count,
  waiting_for_calculation: count,
  /** Orders that an admin has to decide or accept. */
  under_review: count,
  /** Orders whose present evidence names somebody else: an admin decides. */
  evidence_disagrees: count,
  /** Returns that an admin is asked about. */
  returns_asked: count,
  /** Marketplaces with links but without an associate tag: sales there earn nothing. */
  marketplaces_without_tag: z.array(z.string()),
})

const runParams = z.object({ id })

const longAnswers =
  'With `Prefer: respond-async` it answers 202 and the run; with `Accept: text/event-stream`, events `progress`, then `result` or `error`'

const isStream = (value: unknown) =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

/**
 * The answer of a pipeline function (docs/product/calls.md#functions): its results, the run it has begun, or events.
 */
const answerWith = <Results extends z.ZodType>(results: Results) =>
  z.union([
    z.object({ success: z.literal(true), results }),
    run,
    z.custom<AsyncIterable<string>>(isStream).meta({ type: 'string' }),
  ])

export const ordersContract = defineContract({
  'GET /api/v1/admin/pipeline': {
    summary: 'The state of import, matching and calculation',
    access: 'admin',
    response: pipeline,
  },
  'POST /api/v1/admin/runs': {
    summary:
      'Start matching or calculating in the background; a waiting run of that kind is returned instead',
    access: 'admin',
    asksAgain: true,
    second: 'none',
    creates: true,
    body: z.object({ kind: z.enum(['match', 'calculate']) }),
    response: run,
    status: 201,
  },
  'GET /api/v1/admin/runs/:id': {
    summary: 'The progress of a run',
    access: 'admin',
    params: runParams,
    response: run,
  },
  'POST /api/v1/admin/runs/:id/stop': {
    summary: 'Ask a run to stop; what it has committed stays',
    access: 'admin',
    second: 'none',
    params: runParams,
    response: run,
  },
  'POST /api/v1/admin/runs/:id/restart': {
    summary: 'Restart a run that was stopped or failed; it continues after the last commit',
    access: 'admin',
    asksAgain: true,
    second: 'none',
    creates: true,
    params: runParams,
    response: run,
    status: 201,
  },
})

/** The pipeline's three steps as functions (docs/product/calls.md#functions). */
export const pipelineFunctionsContract = defineContract({
  'POST /functions/v1/amazon-import': {
    summary: `Import a report’s text. ${longAnswers}`,
    access: 'admin',
    asksAgain: true,
    second: 'none',
    creates: true,
    body: z.object({ csvData: z.string() }),
    response: answerWith(importResults),
    begunStatus: 202,
  },
  'POST /functions/v1/commission-matcher': {
    summary: `Match orders to clicks. ${longAnswers}`,
    access: 'admin',
    asksAgain: true,
    second: 'none',
    creates: true,
    response: answerWith(matchResults),
    begunStatus: 202,
  },
  'POST /functions/v1/earnings-calculator': {
    summary: `Post what is owed to the ledger. ${longAnswers}`,
    access: 'admin',
    asksAgain: true,
    second: 'none',
    creates: true,
    response: answerWith(calculationResults),
    begunStatus: 202,
  },
})
