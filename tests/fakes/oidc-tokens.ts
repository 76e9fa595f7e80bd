import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, jwtVerify, SignJWT, UnsecuredJWT } from 'jose'

export type ProviderName = 'google' | 'apple'

/** What is wrong with ID tokens from now on. */
export type TokenFault =
  | 'none'
  | 'wrong_nonce'
  | 'no_nonce'
  | 'wrong_audience'
  | 'wrong_issuer'
  | 'expired'
  | 'unsigned'
  | 'wrong_key'
  | 'symmetric'
  | 'missing'

const applePair = generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** The site's registration at the fake providers, as its settings. */
export const fakeProviderSettings = {
  GOOGLE_CLIENT_ID: 'folio.google.test',
  GOOGLE_CLIENT_SECRET: 'google secret',
  APPLE_CLIENT_ID: 'test.folio.web',
  APPLE_TEAM_ID: 'TEAM123456',
  APPLE_KEY_ID: 'KEY1234567',
  APPLE_PRIVATE_KEY: applePair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
}

const clientIds = {
  google: fakeProviderSettings.GOOGLE_CLIENT_ID,
  apple: fakeProviderSettings.APPLE_CLIENT_ID,
}

/** True for the site's client id at this provider. */
export const isKnownClient = (provider: ProviderName, clientId: string | null): boolean =>
  clientId === clientIds[provider]

/** True for the site's secret, or at Apple the token signed with the registered key. */
export async function isClientSecret(provider: ProviderName, secret: string): Promise<boolean> {
  if (provider === 'google') return secret === fakeProviderSettings.GOOGLE_CLIENT_SECRET
  try {
    const { protectedHeader } = await jwtVerify(secret, createPublicKey(applePair.privateKey), {
      algorithms: ['ES256'],
      issuer: fakeProviderSettings.APPLE_TEAM_ID,
      subject: fakeProviderSettings.APPLE_CLIENT_ID,
      audience: 'https://appleid.apple.com',
      requiredClaims: ['iat', 'exp'],
    })
    return protectedHeader.kid === fakeProviderSettings.APPLE_KEY_ID
  } catch {
    return false
  }
}

/** True when the verifier is that of the S256 challenge (RFC 7636). */
export const fitsChallenge = (verifier: string, challenge: string): boolean =>
  createHash('sha256').update(verifier).digest('base64url') === challenge

export type TokenMaker = Awaited<ReturnType<typeof createTokenMaker>>

/** Signs ID tokens with a key of its own. */
export async function createTokenMaker() {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const stranger = await generateKeyPair('RS256')
  const publicJwk: JWK = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  return {
    keySet: { keys: [publicJwk] },

    /** An ID token for `person`; undefined where it must be missing. */
    async sign(
      person: JWTPayload,
      { provider, issuer, nonce }: { provider: ProviderName; issuer: string; nonce: string },
      fault: TokenFault,
    ): Promise<string | undefined> {
      const issuedAt = Math.floor(Date.now() / 1_000) - (fault === 'expired' ? 7_200 : 0)
      const claims = {
        ...person,
        iss: fault === 'wrong_issuer' ? 'https://issuer.example' : issuer,
        aud: fault === 'wrong_audience' ? 'another.client' : clientIds[provider],
        iat: issuedAt,
        exp: issuedAt + 3_600,
        ...(fault !== 'no_nonce' && { nonce: fault === 'wrong_nonce' ? 'another nonce' : nonce }),
      }
      if (fault === 'missing') return undefined
      if (fault === 'unsigned') return new UnsecuredJWT(claims).encode()
      if (fault === 'symmetric')
        return new SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256', kid: 'one' })
          .sign(new TextEncoder().encode(fakeProviderSettings.GOOGLE_CLIENT_SECRET.padEnd(32, '.')))
      const key = fault === 'wrong_key' ? stranger.privateKey : privateKey
      return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(key)
    },
  }
}
