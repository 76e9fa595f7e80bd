import { z } from 'zod'

/** The name of a payee whose account is gone; null while it exists. */
export const former = z.object({ number: z.int(), left_on: z.iso.date() }).nullable()
export type Former = z.output<typeof former>
