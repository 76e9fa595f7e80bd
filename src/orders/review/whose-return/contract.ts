import { z } from 'zod'
import { id, instant } from '../../../shared/schemas.ts'

/** A return that could be of several creators' purchases: the purchases, and the admin's answer. */
export const whoseReturn = z.object({
  /** Whether an admin is asked. */
  is_asked: z.boolean(),
  /** Those with its price and fee for a piece first, then the latest; the first fifty. */
  candidates: z.array(
    z.object({
      order_item_id: z.string(),
      day: z.iso.date(),
      pieces: z.int(),
      commission: z.number(),
      /** The part of it that other returns leave. */
      left: z.number(),
      /** Its price and fee for a piece are the return's, to the cent. */
      is_alike: z.boolean(),
      /** Null if it belongs to nobody. */
      creator: z.object({ payee_id: id, username: z.string().nullable() }).nullable(),
    }),
  ),
  answer: z
    .object({
      /** Null: nobody can know. */
      purchase_id: z.string().nullable(),
      reason: z.string(),
      by: z.string().nullable(),
      at: instant,
    })
    .nullable(),
})
