import type { z } from 'zod'

/** Who may call: anyone (an optional token still names the caller), a signed-in user, or an admin. */
export type Access = 'public' | 'user' | 'admin'

/**
 * Whether an admin may do it alone (docs/product/admin.md#a-second-admin):
 * - `none`: always. It moves no money, or concerns everybody alike.
 * - `not_own`: not where it is about the caller.
 * - `own`: where it concerns what the caller is paid, a second person agrees before.
 * - `own_or_much`: so too beyond ADJUSTMENT_ALONE.
 * - `own_while_another`: not what pays the caller, while another admin signs in.
 * - `another`: only another admin than the one who proposed it, whom it does not pay.
 * - `not_admins`: not on an account that is an admin's.
 */
export type SecondPerson =
  | 'none'
  | 'not_own'
  | 'own'
  | 'own_or_much'
  | 'own_while_another'
  | 'another'
  | 'not_admins'

/** What one call takes and returns. The same object validates requests, types the client and makes OpenAPI. */
export type Endpoint = {
  summary: string
  access: Access
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  response: z.ZodType
  /** Media types taken or returned beside JSON, for files. */
  consumes?: readonly string[]
  produces?: readonly string[]
  /** Its answer is written while it is read: its handler returns a stream of the JSON. */
  streams?: true
  /** It makes something, once per Idempotency-Key: a repeated request gets what the first one made. */
  creates?: true
  /** Asked by nobody who is signed in, a standby of the database may answer it (decision 91). It only reads. */
  lags?: true
  /** An admin decides about money, roles or accounts: they must have proved recently who they are (decision 100). */
  asksAgain?: true
  /** Only for an admin's call that changes something: whether one admin does it alone. */
  second?: SecondPerson
  /** The status of success, default 200. The handler of a redirect sets the header `location`. */
  status?: 200 | 201 | 204 | 302 | 303
  /** A status that its handler may return instead, for work that has only begun. */
  begunStatus?: 202
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A call's name: its method and path, as in `GET /api/v1/products/:ref`. */
export type EndpointKey = `${Method} /${string}`

/** A slice's calls by name. */
export type Contract = { readonly [key: EndpointKey]: Endpoint }

type Part<
  E extends Endpoint,
  P extends 'params' | 'query' | 'body',
  Way extends 'sent' | 'parsed',
> = E[P] extends z.ZodType ? { [K in P]: Way extends 'sent' ? z.input<E[P]> : z.output<E[P]> } : unknown

/** What a handler receives, validated. */
export type ParsedInput<E extends Endpoint> = Part<E, 'params', 'parsed'> &
  Part<E, 'query', 'parsed'> &
  Part<E, 'body', 'parsed'>

/** What a caller sends. */
export type SentInput<E extends Endpoint> = Part<E, 'params', 'sent'> &
  Part<E, 'query', 'sent'> &
  Part<E, 'body', 'sent'>

/** What a handler returns and a caller gets. */
export type Answer<E extends Endpoint> = z.input<E['response']>

/** Preserves the literal types of a contract; does nothing at run time. */
export const defineContract = <const C extends Contract>(contract: C): C => contract
