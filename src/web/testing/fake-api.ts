import { contracts } from '../../contracts.ts'
import { checkAnswer } from '../../platform/http/answer-check.ts'
import type { Endpoint } from '../../shared/contract.ts'
import { AppError, type ErrorCode, type ErrorDetails } from '../../shared/errors.ts'
import {
  type AnswerOf,
  type Api,
  ApiError,
  type EndpointName,
  type Extras,
  errorOf,
  type InputOf,
} from '../api/client.ts'
import { offlineMessage } from '../browser/connection.ts'
import { noteFault } from './faults.ts'

/** Answers one call: at once, later, or by throwing `refused` or `offline`. */
type Answering<K extends EndpointName> = (
  input: InputOf<K>,
  extras: Extras,
) => AnswerOf<K> | Promise<AnswerOf<K>>

export type Answers = { [K in EndpointName]?: Answering<K> }

export type Sent<K extends EndpointName> = { input: InputOf<K>; extras: Extras }

export type FakeApi = {
  /** The API for the screen. */
  api: Api
  /** Replaces the answers of these calls from now on. */
  answer: (more: Answers) => void
  /** What was sent with a call, in order. */
  sent: <K extends EndpointName>(name: K) => Sent<K>[]
}

/**
 * An API for one screen, without a server. Each call gets the given answer; both input and answer must match the
 * contract. A call without a given answer, or one that breaks its contract, fails the test.
 */
export function fakeApi(given: Answers = {}): FakeApi {
  const answers = { ...given }
  const log: { name: string; input: unknown; extras: Extras }[] = []

  async function call(name: EndpointName, input: LooseInput = {}, extras: Extras = {}): Promise<unknown> {
    try {
      checkInput(name, input)
      log.push({ name, input, extras })
      const answering = answers[name] as LooseAnswering | undefined
      if (!answering) throw new Error(`${name} is called, and the test gives no answer to it`)
      const answer = await untilAborted(extras.signal, async () => answering(input, extras))
      if (!(answer instanceof Blob)) checkAnswer(name, contracts[name].response, answer)
      return structuredClone(answer)
    } catch (error) {
      if (error instanceof ApiError) error.request = { name, input }
      else if (!extras.signal?.aborted) noteFault(error)
      throw error
    }
  }

  return {
    api: call as Api,
    answer: (more) => Object.assign(answers, more),
    sent: <K extends EndpointName>(name: K) =>
      log.filter((one) => one.name === name).map(({ input, extras }) => ({ input, extras }) as Sent<K>),
  }
}

type LooseInput = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }
type LooseAnswering = (input: LooseInput, extras: Extras) => unknown

/** A refusal as the server answers it, to be thrown by an answer. */
export function refused(code: ErrorCode, message = 'Refused.', details?: ErrorDetails): ApiError {
  const { status } = new AppError(code, message)
  return errorOf(status, { code, message, details })
}

/** The error of a call without a network, to be thrown by an answer. */
export const offline = (): ApiError => new ApiError(0, 'network', offlineMessage)

/** Checks input as the server gets it: parameters as text, JSON without undefined values. */
function checkInput(name: EndpointName, { params, query, body }: LooseInput): void {
  const endpoint: Endpoint = contracts[name]
  const arrived = { params: asText(params), query: asText(query), body: asJson(body) }
  for (const part of ['params', 'query', 'body'] as const) {
    const value = arrived[part]
    const schema = endpoint[part]
    if (!schema && !isEmpty(value)) throw new Error(`${name} takes no ${part}, but is sent ${asShown(value)}`)
    if (!schema || value instanceof Blob) continue
    const parsed = schema.safeParse(value ?? (part === 'body' ? undefined : {}))
    if (!parsed.success)
      throw new Error(`${name} is sent other than its contract, in ${part}: ${parsed.error.message}`)
  }
}

const asText = (values: Record<string, unknown> = {}) =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([key, value]) => [key, String(value)]),
  )

const asJson = (body: unknown) =>
  body === undefined || body instanceof Blob ? body : JSON.parse(JSON.stringify(body))

const isEmpty = (value: unknown) => value === undefined || JSON.stringify(value) === '{}'
const asShown = (value: unknown) => JSON.stringify(value)

/** Rejects as `fetch` does when the caller aborts, whatever the answer still does. */
function untilAborted<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  signal?.throwIfAborted()
  const aborted = new Promise<never>((_, reject) =>
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true }),
  )
  return Promise.race([work(), aborted])
}
