import { open } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import fastifyStatic from '@fastify/static'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Context } from '../platform/context.ts'
import { isDatabaseUnavailable } from '../platform/database/errors.ts'
import { createAddressQueues } from '../platform/http/address-queues.ts'
import { cachedForGood } from '../platform/http/answer-headers.ts'
import { beginError, noteRefusal } from '../platform/http/errors.ts'
import { authorizeFirst, contextOf, type RouteEnvironment } from '../platform/http/register.ts'
import { createRateLimiter } from '../platform/limits/rate-limit.ts'
import { AppError, type ErrorCode, hasCode, invalid } from '../shared/errors.ts'
import { squareSides, wholeSides } from '../shared/pictures/sizes.ts'
import { type Removal, type RemovedObject, removal, type StoredObject } from './contract.ts'
import {
  bucket,
  namesUnknownBucket,
  type PictureType,
  pictureAddress,
  readPicturePath,
  signatureBytes,
  smallerAddress,
  typeOfBytes,
} from './rules.ts'
import {
  createPictureReaders,
  findSmaller,
  type PictureReaders,
  removePictures,
  requireOwnPath,
  storePicture,
} from './service.ts'
import { sizes } from './smaller.ts'
import type { Media, OpenPicture, Size } from './store.ts'
import { formLimits, readUpload } from './upload.ts'

type StorageWireDeps = RouteEnvironment & { media: Media; pool: pg.Pool }

const objects = `/storage/v1/object/${bucket}`
const uploadLimit = { name: 'picture_uploads', points: 60, seconds: 600, of: 'uploads of pictures' }
/** In slots of the queue: twenty of the largest pictures, which take a processor for a minute. */
const workLimit = { name: 'picture_work', points: 100, seconds: 600, of: 'large pictures' }

/**
 * Mounts /storage/v1, as much of the official storage client's protocol as the bucket of pictures needs, in a scope of
 * its own: its errors have a shape that the rest of the API does not share.
 */
export async function storageWire(app: FastifyInstance, deps: StorageWireDeps): Promise<void> {
  await app.register(async (scope) => {
    scope.setErrorHandler(sendStorageError)
    await registerReading(scope, deps)
    await scope.register(async (inner) => registerUploads(inner, deps))
    registerRemoval(scope, deps)
    for (const url of ['/storage/v1', '/storage/v1/*'])
      scope.all(url, { schema: { hide: true }, onRequest: refuse, handler: refuse })
  })
}

/**
 * Pictures of an address that come at a time, and that are worked on: as many as half of a process's connections to the
 * database. One whose body is still to come takes no memory; one that waits to be worked on takes 5 MB (decision 71).
 */
const comingBounds = {
  maxRunning: 20,
  maxPerAccount: 4,
  maxWaiting: 100,
  maxWaitingInAll: 2_000,
  pauseMs: 500,
}
const workBounds = { maxRunning: 10, maxPerAccount: 5, maxWaiting: 10, maxWaitingInAll: 40, pauseMs: 500 }

type Upload = { Params: { '*': string } }

async function registerUploads(scope: FastifyInstance, { media, pool, ...environment }: StorageWireDeps) {
  const uploads = createRateLimiter(pool, uploadLimit)
  const work = createRateLimiter(pool, workLimit)
  const coming = createAddressQueues(comingBounds)
  const working = createAddressQueues(workBounds)
  // No body is read before the caller is known: the handler reads it.
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, _body, done) => done(null))
  await scope.register(multipart, { limits: formLimits, throwFileSizeLimit: false })
  scope.route<Upload>({
    method: ['POST', 'PUT'],
    url: `${objects}/*`,
    schema: { hide: true },
    onRequest: requirePrincipal(environment),
    handler: async (request, reply): Promise<StoredObject> => {
      const path = request.params['*']
      const context = request.serviceContext as Context
      const { userId } = requireOwnPath(context, path)
      const hasCome = await coming.take(request, reply, userId)
      await uploads.take(userId)
      const overwrite = request.method === 'PUT' || request.headers['x-upsert'] === 'true'
      // A picture of one slot is counted above.
      const charge = async (slots: number) => {
        if (slots > 1) await work.take(userId, slots)
      }
      const { bytes, square } = await readUpload(request)
      hasCome()
      await working.take(request, reply, userId)
      await storePicture(context, media, { path, bytes, square, overwrite, charge })
      return { Id: path, Key: `${bucket}/${path}` }
    },
  })
}

function registerRemoval(scope: FastifyInstance, { media, ...environment }: StorageWireDeps) {
  scope.route<{ Body: Removal }>({
    method: 'DELETE',
    url: objects,
    schema: { hide: true, body: removal },
    onRequest: requirePrincipal(environment),
    handler: async ({ serviceContext, body }): Promise<RemovedObject[]> => {
      const removed = await removePictures(serviceContext as Context, media, body.prefixes)
      return removed.map((name) => ({ name, bucket_id: bucket }))
    },
  })
}

const requirePrincipal = (environment: RouteEnvironment) => authorizeFirst({ access: 'user' }, environment)

async function refuse({ method, url }: FastifyRequest): Promise<never> {
  if (namesUnknownBucket(url)) throw new AppError('not_found', 'Bucket not found')
  throw new AppError('not_found', `${method} ${url.split('?')[0]} is not offered`)
}

const cachingFor: Record<Exclude<PictureReaders, 'nobody'>, string> = {
  everyone: cachedForGood,
  insiders: 'private, no-store',
  unchecked: 'no-store',
}

type Reading = {
  Params: { '*': string }
  Querystring: Partial<Record<'width' | 'height' | 'resize', unknown>>
}
type Wanted = { path: string; type: PictureType; caching: string; context: Context }

/**
 * Mounts public reading of pictures, from wherever they lie. The answers are the same for every store. To see a
 * withheld picture a caller sends a token, which no `<img>` does.
 */
async function registerReading(app: FastifyInstance, { media, ...environment }: StorageWireDeps) {
  const { source } = media
  const readersOf = createPictureReaders()

  /** The picture as the caller may read it, or undefined. */
  async function wantedOf(request: FastifyRequest<Reading>): Promise<Wanted | undefined> {
    const path = request.params['*']
    const name = readPicturePath(path)
    if (!name) return undefined
    const context = await contextOf(request.headers.authorization, environment)
    const readers = await readersOf(context, path)
    return readers === 'nobody' ? undefined : { path, type: name.type, caching: cachingFor[readers], context }
  }

  const mount = (
    address: string,
    choose: (wanted: Wanted, query: Reading['Querystring']) => Promise<Wanted>,
  ) =>
    app.register(
      async (scope) => {
        scope.setNotFoundHandler(sendNotFound)
        scope.setErrorHandler(sendReadingError)
        const send = 'open' in source ? sendOpened(source.open) : await sendFrom(scope, source.folder)
        scope.get('/', { schema: { hide: true } }, sendNotFound)
        scope.get<Reading>('/*', { schema: { hide: true } }, async (request, reply) => {
          const wanted = await wantedOf(request)
          return wanted
            ? send(await choose(wanted, request.query), request, reply)
            : sendNotFound(request, reply)
        })
      },
      { prefix: address.replace(/\/$/, '') },
    )

  await mount(pictureAddress(''), async (wanted) => wanted)
  await mount(smallerAddress(''), async (wanted, query) => {
    const size = sizeOf(query)
    try {
      const smaller = await findSmaller(wanted.context, media, wanted.path, size)
      return smaller ? { ...wanted, path: smaller, type: 'image/webp' } : wanted
    } catch (error) {
      if (!hasCode(error, 'unavailable')) throw error
      // Too many are being made: the picture itself will do for this time.
      return { ...wanted, caching: 'no-store' }
    }
  })
}

/** The size that is asked for. Throws `validation_failed` for any other than there are. */
function sizeOf({ width, height, resize }: Reading['Querystring']): Size {
  const of = resize === 'contain' ? 'whole' : 'square'
  const size = sizes.find((known) => known.of === of && width === String(known.side))
  if (size && width === height) return size
  throw invalid(
    'width',
    `Pictures are given as squares of ${listed(squareSides)} pixels, and whole within ${listed(wholeSides)}.`,
  )
}

const listed = (sides: number[]) => `${sides.slice(0, -1).join(', ')} or ${sides.at(-1)}`

async function sendFrom(scope: FastifyInstance, folder: string) {
  await scope.register(fastifyStatic, {
    root: folder,
    // There is no folder until the first picture is stored.
    suppressWarning: true,
    serve: false,
    cacheControl: false,
  })
  return async ({ path: name, caching }: Wanted, request: FastifyRequest, reply: FastifyReply) => {
    const type = await typeOfFile(path.join(folder, name))
    if (!type) return sendNotFound(request, reply)
    return reply.type(type).header('cache-control', caching).sendFile(name, { contentType: false })
  }
}

/** What a picture on the disk is; undefined where there is none. Names of all extensions hold WebP. */
async function typeOfFile(file: string): Promise<PictureType | undefined> {
  const opened = await open(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!opened) return undefined
  try {
    const { buffer } = await opened.read(Buffer.alloc(signatureBytes), 0, signatureBytes, 0)
    return typeOfBytes(buffer)
  } finally {
    await opened.close()
  }
}

const sendOpened =
  (open: OpenPicture) =>
  async ({ path, type, caching }: Wanted, request: FastifyRequest, reply: FastifyReply) => {
    const { range, 'if-none-match': ifNoneMatch } = request.headers
    const picture = await open(path, { method: request.method, range, ifNoneMatch })
    if (!picture) return sendNotFound(request, reply)
    return reply
      .code(picture.status)
      .header('cache-control', picture.status === 416 ? 'no-store' : caching)
      .type(type)
      .headers(picture.headers)
      .send(picture.body ?? Readable.from([]))
  }

/**
 * Refusals of the folder's web server (a range beyond the end, a condition that fails) are answered by HTTP's status.
 */
function sendReadingError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  // The picture was removed after it was found. A missing socket of the database has the same code.
  if (error.code === 'ENOENT' && !isDatabaseUnavailable(error)) return sendNotFound(request, reply)
  if (error.statusCode !== 412 && error.statusCode !== 416) return sendStorageError(error, request, reply)
  return reply.code(error.statusCode).header('cache-control', 'no-store').send()
}

// The storage client's code, where it has one.
const wireNames: Partial<Record<ErrorCode, string>> = { conflict: 'Duplicate' }

/**
 * The storage wire's one way to answer a failure: `{statusCode, error, message}`, with HTTP status 400 for all that
 * the caller got wrong. The client reads the real status from the body. Balancers and programs that try again read
 * HTTP's status: so what may succeed later has its own (429 and 503, with `Retry-After`), and so has 500.
 */
function sendStorageError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const failure = beginError(error, request, reply)
  noteRefusal(failure, request)
  return reply.code(failure.status >= 500 || failure.code === 'rate_limited' ? failure.status : 400).send({
    statusCode: String(failure.status),
    error: wireNames[failure.code] ?? failure.code,
    message: failure.message,
  })
}

/** Answers that there is no such object, whatever its name is. */
const sendNotFound = (request: FastifyRequest, reply: FastifyReply) =>
  sendStorageError(new AppError('not_found', 'Object not found'), request, reply)
