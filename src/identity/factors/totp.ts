import { Secret, TOTP } from 'otpauth'
import encodeQR from 'qr'

// What every app supports (RFC 6238); many ignore other parameters.
const algorithm = 'SHA1'
const digits = 6
const period = 30
const secretBytes = 20

const totpOf = (secret: Buffer) => new TOTP({ secret: secretOf(secret), algorithm, digits, period })

const secretOf = (secret: Buffer) => new Secret({ buffer: Uint8Array.from(secret).buffer })

/** A new secret for an authenticator app. */
export const newTotpSecret = (): Buffer => Buffer.from(new Secret({ size: secretBytes }).bytes)

/** What an authenticator app is set up with: `secret` to type, `uri` to open, `qr_code` (SVG) to scan. */
export function totpSetUp(secret: Buffer, { issuer, label }: { issuer: string; label: string }) {
  const totp = new TOTP({ issuer, label, secret: secretOf(secret), algorithm, digits, period })
  const uri = totp.toString()
  return { uri, secret: totp.secret.base32, qr_code: encodeQR(uri, 'svg', { ecc: 'medium', border: 4 }) }
}

/** The step of time that a code is of: this one, or one beside it, as clocks differ; null when it is of none. */
export function stepOfCode(secret: Buffer, code: string, now: Date): number | null {
  const timestamp = now.getTime()
  const token = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const delta = totpOf(secret).validate({ token, timestamp, window: 1 })
  return delta === null ? null : TOTP.counter({ period, timestamp }) + delta
}
