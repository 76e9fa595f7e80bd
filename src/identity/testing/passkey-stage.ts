import type { ManualClock } from '../../platform/clock.ts'
import type { createAuthenticator, Flaws } from './authenticator.ts'
import { startRecoveryStage } from './recovery-stage.ts'

export type PasskeyStage = Awaited<ReturnType<typeof startPasskeyStage>>

type Authenticator = ReturnType<typeof createAuthenticator>

/** A challenge of the server's, to be answered by an authenticator. */
export type Question<K extends 'create' | 'get'> = {
  challenge_id: string
  options: Parameters<Authenticator[K]>[0]
}

/** The address of the site in these tests: it has a name and HTTPS. */
export const passkeyOrigin = 'https://folio.test'

/** The auth wire at an address that has passkeys, with a mail server. */
export async function startPasskeyStage(clock: ManualClock) {
  const stage = await startRecoveryStage({ clock: clock.now, siteUrl: passkeyOrigin })

  const askToCreate = async (token: string) =>
    (await stage.call('POST', '/passkeys/registration/options', { token, body: {} }))
      .body as Question<'create'>
  const askToSignIn = async () =>
    (await stage.call('POST', '/passkeys/authentication/options', { body: {} })).body as Question<'get'>

  const register = (token: string, { challenge_id }: { challenge_id: string }, credential: object) =>
    stage.call('POST', '/passkeys/registration/verify', { token, body: { challenge_id, credential } })
  const signIn = ({ challenge_id }: { challenge_id: string }, credential: object) =>
    stage.call('POST', '/passkeys/authentication/verify', { body: { challenge_id, credential } })

  return {
    ...stage,
    askToCreate,
    askToSignIn,
    register,
    signIn,

    /** A new account with a passkey of this authenticator. */
    async withPasskey(authenticator: Authenticator) {
      const session = await stage.newSession()
      const question = await askToCreate(session.access_token)
      const credential = authenticator.create(question.options)
      const { status, body } = await register(session.access_token, question, credential)
      if (status !== 200) throw new Error(JSON.stringify(body))
      return { session, authenticator, credential, id: String(body.id) }
    },

    /** Signs in with the authenticator's last passkey. */
    async signInWith(authenticator: Authenticator, flaws: Flaws = {}) {
      const question = await askToSignIn()
      return signIn(question, authenticator.get(question.options, flaws))
    },
  }
}
