import { z } from 'zod'

/** By what a payee is known whose account is gone; null for whoever is there. */
export const former = z.object({ number: z.int(), left_on: z.iso.date() }).nullable()
export type Former = z.output<typeof former>
