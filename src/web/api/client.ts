import type { contracts } from '../../contracts.ts'
import type { Answer, Endpoint, SentInput } from '../../shared/contract.ts'
import { offlineMessage } from '../browser/connection.ts'

/** Every call by its name, as its contract describes it. */
export type Endpoints = typeof contracts

export type EndpointName = keyof Endpoints & string

/** What a call sends, by the call's name. */
export type InputOf<K extends EndpointName> = Endpoints[K] extends Endpoint ? SentInput<Endpoints[K]> : never

/** What a call answers, by the call's name. */
export type AnswerOf<K extends EndpointName> = Endpoints[K] extends Endpoint ? Answer<Endpoints[K]> : never

export type Extras = {
  idempotencyKey?: string
  /** The version the change started from; a stale one is refused with `version_mismatch`. */
  ifMatch?: number
  signal?: AbortSignal
  keepalive?: boolean
  /**
   * The page is being closed, and nothing can be waited for: the token is sent as it is stored, and the request
   * outlives the page.
   */
  isParting?: boolean
  /** The answer is a file: it is given as a Blob, whatever its type. */
  asFile?: boolean
}

// A call without required input may leave the input out.
type Arguments<K extends EndpointName> =
  Record<string, never> extends InputOf<K>
    ? [input?: InputOf<K>, extras?: Extras]
    : [input: InputOf<K>, extras?: Extras]

/** Calls the API by an endpoint's name, typed by its contract. In the browser over HTTP, on the server in process. */
export type Api = <K extends EndpointName>(name: K, ...rest: Arguments<K>) => Promise<AnswerOf<K>>

/** A call by its name, with what was sent. */
export type RequestOf = { name: string; input: LooseInput }

/** An answer that was not a success. `code` is stable; `problems` name fields. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly problems: { path: string; message: string }[]
  /** Seconds after which the same call may succeed, where the server said so. */
  readonly retryAfter: number | undefined
  /** Everything in the answer beside the message. */
  readonly details: object
  /** What was asked. */
  request?: RequestOf

  constructor(
    status: number,
    code: string,
    message: string,
    problems: ApiError['problems'] = [],
    retryAfter?: number,
    details: object = {},
  ) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.problems = problems
    this.retryAfter = retryAfter
    this.details = details
  }
}

/** What a refusal says of a field, or undefined. */
export const problemIn = (error: unknown, field: string): string | undefined =>
  error instanceof ApiError ? error.problems.find(({ path }) => path === field)?.message : undefined

type LooseInput = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

/** `GET /api/v1/products/:ref` with its input as a method and an address. */
export function requestLine(
  name: string,
  { params = {}, query = {} }: LooseInput,
): { method: string; url: string } {
  const [method = 'GET', path = '/'] = name.split(' ')
  const filled = path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key])))
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString()
  return { method, url: search ? `${filled}?${search}` : filled }
}

/**
 * The browser's client. `accessToken` gives the current token, or null when signed out.
 * Rejects with ApiError; when the network failed, with code `network`.
 */
export function createHttpApi(accessToken: (isParting: boolean) => Promise<string | null>): Api {
  return (async (name: string, input: LooseInput = {}, extras: Extras = {}) => {
    const { method, url } = requestLine(name, input)
    const { body } = input
    // A file is sent as it is, and names its type itself.
    const isJson = body !== undefined && !(body instanceof Blob)
    const token = await accessToken(extras.isParting ?? false)
    const response = await fetch(url, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(isJson && { 'content-type': 'application/json' }),
        ...(extras.idempotencyKey && { 'idempotency-key': extras.idempotencyKey }),
        ...(extras.ifMatch !== undefined && { 'if-match': `"${extras.ifMatch}"` }),
      },
      ...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body as Blob) }),
      ...(extras.signal && { signal: extras.signal }),
      ...((extras.keepalive || extras.isParting) && { keepalive: true }),
    }).catch((cause: unknown) => {
      if (extras.signal?.aborted) throw cause
      throw new ApiError(0, 'network', offlineMessage)
    })
    return extras.asFile && response.ok
      ? response.blob()
      : readAnswer(response).catch((error: unknown) => {
          if (error instanceof ApiError) error.request = { name, input }
          throw error
        })
  }) as Api
}

async function readAnswer(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined
  const body = await response.json().catch(() => null)
  if (response.ok) return body
  throw errorOf(response.status, body)
}

type ErrorBody = {
  code?: string
  message?: string
  details?: { problems?: ApiError['problems']; retry_after?: number }
} | null

/** An answer that was not a success, by its status and its JSON. */
export const errorOf = (status: number, body: ErrorBody): ApiError =>
  new ApiError(
    status,
    body?.code ?? 'internal_error',
    body?.message ?? 'An unexpected error occurred',
    body?.details?.problems,
    body?.details?.retry_after,
    body?.details,
  )

/**
 * How long a person waits for an answer, in milliseconds: a hanging connection must not block for good. Then the
 * request counts as failed, and may be sent again.
 */
export const patienceMs = 30_000
