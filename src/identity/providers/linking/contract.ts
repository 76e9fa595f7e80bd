import { z } from 'zod'
import { defineContract } from '../../../shared/contract.ts'

/** The call of the page that asks for the mailed code of a provider's sign-in. */
export const linkingContract = defineContract({
  'POST /api/v1/provider-links/confirm': {
    summary: 'Links a sign-in with Google or Apple to the account whose mailed code this is',
    access: 'public',
    body: z.object({
      /** From the address of the page that asks for the code. */
      link: z.string().min(1).max(100),
      code: z
        .string()
        .transform((text) => text.replaceAll(/\s/g, ''))
        .pipe(z.string().regex(/^\d{8}$/, 'Enter the eight digits of the mail')),
    }),
    /** The next address for the browser, signed in. */
    response: z.object({ address: z.string() }),
  },
})
