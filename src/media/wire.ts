import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { type Context, requireUser } from '../platform/context.ts'
import { contextOf, type RouteEnvironment } from '../platform/http/register.ts'
import { createRateLimiter } from '../platform/rate-limit.ts'
import { AppError } from '../shared/errors.ts'
import { type Removal, type RemovedObject, removal, type StoredObject } from './contract.ts'
import { registerReading } from './reading.ts'
import { bucket, namesUnknownBucket } from './rules.ts'
import { type Media, removePictures, requireOwnPath, storePicture } from './service.ts'
import { formLimits, readUpload } from './upload.ts'
import { sendStorageError } from './wire-errors.ts'

export type StorageWireDeps = RouteEnvironment & { media: Media; pool: pg.Pool }

const objects = `/storage/v1/object/${bucket}`
const uploadLimit = { name: 'picture_uploads', points: 60, seconds: 600 }

/**
 * Mounts /storage/v1, as much of the official storage client's protocol as the bucket of pictures needs, in a scope of
 * its own: its errors have a shape that the rest of the API does not share.
 */
export async function storageWire(app: FastifyInstance, deps: StorageWireDeps): Promise<void> {
  await app.register(async (scope) => {
    scope.setErrorHandler(sendStorageError)
    await registerReading(scope, deps.media)
    await scope.register(async (inner) => registerUploads(inner, deps))
    registerRemoval(scope, deps)
    for (const url of ['/storage/v1', '/storage/v1/*'])
      scope.all(url, { schema: { hide: true }, onRequest: refuse, handler: refuse })
  })
}

type Upload = { Params: { '*': string } }

async function registerUploads(scope: FastifyInstance, { media, pool, ...environment }: StorageWireDeps) {
  const uploads = createRateLimiter(pool, uploadLimit)
  // No body is read before it is known whose it is: that is left to the handler.
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, _body, done) => done(null))
  await scope.register(multipart, { limits: formLimits, throwFileSizeLimit: false })
  scope.route<Upload>({
    method: ['POST', 'PUT'],
    url: `${objects}/*`,
    schema: { hide: true },
    onRequest: requireCaller(environment),
    handler: async (request): Promise<StoredObject> => {
      const path = request.params['*']
      const context = request.serviceContext as Context
      const { userId } = requireOwnPath(context, path)
      await uploads.take(userId)
      const overwrite = request.method === 'PUT' || request.headers['x-upsert'] === 'true'
      await storePicture(context, media, { path, bytes: await readUpload(request), overwrite })
      return { Id: path, Key: `${bucket}/${path}` }
    },
  })
}

function registerRemoval(scope: FastifyInstance, { media, ...environment }: StorageWireDeps) {
  scope.route<{ Body: Removal }>({
    method: 'DELETE',
    url: objects,
    schema: { hide: true, body: removal },
    onRequest: requireCaller(environment),
    handler: async ({ serviceContext, body }): Promise<RemovedObject[]> => {
      const removed = await removePictures(serviceContext as Context, media, body.prefixes)
      return removed.map((name) => ({ name, bucket_id: bucket }))
    },
  })
}

const requireCaller = (environment: RouteEnvironment) => async (request: FastifyRequest) => {
  const context = await contextOf(request.headers.authorization, environment)
  requireUser(context)
  request.serviceContext = context
}

async function refuse({ method, url }: FastifyRequest): Promise<never> {
  if (namesUnknownBucket(url)) throw new AppError('not_found', 'Bucket not found')
  throw new AppError('not_offered', `${method} ${url.split('?')[0]} is not offered`)
}
