import { z } from 'zod'
import { defineContract } from '../../shared/contract.ts'
import { id, marketplaceCode, page, text } from '../../shared/schemas.ts'
import { creator } from '../review/contract.ts'

const day = z.iso.date()

const trackingId = z.object({
  id,
  tag: z.string(),
  marketplace: z.string(),
  creator,
  valid_from: day,
  /** The first day on which it is no longer theirs; null while it is. */
  valid_to: day.nullable(),
  note: z.string().nullable(),
})
export type TrackingId = z.output<typeof trackingId>

/** Calls for admins: the creators of tracking ids (docs/product/matching.md#tracking-ids). */
export const trackingIdsContract = defineContract({
  'GET /api/v1/admin/tracking-ids': {
    summary: 'The creators of tracking ids, and since when, 50 a page',
    access: 'admin',
    query: z.object({ q: text(100).optional(), cursor: z.string().max(200).optional() }),
    response: page(trackingId),
  },
  'POST /api/v1/admin/tracking-ids': {
    summary: 'Give a creator a tracking id from a day on',
    access: 'admin',
    asksAgain: true,
    second: 'own_or_much',
    creates: true,
    body: z.object({
      tag: z
        .string()
        .trim()
        .regex(/^[A-Za-z0-9_-]{1,100}$/, 'Use letters, digits, - and _ only.'),
      marketplace: marketplaceCode.default('us'),
      username: text(20).min(1, 'Please name a creator'),
      valid_from: day,
      valid_to: day.nullish(),
      note: text(500).nullish(),
    }),
    response: trackingId,
    status: 201,
  },
  'PATCH /api/v1/admin/tracking-ids/:id': {
    summary: 'Set the day from which a tracking id is no longer a creator’s',
    access: 'admin',
    asksAgain: true,
    second: 'own_or_much',
    params: z.object({ id }),
    body: z.object({ valid_to: day.nullable(), note: text(500).nullish() }),
    response: trackingId,
  },
  'DELETE /api/v1/admin/tracking-ids/:id': {
    summary: 'Remove a tracking id that was entered by mistake',
    access: 'admin',
    asksAgain: true,
    second: 'own_or_much',
    params: z.object({ id }),
    response: z.undefined(),
    status: 204,
  },
})
