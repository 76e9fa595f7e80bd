import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { readPicturePath } from './rules.ts'
import type { Media } from './service.ts'

/**
 * Mounts public reading of pictures, as the official storage client addresses them. A stored picture never changes
 * (its name carries a time), so whoever has it need not ask again.
 */
export async function storageWire(app: FastifyInstance, media: Media): Promise<void> {
  await app.register(
    async (scope) => {
      await scope.register(fastifyStatic, {
        root: media.folder,
        // There is no folder until the first picture is stored.
        suppressWarning: true,
        serve: false,
        immutable: true,
        maxAge: '1y',
      })
      scope.setNotFoundHandler((_, reply) => answerNotFound(reply))
      scope.get<{ Params: { '*': string } }>('/*', { schema: { hide: true } }, (request, reply) => {
        const path = request.params['*']
        return readPicturePath(path) ? reply.sendFile(path) : answerNotFound(reply)
      })
    },
    { prefix: '/storage/v1/object/public/avatars' },
  )
}

/** The storage wire answers what is not there with 400, and with the 404 in its body. */
const answerNotFound = (reply: FastifyReply) =>
  reply
    .code(400)
    .header('cache-control', 'no-store')
    .send({ statusCode: '404', error: 'not_found', message: 'Object not found' })
