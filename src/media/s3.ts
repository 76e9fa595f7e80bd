import type { Readable } from 'node:stream'
import type * as Sdk from '@aws-sdk/client-s3'
import { type Ask, openS3, type Refusal, removeObjects } from '../platform/files/s3.ts'
import { cachedForGood } from '../platform/http/answer-headers.ts'
import { Refused } from '../platform/http/refused.ts'
import type { S3Settings } from '../platform/settings/read.ts'
import { bucket, isPictureType } from './rules.ts'
import type { Opened, OpenPicture, PictureStore } from './store.ts'

/**
 * Stores pictures in a bucket of Amazon's S3, or of any store that speaks its protocol, below `avatars/`. It needs the
 * permissions to list the bucket and to get, put and delete its objects. The store must honour `If-None-Match` on
 * writing; one that ignores it lets a later upload replace an earlier one of the same name and person.
 * Whatever fails there is `unavailable`.
 */
export function createS3Store(settings: S3Settings): { store: PictureStore; open: OpenPicture } {
  const Bucket = settings.bucket
  const ask = openS3(settings, (cause) => new Refused('pictures', cause))
  const at = (name: string) => ({ Bucket, Key: `${bucket}/${name}` })

  const sizeOf = (name: string) =>
    ask<number | null>(
      async (sdk, client) => (await client.send(new sdk.HeadObjectCommand(at(name)))).ContentLength ?? 0,
      ({ status }) => (status === 404 ? null : undefined),
    )

  const put: PictureStore['put'] = (name, { bytes, type }, { overwrite }) =>
    ask(
      async (sdk, client) => {
        const object = { ...at(name), Body: bytes, ContentType: type, CacheControl: cachedForGood }
        await client.send(new sdk.PutObjectCommand({ ...object, ...(!overwrite && { IfNoneMatch: '*' }) }))
        return true
      },
      // 409 is another upload of the name at the same moment.
      ({ status }) => (!overwrite && (status === 412 || status === 409) ? false : undefined),
    )

  /** The next names of a listing with their sizes, and where it goes on. */
  const page = (prefix: string, token: string | undefined) =>
    ask((sdk, client) =>
      client.send(
        new sdk.ListObjectsV2Command({
          Bucket,
          Prefix: at(prefix).Key,
          // What is in folders below does not belong to this one.
          Delimiter: '/',
          ContinuationToken: token,
        }),
      ),
    )

  async function* list(prefix: string) {
    let token: string | undefined
    do {
      const { Contents = [], NextContinuationToken } = await page(prefix, token)
      for (const { Key, Size = 0 } of Contents)
        if (Key) yield { name: Key.slice(at('').Key.length), size: async () => Size }
      token = NextContinuationToken
    } while (token)
  }

  async function remove(names: string[]) {
    const sizes = await Promise.all(names.map(sizeOf))
    const there = names.filter((_, index) => sizes[index] !== null)
    await ask(removeObjects(there.map(at)))
    return there
  }

  const removeAll = (prefix: string) =>
    ask(async (sdk, client) => {
      for await (const page of sdk.paginateListObjectsV2({ client }, { Bucket, Prefix: at(prefix).Key }))
        await removeObjects((page.Contents ?? []).map(({ Key }) => ({ Bucket, Key })))(sdk, client)
    })

  return { store: { put, sizeOf, list, remove, removeAll }, open: createS3Reading(ask, at) }
}

/** Reads objects of a bucket. Ranges and conditions are left to the store. */
const createS3Reading =
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

/** Refusals that concern the picture alone are passed on as they are. */
function answerRefusal({ status, headers }: Refusal): Opened | null | undefined {
  if (status === 404) return null
  if (status === 304) return { status, headers: headers.etag ? { etag: headers.etag } : {}, body: null }
  if (status === 416) return { status, headers: {}, body: null }
  return undefined
}

type Found = Pick<
  Sdk.GetObjectCommandOutput,
  'ContentType' | 'ContentLength' | 'ContentRange' | 'ETag' | 'LastModified'
>

const headersOf = ({
  ContentType,
  ContentLength,
  ContentRange,
  ETag,
  LastModified,
}: Found): Record<string, string> => ({
  'accept-ranges': 'bytes',
  ...(isPictureType(ContentType) && { 'content-type': ContentType }),
  ...(ContentLength !== undefined && { 'content-length': String(ContentLength) }),
  ...(ContentRange && { 'content-range': ContentRange }),
  ...(ETag && { etag: ETag }),
  ...(LastModified && { 'last-modified': LastModified.toUTCString() }),
})
