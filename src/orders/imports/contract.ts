import { z } from 'zod'
import { reason } from '../../audit/contract.ts'
import { defineContract } from '../../shared/contract.ts'
import { id, instant, marketplaceCode, page } from '../../shared/schemas.ts'
import { rowError, run, runKinds } from '../contract.ts'
import { byCreator, otherCreators, reported, tally, undoEffect, waitingReturns } from './outcomes/contract.ts'

const count = z.int().nonnegative()
const usd = z.number()

export const reportFormats = ['folio_csv', 'fee_earnings', 'fee_orders'] as const
export type ReportFormat = (typeof reportFormats)[number]
export const importStates = [
  'receiving',
  'received',
  'staged',
  'question',
  'merged',
  'repeated',
  'failed',
  'discarded',
] as const

/** A browser sends a file; the server reads it as a stream. */
const file = z
  .custom<Blob | AsyncIterable<Uint8Array>>(
    (body) => typeof body === 'object' && body !== null,
    'Send the file itself.',
  )
  .meta({ type: 'string', format: 'binary' })

const doubtKinds = [
  'reopened',
  'fewer_returns',
  'unclear_returns',
  'retold_returns',
  'fewer_rows',
  'late_report',
  'totals',
  'repeated_rows',
  'differing_rows',
  'twins',
  'no_paying_date',
  'turned_over',
] as const

/**
 * How rows are to be counted that can be counted two ways, whether what two formats tell of is one sale, and whether a return is one
 * that was told before.
 */
const choice = z.enum(['once', 'each', 'same_sale', 'two_sales', 'same_return', 'another_return'])

/** Why an import takes effect only once an admin has confirmed it. */
const doubt = z.object({
  /**
   * Orders that were returned or cancelled would be shipped again; less would have come back of orders; what came back of orders does not fit what was bought;
   * returns may be ones that earlier reports told otherwise; days would have fewer rows than they had; rows of newer reports would be other orders, had this one come before; the file's own totals are not those of its rows; rows of one id are equal,
   * or of different products or sub tags; orders and rows of Fee-Earnings may be one sale; nobody has said which format pays
   * when; or another one would pay.
   */
  kind: z.enum(doubtKinds),
  /** Orders that are shipped again, of which less came back, or that returns do not fit; returns; rows that go; rows that were left out. */
  rows: count,
  /** What would be owed for them again, what is told to have come back, what would be owed no more, what the rows come to beside the file's totals. */
  commission: usd,
  message: z.string(),
  /** The first twenty of the orders or days. */
  examples: z.array(z.string()),
  /** What it can be answered by; where it has none it is confirmed as it is. */
  choices: z.array(choice).optional(),
})
export type Doubt = z.output<typeof doubt>

/** What an admin says yes to: the rows and the money of every reason, as the import told them. */
const confirmation = z
  .array(doubt.pick({ kind: true, rows: true, commission: true }).extend({ choice: choice.optional() }))
  .min(1)
export type Confirmation = z.output<typeof confirmation>

const importBatch = z.object({
  id,
  state: z.enum(importStates),
  file_name: z.string().nullable(),
  bytes: count,
  format: z.enum(reportFormats).nullable(),
  marketplace: z.string(),
  report_as_of: instant,
  actor: z.string().nullable(),
  created_at: instant,
  merged_at: instant.nullable(),
  /** Rows of the file, bad ones too: the sum of imported, updated, unchanged, failed, waiting_returns and combined. */
  total: count,
  /** Order items that were new, changed, or as they were. */
  imported: count,
  updated: count,
  unchanged: count,
  /** Returns that have found no purchase yet. */
  waiting_returns: count,
  /** Rows beside the first one of an order item, which they are one with. */
  combined: count,
  /** Orders of earlier reports that it changed besides: by a return, or by when they were made. */
  others_changed: count,
  /** Items of earlier reports that a newer report of the same day no longer has. */
  withdrawn: count,
  /** Rows that are kept and never pay, since their days are the other format's, and what they come to. */
  not_paying: z.object({ count, commission: usd }),
  /** Rows left out. */
  failed: count,
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  undone: z.object({ at: instant, by: z.string().nullable(), reason: z.string() }).nullable(),
  /** The earlier import of the same file, which changed nothing. */
  repeats_id: id.nullable(),
  /**
   * What has to be known before the file can be read: which number of a date such as 03/04/2026 is the month. Or what has
   * to be confirmed, or chosen, before it takes effect: its rows and money, reason by reason.
   */
  question: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('date_order'), examples: z.array(z.string()) }),
      z.object({ kind: z.literal('confirmation'), reasons: z.array(doubt) }),
    ])
    .nullable(),
})
export type ImportBatch = z.output<typeof importBatch>

/** An order of Folio's CSV and a row of Fee-Earnings that may be one sale. */
const twin = z.object({
  order_item_id: z.string(),
  order_date: z.iso.date(),
  fee_item_id: z.string(),
  shipped_on: z.iso.date(),
  asin: z.string(),
  product_title: z.string(),
  commission: usd,
})
export const twinChoice = z.enum(['same_sale', 'two_sales'])

/** A return as a report tells it; a row that says no amount takes its share by pieces. */
const toldReturn = z.object({ day: z.iso.date(), pieces: count.nullable(), commission: usd })

/** A return that may be one which an earlier report told with another amount or day (decision 57). */
const retoldReturn = z.object({
  id: z.string(),
  order_item_id: z.string(),
  asin: z.string(),
  product_title: z.string(),
  earlier: toldReturn,
  later: toldReturn,
})

const payingDate = z.object({
  marketplace: z.string(),
  /** The ship date from which Fee-Earnings pays; Folio's CSV pays for what was ordered before it. */
  starts_on: z.iso.date(),
  set_by: z.string().nullable(),
  set_at: instant,
})
export type PayingDate = z.output<typeof payingDate>

/** A change of that date, which an admin asked for and which is not done. */
const payingDateChange = z.object({
  id,
  marketplace: z.string(),
  starts_on: z.iso.date(),
  /** The run that does it, or did it last. */
  run,
  /** What has to be confirmed first. */
  reasons: z.array(doubt),
})
export type PayingDateChange = z.output<typeof payingDateChange>

const money = z.object({ before: usd.nullable(), after: usd.nullable() })

const importDetail = importBatch.extend({
  /** The run that works on it now, or worked last. */
  run: run.nullable(),
  /** What merging would change; null until it is known, and after it has been merged. */
  preview: z
    .object({
      /**
       * Rows of the file that would be new, changed or as they were. With the returns that find no purchase, what was left
       * out, and what is combined, they are the total.
       */
      new_orders: count,
      /** With orders of earlier reports, of which there are `others_changed`; unknown of a file that was staged long ago. */
      changed: count,
      others_changed: count.optional(),
      unchanged: count,
      withdrawn: count,
      /** Rows that would be kept and never pay, since their days are the other format's (decision 42). */
      not_paying: z.object({ count, commission: usd, paying_date: z.iso.date() }).nullish(),
      /** What may be one sale, and nobody has said: the first two hundred. */
      twins: z.array(twin).optional(),
      /** Returns in the file that would find no purchase yet, which are none of the others; unknown as well. */
      unfound_returns: z.object({ count, commission: usd }).optional(),
      /** Returns that may be ones which earlier reports told otherwise, and nobody has said: the first two hundred. */
      retold_returns: z.array(retoldReturn).optional(),
      /** Commission of all orders, before and after; whose it is that changes. Unknown of what was staged long ago. */
      commission: money,
      creators: byCreator.optional(),
      other_creators: otherCreators.optional(),
      first_day: z.iso.date().nullable(),
      last_day: z.iso.date().nullable(),
      /** The first hundred of what is new, changed or withdrawn. */
      changes: z.array(
        z.object({
          order_item_id: z.string(),
          product_title: z.string(),
          asin: z.string(),
          change: z.enum(['new', 'changed', 'withdrawn']),
          status: z.object({ before: z.string().nullable(), after: z.string().nullable() }),
          commission: money,
        }),
      ),
    })
    .nullable(),
  /** What becomes of its rows in rows and money; unknown of what was staged or merged long ago. */
  tally: tally.nullable(),
  /** What the file tells in money; null where that is unknown, or its format tells none. */
  reported: reported.nullable(),
  /** What of its returns has found no purchase by now; null where none waits. */
  returns_waiting: waitingReturns.nullable(),
  /** The import of the same file that stands, or the step that it waits for. */
  in_the_way: z
    .object({
      kind: z.enum(['same_file', ...runKinds]),
      import_id: id.nullable(),
      file_name: z.string().nullable(),
    })
    .nullable(),
  /** What its undoing changed; null where it was not undone, or long ago. */
  undone_effect: undoEffect.nullable(),
  /** The file's own totals beside ours, where it has any. */
  reconciliation: z
    .object({
      agrees: z.boolean(),
      totals: z.array(z.object({ column: z.string(), file: z.number(), rows: z.number() })),
    })
    .nullable(),
  /** How rows were counted that could be counted two ways, and who said so. */
  choices: z.array(
    doubt
      .pick({ kind: true, rows: true, commission: true })
      .extend({ choice, by: z.string().nullable(), at: instant }),
  ),
  /** Its bytes are kept, as they came in: while it waits, and for good once it has taken effect. */
  has_file: z.boolean(),
  /** Its rows can be listed by what becomes of them: not of what was staged or merged long ago, nor of merged Fee-Orders. */
  rows_listed: z.boolean(),
  /** The first hundred rows that were left out; all that are kept are in the file of errors. */
  errors: z.array(rowError),
})
export type ImportDetail = z.output<typeof importDetail>

export const importParams = z.object({ id })

/** Reports that admins import (docs/product/reports.md#importing). */
export const importsContract = defineContract({
  'POST /api/v1/admin/imports': {
    summary:
      'Send a report: Folio’s CSV, or Amazon’s Fee-Earnings or Fee-Orders. It is staged in the background, and merged when `apply` is set or asked for later',
    access: 'admin',
    asksAgain: true,
    creates: true,
    query: z.object({
      marketplace: marketplaceCode.default('us'),
      report_as_of: instant.optional(),
      date_order: z.enum(['month_first', 'day_first']).optional(),
      file_name: z.string().max(255).optional(),
      apply: z.stringbool().optional(),
    }),
    body: file,
    consumes: ['text/csv', 'text/plain', 'text/tab-separated-values', 'application/octet-stream'],
    response: importDetail,
    status: 201,
  },
  'GET /api/v1/admin/imports': {
    summary: 'All imports, the newest first, 50 a page',
    access: 'admin',
    query: z.object({
      cursor: z.string().max(200).optional(),
      /** Those that were given up before they took effect, or all others; without it all. */
      discarded: z.stringbool().optional(),
    }),
    response: page(importBatch),
  },
  'GET /api/v1/admin/imports/:id': {
    summary: 'An import: how far it is, what it would change, what was wrong',
    access: 'admin',
    params: importParams,
    response: importDetail,
  },
  'POST /api/v1/admin/imports/:id/answer': {
    summary:
      'Answer what an import asks: how dates that can be read two ways are to be read, how rows are to be counted, or that what it told is to take effect',
    access: 'admin',
    asksAgain: true,
    params: importParams,
    body: z.union([
      z.object({ date_order: z.enum(['month_first', 'day_first']) }),
      z.object({ confirm: confirmation }),
      z.object({
        twins: z
          .array(z.object({ order_item_id: z.string(), fee_item_id: z.string(), choice: twinChoice }))
          .min(1)
          .max(200),
      }),
      z.object({
        returns: z
          .array(z.object({ id: z.string().max(1000), choice: z.enum(['same_return', 'another_return']) }))
          .min(1)
          .max(200),
      }),
    ]),
    response: importDetail,
  },
  'GET /api/v1/admin/paying-dates': {
    summary:
      'From which ship date Fee-Earnings pays, by marketplace, and the change that was asked for last, until it is done',
    access: 'admin',
    response: z.object({ items: z.array(payingDate), change: payingDateChange.nullable() }),
  },
  'PUT /api/v1/admin/paying-dates/:marketplace': {
    summary:
      'Have the ship date from which Fee-Earnings pays set in the background; what that turns over, and what may be one sale, has to be confirmed first. Refused while another change is under way',
    access: 'admin',
    asksAgain: true,
    params: z.object({ marketplace: marketplaceCode }),
    body: z.object({ starts_on: z.iso.date(), confirm: confirmation.optional() }),
    response: payingDateChange,
  },
  'DELETE /api/v1/admin/paying-date-changes/:id': {
    summary: 'Give up a change of the ship date that is neither done nor under way',
    access: 'admin',
    params: importParams,
    response: z.undefined(),
    status: 204,
  },
  'POST /api/v1/admin/imports/:id/merge': {
    summary: 'Let a staged import take effect',
    access: 'admin',
    asksAgain: true,
    params: importParams,
    response: importDetail,
  },
  'POST /api/v1/admin/imports/:id/discard': {
    summary: 'Give up an import that has not taken effect',
    access: 'admin',
    params: importParams,
    response: importDetail,
  },
  'POST /api/v1/admin/imports/:id/undo': {
    summary:
      'Undo an import: what it said no longer counts, and the next calculation adjusts what was posted',
    access: 'admin',
    asksAgain: true,
    params: importParams,
    body: z.object({ reason }),
    response: importDetail,
  },
  'GET /api/v1/admin/imports/:id/errors': {
    summary: 'The rows that were left out, as a CSV',
    access: 'admin',
    params: importParams,
    response: z.unknown(),
    produces: ['text/csv'],
  },
  'GET /api/v1/admin/imports/:id/file': {
    summary: 'The file as it came in, byte for byte',
    access: 'admin',
    params: importParams,
    response: z.unknown(),
    produces: ['application/octet-stream'],
  },
})
