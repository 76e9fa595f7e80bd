import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { AppError } from '../../shared/errors.ts'

const tag = '(?:W/)?"[\\x21\\x23-\\x7e\\x80-\\xff]*"'
const list = new RegExp(`^${tag}(?:[ \\t]*,[ \\t]*${tag})*$`)

/**
 * The versions in the request's If-Match header, one of which must be the present one; undefined if any version is
 * accepted (no header, or `*`). A weak tag matches none (RFC 9110, 13.1.1). Throws `malformed_request` unless it is a
 * list of entity tags.
 */
export function ifMatchOf(headers: IncomingHttpHeaders): string[] | undefined {
  const value = headers['if-match']?.trim()
  if (value === undefined || value === '*') return undefined
  if (!list.test(value))
    throw new AppError('malformed_request', 'If-Match must be a version in double quotes, as in "3", or *.')
  return [...value.matchAll(new RegExp(tag, 'g'))].map(([one]) => one).flatMap(versionOf)
}

const versionOf = (one: string): string[] => (one.startsWith('W/') ? [] : [one.slice(1, -1)])

/** The header that makes a request repeatable, as the API's reference describes it. */
export const idempotencyHeader = z.looseObject({
  'idempotency-key': z.string().optional().meta({
    description:
      '8 to 255 visible ASCII characters of your choice. The same request with the same key, even at once, gets what the first one made; another request with it is refused with `idempotency_key_reused`. Known for 30 days.',
  }),
})

/** The request's Idempotency-Key, if it has one. Throws `malformed_request` for an invalid one. */
export function idempotencyKeyOf(headers: IncomingHttpHeaders): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{8,255}$/.test(key))
    throw new AppError('malformed_request', 'Idempotency-Key must be 8 to 255 visible ASCII characters.')
  return key
}
