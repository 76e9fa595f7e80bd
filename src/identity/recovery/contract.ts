import { z } from 'zod'
import { defineContract } from '../../shared/contract.ts'
import { challengeMethod, email, jsonObject, sessionShape, signInEmail } from '../contract.ts'

const redirectTo = z.string().max(2_000).optional()

const recoverBody = z.object(
  {
    email,
    // The client sends null if it made none. Length: RFC 7636, section 4.2.
    code_challenge: z.string().min(43, 'code_challenge is too short').max(128).nullish(),
    code_challenge_method: challengeMethod.nullish(),
  },
  jsonObject,
)

const resendBody = recoverBody.extend({
  type: z.enum(['signup', 'email_change'], 'Missing one of these types: signup, email_change'),
})

const tokenText = z.string().min(1).max(500).optional()

const verifyBody = z.object(
  {
    type: z.string('type is required').min(1, 'type is required'),
    token_hash: tokenText,
    token: tokenText,
    email: signInEmail.optional(),
  },
  jsonObject,
)

export type RecoverBody = z.output<typeof recoverBody>
export type ResendBody = z.output<typeof resendBody>
export type VerifyBody = z.output<typeof verifyBody>

/** Getting back into an account by a mailed link (docs/product/reset.md#the-mail). */
export const recoveryContract = defineContract({
  'POST /auth/v1/recover': {
    summary: 'Mails a link to set a new password, if there is such an account',
    access: 'public',
    query: z.object({ redirect_to: redirectTo }),
    body: recoverBody,
    response: z.object({}),
  },
  'POST /auth/v1/resend': {
    summary: 'Mails a link that proves the address of an account, if there is one that nobody has proven',
    access: 'public',
    query: z.object({ redirect_to: redirectTo }),
    body: resendBody,
    response: z.object({}),
  },
  'GET /auth/v1/reauthenticate': {
    summary: 'Mails a nonce that replaces the current password, once',
    access: 'user',
    response: z.object({}),
  },
  'POST /auth/v1/verify': {
    summary: 'Signs in with the token of a mailed link, once',
    access: 'public',
    body: verifyBody,
    response: sessionShape,
  },
  'GET /auth/v1/verify': {
    summary: 'The same for a browser, which is redirected to redirect_to with a session or a code',
    access: 'public',
    query: z.object({
      type: z.string('type is required').min(1, 'type is required'),
      token: z.string().max(500).default(''),
      redirect_to: redirectTo,
    }),
    response: z.undefined(),
    status: 303,
  },
})
