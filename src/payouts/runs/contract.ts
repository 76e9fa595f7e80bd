import { z } from 'zod'
import { auditEntry, reason } from '../../audit/contract.ts'
import { balance } from '../../earnings/balance-contract.ts'
import { attachedEntry } from '../../earnings/contract.ts'
import { defineContract } from '../../shared/contract.ts'
import { outlookKinds } from '../../shared/payouts/outlook.ts'
import { ownReasons } from '../../shared/payouts/own-reasons.ts'
import { payoutResults, payoutStates } from '../../shared/payouts/states.ts'
import { id, instant, month, page, text } from '../../shared/schemas.ts'
import { payoutMethods } from '../details/contract.ts'
import { former } from '../former-contract.ts'

/** US dollars, exact to the cent. */
const usd = z.number()
const username = z.string().nullable()
const cursor = z.object({ cursor: z.string().max(200).optional() })

/** Why a payee with a balance is not paid (docs/product/payouts.md#who-is-due). */
export const notDueReasons = [
  'account_deleted',
  'attention',
  'claimed',
  'debt',
  'suspended',
  'held',
  'unproven',
  'resting',
  'details_lost',
  'details_wait',
  'no_details',
  'negative',
  'below_minimum',
] as const
export type NotDueReason = (typeof notDueReasons)[number]

const due = z.object({
  payee_id: id,
  username,
  former,
  amount: usd,
  method: z.enum(payoutMethods),
  legal_name: z.string(),
  country: z.string(),
  /** Others who are paid at the same account. */
  shared_with: z.array(z.string()),
})
export type DuePayee = z.output<typeof due>
const notDue = z.object({
  payee_id: id,
  username,
  former,
  amount: usd,
  why: z.enum(notDueReasons),
  /** The person who has claimed a deleted account's balance. */
  claimant: username,
})

/** Why a payee was dropped from a draft when it was approved: not due, or not as drafted. */
export const dropReasons = [...notDueReasons, 'details_changed', 'less_available'] as const
export type DropReason = (typeof dropReasons)[number]

const run = z.object({
  id,
  number: z.int(),
  state: z.enum(['draft', 'approved', 'discarded']),
  total: usd,
  lines: z.int(),
  /** How many were drafted and not paid, because they were no longer due when it was approved. */
  dropped: z.int(),
  /** How many lines are in each state. */
  states: z.partialRecord(z.enum(payoutStates), z.int()),
  /** Lines for which a provider reports something else, and an admin has to answer. */
  attention: z.int(),
  drafted_by: username,
  drafted_at: instant,
  decided_by: username,
  decided_at: instant.nullable(),
})
export type PayoutRun = z.output<typeof run>

const file = z.object({
  id,
  kind: z.enum(['paypal', 'wise', 'csv']),
  name: z.string(),
  /** It is made anew if lines have left it and it is downloaded. */
  edition: z.int(),
  /** The payouts in it, without those that were cancelled, failed or came back. */
  rows: z.int(),
  without: z.int(),
  /** How many of its payouts nobody has recorded as sent. */
  unsent: z.int(),
  sha256: z.string(),
  fetches: z.int(),
  last_fetched_by: username,
  last_fetched_at: instant.nullable(),
})
export type PayoutFile = z.output<typeof file>

/** The status is unknown; or the amount, the currency, other rows or the state of the payout disagree. */
const attentionWhy = z.enum(['word', 'amount', 'currency', 'rows', 'state'])

export const payoutLine = z.object({
  id,
  /** Its reference in the provider's file, such as `F12-3-K7QM`. */
  reference: z.string(),
  username,
  former,
  amount: usd,
  method: z.enum(payoutMethods),
  state: z.enum(payoutStates),
  state_at: instant,
  reason: z.string().nullable(),
  provider_reference: z.string().nullable(),
  /** Whether a file with it was downloaded: then it can no longer be cancelled at once. */
  is_handed: z.boolean(),
  /** Unanswered reports of the provider that contradict it. */
  attention: z.array(
    z.object({
      id,
      why: attentionWhy,
      word: z.string(),
      /** In the currency that the report names, if any. */
      amount: z.number().nullable(),
      currency: z.string().nullable(),
      provider_reference: z.string().nullable(),
      noted_at: instant,
    }),
  ),
  /** How often admins have answered. */
  answers: z.int(),
  /** How much was paid in total, by an admin's answer. */
  paid: usd.nullable(),
  /** The admin who receives it has approved it, since there was no other admin. */
  is_own: z.boolean(),
})
export type PayoutLine = z.output<typeof payoutLine>

const runWithFiles = run.extend({ files: z.array(file) })
const ofRun = z.object({ id })

/** Payout runs, for admins (docs/product/payouts.md#payout-runs). */
export const payoutRunsContract = defineContract({
  'GET /api/v1/admin/payouts/due': {
    summary: 'Who would be paid now, how much and where, and who would not and why; nothing is changed',
    access: 'admin',
    response: z.object({
      minimum: usd,
      total: usd,
      due: z.array(due),
      not_due: z.array(notDue),
    }),
  },
  'POST /api/v1/admin/payout-runs': {
    summary: 'Draft a payout of everyone who is due; their amounts and accounts stay as they are now',
    access: 'admin',
    asksAgain: true,
    second: 'none',
    body: z.object({
      /** The sum that the admin saw, in dollars: another sum is refused. */
      total: usd,
    }),
    response: runWithFiles,
    status: 201,
  },
  'GET /api/v1/admin/payout-runs': {
    summary: 'Payout runs, the newest first, 50 a page',
    access: 'admin',
    query: cursor,
    response: page(run),
  },
  'GET /api/v1/admin/payout-runs/:id': {
    summary: 'A payout run with its files',
    access: 'admin',
    params: ofRun,
    response: runWithFiles,
  },
  'GET /api/v1/admin/payout-runs/:id/lines': {
    summary: 'The payouts of a run, 50 a page',
    access: 'admin',
    params: ofRun,
    query: cursor,
    response: page(payoutLine),
  },
  'GET /api/v1/admin/payout-runs/:id/dropped': {
    summary:
      'The people whom a draft listed and the run did not pay, since they were no longer due, 50 a page',
    access: 'admin',
    params: ofRun,
    query: cursor,
    response: page(z.object({ payee_id: id, username, former, amount: usd, why: z.enum(dropReasons) })),
  },
  'GET /api/v1/admin/payout-runs/:id/acts': {
    summary:
      'Adjustments, assignments and the like that admins did alone and no payout run has shown before, the newest first, 50 a page',
    access: 'admin',
    params: ofRun,
    query: cursor,
    response: page(auditEntry),
  },
  'POST /api/v1/admin/payout-runs/:id/approve': {
    summary: 'Approve a draft: the payouts are in the ledger from then on, and its files are made',
    access: 'admin',
    asksAgain: true,
    second: 'own_while_another',
    params: ofRun,
    response: runWithFiles,
  },
  'POST /api/v1/admin/payout-runs/:id/discard': {
    summary: 'Discard a draft',
    access: 'admin',
    asksAgain: true,
    second: 'none',
    params: ofRun,
    body: z.object({ reason }),
    response: runWithFiles,
  },
  'POST /api/v1/admin/payout-runs/:id/sent': {
    summary: 'Record that all files of a run were sent to the providers',
    access: 'admin',
    asksAgain: true,
    second: 'none',
    params: ofRun,
    response: runWithFiles,
  },
  'POST /api/v1/admin/payout-files/:id/sent': {
    summary:
      'Say that a file was handed to its provider; the list of all lines stands for those in no other file',
    access: 'admin',
    asksAgain: true,
    second: 'none',
    params: ofRun,
    response: runWithFiles,
  },
  'POST /api/v1/admin/payout-files/:id/fetch': {
    summary: 'A file for a provider; one that was downloaded before needs a confirmation',
    access: 'admin',
    asksAgain: true,
    second: 'none',
    params: ofRun,
    body: z.object({ again: z.boolean().default(false) }),
    response: z.object({ name: z.string(), text: z.string() }),
  },
  'POST /api/v1/admin/payout-lines/:id/result': {
    summary: 'Record the result of a payout',
    access: 'admin',
    asksAgain: true,
    second: 'own',
    params: ofRun,
    body: z.object({
      /** The state that the admin saw; a conflict if the line has another one by now. */
      from: z.enum(payoutStates),
      state: z.enum(payoutResults),
      reason: text(500).optional(),
      provider_reference: text(100).optional(),
      /** Where somebody saw that it was not paid, for a cancelled payout in a file that was downloaded. */
      seen_unpaid: text(500).optional(),
    }),
    response: payoutLine,
  },
  'POST /api/v1/admin/payout-runs/:id/results': {
    summary:
      'Read the results of payouts from the provider’s file; reading the same file again changes nothing',
    access: 'admin',
    asksAgain: true,
    second: 'own_while_another',
    params: ofRun,
    body: z.object({
      text: z.string().min(1, 'This file is empty.').max(900_000, 'This file is larger than any of results.'),
      /** Confirms rows without amounts, whose sum was shown. */
      confirm: z.boolean().default(false),
    }),
    response: z.object({
      rows: z.int(),
      changed: z.int(),
      unchanged: z.int(),
      /** Rows that belong to no line of this run. */
      others: z.int(),
      /** Rows that contradict their payout: they change nothing before an admin has answered. */
      attention: z.array(z.object({ reference: z.string(), word: z.string(), why: attentionWhy })),
    }),
  },
  'GET /api/v1/admin/payout-runs/:id/form': {
    summary: 'A CSV form for the results of a run',
    access: 'admin',
    params: ofRun,
    response: z.object({ name: z.string(), text: z.string() }),
  },
})

export const ownPayout = z.object({
  id,
  number: z.int(),
  amount: usd,
  method: z.enum(payoutMethods),
  state: z.enum(payoutStates),
  state_at: instant,
  reason: z.string().nullable(),
  /** How much was paid in total, if the provider had reported something else. */
  paid: usd.nullable(),
  /** The provider reports something else than we have: nothing more is paid out before an admin answers. */
  is_looked_into: z.boolean(),
})
export type OwnPayout = z.output<typeof ownPayout>

/**
 * What is next of somebody's money: a figure, when it comes, and one sentence why
 * (docs/product/earnings.md#what-is-next).
 */
export const outlook = z.object({
  kind: z.enum(outlookKinds),
  amount: usd,
  when: z.string(),
  why: z.string().nullable(),
})

/** An earning month on its way (docs/product/earnings.md#on-its-way). */
const earningMonth = z.object({
  month,
  /** Orders placed, and those of them that have shipped. */
  ordered: z.int(),
  shipped: z.int(),
  posted: usd,
  pending: usd,
  /** The part of the pending amount that an admin has to decide on first. */
  reviewed: usd,
  /** The day on which the last of it becomes posted; null while that is unknown. */
  posted_on: z.iso.date().nullable(),
  /** By the end of which month Amazon usually pays, where no day is known. */
  pays_usually: month.nullable(),
  /** The day of the payout that takes it, where this installation has fixed days. */
  yours_on: z.iso.date().nullable(),
  is_paid_out: z.boolean(),
})
export type OwnEarningMonth = z.output<typeof earningMonth>

/** A creator's payouts and balance (docs/product/payouts.md#own-payouts). */
export const ownPayoutsContract = defineContract({
  'GET /api/v1/me/balance': {
    summary:
      'What you have: posted, pending, paid, held and available, why something is held or not paid, and what is posted when',
    access: 'user',
    response: balance.extend({
      /** The minimum that is paid out. */
      minimum: usd,
      /** Null if they are due, or have nothing. */
      why_not_due: z.enum(ownReasons).nullable(),
      next: outlook,
    }),
  },
  'GET /api/v1/me/earning-months': {
    summary:
      'Your money by earning month, the next to be paid first: ordered, shipped, paid by Amazon, yours; older months that are paid out in one sum',
    access: 'user',
    response: z.object({
      items: z.array(earningMonth),
      /** The older months, which are paid out: the last of them, and what they come to. */
      before: z.object({ month, amount: usd }).nullable(),
      /** Rows without a month: adjustments by hand. */
      other: usd,
      posted: usd,
      pending: usd,
    }),
  },
  'GET /api/v1/me/payouts': {
    summary: 'Your payouts, the newest first, 50 a page',
    access: 'user',
    query: cursor,
    response: page(ownPayout),
  },
  'GET /api/v1/me/payouts/:id': {
    summary: 'One of your payouts with the rows that it covers, the newest first, 50 a page',
    access: 'user',
    params: ofRun,
    query: cursor,
    response: ownPayout.extend({
      drafted_at: instant,
      /** The number of the payout before; null for the first one. */
      before: z.int().nullable(),
      /** For drafts that do not store which rows they cover: these are found by the time of the draft. */
      is_by_time: z.boolean(),
      /** The rest of rows that the previous payout had covered: held then, for example. */
      left: usd,
      /** The sum of its rows. */
      rows: usd,
      /** The held part. The amount is rest and rows, less this. */
      held: usd,
      items: z.array(z.object({ entry: attachedEntry, amount: usd })),
      next_cursor: z.string().nullable(),
    }),
  },
})
