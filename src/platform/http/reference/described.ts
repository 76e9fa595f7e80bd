import type { RouteShorthandOptions } from 'fastify'
import type { Endpoint } from '../../../shared/contract.ts'
import { idempotencyHeader } from '../request-headers.ts'

type Schema = NonNullable<RouteShorthandOptions['schema']>

/** The schema that a call's request is checked against. */
export const inputSchemaOf = ({ creates, params, query, body }: Endpoint): Schema => ({
  ...(creates && { headers: idempotencyHeader }),
  ...(params && { params }),
  ...(query && { querystring: query }),
  ...(body && { body }),
})

/** The answers of a call, by status. Only tests and the reference read them: each takes 2.5 kB (decision 93). */
export function answersOf({ response, status = 200, begunStatus }: Endpoint) {
  const answers: Record<number, Endpoint['response']> = { [status]: response }
  if (begunStatus) answers[begunStatus] = response
  return answers
}

/** Everything that the reference says about a call. */
export const describe = (endpoint: Endpoint): Schema => ({
  summary: endpoint.summary,
  ...(endpoint.consumes && { consumes: endpoint.consumes }),
  ...(endpoint.produces && { produces: endpoint.produces }),
  // The roles that a caller needs beyond being signed in (OpenAPI 3.1, security requirement).
  ...(endpoint.access !== 'public' && {
    security: [{ bearer: endpoint.access === 'admin' ? ['admin'] : [] }],
  }),
  // What else an admin's call requires: the second step of the last 15 minutes, and whether one admin is enough.
  ...(endpoint.asksAgain && { 'x-asks-again': true }),
  ...(endpoint.second && { 'x-second-person': endpoint.second }),
  ...inputSchemaOf(endpoint),
  response: answersOf(endpoint),
})
