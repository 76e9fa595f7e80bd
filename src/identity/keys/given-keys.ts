import { calculateJwkThumbprint, importJWK, type JWK, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { SettingsError } from '../../platform/settings/read.ts'
import { type KeyRing, publishedForm, type SigningKey } from './key-ring.ts'

const keySet = z.object({
  keys: z
    .array(
      z.object({
        kty: z.literal('EC'),
        crv: z.literal('P-256'),
        x: z.string(),
        y: z.string(),
        d: z.string(),
        kid: z.string().min(1).max(200).optional(),
        alg: z.literal('ES256').optional(),
        use: z.literal('sig').optional(),
      }),
    )
    .min(1),
})

type GivenKey = SigningKey & { verifier: CryptoKey; publicJwk: JWK }

/**
 * The keys in the setting SIGNING_KEYS, a JSON Web Key Set (RFC 7517) of private ES256 keys: the first signs, all
 * verify and are published. Throws SettingsError, whose message never shows the setting's value.
 */
export async function readGivenKeys(text: string): Promise<KeyRing> {
  const keys = await parse(text).catch(() => {
    throw new SettingsError(
      'SIGNING_KEYS must be a JSON Web Key Set of private ES256 keys: ' +
        '{"keys":[{"kty":"EC","crv":"P-256","x":"…","y":"…","d":"…"}]}',
    )
  })
  const byId = new Map(keys.map((key) => [key.kid, key]))
  const [current] = keys
  if (!current || byId.size < keys.length)
    throw new SettingsError('SIGNING_KEYS must give each key a kid of its own.')
  const published = { keys: keys.map(({ kid, publicJwk }) => publishedForm(publicJwk, kid)) }
  return {
    current: async () => current,
    find: async (kid) => byId.get(kid)?.verifier,
    published: async () => published,
  }
}

const parse = async (text: string): Promise<GivenKey[]> =>
  Promise.all(keySet.parse(JSON.parse(text)).keys.map(importPair))

async function importPair({ kid, ...given }: z.output<typeof keySet>['keys'][number]): Promise<GivenKey> {
  const { kty, crv, x, y, d } = given
  const publicJwk = { kty, crv, x, y }
  const key = (await importJWK({ ...publicJwk, d }, 'ES256')) as CryptoKey
  const verifier = (await importJWK(publicJwk, 'ES256')) as CryptoKey
  // Importing does not check whether the two halves belong together.
  await jwtVerify(await new SignJWT().setProtectedHeader({ alg: 'ES256' }).sign(key), verifier)
  return { kid: kid ?? (await calculateJwkThumbprint(publicJwk)), key, verifier, publicJwk }
}
