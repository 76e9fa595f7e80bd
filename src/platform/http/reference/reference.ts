import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Endpoint } from '../../../shared/contract.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call behind a route, for whatever describes it. */
    endpoint?: Endpoint
  }
}

/**
 * Serves the API's reference and OpenAPI document of all routes that are added later. The code for it is loaded at the
 * first request: requests are rare, and it would take some megabytes all the time (decision 93).
 */
export function registerReference(app: FastifyInstance, site: { appName: string; https: boolean }): void {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => {
    routes.push(route)
  })
  let made: Promise<FastifyInstance> | undefined
  const load = () =>
    import('./server.ts')
      .then((module) => module.describeRoutes(routes, site))
      .catch((error: unknown) => {
        // The next request tries again.
        made = undefined
        throw error
      })
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    made ??= load()
    const { url, headers } = request
    const server = await made
    // Fastify itself omits the body of a HEAD.
    const { statusCode, headers: all, rawPayload } = await server.inject({ method: 'GET', url, headers })
    if (statusCode === 404) return reply.callNotFound()
    const { connection: _connection, date: _date, ...own } = all
    return reply.code(statusCode).headers(own).send(rawPayload)
  }
  for (const url of ['/api/openapi.json', '/api/reference', '/api/reference/*'])
    app.get(url, { schema: { hide: true } }, answer)
  app.addHook('onClose', async () => (await made)?.close())
}
