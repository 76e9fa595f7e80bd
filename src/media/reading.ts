import { Readable } from 'node:stream'
import fastifyStatic from '@fastify/static'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { keptForGood, type PictureType, readPicturePath } from './rules.ts'
import type { OpenPicture } from './s3-reading.ts'
import { type Media, pictureAddress } from './service.ts'
import { sendNotFound, sendStorageError } from './wire-errors.ts'

type Reading = { Params: { '*': string } }
type Wanted = { path: string; type: PictureType }

/** Mounts public reading of pictures, from wherever they lie. What reads differs, what is answered does not. */
export async function registerReading(app: FastifyInstance, { source }: Media): Promise<void> {
  await app.register(
    async (scope) => {
      scope.setNotFoundHandler(sendNotFound)
      scope.setErrorHandler(sendReadingError)
      const send = 'open' in source ? sendOpened(source.open) : await sendFrom(scope, source.folder)
      scope.get('/', { schema: { hide: true } }, sendNotFound)
      scope.get<Reading>('/*', { schema: { hide: true } }, (request, reply) => {
        const path = request.params['*']
        const name = readPicturePath(path)
        return name ? send({ path, type: name.type }, request, reply) : sendNotFound(request, reply)
      })
    },
    { prefix: pictureAddress('').replace(/\/$/, '') },
  )
}

async function sendFrom(scope: FastifyInstance, folder: string) {
  await scope.register(fastifyStatic, {
    root: folder,
    // There is no folder until the first picture is stored.
    suppressWarning: true,
    serve: false,
    immutable: true,
    maxAge: '1y',
  })
  return ({ path }: Wanted, _request: FastifyRequest, reply: FastifyReply) => reply.sendFile(path)
}

const sendOpened =
  (open: OpenPicture) =>
  async ({ path, type }: Wanted, request: FastifyRequest, reply: FastifyReply) => {
    const { range, 'if-none-match': ifNoneMatch } = request.headers
    const picture = await open(path, { method: request.method, range, ifNoneMatch })
    if (!picture) return sendNotFound(request, reply)
    return reply
      .code(picture.status)
      .header('cache-control', picture.status === 416 ? 'no-store' : keptForGood)
      .type(type)
      .headers(picture.headers)
      .send(picture.body ?? Readable.from([]))
  }

/** What the web server of the folder refuses (a part beyond the end, a condition that does not hold) is HTTP's own. */
function sendReadingError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (error.statusCode !== 412 && error.statusCode !== 416) return sendStorageError(error, request, reply)
  return reply.code(error.statusCode).header('cache-control', 'no-store').send()
}
