import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'

// How PKCS #8 begins for the 32 bytes of an Ed25519 key (RFC 8410).
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

const privateKeyOf = (seed: Buffer) =>
  createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' })

/** The public part of the 32 bytes of an Ed25519 key. */
export const publicKeyOf = (seed: Buffer): Buffer =>
  Buffer.from(createPublicKey(privateKeyOf(seed)).export({ format: 'jwk' }).x ?? '', 'base64url')

/** Signs with the 32 bytes of an Ed25519 key. */
export const signWith = (seed: Buffer, body: string): Omit<Signed, 'body'> => ({
  publicKey: publicKeyOf(seed),
  signature: sign(null, Buffer.from(body), privateKeyOf(seed)),
})

type Signed = { body: string; publicKey: Buffer; signature: Buffer }

/** Whether a text was signed with the key whose public part this is. */
export const isSigned = ({ body, publicKey, signature }: Signed): boolean =>
  verify(
    null,
    Buffer.from(body),
    createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') },
      format: 'jwk',
    }),
    signature,
  )
