import type { Kysely } from 'kysely'
import type { EndpointKey } from '../../shared/contract.ts'
import { notFound } from '../../shared/errors.ts'
import type { Clock } from '../clock.ts'
import type { DB } from '../database/schema.ts'
import type { Standbys } from '../database/standbys.ts'
import { checkAnswer } from './answer-check.ts'
import type { Call, Route } from './route.ts'

type LocalOptions = {
  db: Kysely<DB>
  /** If there are any, they answer calls whose answers may be late. */
  standbys?: Standbys | undefined
  clock: Clock
  log: Call['log']
  /** As for calls by HTTP. */
  checkResponses: boolean
}

type LooseInput = { params?: unknown; query?: unknown; body?: unknown }

/** Calls an endpoint in this process. Same contract, same handler, no HTTP. */
export type LocalApi = (key: EndpointKey, input?: LooseInput) => Promise<unknown>

/**
 * The page renderer's way to the API: always anonymous, so that a rendered page can be the same for everyone.
 * Throws what the handler throws, or a ZodError when the input does not fit the contract.
 */
export function createLocalApi(
  routes: Route[],
  { db, standbys, clock, log, checkResponses }: LocalOptions,
): LocalApi {
  const byKey = new Map(routes.map((route) => [route.key, route]))
  return async (key, input = {}) => {
    const route = byKey.get(key)
    if (!route) throw notFound(key)
    const { params, query, body } = route.endpoint
    const parsed = {
      params: params?.parse(input.params ?? {}),
      query: query?.parse(input.query ?? {}),
      body: body?.parse(input.body),
    }
    const call = { method: '', headers: {}, idempotencyKey: undefined, address: '', log, reply: null }
    const handle = (from: Kysely<DB>) =>
      route.handler(parsed as never, { db: from, clock, actor: null }, call)
    const answer = await (standbys && route.endpoint.lags ? standbys.read(handle) : handle(db))
    if (checkResponses) checkAnswer(key, route.endpoint.response, answer)
    return answer
  }
}
