import type { FastifyInstance } from 'fastify'

/** Takes JSON of at most so many bytes, and no body as none: clients name its type even where they send nothing. */
export function acceptJson(scope: FastifyInstance, bodyLimit: number): void {
  const parse = scope.getDefaultJsonParser('error', 'error')
  scope.removeContentTypeParser('application/json')
  scope.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string', bodyLimit },
    (request, body, done) => {
      if (body === '') done(null, undefined)
      else parse(request, body, done)
    },
  )
}
