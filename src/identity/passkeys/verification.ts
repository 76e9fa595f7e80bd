import type { AuthenticationBody, RegistrationBody } from './contract.ts'
import { algorithms, type RelyingParty } from './rules.ts'

/** A passkey as its authenticator made it. */
type MadePasskey = { credentialId: Buffer; publicKey: Buffer; counter: number; transports: string[] }

/** What both kinds of answers are checked against: the relying party, and the hash of the challenge. */
type Expected = { party: RelyingParty; isChallenge: (challenge: string) => boolean }

const longestPublicKey = 2_048

/** Loaded at first use: most people sign in without passkeys, and the library takes memory. */
const library = () => import('@simplewebauthn/server')

/**
 * The passkey in a browser's answer; null unless it was made on this site, for this challenge, by an authenticator that
 * has verified its owner.
 */
export async function verifiedRegistration(
  { credential }: RegistrationBody,
  { party, isChallenge }: Expected,
): Promise<MadePasskey | null> {
  const { verifyRegistrationResponse } = await library()
  if (await namesItsMaker(credential.response.attestationObject)) return null
  const { transports = [] } = credential.response
  const answer = await verifyRegistrationResponse({
    response: { ...credential, response: { ...credential.response, transports } },
    expectedChallenge: isChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(refused)
  if (!answer?.verified) return null
  const { id, publicKey, counter } = answer.registrationInfo.credential
  if (publicKey.length > longestPublicKey) return null
  return {
    credentialId: Buffer.from(id, 'base64url'),
    publicKey: Buffer.from(publicKey),
    counter,
    transports,
  }
}

/**
 * The passkey's counter of signatures, including the one in a browser's answer; null unless this passkey signed it, on
 * this site, for this challenge, with its owner verified, and later than all signatures counted so far.
 */
export async function verifiedAuthentication(
  { credential }: AuthenticationBody,
  passkey: { public_key: Buffer; counter: number },
  { party, isChallenge }: Expected,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await library()
  const { userHandle, ...response } = credential.response
  const answer = await verifyAuthenticationResponse({
    response: { ...credential, response: { ...response, ...(userHandle && { userHandle }) } },
    expectedChallenge: isChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: {
      id: credential.id,
      publicKey: Uint8Array.from(passkey.public_key),
      counter: passkey.counter,
    },
  }).catch(refused)
  return answer?.verified ? answer.authenticationInfo.newCounter : null
}

// The library throws for every mismatch. It calls nothing outside, so this hides no other failure.
const refused = () => null

/**
 * True if an authenticator sends certificates although none were requested. The library would load their list of
 * revoked ones from an address that anybody can choose.
 */
async function namesItsMaker(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  try {
    const decoded = decodeAttestationObject(Uint8Array.from(Buffer.from(attestationObject, 'base64url')))
    const format = decoded.get('fmt')
    return format !== 'none' && !(format === 'packed' && decoded.get('attStmt').get('x5c') === undefined)
  } catch {
    return true
  }
}
