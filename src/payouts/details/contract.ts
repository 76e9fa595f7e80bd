import { z } from 'zod'
import { defineContract } from '../../shared/contract.ts'
import { longest } from '../../shared/fields/longest.ts'
import { countryCodes } from '../../shared/payouts/countries.ts'
import { id, instant, text } from '../../shared/schemas.ts'

/** How a creator may be paid: at a PayPal or a Wise account, or in a way described in words. */
export const payoutMethods = ['paypal', 'wise', 'other'] as const
export type PayoutMethod = (typeof payoutMethods)[number]

const country = z.string().refine((code) => countryCodes.includes(code), 'Please choose a country')

/** The accounts of PayPal and Wise are e-mail addresses, in small letters. */
const address = z.preprocess(
  (given) => (typeof given === 'string' ? given.trim().toLowerCase() : given),
  z
    .email('Please enter a valid email')
    .max(longest.emailAddress, `Use at most ${longest.emailAddress} characters.`),
)
const person = {
  legal_name: text(longest.legalName).min(2, 'Please enter your legal name'),
  country,
  /** The password, for people without a second step. */
  password: z.string().max(1_000).optional(),
}

const shown = z.object({
  id,
  method: z.enum(payoutMethods),
  /** With most of it hidden, such as `m•••@example.com`. */
  account: z.string(),
  legal_name: z.string(),
  country: z.string(),
  counts_from: instant,
  /** Mails to the person do not arrive: they count seven days after mails arrive again. */
  rests: z.literal(true).optional(),
})

const ownDetails = z.object({
  /** Where payouts go now. */
  current: shown.nullable(),
  /** Where payouts go from its `counts_from` on. */
  coming: shown.nullable(),
  /** What is missing before the person can be paid; null while details wait to count. */
  missing: z.enum(['proven_address', 'details']).nullable(),
  /** They were entered, but cannot be read any more: the installation has lost its key. */
  is_lost: z.boolean(),
  /** Whether a change asks for the password; otherwise it needs a passkey, an app or a recovery code first. */
  asks_password: z.boolean(),
})
export type OwnPayoutDetails = z.output<typeof ownDetails>

/** Payout details of a creator (docs/product/payouts.md#payout-details). */
export const payoutDetailsContract = defineContract({
  'GET /api/v1/me/payout-details': {
    summary: 'Your payout details, and what is missing before you can be paid',
    access: 'user',
    response: ownDetails,
  },
  'PUT /api/v1/me/payout-details': {
    summary: 'Set your payout details; they count after seven days',
    access: 'user',
    body: z.discriminatedUnion('method', [
      z.object({ method: z.literal('paypal'), account: address, ...person }),
      z.object({ method: z.literal('wise'), account: address, ...person }),
      z.object({
        method: z.literal('other'),
        account: text(longest.payoutWords).min(5, 'Please say how you can be paid'),
        ...person,
      }),
    ]),
    response: ownDetails,
  },
  'DELETE /api/v1/me/payout-details/coming': {
    summary: 'Withdraw a change that does not count yet',
    access: 'user',
    response: ownDetails,
  },
})
