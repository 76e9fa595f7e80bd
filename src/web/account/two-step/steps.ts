import type { AuthError, Factor } from '@supabase/auth-js'
import { withProof } from '../../api/proof.ts'
import { loadAuthClient, readStoredSession } from '../../session/session.ts'
import { type AuthProblem, attempt, attemptOf, refusal } from '../sign-in/attempts.ts'

type Client = Awaited<ReturnType<typeof loadAuthClient>>
type Result = { error: AuthError | null }

const title = 'Two-step verification'

/**
 * Sends a code of any of the person's apps, to the app that was asked last first: any other one counts it as a wrong
 * code. Resolves to what went wrong, or null: then the session has passed the second step.
 */
export const showCode = (code: string): Promise<AuthProblem | null> =>
  attempt(title, async (client) => {
    const apps = verifiedApps(readStoredSession()?.user?.factors).toSorted((one, other) =>
      (other.last_challenged_at ?? '').localeCompare(one.last_challenged_at ?? ''),
    )
    let last: Result = { error: null }
    for (const { id: factorId } of apps) {
      last = await client.mfa.challengeAndVerify({ factorId, code: code.trim() })
      // The code may be of another app.
      if (last.error?.code !== 'mfa_verification_failed') return last
    }
    return last
  })

/** Uses one of the person's recovery codes. Resolves to what went wrong, or null. */
export const showRecoveryCode = (code: string): Promise<AuthProblem | null> =>
  attemptOf(
    (client) => client.mfa.recoveryCodes.verify({ code }),
    (error) => ({
      ...refusal(title, error),
      // The words for an app's code would have people wait for the next one.
      ...(error.code === 'mfa_verification_failed' && {
        message: 'That code is not right, or was used before.',
      }),
    }),
  )

/** An app that is being set up: the address of its QR code, or the key to type. */
export type NewApp = { factorId: string; uri: string; secret: string }

/** Begins to set up an app; an unfinished earlier set-up is removed. */
export const beginApp = () =>
  answered(async (client) => {
    const { data, error } = await client.mfa.listFactors()
    if (error) return { data: null, error }
    const unfinished = data.all.filter(
      ({ factor_type, status }) => factor_type === 'totp' && status === 'unverified',
    )
    for (const { id: factorId } of unfinished) await client.mfa.unenroll({ factorId })
    const begun = await withProof(() => client.mfa.enroll({ factorType: 'totp' }))
    if (begun.error) return { data: null, error: begun.error }
    const { id: factorId, totp } = begun.data
    return { data: { factorId, uri: totp.uri, secret: totp.secret } satisfies NewApp, error: null }
  })

/** Finishes the set-up with a code that the app shows. Resolves to what went wrong, or null. */
export const finishApp = (factorId: string, code: string): Promise<AuthProblem | null> =>
  attempt(title, (client) => withProof(() => client.mfa.challengeAndVerify({ factorId, code: code.trim() })))

/** Makes new recovery codes, which replace the old ones. */
export const makeCodes = () =>
  answered(async (client) => {
    const made = await withProof(() => client.mfa.recoveryCodes.generate())
    const result =
      made.error?.code === 'mfa_verified_factor_exists'
        ? await withProof(() => client.mfa.recoveryCodes.regenerate())
        : made
    return result.error ? { data: null, error: result.error } : { data: result.data.codes, error: null }
  })

/** Removes apps, and the recovery codes with the last one. Resolves to what went wrong, or null. */
export const removeApps = (factors: Factor[]): Promise<AuthProblem | null> =>
  attempt(title, async (client) => {
    for (const { id: factorId } of factors) {
      const { error } = await withProof(() => client.mfa.unenroll({ factorId }))
      if (error && error.code !== 'mfa_factor_not_found') return { error }
    }
    // Without an app, the session's token must no longer claim a second step either.
    return client.refreshSession()
  })

/** The apps that are set up, and the number of recovery codes left, null where there are none. */
export async function readSteps() {
  const client = await loadAuthClient()
  const { data, error } = await client.mfa.listFactors()
  if (error) throw error
  const apps = verifiedApps(data.all)
  if (data.recovery_code.length === 0) return { apps, codesLeft: null }
  const status = await client.mfa.recoveryCodes.getStatus()
  if (status.error) throw status.error
  return { apps, codesLeft: status.data.remaining }
}

const verifiedApps = (factors: Factor[] = []) =>
  factors.filter(({ factor_type, status }) => factor_type === 'totp' && status === 'verified')

type Answered<Data> = { data: Data; problem: null } | { data: null; problem: AuthProblem }

async function answered<Data>(
  call: (client: Client) => Promise<{ data: Data; error: null } | { data: null; error: AuthError }>,
): Promise<Answered<Data>> {
  let data: Data | null = null
  const problem = await attempt(title, async (client) => {
    const result = await call(client)
    data = result.data
    return result
  })
  return problem || data === null
    ? { data: null, problem: problem ?? refusal(title, { name: 'AuthUnknownError' } as AuthError) }
    : { data, problem: null }
}
