import { createHash, createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'

type FakeObject = { bytes: Buffer; type: string; cacheControl: string; modified: Date; etag: string }

const keys: Keys = { accessKeyId: 'FAKEKEYID', secretAccessKey: 'fake/secret+key' }
const bucket = 'folio-pictures'
/** Small, so that a listing of a few objects has several pages. */
const pageSize = 2

/**
 * A stand-in for S3 on a loopback port, with one bucket addressed by path. It verifies the signature of each request
 * and the checksums it carries, and knows PutObject (with `If-None-Match: *`), GetObject (ranges and conditions),
 * HeadObject, DeleteObjects, ListObjectsV2 in pages of two (with a delimiter), and uploads in parts.
 *
 * - `env`: the settings that make an app use it.
 * - `objects`: what it holds, by key. Whole objects only: a body that ends early is none.
 * - `uploads`: those in parts that were begun and neither completed nor aborted: their parts by number.
 * - `traces`: the `traceparent` of each request that had one.
 * - `trouble`: `failing` answers 500 to everything, `busy` 503 as S3 does, `dropping` closes each connection,
 *   `undeletable` refuses each deletion, as S3 does, within a 200; `halving` sends half of an object.
 */
export type FakeS3 = {
  env: Record<string, string>
  objects: Map<string, FakeObject>
  uploads: Map<string, Map<number, Buffer>>
  traces: string[]
  trouble: 'none' | 'failing' | 'busy' | 'dropping' | 'undeletable' | 'halving'
  close(): Promise<void>
}

/** The answer of an operation: a status with headers and a body, or one of S3's error codes. */
type Answer = { status: number; headers?: Record<string, string | number>; body?: Buffer | string } | string

const statusOf: Record<string, number> = {
  AccessDenied: 403,
  BadDigest: 400,
  InternalError: 500,
  InvalidPart: 400,
  InvalidRange: 416,
  InvalidRequest: 400,
  NoSuchBucket: 404,
  NoSuchKey: 404,
  NoSuchUpload: 404,
  NotImplemented: 501,
  PreconditionFailed: 412,
  SlowDown: 503,
  XAmzContentSHA256Mismatch: 400,
}

/** Starts a fake S3 on a free port of loopback. */
export async function startFakeS3(): Promise<FakeS3> {
  const server = createServer((request, response) => {
    serve(fake, request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const fake: FakeS3 = {
    env: {
      S3_BUCKET: bucket,
      S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      S3_ACCESS_KEY_ID: keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
    },
    objects: new Map(),
    uploads: new Map(),
    traces: [],
    trouble: 'none',
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return fake
}

async function serve(fake: FakeS3, request: IncomingMessage, response: ServerResponse) {
  // Rejects for a body that ends early.
  const body = await buffer(request)
  if (fake.trouble === 'dropping') return response.destroy()
  if (request.headers.traceparent) fake.traces.push(String(request.headers.traceparent))
  const answer = refusal(fake, request, body) ?? operate(fake, request, body)
  if (typeof answer === 'string') {
    response.writeHead(statusOf[answer] ?? 403, { 'content-type': 'application/xml' })
    return response.end(request.method === 'HEAD' ? '' : `<Error><Code>${answer}</Code></Error>`)
  }
  response.writeHead(answer.status, answer.headers)
  if (fake.trouble !== 'halving' || !answer.body) return response.end(answer.body)
  return response.write(answer.body.slice(0, answer.body.length / 2), () => response.destroy())
}

function refusal(fake: FakeS3, request: IncomingMessage, body: Buffer): string | null {
  if (fake.trouble === 'failing') return 'InternalError'
  if (fake.trouble === 'busy') return 'SlowDown'
  if (request.headers['content-encoding']?.includes('aws-chunked')) return 'NotImplemented'
  return signatureProblem(request, body, keys) ?? checksumProblem(request, body)
}

function checksumProblem({ headers }: IncomingMessage, body: Buffer): string | null {
  const crc = Buffer.alloc(4)
  crc.writeUInt32BE(crc32(body))
  const sent = headers['x-amz-checksum-crc32']
  return sent === undefined || sent === crc.toString('base64') ? null : 'BadDigest'
}

function operate(fake: FakeS3, request: IncomingMessage, body: Buffer): Answer {
  const url = new URL(request.url ?? '/', 'http://s3')
  const [, named, ...rest] = decodeURIComponent(url.pathname).split('/')
  const key = rest.join('/')
  if (named !== bucket) return 'NoSuchBucket'
  if (request.method === 'GET' && !key && url.searchParams.get('list-type') === '2')
    return list(fake, url.searchParams)
  if (request.method === 'POST' && url.searchParams.has('delete')) return removeAll(fake, request, body)
  if (url.searchParams.has('uploads') || url.searchParams.has('uploadId'))
    return inParts(fake, { key, request, body, query: url.searchParams })
  if (request.method === 'PUT') return put(fake, key, request, body)
  if (request.method === 'GET' || request.method === 'HEAD') return get(fake, key, request)
  return 'NotImplemented'
}

function put({ objects }: FakeS3, key: string, { headers }: IncomingMessage, bytes: Buffer): Answer {
  if (headers['if-none-match'] === '*' && objects.has(key)) return 'PreconditionFailed'
  const etag = `"${createHash('md5').update(bytes).digest('hex')}"`
  const [type, cacheControl] = [String(headers['content-type']), String(headers['cache-control'])]
  objects.set(key, { bytes, type, cacheControl, modified: new Date(), etag })
  return { status: 200, headers: { etag } }
}

function get({ objects }: FakeS3, key: string, { headers: asked }: IncomingMessage): Answer {
  const found = objects.get(key)
  if (!found) return 'NoSuchKey'
  const headers = { etag: found.etag, 'last-modified': found.modified.toUTCString() }
  if (asked['if-none-match'] === found.etag) return { status: 304, headers }
  const length = found.bytes.length
  const whole = { ...headers, 'content-type': found.type, 'cache-control': found.cacheControl }
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(asked.range ?? '') ?? []
  if (from === undefined)
    return { status: 200, headers: { ...whole, 'content-length': length }, body: found.bytes }
  if (Number(from) >= length) return 'InvalidRange'
  const body = found.bytes.subarray(Number(from), to ? Number(to) + 1 : length)
  const range = `bytes ${from}-${Number(from) + body.length - 1}/${length}`
  return { status: 206, headers: { ...whole, 'content-range': range, 'content-length': body.length }, body }
}

function removeAll(fake: FakeS3, { headers }: IncomingMessage, body: Buffer): Answer {
  if (!headers['x-amz-checksum-crc32'] && !headers['content-md5']) return 'InvalidRequest'
  const named = [...body.toString().matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) => key)
  const refused = fake.trouble === 'undeletable' ? named : []
  for (const key of named) if (!refused.includes(key)) fake.objects.delete(key)
  const errors = refused.map((key) => `<Error><Key>${key}</Key><Code>AccessDenied</Code></Error>`)
  return { status: 200, body: `<DeleteResult>${errors.join('')}</DeleteResult>` }
}

type InParts = { key: string; request: IncomingMessage; body: Buffer; query: URLSearchParams }

/** An upload in parts: begun, given a part, completed with the parts that are named, or aborted. */
function inParts(fake: FakeS3, { key, request, body, query }: InParts): Answer {
  if (request.method === 'POST' && query.has('uploads')) {
    const id = randomUUID()
    fake.uploads.set(id, new Map())
    return { status: 200, body: `<R><UploadId>${id}</UploadId></R>` }
  }
  const id = query.get('uploadId') ?? ''
  const parts = fake.uploads.get(id)
  if (!parts) return 'NoSuchUpload'
  if (request.method === 'PUT') {
    parts.set(Number(query.get('partNumber')), body)
    return { status: 200, headers: { etag: `"${createHash('md5').update(body).digest('hex')}"` } }
  }
  fake.uploads.delete(id)
  if (request.method === 'DELETE') return { status: 204 }
  const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, n]) => Number(n))
  const bytes = named.map((number) => parts.get(number))
  if (bytes.length === 0 || bytes.includes(undefined)) return 'InvalidPart'
  const stored = put(fake, key, request, Buffer.concat(bytes as Buffer[]))
  return typeof stored === 'string' ? stored : { status: 200, body: `<R><Key>${key}</Key></R>` }
}

function list({ objects }: FakeS3, query: URLSearchParams): Answer {
  const after = query.get('continuation-token') ?? ''
  const prefix = query.get('prefix') ?? ''
  const delimiter = query.get('delimiter')
  const matching = [...objects.keys()]
    .filter((key) => key.startsWith(prefix) && key > after)
    .filter((key) => !delimiter || !key.slice(prefix.length).includes(delimiter))
    .sort()
  const page = matching.slice(0, pageSize)
  const contents = page
    .map((key) => {
      const { bytes, modified } = objects.get(key) as FakeObject
      return `<Contents><Key>${key}</Key><Size>${bytes.length}</Size><LastModified>${modified.toISOString()}</LastModified></Contents>`
    })
    .join('')
  const next =
    matching.length > pageSize ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  const body = `<ListBucketResult><IsTruncated>${next !== ''}</IsTruncated>${contents}${next}</ListBucketResult>`
  return { status: 200, headers: { 'content-type': 'application/xml' }, body }
}

type Keys = { accessKeyId: string; secretAccessKey: string }

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex')
const hmac = (key: Buffer | string, data: string) => createHmac('sha256', key).update(data).digest()

const authorization =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/((\d{8})\/([\w-]+)\/(s3)\/aws4_request), ?SignedHeaders=([\w;-]+), ?Signature=(\w{64})$/

const minutesApart = 15

/**
 * Checks a request's AWS Signature Version 4 as S3 does: made with the secret, over this method, address, headers and
 * body, in the last minutes. Returns S3's error code, or null when it is right.
 */
function signatureProblem(request: IncomingMessage, body: Buffer, keys: Keys): string | null {
  const { method = '', url = '', headers } = request
  const parts = authorization.exec(headers.authorization ?? '')
  if (!parts) return 'AccessDenied'
  const [, keyId, scope = '', day = '', region = '', service = '', signedHeaders = '', signature] = parts
  if (keyId !== keys.accessKeyId) return 'InvalidAccessKeyId'
  const bodyHash = String(headers['x-amz-content-sha256'])
  if (bodyHash !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const time = String(headers['x-amz-date'])
  if (Math.abs(Date.now() - timeOf(time)) > minutesApart * 60_000) return 'RequestTimeTooSkewed'
  const [path = '', query = ''] = url.split('?')
  const canonical = [
    method,
    path,
    canonicalQuery(query),
    ...signedHeaders.split(';').map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}`),
    '',
    signedHeaders,
    bodyHash,
  ].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const key = [day, region, service, 'aws4_request'].reduce<Buffer | string>(
    hmac,
    `AWS4${keys.secretAccessKey}`,
  )
  return hmac(key, toSign).toString('hex') === signature ? null : 'SignatureDoesNotMatch'
}

/** `20261121T170000Z` as milliseconds. */
const timeOf = (time: string) =>
  Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))

const canonicalQuery = (query: string) =>
  query
    .split('&')
    .filter(Boolean)
    .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
    .sort()
    .join('&')
