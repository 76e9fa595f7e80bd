import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '../../shared/errors.ts'

/** The request's Idempotency-Key, if it has one. Throws `malformed_request` for one that cannot be a key. */
export function idempotencyKeyOf(headers: IncomingHttpHeaders): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{8,255}$/.test(key))
    throw new AppError('malformed_request', 'Idempotency-Key must be 8 to 255 visible ASCII characters.')
  return key
}
