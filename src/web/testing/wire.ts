import { identityContract, userChangesContract } from '../../identity/contract.ts'
import { AuthError } from '../../identity/errors.ts'
import { factorsContract } from '../../identity/factors/contract.ts'
import { passkeysContract } from '../../identity/passkeys/contract.ts'
import { recoveryContract } from '../../identity/recovery/contract.ts'
import { checkAnswer } from '../../platform/http/answer-check.ts'
import type { Answer, Endpoint } from '../../shared/contract.ts'
import { ApiError } from '../api/client.ts'
import { noteFault } from './faults.ts'

const authContract = {
  ...identityContract,
  ...factorsContract,
  ...passkeysContract,
  ...recoveryContract,
  ...userChangesContract,
}
type AuthContract = typeof authContract

/** The input of a call: the id in its path, its query and its JSON. */
type WireCall = { id?: string | undefined; query: Record<string, string>; body: unknown }

type Answering<Result> = (call: WireCall) => Result | Promise<Result>

/** Answers by the calls' names: as the contract says, or a thrown failure. */
type WireAnswers = {
  [K in keyof AuthContract]?: Answering<Answer<AuthContract[K]>>
}

let answers: Partial<Record<string, Answering<unknown>>> = {}
let calls: (WireCall & { name: string })[] = []

/**
 * Answers the calls of the official auth client, which bypass the fake API, for the rest of the test. The contracts are
 * checked as in the fake API.
 */
export function answerWire(more: WireAnswers): void {
  Object.assign(answers, more)
}

/** Sets answers for calls that a test gives no answer to. */
export function answerWireOtherwise(more: WireAnswers): void {
  answers = { ...(more as typeof answers), ...answers }
}

/** What was sent with a call, in order. */
export const sentByWire = (name: keyof WireAnswers): WireCall[] => calls.filter((call) => call.name === name)

/** Forgets answers and calls, between tests. */
export function clearWire(): void {
  answers = {}
  calls = []
}

/**
 * The answer to a request; null where the test gives none. Rejects as `fetch` without a network does, where the test
 * says so.
 */
export async function wireAnswer(request: Request): Promise<Response | null> {
  const { pathname, searchParams } = new URL(request.url)
  const { name, id } = nameOf(request.method, pathname)
  const answering = answers[name]
  if (!answering) return null
  const text = await request.text()
  const call = {
    ...(id && { id }),
    query: Object.fromEntries(searchParams),
    body: text ? JSON.parse(text) : undefined,
  }
  try {
    const endpoint = (authContract as Record<string, Endpoint>)[name]
    if (!endpoint) throw new Error(`${name} is in no contract`)
    checkInput(name, endpoint, call)
    calls.push({ ...call, name })
    const answer = await answering(call)
    checkAnswer(name, endpoint.response, answer)
    return answer === undefined ? new Response(null, { status: 204 }) : Response.json(answer)
  } catch (error) {
    return failure(error)
  }
}

const uuid = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/

/** A call's name in its contract, and the id in its path. */
function nameOf(method: string, path: string): { name: string; id: string | undefined } {
  return { name: `${method} ${path.replace(uuid, ':id')}`, id: uuid.exec(path)?.[0] }
}

function checkInput(name: string, endpoint: Endpoint, call: WireCall): void {
  for (const part of ['query', 'body'] as const) {
    const parsed = endpoint[part]?.safeParse(call[part])
    if (parsed && !parsed.success)
      throw new Error(`${name} is sent other than its contract, in ${part}: ${parsed.error.message}`)
  }
}

/** A failure as the server sends it to the auth client; a thrown response is passed on, as from another server. */
function failure(error: unknown): Response {
  if (error instanceof Response) return error
  if (error instanceof ApiError && error.status === 0) throw new TypeError('Failed to fetch')
  if (error instanceof AuthError || error instanceof ApiError) {
    const { status, code, message } = error
    const weakPassword = error instanceof AuthError && error.weakPassword
    const body = { code, message, ...(weakPassword && { weak_password: weakPassword }) }
    return Response.json(body, {
      status,
      headers: { 'x-supabase-api-version': '2024-01-01', 'x-sb-error-code': String(code) },
    })
  }
  noteFault(error)
  throw error
}
