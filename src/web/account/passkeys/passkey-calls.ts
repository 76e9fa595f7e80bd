import { type AuthError, isAuthError } from '@supabase/auth-js'
import { withProof } from '../../api/proof.ts'
import { type AuthProblem, attemptOf, refusal } from '../sign-in/attempts.ts'

/** Why a passkey was not made or did not sign in. */
export type PasskeyProblem = AuthProblem & {
  /** Shows no message: another question of the browser has replaced this one. */
  isQuiet?: true
  /** The person answered the browser, but the server refused the answer. */
  isAnswered?: true
}

export const signInTitle = 'Sign in failed'

/** Whether this browser supports passkeys. */
export const knowsPasskeys = () => 'PublicKeyCredential' in window

type Waiting = { signal: AbortSignal }

/**
 * Signs in with a passkey. `inAutofill` lets the browser offer passkeys beside the e-mail field and waits for a choice;
 * without it the browser asks at once.
 */
export const signInWithPasskey = (inAutofill?: Waiting) =>
  passkeyAttempt(signInTitle, (client) =>
    client.signInWithPasskey(
      inAutofill && { options: { mediation: 'conditional', signal: inAutofill.signal } },
    ),
  )

/** Asks the browser to make a passkey for the signed-in person. */
export const addPasskey = () =>
  passkeyAttempt('No passkey was added', (client) => withProof(() => client.registerPasskey()))

/** Renames a passkey. */
export const renamePasskey = (passkeyId: string, friendlyName: string) =>
  passkeyAttempt('Not renamed', (client) =>
    withProof(() => client.passkey.update({ passkeyId, friendlyName })),
  )

/** Removes a passkey; one that no longer exists counts as removed. Resolves to what went wrong, or null. */
export async function removePasskey(passkeyId: string): Promise<PasskeyProblem | null> {
  return passkeyAttempt('Not removed', async (client) => {
    const { error } = await withProof(() => client.passkey.delete({ passkeyId }))
    return { error: error?.code === 'webauthn_credential_not_found' ? null : error }
  })
}

type Attempt = Parameters<typeof attemptOf<Error>>[0]

const passkeyAttempt = (title: string, call: Attempt): Promise<PasskeyProblem | null> =>
  attemptOf(call, (error) => problemOf(title, error))

function problemOf(title: string, error: Error): PasskeyProblem {
  if (!knowsPasskeys()) return { title, message: 'This browser does not support passkeys.' }
  const message = byTheBrowser[error.name]
  if (message !== undefined) return { title, message, ...(error.name === 'AbortError' && { isQuiet: true }) }
  if (!isAuthError(error)) return { title, message: 'The passkey could not be used. Please try again.' }
  return { ...refusal(title, error), ...byTheServer(error) }
}

/** What a browser's refusal means, by the error names of WebAuthn. */
const byTheBrowser: Partial<Record<string, string>> = {
  AbortError: '',
  NotAllowedError: 'It was cancelled, or took too long. Please try again.',
  InvalidStateError: 'This device has a passkey for your account already.',
  ConstraintError: 'This device needs a screen lock first, such as a PIN, a fingerprint or a face.',
  NotSupportedError: 'This device cannot make a passkey. Please try another one.',
  SecurityError: 'Passkeys do not work at this address. Please open the site at its own address.',
}

const expired = 'That took too long. Please try again.'

const wordsByCode: Partial<Record<string, string>> = {
  webauthn_challenge_expired: expired,
  webauthn_challenge_not_found: expired,
  webauthn_verification_failed: 'The passkey could not be verified. Please try again.',
  webauthn_credential_not_found:
    'This passkey is not registered here, or was removed. Please log in another way.',
}

function byTheServer({ code }: AuthError): Partial<PasskeyProblem> {
  const message = wordsByCode[code ?? '']
  return message ? { message, isAnswered: true } : {}
}
