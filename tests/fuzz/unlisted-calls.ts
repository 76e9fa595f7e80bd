import type { ApiCall, JsonSchema } from '../calls/api-calls.ts'

const text = { type: 'string' }

// A GIF of one pixel, the smallest picture there is.
const picture = {
  'image/gif': { schema: { const: atob('R0lGODlhAQABAIAAAP8AAP///ywAAAAAAQABAAACAkQBADs=') } },
}
const names = {
  'application/json': {
    schema: {
      type: 'object',
      properties: { prefixes: { type: 'array', minItems: 1, items: text } },
      required: ['prefixes'],
    },
  },
}

/** A request that the API does not describe: of another protocol, or for a document. */
const unlisted = (
  method: string,
  path: string,
  query: string[] = [],
  content?: Record<string, { schema: JsonSchema }>,
): ApiCall => ({
  name: `${method} ${path}`,
  method,
  path,
  access: 'public',
  operation: {
    parameters: [
      ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
        in: 'path' as const,
        name,
        schema: text,
      })),
      ...query.map((name) => ({ in: 'query' as const, name, schema: text })),
    ],
    ...(content && { requestBody: { content } }),
    responses: { 200: {}, 206: {}, 302: {}, 308: {}, 301: {} },
  },
})

export const unlistedCalls: ApiCall[] = [
  unlisted('POST', '/storage/v1/object/avatars/{name}', [], picture),
  unlisted('PUT', '/storage/v1/object/avatars/{name}', [], picture),
  unlisted('DELETE', '/storage/v1/object/avatars', [], names),
  unlisted('GET', '/storage/v1/object/public/avatars/{name}'),
  unlisted('GET', '/api/oembed', ['url', 'format', 'maxwidth', 'maxheight']),
  unlisted('GET', '/{username}/feed.atom'),
  unlisted('GET', '/{username}/preview.jpg', ['v']),
  unlisted('GET', '/l/{ref}/preview.jpg', ['v']),
  unlisted('GET', '/sitemap/{name}.xml'),
  unlisted('GET', '/{username}'),
  unlisted('GET', '/healthz'),
  unlisted('GET', '/metrics'),
]
