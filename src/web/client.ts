import type { accountDataContract } from '../account/contract.ts'
import type { amazonContract } from '../amazon/contract.ts'
import type { auditContract } from '../audit/contract.ts'
import type { proposalsContract } from '../audit/second/contract.ts'
import type { clicksContract } from '../clicks/contract.ts'
import type { clicksExportContract } from '../clicks/export-contract.ts'
import type { clickFlagsContract } from '../clicks/flags/contract.ts'
import type { earningsContract } from '../earnings/contract.ts'
import type { feesContract } from '../earnings/fees/contract.ts'
import type { checkpointMailsContract, checkpointsContract } from '../earnings/log/contract.ts'
import type { feedContract } from '../feed/contract.ts'
import type { collectionContract } from '../folio/collection-contract.ts'
import type { folioContract } from '../folio/contract.ts'
import type { transferContract } from '../folio/transfer/contract.ts'
import type { linkingContract } from '../identity/providers/linking/contract.ts'
import type { accountContract } from '../identity/sessions/contract.ts'
import type { undoContract } from '../identity/undo/contract.ts'
import type { moderationContract, noticesContract, reportsContract } from '../moderation/contract.ts'
import type { operationsContract } from '../operations/contract.ts'
import type { ordersContract } from '../orders/contract.ts'
import type { flagsContract } from '../orders/flags/contract.ts'
import type { importsContract } from '../orders/imports/contract.ts'
import type { outcomesContract } from '../orders/imports/outcomes/contract.ts'
import type { assigningContract, orderListContract } from '../orders/order-list/contract.ts'
import type { ratesContract } from '../orders/rates/contract.ts'
import type { adminOrdersContract } from '../orders/review/contract.ts'
import type { runOrdersContract } from '../orders/run-orders/contract.ts'
import type { trackingIdsContract } from '../orders/tracking-ids/contract.ts'
import type { adjustmentsContract } from '../payouts/adjustments/contract.ts'
import type { adviceContract } from '../payouts/advice/contract.ts'
import type { attentionContract } from '../payouts/attention/contract.ts'
import type { booksContract } from '../payouts/books/contract.ts'
import type { receiptsContract } from '../payouts/contract.ts'
import type { creatorsContract } from '../payouts/creators/contract.ts'
import type { debtsContract } from '../payouts/debts/contract.ts'
import type { payoutDetailsContract } from '../payouts/details/contract.ts'
import type { holdsContract } from '../payouts/holds/contract.ts'
import type { leavingContract } from '../payouts/leaving/contract.ts'
import type { payoutBatchesContract } from '../payouts/providers/contract.ts'
import type { ownQuestionsContract, questionsContract } from '../payouts/questions/contract.ts'
import type { ownPayoutsContract, payoutRunsContract } from '../payouts/runs/contract.ts'
import type { payoutYearsContract } from '../payouts/years/contract.ts'
import type { peopleContract } from '../people/contract.ts'
import type { membersContract } from '../people/members-contract.ts'
import type { Answer, Endpoint, SentInput } from '../shared/contract.ts'
import { offlineMessage } from './browser/connection.ts'

/** Every call by its name, as its contract describes it. */
export type Endpoints = typeof accountContract &
  typeof linkingContract &
  typeof undoContract &
  typeof adminOrdersContract &
  typeof orderListContract &
  typeof assigningContract &
  typeof trackingIdsContract &
  typeof ratesContract &
  typeof proposalsContract &
  typeof earningsContract &
  typeof feesContract &
  typeof checkpointsContract &
  typeof checkpointMailsContract &
  typeof importsContract &
  typeof outcomesContract &
  typeof ordersContract &
  typeof flagsContract &
  typeof runOrdersContract &
  typeof receiptsContract &
  typeof booksContract &
  typeof adjustmentsContract &
  typeof creatorsContract &
  typeof ownQuestionsContract &
  typeof questionsContract &
  typeof payoutDetailsContract &
  typeof holdsContract &
  typeof debtsContract &
  typeof adviceContract &
  typeof payoutRunsContract &
  typeof attentionContract &
  typeof ownPayoutsContract &
  typeof leavingContract &
  typeof payoutBatchesContract &
  typeof payoutYearsContract &
  typeof accountDataContract &
  typeof amazonContract &
  typeof auditContract &
  typeof operationsContract &
  typeof clicksContract &
  typeof clicksExportContract &
  typeof clickFlagsContract &
  typeof collectionContract &
  typeof feedContract &
  typeof folioContract &
  typeof membersContract &
  typeof moderationContract &
  typeof noticesContract &
  typeof reportsContract &
  typeof peopleContract &
  typeof transferContract

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
  throw failureOf(response.status, body)
}

type ErrorBody = {
  code?: string
  message?: string
  details?: { problems?: ApiError['problems']; retry_after?: number }
} | null

/** An answer that was not a success, by its status and its JSON. */
export const failureOf = (status: number, body: ErrorBody): ApiError =>
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
