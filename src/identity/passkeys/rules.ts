import { minuteMs } from '../../shared/time.ts'
import type { CreationOptions, RequestOptions } from './contract.ts'

/** More than anybody uses. */
export const maxPasskeys = 20

/** How long a browser may take to answer: the official service's own time. */
export const challengeMs = 5 * minuteMs

/** The relying party: browsers offer its passkeys only to pages of this domain. */
export type RelyingParty = { id: string; origin: string }

/** Ed25519, ECDSA with P-256, RSA: the algorithms of authenticators, in COSE's numbers. */
export const algorithms = [-8, -7, -257]

type KnownPasskey = { credential_id: Buffer; transports: string[] }

/** The options for making a passkey that names its account itself and verifies its owner. */
export const creationOptions = (
  party: RelyingParty,
  question: {
    appName: string
    challenge: string
    user: { id: string; email: string; fullName: string }
    known: KnownPasskey[]
  },
): CreationOptions => ({
  rp: { id: party.id, name: question.appName },
  user: {
    id: userHandleOf(question.user.id),
    name: question.user.email,
    displayName: question.user.fullName || question.user.email,
  },
  challenge: question.challenge,
  pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
  timeout: challengeMs,
  excludeCredentials: question.known.map(({ credential_id, transports }) => ({
    type: 'public-key',
    id: credential_id.toString('base64url'),
    transports,
  })),
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
})

/** The options for signing in with any passkey of this site. */
export const requestOptions = (party: RelyingParty, challenge: string): RequestOptions => ({
  challenge,
  timeout: challengeMs,
  rpId: party.id,
  userVerification: 'required',
})

/** How an authenticator knows the account: by its id, as in the official service. */
export const userHandleOf = (userId: string): string => Buffer.from(userId).toString('base64url')
