import { z } from 'zod'
import { reason } from '../../audit/contract.ts'
import { defineContract } from '../../shared/contract.ts'
import { id, instant, marketplaceCode, page } from '../../shared/schemas.ts'
import { rowError, run, runKinds } from '../contract.ts'
import { byCreator, otherCreators, reported, tally, undoEffect, waitingReturns } from './outcomes/contract.ts'
import { statusAnswers, unknownStatus } from './statuses/contract.ts'

const count = z.int().nonnegative()
/** Amounts are in whole units of the import's currency: 12.34 pounds, 1200 yen. */
const amount = z.number()

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
  'other_marketplace',
  'late_report',
  'totals',
  'repeated_rows',
  'differing_rows',
  'duplicates',
  'no_paying_date',
  'turned_over',
] as const

/**
 * How rows are counted that can be counted two ways; whether duplicates are one sale; whether a return is the same as
 * an earlier one.
 */
const choice = z.enum(['once', 'each', 'same_sale', 'two_sales', 'same_return', 'another_return'])

/** Why an import takes effect only once an admin has confirmed it. */
const doubt = z.object({
  /**
   * Returned or cancelled orders would be shipped again; orders would lose part of their return; returns do not fit
   * what was bought; returns may be ones of earlier reports; days would have fewer rows; rows of newer reports would be
   * other orders; rows are in another marketplace; the totals differ from the rows; rows of one id are equal, or of
   * different products or sub tags; duplicates may be one sale; no ship date is set; or another format would pay.
   */
  kind: z.enum(doubtKinds),
  /** The rows or orders that the reason is about. */
  rows: count,
  /** Their commission: owed again, returned, no longer owed, or the difference from the totals. */
  commission: amount,
  message: z.string(),
  /** The first twenty of the orders or days. */
  examples: z.array(z.string()),
  /** The possible answers; without any it is confirmed as it is. */
  choices: z.array(choice).optional(),
})
export type Doubt = z.output<typeof doubt>

/** What an admin confirms: the rows and the money of every reason, as the import reported them. */
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
  /** The currency of its amounts: the marketplace's own; dollars if it was read before other currencies were. */
  currency: z.string(),
  report_as_of: instant,
  actor: z.string().nullable(),
  created_at: instant,
  merged_at: instant.nullable(),
  /** Rows of the file, bad ones too: the sum of imported, updated, unchanged, failed, waiting_returns and combined. */
  total: count,
  /** Order items that were new, changed, or unchanged. */
  imported: count,
  updated: count,
  unchanged: count,
  /** Returns that have found no purchase yet. */
  waiting_returns: count,
  /** Rows beside the first one of an order item, which were combined with it. */
  combined: count,
  /** Orders of earlier reports that it changed too: by a return, or by their order date. */
  others_changed: count,
  /** Items of earlier reports that a newer report of the same day no longer has. */
  withdrawn: count,
  /** Rows that are stored and never pay, since their days belong to the other format, and their commission. */
  not_paying: z.object({ count, commission: amount }),
  /** Rows left out. */
  failed: count,
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  undone: z.object({ at: instant, by: z.string().nullable(), reason: z.string() }).nullable(),
  /** The earlier import of the same file, which changed nothing. */
  repeats_id: id.nullable(),
  /**
   * What has to be known before the file can be read (which number of a date such as 03/04/2026 is the month), or what
   * a status means, or what has to be confirmed or chosen before it takes effect: rows and money by reason.
   */
  question: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('date_order'), examples: z.array(z.string()) }),
      z.object({ kind: z.literal('statuses'), statuses: z.array(unknownStatus) }),
      z.object({ kind: z.literal('confirmation'), reasons: z.array(doubt) }),
    ])
    .nullable(),
})
export type ImportBatch = z.output<typeof importBatch>

/** An order of Folio's CSV and a row of Fee-Earnings that may be one sale. */
const duplicate = z.object({
  order_item_id: z.string(),
  order_date: z.iso.date(),
  fee_item_id: z.string(),
  shipped_on: z.iso.date(),
  asin: z.string(),
  product_title: z.string(),
  commission: amount,
})
export const duplicateChoice = z.enum(['same_sale', 'two_sales'])

/** A return in a report. A row without an amount takes its share by pieces. */
const reportedReturn = z.object({ day: z.iso.date(), pieces: count.nullable(), commission: amount })

/** A return that may be the same as one in an earlier report, with another amount or day (decision 39). */
const returnReportedAgain = z.object({
  id: z.string(),
  order_item_id: z.string(),
  asin: z.string(),
  product_title: z.string(),
  earlier: reportedReturn,
  later: reportedReturn,
})

const payingDate = z.object({
  marketplace: z.string(),
  /** The ship date from which Fee-Earnings pays; Folio's CSV pays for earlier orders. */
  starts_on: z.iso.date(),
  set_by: z.string().nullable(),
  set_at: instant,
})
export type PayingDate = z.output<typeof payingDate>

/** A change of that date that has not been done. */
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

const money = z.object({ before: amount.nullable(), after: amount.nullable() })

const importDetail = importBatch.extend({
  /** The run that works on it now, or worked last. */
  run: run.nullable(),
  /** What merging would change; null until it is known, and after the merge. */
  preview: z
    .object({
      /**
       * Rows of the file that would be new, changed or unchanged. With the returns that find no purchase, failed and
       * combined rows, they sum to the total.
       */
      new_orders: count,
      /**
       * Includes orders of earlier reports, counted in `others_changed`; unknown for files staged by an older
       * version.
       */
      changed: count,
      others_changed: count.optional(),
      unchanged: count,
      withdrawn: count,
      /** Rows that would be stored and never pay, since their days belong to the other format (decision 42). */
      not_paying: z.object({ count, commission: amount, paying_date: z.iso.date() }).nullish(),
      /** Likely duplicates that nobody has decided on: the first two hundred. */
      duplicates: z.array(duplicate).optional(),
      /** Returns in the file that would find no purchase yet and are not among the others; unknown as above. */
      unfound_returns: z.object({ count, commission: amount }).optional(),
      /** Returns that may be the same as earlier ones, and that nobody has decided on: the first two hundred. */
      retold_returns: z.array(returnReportedAgain).optional(),
      /** Commission of all orders, before and after, by creator; unknown for files staged by an older version. */
      commission: money,
      creators: byCreator.optional(),
      other_creators: otherCreators.optional(),
      first_day: z.iso.date().nullable(),
      last_day: z.iso.date().nullable(),
      /** The first hundred orders that are new, changed or withdrawn. */
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
  /** The outcome of its rows, in rows and money; unknown for imports of an older version. */
  tally: tally.nullable(),
  /** The money that the file reports; null where that is unknown, or its format has none. */
  reported: reported.nullable(),
  /** The part of its returns that has found no purchase by now; null if none waits. */
  returns_waiting: waitingReturns.nullable(),
  /** The merged import of the same file, or the step that it waits for. */
  in_the_way: z
    .object({
      kind: z.enum(['same_file', ...runKinds]),
      import_id: id.nullable(),
      file_name: z.string().nullable(),
    })
    .nullable(),
  /** What undoing it changed; null if it was not undone, or by an older version. */
  undone_effect: undoEffect.nullable(),
  /** The file's own totals beside ours, if it has any. */
  reconciliation: z
    .object({
      agrees: z.boolean(),
      totals: z.array(z.object({ column: z.string(), file: z.number(), rows: z.number() })),
    })
    .nullable(),
  /** How rows that could be counted two ways were counted, and who chose. */
  choices: z.array(
    doubt
      .pick({ kind: true, rows: true, commission: true })
      .extend({ choice, by: z.string().nullable(), at: instant }),
  ),
  /** Whether its file is stored: while it waits, and for good once it has taken effect. */
  has_file: z.boolean(),
  /** Whether its rows can be listed by outcome: not for imports of an older version, nor for merged Fee-Orders. */
  rows_listed: z.boolean(),
  /** The first hundred rows that were left out; the file of errors has all that are stored. */
  errors: z.array(rowError),
})
export type ImportDetail = z.output<typeof importDetail>

export const importParams = z.object({ id })

/** Reports that admins import (docs/product/reports.md#importing). */
export const importsContract = defineContract({
  'POST /api/v1/admin/imports': {
    summary:
      'Send a report: the app’s own CSV, or Amazon’s Fee-Earnings or Fee-Orders. It is staged in the background, and merged when `apply` is set or asked for later',
    access: 'admin',
    asksAgain: true,
    second: 'none',
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
      /** Only discarded imports, or only all others; all if omitted. */
      discarded: z.stringbool().optional(),
    }),
    response: page(importBatch),
  },
  'GET /api/v1/admin/imports/:id': {
    summary: 'An import: its progress, its changes and its problems',
    access: 'admin',
    params: importParams,
    response: importDetail,
  },
  'POST /api/v1/admin/imports/:id/answer': {
    summary:
      'Answer what an import asks: how dates that can be read two ways are to be read, what statuses mean, how rows are to be counted, or that what it reported is to take effect',
    access: 'admin',
    asksAgain: true,
    second: 'own_while_another',
    params: importParams,
    body: z.union([
      z.object({ date_order: z.enum(['month_first', 'day_first']) }),
      z.object({ statuses: statusAnswers }),
      z.object({ confirm: confirmation }),
      z.object({
        duplicates: z
          .array(z.object({ order_item_id: z.string(), fee_item_id: z.string(), choice: duplicateChoice }))
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
      'Set the ship date from which Fee-Earnings pays, in the background. Orders that would turn over, and likely duplicates, have to be confirmed first. Refused while another change is under way',
    access: 'admin',
    asksAgain: true,
    second: 'none',
    params: z.object({ marketplace: marketplaceCode }),
    body: z.object({ starts_on: z.iso.date(), confirm: confirmation.optional() }),
    response: payingDateChange,
  },
  'DELETE /api/v1/admin/paying-date-changes/:id': {
    summary: 'Give up a change of the ship date that is neither done nor under way',
    access: 'admin',
    second: 'none',
    params: importParams,
    response: z.undefined(),
    status: 204,
  },
  'POST /api/v1/admin/imports/:id/merge': {
    summary: 'Merge a staged import',
    access: 'admin',
    asksAgain: true,
    second: 'none',
    params: importParams,
    response: importDetail,
  },
  'POST /api/v1/admin/imports/:id/discard': {
    summary: 'Give up an import that has not taken effect',
    access: 'admin',
    second: 'none',
    params: importParams,
    response: importDetail,
  },
  'POST /api/v1/admin/imports/:id/undo': {
    summary:
      'Undo an import: what it said no longer counts, and the next calculation adjusts what was posted',
    access: 'admin',
    asksAgain: true,
    second: 'own_while_another',
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
