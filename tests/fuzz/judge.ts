import type { IncomingHttpHeaders } from 'node:http'
import { AppError, type ErrorCode } from '../../src/shared/errors.ts'
import type { FuzzedRequest, Role } from './requests.ts'

export type FuzzedAnswer = { status: number; headers: IncomingHttpHeaders; body: string }

/** What a refusal must never contain: stacks, statements, paths of the program or its machine. */
const inner =
  /\bat \S+ \(|\.[cm]?[tj]s:\d+|node_modules|node:internal|\bselect\s.+\sfrom\s|\binsert into\b|syntax error|relation "|violates|duplicate key|\bpg_|ECONN|ENOENT|\/tmp\//i

/** What is wrong with an answer; null when nothing is. */
export function flawOf(
  request: FuzzedRequest,
  { status, headers, body }: FuzzedAnswer,
  origin: string,
): string | null {
  if (status === 0 && !isCut(request, status)) return 'no answer'
  if (status >= 500 && !isRefusal(request.target, status, headers)) return 'a fault'
  if ('x-injected' in headers) return 'a header of the sender’s'
  if (isHttpsOwn(status, headers) || isCut(request, status)) return null
  if (headers['x-content-type-options'] !== 'nosniff') return 'no nosniff'
  if (isCall(request.target) && !headers['content-security-policy']) return 'no content policy'
  if (headers.location && new URL(headers.location, origin).origin !== origin) return 'leads elsewhere'
  if (isCall(request.target) && body !== '' && !hasTypeAsSent(headers)) return 'a body of no known type'
  if (status < 400) return flawOfSuccess(request, status, headers)
  if (inner.test(body)) return 'shows internals'
  // Conditions and ranges are refused by status alone.
  const isBare = request.method === 'HEAD' || ((status === 412 || status === 416) && body === '')
  return isBare || !isCall(request.target) ? null : flawOfRefusal(request, status, body)
}

/** Other addresses are documents or pages, whose refusals are for people. */
const isCall = (target: string) => /^\/(api|auth\/v1|functions\/v1|rest\/v1|storage\/v1)\//.test(target)

/** Calls that may be busy: a refresh beyond its limit, pictures, look-ups, and exports that take turns. */
const mayBeBusy = /^\/(auth\/v1\/token\?|storage\/v1\/object\/|functions\/v1\/)/

/** A limit with a time to wait, or a format that oEmbed's standard refuses so. */
const isRefusal = (target: string, status: number, headers: IncomingHttpHeaders) =>
  (status === 503 && headers['retry-after'] !== undefined && mayBeBusy.test(target)) ||
  (status === 501 && target.startsWith('/api/oembed'))

/** Node's refusals before there is a request: unreadable, or its header is too large. */
const isHttpsOwn = (status: number, headers: IncomingHttpHeaders) =>
  (status === 400 || status === 431 || status === 417) && headers['x-request-id'] === undefined

/** The server closes the connection of a too large request, and the answer may be lost with it. */
const isCut = ({ body, headers }: FuzzedRequest, status: number) =>
  status === 0 && ((body?.length ?? 0) > 100_000 || 'transfer-encoding' in headers)

const hasTypeAsSent = ({ 'content-type': type = '' }: IncomingHttpHeaders) =>
  /^(application\/json|text\/\w+); charset=utf-8$/.test(type) || /^(image|application)\/(?!json)/.test(type)

/** Roles whose tokens are invalid; signing out with them is no success. */
const letsNobodyIn = new Set<Role>(['anonymous', 'suspended', 'ended', 'forged'])

function flawOfSuccess(
  { call, role, method }: FuzzedRequest,
  status: number,
  { 'cache-control': caching }: IncomingHttpHeaders,
): string | null {
  if (status === 304 || method !== call.method) return null
  if (call.access !== 'public' && letsNobodyIn.has(role)) return 'lets in whom nothing is open to'
  if (call.access !== 'public' && caching !== 'no-store') return 'may be cached'
  return String(status) in call.operation.responses ? null : 'a status that its contract does not know'
}

/** Each family of calls has its own form of failures, with known codes. */
function flawOfRefusal({ target, method }: FuzzedRequest, status: number, text: string): string | null {
  const body = parsed(text)
  if (!body) return 'a refusal that is no JSON'
  // An unreadable address belongs to no family.
  if (body.code === 'malformed_request' && status === 400) return null
  // A method that no family has may be refused by any of them or by none.
  if (method === 'PROPFIND' && isCode(body.code ?? body.error)) return null
  if (target.startsWith('/storage/v1'))
    return typeof body.error === 'string' &&
      typeof body.message === 'string' &&
      Number(body.statusCode) >= 400
      ? null
      : 'a refusal of another shape'
  if (target.startsWith('/rest/v1'))
    return typeof body.code === 'string' && typeof body.message === 'string' && 'hint' in body
      ? null
      : 'a refusal of another shape'
  if (target.startsWith('/auth/v1')) {
    const code = body.error_code ?? body.code
    const message = body.msg ?? body.message
    return isCode(code) && typeof message === 'string' ? null : 'a refusal of another shape'
  }
  if (!isCode(body.code) || typeof body.message !== 'string') return 'a refusal of another shape'
  return new AppError(body.code as ErrorCode, '').status === status ? null : 'a code of another status'
}

const isCode = (code: unknown): code is string => typeof code === 'string' && /^[a-z][a-z0-9_]+$/.test(code)

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
