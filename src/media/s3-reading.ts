import type { Readable } from 'node:stream'
import type * as Sdk from '@aws-sdk/client-s3'
import type { Ask, Refusal } from './s3-client.ts'

/** How a picture is asked for, in HTTP's own words. */
type Wanted = { method: string; range: string | undefined; ifNoneMatch: string | undefined }

/** A picture as it is read: `status` is HTTP's own, and `body` is null where there is nothing to send. */
type Opened = { status: number; headers: Record<string, string>; body: Readable | null }

/** Opens a picture for reading; null when there is none of that name. Throws `unavailable`. */
export type OpenPicture = (name: string, wanted: Wanted) => Promise<Opened | null>

/** Reads objects of a bucket. Ranges and conditions are left to the store. */
export const createS3Reading =
  (ask: Ask, at: (name: string) => { Bucket: string; Key: string }): OpenPicture =>
  (name, { method, range: Range, ifNoneMatch: IfNoneMatch }) =>
    ask<Opened | null>(async (sdk, client) => {
      const object = { ...at(name), IfNoneMatch }
      if (method === 'HEAD') {
        const head = await client.send(new sdk.HeadObjectCommand(object))
        return { status: 200, headers: headersOf(head), body: null }
      }
      const found = await client.send(new sdk.GetObjectCommand({ ...object, Range }))
      const status = found.ContentRange ? 206 : 200
      return { status, headers: headersOf(found), body: found.Body as Readable }
    }, answerRefusal)

/** Refusals that only say something of the picture are passed on as they are. */
function answerRefusal({ status, headers }: Refusal): Opened | null | undefined {
  if (status === 404) return null
  if (status === 304) return { status, headers: headers.etag ? { etag: headers.etag } : {}, body: null }
  if (status === 416) return { status, headers: {}, body: null }
  return undefined
}

type Found = Pick<Sdk.GetObjectCommandOutput, 'ContentLength' | 'ContentRange' | 'ETag' | 'LastModified'>

const headersOf = ({ ContentLength, ContentRange, ETag, LastModified }: Found): Record<string, string> => ({
  'accept-ranges': 'bytes',
  ...(ContentLength !== undefined && { 'content-length': String(ContentLength) }),
  ...(ContentRange && { 'content-range': ContentRange }),
  ...(ETag && { etag: ETag }),
  ...(LastModified && { 'last-modified': LastModified.toUTCString() }),
})
