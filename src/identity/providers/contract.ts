import { z } from 'zod'
import { defineContract } from '../../shared/contract.ts'
import { challengeMethod } from '../contract.ts'

export type ProviderName = 'google' | 'apple'

const authorizeQuery = z.object({
  provider: z.string('provider is required'),
  /** The address to return to; the site itself if it is missing or not allowed. */
  redirect_to: z.string().max(2_000).optional(),
  code_challenge: z.string().min(43).max(128).optional(),
  code_challenge_method: challengeMethod.optional(),
})

// A browser brings the person here, so a malformed value counts as missing and is answered by a redirect.
const part = z.string().max(4_000).optional().catch(undefined)

const callbackQuery = z.object({ state: part, code: part, iss: part, error: part })

const callbackForm = callbackQuery.extend({
  /** The person's name as JSON. Apple sends it once, when someone signs in for the first time. */
  user: part,
})

export type AuthorizeQuery = z.output<typeof authorizeQuery>
/** The parameters with which a provider sends a person back. */
export type ProviderAnswer = z.output<typeof callbackForm>

/** Signing in with Google or Apple. People's browsers come here, so every answer but a refusal is a redirect. */
export const providerContract = defineContract({
  'GET /auth/v1/authorize': {
    summary: 'Sends the person to a provider (provider=google or apple) to sign in',
    access: 'public',
    query: authorizeQuery,
    response: z.undefined(),
    status: 302,
  },
  'GET /auth/v1/callback': {
    summary: 'Where Google sends the person back to',
    access: 'public',
    query: callbackQuery,
    response: z.undefined(),
    status: 302,
  },
  'POST /auth/v1/callback': {
    summary: 'Where Apple sends the person back to, with a form',
    access: 'public',
    body: callbackForm,
    response: z.undefined(),
    // The browser requests the next address with GET, whatever method brought it here.
    status: 303,
  },
})
