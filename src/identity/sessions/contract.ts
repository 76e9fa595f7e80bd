import { z } from 'zod'
import { defineContract } from '../../shared/contract.ts'
import { id, instant } from '../../shared/schemas.ts'

const ownSession = z.object({
  id,
  /** As read from the user agent, such as `Chrome on Android`. */
  device: z.string(),
  created_at: instant,
  /** When it was last renewed; at most an hour before its last use. */
  refreshed_at: instant,
  /** Whether it is the calling session. */
  is_current: z.boolean(),
})

/** Calls that the auth wire lacks: a person's own sessions, and whether a mailed link still works. */
export const accountContract = defineContract({
  'GET /api/v1/me/sessions': {
    summary: 'Where you are signed in, the last used first',
    access: 'user',
    response: z.object({ items: z.array(ownSession) }),
  },
  'DELETE /api/v1/me/sessions/:id': {
    summary: 'Signs out one of your sessions, at once',
    access: 'user',
    params: z.object({ id }),
    response: z.undefined(),
    status: 204,
  },
  'POST /api/v1/reset-links/check': {
    summary: 'Whether the token of a mailed link still works, without using it',
    access: 'public',
    body: z.object({ token_hash: z.string().min(1).max(500) }),
    response: z.object({ works: z.boolean() }),
  },
  'GET /api/v1/me/proof': {
    summary: 'The means by which you can prove that it is you',
    access: 'user',
    response: z.object({
      means: z.array(z.enum(['password', 'provider', 'mailed_code', 'passkey', 'app', 'recovery_code'])),
      /** For an admin who owes a second step: the first one is set up with the operator's code. */
      asks_enrolment_code: z.boolean(),
    }),
  },
  'POST /api/v1/me/confirm': {
    summary: 'Proves for the next 15 minutes that it is you, by a means that you have had for three days',
    access: 'user',
    body: z.union([
      z.object({ password: z.string().max(1_000) }),
      z.object({ nonce: z.string().max(100) }),
      z.object({ enrolment_code: z.string().max(100) }),
    ]),
    response: z.undefined(),
    status: 204,
  },
})
