import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

type CreationQuestion = { challenge: string; rp: { id: string }; user: { id: string } }
type RequestQuestion = { challenge: string; rpId: string }

/** How an answer differs from a correct one. */
export type Flaws = {
  /** Where the browser says it was asked. */
  origin?: string
  /** For whom the authenticator answers. */
  rpId?: string
  challenge?: string
  type?: string
  /** Nobody has unlocked the authenticator. */
  isUnlocked?: boolean
  counter?: number
  userHandle?: string
  /** How the authenticator says who made it. */
  attestation?: { fmt: string; attStmt: Map<string, Cbor> }
}

type Passkey = { id: Buffer; key: KeyObject; userHandle: string; counter: number }

/**
 * A browser with an authenticator, in software: makes passkeys with ES256 and signs with them as WebAuthn says.
 * `counts`: whether it counts its signatures; most that are in use do not.
 */
export function createAuthenticator({ origin, counts = false }: { origin: string; counts?: boolean }) {
  const passkeys: Passkey[] = []

  /** What it signs: for whom, who was there, the number of signatures, and the new key. */
  function authenticatorData(rpId: string, passkey: Passkey, flaws: Flaws, made?: Buffer): Buffer {
    const { isUnlocked = true, counter = passkey.counter } = flaws
    const flags = 0x01 | (isUnlocked ? 0x04 : 0) | (made ? 0x40 : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(flaws.rpId ?? rpId), Buffer.of(flags), count, made ?? Buffer.alloc(0)])
  }

  const clientData = (type: string, challenge: string, flaws: Flaws): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: flaws.type ?? type,
        challenge: flaws.challenge ?? challenge,
        origin: flaws.origin ?? origin,
        crossOrigin: false,
      }),
    )

  const credentialOf = <Response extends object>({ id }: Passkey, response: Response) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key' as const,
    response,
    clientExtensionResults: {},
    authenticatorAttachment: 'platform' as const,
  })

  return {
    /** Makes a passkey, as `navigator.credentials.create()` does, with the id of `like` where that is given. */
    create({ challenge, rp, user }: CreationQuestion, flaws: Flaws = {}, like?: { id: string }) {
      const { publicKey, privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const id = like ? Buffer.from(like.id, 'base64url') : randomBytes(16)
      const passkey = { id, key, userHandle: user.id, counter: counts ? 1 : 0 }
      passkeys.push(passkey)
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const made = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)])
      const { fmt, attStmt } = flaws.attestation ?? { fmt: 'none', attStmt: new Map() }
      const attestation = new Map<string, Cbor>([
        ['fmt', fmt],
        ['attStmt', attStmt],
        ['authData', authenticatorData(rp.id, passkey, flaws, made)],
      ])
      return credentialOf(passkey, {
        clientDataJSON: clientData('webauthn.create', challenge, flaws).toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal'],
      })
    },

    /** Signs with the passkey that was made last, as `navigator.credentials.get()` does. */
    get({ challenge, rpId }: RequestQuestion, flaws: Flaws = {}) {
      const passkey = passkeys.at(-1)
      if (!passkey) throw new Error('This authenticator has no passkey')
      if (counts) passkey.counter += 1
      const data = authenticatorData(rpId, passkey, flaws)
      const client = clientData('webauthn.get', challenge, flaws)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), passkey.key)
      return credentialOf(passkey, {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: flaws.userHandle ?? passkey.userHandle,
      })
    },
  }
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()

/** A public key in COSE's form: an elliptic curve's, of ES256, on P-256. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
}

export type Cbor = number | string | Buffer | Cbor[] | Map<string, Cbor> | Map<number, Cbor>

/** CBOR, as far as authenticators need it here (RFC 8949). */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)])
  return Buffer.concat([
    head(5, value.size),
    ...[...value].flatMap(([key, member]) => [cbor(key), cbor(member)]),
  ])
}

function head(kind: number, size: number): Buffer {
  if (size < 24) return Buffer.of((kind << 5) | size)
  return size < 256 ? Buffer.of((kind << 5) | 24, size) : Buffer.of((kind << 5) | 25, size >> 8, size & 0xff)
}
