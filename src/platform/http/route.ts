import type { Readable } from 'node:stream'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { Answer, Contract, Endpoint, EndpointKey, ParsedInput } from '../../shared/contract.ts'
import type { Context } from '../context.ts'
import type { IdempotencyKey } from '../idempotency.ts'

/** What a handler may know about the HTTP call beyond its validated input. Absent for calls in this process. */
export type Call = {
  method: string
  headers: FastifyRequest['headers']
  /** The idempotency key of the call, if the caller sent one. */
  idempotencyKey: IdempotencyKey | undefined
  /** The caller's address (from the proxy only if TRUST_PROXY is on). */
  address: string
  log: FastifyBaseLogger
  reply: FastifyReply | null
}

type Handler<E extends Endpoint> = (
  input: ParsedInput<E>,
  context: Context,
  call: Call,
) => Promise<E extends { streams: true } ? Readable : Answer<E>>

/** One endpoint with its handler, its types erased so that a list of them can be registered. */
export type Route = {
  key: EndpointKey
  endpoint: Endpoint
  /** `never`, because only its own endpoint knows its input; defineRoutes has checked the pair. */
  handler: (input: never, context: Context, call: Call) => Promise<unknown>
}

/** Joins a contract to its handlers; each handler is typed by its endpoint and none may be missing. */
export function defineRoutes<C extends Contract>(
  contract: C,
  handlers: { [K in keyof C & EndpointKey]: Handler<C[K]> },
): Route[] {
  return (Object.keys(contract) as (keyof C & EndpointKey)[]).map((key) => ({
    key,
    endpoint: contract[key] as Endpoint,
    handler: handlers[key],
  }))
}
