import {
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  randomUUID,
  type webcrypto,
} from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'

/** A signing key that a test knows too: the setting for the service, and its private half. */
export async function knownSigningKey(): Promise<{ setting: string; key: webcrypto.CryptoKey; jwk: JWK }> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const { kty, crv, x, y, d } = await exportJWK(privateKey)
  const kid = randomUUID()
  const setting = JSON.stringify({ keys: [{ kty, crv, x, y, d, kid }] })
  return { setting, key: privateKey, jwk: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '', kid } }
}

type Claims = JWTPayload & { iat: number; exp: number }

/**
 * Forged access tokens, by how they were made, all with the claims of a live session. Those signed with the service's
 * own key test each claim.
 */
export async function forgedTokens(
  { key, jwk }: Awaited<ReturnType<typeof knownSigningKey>>,
  claims: Claims,
): Promise<Record<string, string>> {
  const { kid, ...publicJwk } = jwk as JWK & { kid: string }
  const stranger = await generateKeyPair('ES256', { extractable: true })
  const strangersJwk = await exportJWK(stranger.publicKey)
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const pem = createPublicKey({ key: publicJwk as JsonWebKey, format: 'jwk' }).export({
    type: 'spki',
    format: 'pem',
  })
  const bytes = (text: string | Buffer) => new TextEncoder().encode(text.toString())
  const sign = (header: object, by: Parameters<SignJWT['sign']>[0], payload: JWTPayload = claims) =>
    new SignJWT(payload).setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid, ...header }).sign(by)
  const own = (changed: JWTPayload) => sign({}, key, { ...claims, ...changed })
  const [header = '', payload = '', signature = ''] = (await own({})).split('.')
  const elsewhere = 'https://evil.example/keys.json'
  return {
    'without a signature': new UnsecuredJWT(claims).encode(),
    'with its signature cut off': `${header}.${payload}.`,
    'with another payload': `${header}.${encoded({ ...claims, sub: randomUUID() })}.${signature}`,
    'whose header says none': `${encoded({ alg: 'none', kid })}.${payload}.${signature}`,
    'HS256 by the public key as PEM': await sign({ alg: 'HS256' }, bytes(pem)),
    'HS256 by the public key as JSON': await sign({ alg: 'HS256' }, bytes(JSON.stringify(jwk))),
    'by another key of the same name': await sign({}, stranger.privateKey),
    'by another kind of key': await sign({ alg: 'RS256' }, rsa),
    'that brings its key': await sign({ jwk: strangersJwk }, stranger.privateKey),
    'that brings its key and no name': await sign({ jwk: strangersJwk, kid: undefined }, stranger.privateKey),
    'that names an address of keys': await sign({ jku: elsewhere, x5u: elsewhere }, stranger.privateKey),
    'by a key whose name is a path': await sign({ kid: '../'.repeat(9) }, key),
    'that has expired': await own({ exp: claims.iat - 1 }),
    'that never expires': await own({ exp: undefined }),
    'that is not valid yet': await own({ nbf: claims.exp }),
    'for another audience': await own({ aud: 'somebody-else' }),
    'for nobody': await own({ sub: undefined }),
    'without a session': await own({ session_id: undefined }),
  }
}

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Signs as the service does, for a session that it does not know. */
export const tokenOfNoSession = (
  { key, jwk }: Awaited<ReturnType<typeof knownSigningKey>>,
  claims: Claims,
): Promise<string> =>
  new SignJWT({ ...claims, session_id: randomUUID() })
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: jwk.kid as string })
    .sign(key)
