import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import Fastify, { type FastifyInstance, type RouteOptions } from 'fastify'
import { jsonSchemaTransform, validatorCompiler } from 'fastify-type-provider-zod'
import { contentPolicy } from '../answer-headers.ts'
import { describe } from './described.ts'

/** A server that only this process asks: it has the reference and the OpenAPI document of `routes`. */
export async function describeRoutes(
  routes: readonly RouteOptions[],
  { appName, https }: { appName: string; https: boolean },
): Promise<FastifyInstance> {
  const server = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
  server.setValidatorCompiler(validatorCompiler)
  server.setSerializerCompiler(() => JSON.stringify)
  await server.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${appName} API`, version: '1' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: jsonSchemaTransform,
  })
  for (const { method, url, schema, config } of routes)
    if (!schema?.hide && method !== 'HEAD')
      server.route({
        method,
        url,
        schema: config?.endpoint ? describe(config.endpoint) : { ...schema },
        handler: async () => null,
      })
  server.get('/api/openapi.json', { schema: { hide: true } }, () => server.swagger())
  await server.register(fastifySwaggerUi, {
    routePrefix: '/api/reference',
    staticCSP: contentPolicy({ https }),
    uiConfig: { plugins: [plainText] } as object,
  })
  await server.ready()
  return server
}

/**
 * Makes browsers show descriptions as plain text: by default they are shown as HTML, which the content policy blocks.
 */
const plainText = { components: { Markdown: ({ source }: { source?: string }) => source || null } }
