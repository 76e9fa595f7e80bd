import { createPrivateKey, type KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'
import { type Settings, SettingsError } from '../../platform/config.ts'

type AppleSettings = NonNullable<Settings['providers']['apple']>

// One exchange; Apple would accept up to six months.
const lifeMs = 5 * 60_000

/**
 * Makes the client secrets that Apple wants: a token of our own, signed anew for each exchange (Apple, "Creating a
 * client secret"). Throws SettingsError when the private key is none.
 */
export function createAppleSecret({ clientId, teamId, keyId, privateKey }: AppleSettings) {
  const key = readKey(privateKey)
  return (now: Date): Promise<string> =>
    new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: keyId })
      .setIssuer(teamId)
      .setSubject(clientId)
      .setAudience('https://appleid.apple.com')
      .setIssuedAt(now)
      .setExpirationTime(new Date(now.getTime() + lifeMs))
      .sign(key)
}

function readKey(privateKey: string): KeyObject {
  try {
    const key = createPrivateKey(privateKey)
    if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key
  } catch {
    // Refused below: what Node says of a key may hold parts of it.
  }
  throw new SettingsError('APPLE_PRIVATE_KEY: must be the text of the .p8 file that Apple gave (an EC key)')
}
