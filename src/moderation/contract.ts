import { z } from 'zod'
import { reason } from '../audit/contract.ts'
import { product } from '../folio/contract.ts'
import { defineContract, type SecondPerson } from '../shared/contract.ts'
import { each } from '../shared/fields/by-name.ts'
import { longest } from '../shared/fields/longest.ts'
import { optionalTexts } from '../shared/fields/owner-fields.ts'
import { id, instant, optionalText, page } from '../shared/schemas.ts'

/** Why someone reports a product, a list or a profile. */
export const reportReasons = ['spam', 'misleading', 'offensive', 'impersonation', 'other'] as const

/** What an admin decided about a person, or one of their products or lists. */
export const decisionActions = [
  'product_hidden',
  'product_restored',
  'list_hidden',
  'list_restored',
  'account_suspended',
  'account_restored',
  'sessions_ended',
] as const
export type DecisionAction = (typeof decisionActions)[number]

const newReport = z
  .object({
    /** Exactly one of the three. */
    product_id: id.optional(),
    list_id: id.optional(),
    profile_id: id.optional(),
    reason: z.enum(reportReasons),
    text: optionalText(longest.report),
  })
  .refine((named) => [named.product_id, named.list_id, named.profile_id].filter(Boolean).length === 1, {
    path: ['product_id'],
    message: 'Say which product, list or profile you report.',
  })
  .refine(({ reason: why, text }) => why !== 'other' || text !== null, {
    path: ['text'],
    message: 'Please say what is wrong.',
  })
export type NewReport = z.output<typeof newReport>

/** Reporting, for anyone. Only admins see whether something was reported. */
export const reportsContract = defineContract({
  'POST /api/v1/reports': {
    summary:
      'Report a product, a list or a profile to the operator. Counts once a day for each person or address',
    access: 'public',
    body: newReport,
    response: z.undefined(),
    status: 204,
  },
})

/** What the signed-in person reads about decisions on them, beside the mail (decision 51). */
export const noticesContract = defineContract({
  'GET /api/v1/me/notices': {
    summary: 'Unread decisions of admins on you and your items, at most 20, the newest first',
    access: 'user',
    response: z.object({
      items: z.array(
        z.object({
          id,
          action: z.enum(decisionActions),
          reason: z.string(),
          /** Null for a decision on the account, and once the item is deleted. */
          product: z.object({ id, title: z.string() }).nullable(),
          /** Likewise. */
          list: z.object({ id, title: z.string() }).nullable(),
          decided_at: instant,
        }),
      ),
    }),
  },
  'POST /api/v1/me/notices/seen': {
    summary: 'Mark some of them as read',
    access: 'user',
    body: z.object({ ids: z.array(id).min(1).max(20) }),
    response: z.undefined(),
    status: 204,
  },
})

const noted = z.object({ reason: z.string(), since: instant })

const reportedProduct = product
  .pick({
    id: true,
    short_link_id: true,
    asin: true,
    title: true,
    ...each(optionalTexts, () => true as const),
    image_url: true,
    image_source: true,
    created_at: true,
  })
  .extend({
    photos: z.array(z.string()).nullable(),
    tags: z.array(z.string()).nullable(),
    hidden: noted.nullable(),
    /** Whether its owner has deleted it meanwhile. */
    is_deleted: z.boolean(),
  })

const reportedList = z.object({
  id,
  slug: z.string(),
  title: z.string(),
  words: z.string().nullable(),
  cover_url: z.string().nullable(),
  /** What its owner says about its first products. */
  lines: z.array(z.string()).max(20),
  is_public: z.boolean(),
  created_at: instant,
  hidden: noted.nullable(),
})

const reportedAccount = z.object({
  id,
  first_name: z.string(),
  last_name: z.string(),
  username: z.string(),
  avatar_url: z.string().nullable(),
  cover_url: z.string().nullable(),
  bio: z.string().nullable(),
  links: z.array(z.string()),
  is_admin: z.boolean(),
  created_at: instant,
  suspended: noted.nullable(),
})

const moderationCase = z.object({
  id,
  /** When it was last reported, or first decided on without a report. */
  noted_at: instant,
  open_reports: z.int().nonnegative(),
  /** How often the open reports give each reason. */
  reasons: z.partialRecord(z.enum(reportReasons), z.int().positive()),
  /** The newest five, open or not. */
  reports: z.array(
    z.object({
      reason: z.enum(reportReasons),
      text: z.string().nullable(),
      /** Null for a visitor, and once the account is gone. */
      reporter: z.string().nullable(),
      created_at: instant,
      is_open: z.boolean(),
    }),
  ),
  /** Null unless a product was reported. */
  product: reportedProduct.nullable(),
  /** Null unless a list was reported. */
  list: reportedList.nullable(),
  /** The owner of what was reported; null once the account is gone. */
  account: reportedAccount.nullable(),
  /** The newest five on this person. */
  decisions: z.array(
    z.object({
      action: z.enum(decisionActions),
      reason: z.string(),
      product_id: id.nullable(),
      list_id: id.nullable(),
      /** The admin's username; null for the operator's own commands and once an account is gone. */
      by: z.string().nullable(),
      decided_at: instant,
    }),
  ),
})
export type ModerationCase = z.output<typeof moderationCase>

const act = <S extends SecondPerson>(second: S, summary: string) =>
  ({
    summary,
    access: 'admin',
    second,
    params: z.object({ id }),
    body: z.object({ reason }),
    response: z.object({
      /** `as_it_was` if nothing changed, perhaps because another admin was first. */
      outcome: z.enum(['changed', 'as_it_was']),
    }),
  }) as const

/** An act on an account, by an admin who has just proved who they are. */
const onAccount = (summary: string) => ({ ...act('not_admins', summary), asksAgain: true }) as const

/** Decisions of admins on what was reported. Each act is in the audit log with its reason. */
export const moderationContract = defineContract({
  'GET /api/v1/admin/reports': {
    summary:
      'Cases of reports and decisions, with the content and earlier decisions, the newest first, 50 a page',
    access: 'admin',
    query: z.object({
      /** With open reports, or all. */
      state: z.enum(['open', 'all']).default('open'),
      cursor: z.string().max(200).optional(),
    }),
    response: page(moderationCase),
  },
  'POST /api/v1/admin/reports/:id/dismiss': {
    summary: 'Close the reports that you have seen of one thing; newer ones answer 412',
    access: 'admin',
    second: 'not_own',
    params: z.object({ id }),
    body: z.object({
      reason,
      /** The newest report that the admin saw. */
      noted_at: instant,
    }),
    response: z.object({ outcome: z.enum(['changed', 'as_it_was']) }),
  },
  'POST /api/v1/admin/products/:id/hide': act(
    'none',
    'Hide a product from everyone but its owner, who is told why',
  ),
  'POST /api/v1/admin/products/:id/restore': act('not_own', 'Show a hidden product again'),
  'POST /api/v1/admin/lists/:id/hide': act(
    'none',
    'Hide a list from everyone but its owner, who is told why',
  ),
  'POST /api/v1/admin/lists/:id/restore': act('not_own', 'Show a hidden list again'),
  'POST /api/v1/admin/accounts/:id/suspend': onAccount(
    'Suspend an account: its pages disappear, its sessions end, its ledger stays',
  ),
  'POST /api/v1/admin/accounts/:id/restore': onAccount('Let a suspended account back in, with its pages'),
  'POST /api/v1/admin/accounts/:id/end-sessions': onAccount('End every session of an account'),
})
