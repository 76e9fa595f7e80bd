import { z } from 'zod'

/** How a payee is called once their account is gone; null while it is there. */
export const former = z.object({ number: z.int(), left_on: z.iso.date() }).nullable()
export type Former = z.output<typeof former>
