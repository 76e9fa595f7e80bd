import { z } from 'zod'
import { defineContract } from '../../shared/contract.ts'
import { instant } from '../../shared/schemas.ts'

/** What was changed: a means of proving who a person is, or their payout details. */
export const changedMeans = [
  'password',
  'passkey',
  'totp',
  'recovery_code',
  'provider',
  'payout_account',
] as const
export type ChangedMeans = (typeof changedMeans)[number]

const undoLink = z.object({
  /** Whether it is undone already; pressing again changes nothing. */
  is_done: z.boolean(),
  /** Until when it can be undone. */
  until: instant,
  /** The changes that would be undone, the latest first; none once that is done. */
  changes: z.array(
    z.object({
      means: z.enum(changedMeans),
      change: z.enum(['added', 'changed', 'removed']),
      /** The name that its owner gave it, or the provider's. */
      name: z.string().nullable(),
      changed_at: instant,
    }),
  ),
})
export type UndoLink = z.output<typeof undoLink>

const body = z.object({ token: z.string().min(1).max(200) })

/** Undoing changes by a mailed link, without signing in (docs/product/undo.md#what-can-be-taken-back). */
export const undoContract = defineContract({
  'POST /api/v1/undo-links/check': {
    summary: 'What a mailed link would undo, without doing it',
    access: 'public',
    body,
    response: undoLink,
  },
  'POST /api/v1/undo-links/use': {
    summary: 'Undoes the change that a mailed link is about, and all later ones',
    access: 'public',
    body,
    response: undoLink,
  },
})
