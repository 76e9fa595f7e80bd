import { Secret, TOTP } from 'otpauth'
import encodeQR from 'qr'

// Parameters that every app supports (RFC 6238); many ignore others.
const algorithm = 'SHA1'
const digits = 6
const period = 30
const secretBytes = 20

const totpOf = (secret: Buffer) => new TOTP({ secret: secretOf(secret), algorithm, digits, period })

const secretOf = (secret: Buffer) => new Secret({ buffer: Uint8Array.from(secret).buffer })

/** A new secret for an authenticator app. */
export const newTotpSecret = (): Buffer => Buffer.from(new Secret({ size: secretBytes }).bytes)

/** The data for setting up an authenticator app: `secret` to type, `uri` to open, `qr_code` (SVG) to scan. */
export function totpSetUp(secret: Buffer, { issuer, label }: { issuer: string; label: string }) {
  const totp = new TOTP({ issuer, label, secret: secretOf(secret), algorithm, digits, period })
  const uri = totp.toString()
  return { uri, secret: totp.secret.base32, qr_code: encodeQR(uri, 'svg', { ecc: 'medium', border: 4 }) }
}

/** The time step of a code: the current one, or one next to it, since clocks differ; null for a wrong code. */
export function stepOfCode(secret: Buffer, code: string, now: Date): number | null {
  const timestamp = now.getTime()
  const token = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const delta = totpOf(secret).validate({ token, timestamp, window: 1 })
  return delta === null ? null : TOTP.counter({ period, timestamp }) + delta
}
