import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export type Keys = { accessKeyId: string; secretAccessKey: string }

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex')
const hmac = (key: Buffer | string, data: string) => createHmac('sha256', key).update(data).digest()

const authorization =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/((\d{8})\/([\w-]+)\/(s3)\/aws4_request), ?SignedHeaders=([\w;-]+), ?Signature=(\w{64})$/

const minutesApart = 15

/**
 * Checks a request's AWS Signature Version 4 as S3 does: that it is the secret's, over this method, address, headers
 * and body, and of these minutes. Returns S3's error code, or null when it is right.
 */
export function signatureProblem(request: IncomingMessage, body: Buffer, keys: Keys): string | null {
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
