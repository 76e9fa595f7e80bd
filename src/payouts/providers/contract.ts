import { z } from 'zod'
import { defineContract } from '../../shared/contract.ts'
import { id, instant } from '../../shared/schemas.ts'

const batch = z.object({
  id,
  /** Its name at the provider. */
  name: z.string(),
  state: z.enum(['sending', 'sent', 'settled', 'refused', 'lost']),
  lines: z.int(),
  /** In dollars. */
  total: z.number(),
  requested_by: z.string().nullable(),
  requested_at: instant,
  provider_reference: z.string().nullable(),
  /** The last problem. */
  problem: z.string().nullable(),
})
export type PayoutBatch = z.output<typeof batch>

const batches = z.object({
  /** Whether something is left to send, and a provider is set up. */
  can_send: z.boolean(),
  items: z.array(batch),
})
export type PayoutBatches = z.output<typeof batches>
const ofRun = z.object({ id })

/** Paying by a provider's API (docs/product/payouts.md#sending-by-paypal). */
export const payoutBatchesContract = defineContract({
  'GET /api/v1/admin/payout-runs/:id/batches': {
    summary: 'The payments of a run that go through a provider’s API, and their progress',
    access: 'admin',
    params: ofRun,
    response: batches,
  },
  'POST /api/v1/admin/payout-runs/:id/send': {
    summary: 'Send the PayPal payments of a run that are not sent otherwise',
    access: 'admin',
    asksAgain: true,
    second: 'none',
    params: ofRun,
    body: z.object({ again: z.boolean().default(false) }),
    response: batches,
  },
})
