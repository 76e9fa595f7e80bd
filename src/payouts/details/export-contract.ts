import { z } from 'zod'
import { instant } from '../../shared/schemas.ts'
import { ownPayout } from '../runs/contract.ts'
import { payoutMethods } from './contract.ts'

/** The part of an export about how a person is paid. */
export const exportedPayouts = z.object({
  payout_details: z.array(
    z.object({
      method: z.enum(payoutMethods),
      /** These three are null if the installation has lost their key. */
      account: z.string().nullable(),
      legal_name: z.string().nullable(),
      country: z.string().nullable(),
      counts_from: instant,
      created_at: instant,
    }),
  ),
  /** The newest first. */
  payouts: z.array(ownPayout),
})
