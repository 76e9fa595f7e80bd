import type { FastifyInstance, FastifyRequest } from 'fastify'

/** The wires that the official client speaks. The product's own calls are for its own pages. */
const isOpen = (url: string) => /^\/(auth|rest|storage|functions)\/v1(\/|$|\?)/.test(url)

/** What the client's modules send. */
const allowedHeaders = [
  ...['authorization', 'apikey', 'content-type', 'accept', 'prefer', 'accept-profile', 'content-profile'],
  ...['x-client-info', 'x-supabase-api-version', 'x-upsert', 'x-metadata', 'x-region', 'x-retry-count'],
  ...['cache-control', 'idempotency-key', 'traceparent', 'tracestate', 'baggage'],
]

/** What the client reads of an answer, beside what every page may. */
const exposedHeaders = ['content-range', 'preference-applied', 'retry-after', 'x-supabase-api-version']

/**
 * Lets pages of these origins read the answers of the client's wires, without cookies, of which there are none
 * (docs/product/calls.md#other-origins).
 */
export async function allowOrigins(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return
  const { default: cors } = await import('@fastify/cors')
  const allowed = {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders,
    exposedHeaders,
    maxAge: 7_200,
  }
  await app.register(cors, {
    delegator: (request: FastifyRequest, done) =>
      done(null, isOpen(request.url) ? allowed : { origin: false }),
  })
}
