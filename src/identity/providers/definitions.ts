import { createPrivateKey, type KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'
import { type Settings, SettingsError } from '../../platform/settings/read.ts'
import { minuteMs } from '../../shared/time.ts'
import type { ProviderName } from './contract.ts'

/** A provider that people can sign in with, as this site is registered there. */
export type Provider = {
  name: ProviderName
  /** Its name as people know it. */
  title: string
  issuer: URL
  scope: string
  /** How people come back: by a redirect, or by a form that the provider's page posts. */
  returnsBy: 'query' | 'form_post'
  clientId: string
  /** The secret that authenticates this site at the token endpoint. */
  clientSecret: (now: Date) => Promise<string>
}

/** The providers that are configured. Throws SettingsError when Apple's private key is invalid. */
export function configuredProviders({ google, apple, testOrigin }: Settings['providers']): Provider[] {
  const issuer = (name: ProviderName, address: string) =>
    new URL(testOrigin ? `${testOrigin}/${name}` : address)
  const providers: Provider[] = []
  if (google)
    providers.push({
      name: 'google',
      title: 'Google',
      issuer: issuer('google', 'https://accounts.google.com'),
      scope: 'openid email profile',
      returnsBy: 'query',
      clientId: google.clientId,
      clientSecret: async () => google.clientSecret,
    })
  if (apple)
    providers.push({
      name: 'apple',
      title: 'Apple',
      issuer: issuer('apple', 'https://appleid.apple.com'),
      scope: 'name email',
      // Apple sends name and address in no other way.
      returnsBy: 'form_post',
      clientId: apple.clientId,
      clientSecret: createAppleSecret(apple),
    })
  return providers
}

type AppleSettings = NonNullable<Settings['providers']['apple']>

// One exchange; Apple would accept up to six months.
const lifeMs = 5 * minuteMs

/**
 * Makes the client secrets that Apple requires: a token of our own, signed for each exchange (Apple, "Creating a client
 * secret"). Throws SettingsError if the private key is invalid.
 */
function createAppleSecret({ clientId, teamId, keyId, privateKey }: AppleSettings) {
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
    // Refused below: Node's message about a key may hold parts of it.
  }
  throw new SettingsError('APPLE_PRIVATE_KEY: must be the text of the .p8 file that Apple gave (an EC key)')
}
