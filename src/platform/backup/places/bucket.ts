import { Readable, Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type * as Sdk from '@aws-sdk/client-s3'
import { type Ask, openS3, type Refusal, removeObjects } from '../../files/s3.ts'
import { OperatorError } from '../../operator-error.ts'
import type { S3Access } from '../../settings/read.ts'
import { type GrowingFile, type Place, refuseLarger, type Stored } from './place.ts'

/** A store takes at most 10,000 parts of 5 MB or more: so archives of up to 160 GB, and one part in memory. */
const partBytes = 16_000_000
/** One part over a line of half a megabit a second. */
const partMs = 5 * 60_000
const deletedAtOnce = 1_000

/**
 * A bucket, or the part of it below a prefix (`s3://bucket/prefix`). It needs the permissions to list the bucket, and
 * to get, put and delete its objects. A killed process leaves an unfinished upload, which is no object; the store's own
 * rule for incomplete uploads removes it.
 */
export function bucketPlace(address: string, access: S3Access): Place {
  const { host: Bucket, pathname } = new URL(address)
  const prefix = pathname.replace(/^\/|\/$/g, '')
  const keyOf = (name: string) => (prefix ? `${prefix}/${name}` : name)
  const at = (name: string) => ({ Bucket, Key: keyOf(name) })
  const ask = openS3(access, (cause) => cannotUse(address, cause))

  const sizeOf = (name: string) =>
    ask<number | null>(
      async (sdk, client) => (await client.send(new sdk.HeadObjectCommand(at(name)))).ContentLength ?? 0,
      nullWhereMissing,
    )

  const read = (name: string, Range: string) =>
    ask<Buffer | null>(async (sdk, client) => {
      const { Body } = await client.send(new sdk.GetObjectCommand({ ...at(name), Range }))
      return Buffer.from((await Body?.transformToByteArray()) ?? [])
    }, nullWhereMissing)

  /** In pieces, each with a request of its own: a store ends a connection that nobody reads from. */
  async function* piecesOf(name: string, size: number) {
    for (let from = 0; from < size; from += partBytes) {
      const piece = await read(name, `bytes=${from}-${Math.min(from + partBytes, size) - 1}`)
      if (!piece) throw new OperatorError(`${address}/${name} was removed while it was read.`)
      yield piece
    }
  }

  async function* list(below?: string): AsyncIterable<Stored> {
    const Prefix = below === undefined ? keyOf('') : keyOf(`${below}/`)
    let token: string | undefined
    do {
      const asked = {
        Bucket,
        Prefix,
        ContinuationToken: token,
        ...(below === undefined && { Delimiter: '/' }),
      }
      const page = await ask((sdk, client) => client.send(new sdk.ListObjectsV2Command(asked)))
      for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? [])
        yield { name: Key.slice(keyOf('').length), bytes: Size, changedAt: LastModified }
      token = page.NextContinuationToken
    } while (token)
  }

  return {
    title: address,
    prepare: async () => {},
    list,
    async read(name, maxBytes) {
      const size = await sizeOf(name)
      if (size === null) return null
      refuseLarger(`${address}/${name}`, size, maxBytes)
      // An empty object has no first byte to ask for.
      return size === 0 ? Buffer.alloc(0) : read(name, `bytes=0-${size - 1}`)
    },
    async open(name) {
      const size = await sizeOf(name)
      return size === null ? null : Readable.from(piecesOf(name, size), { objectMode: false })
    },
    async write(name, bytes) {
      await ask((sdk, client) => client.send(new sdk.PutObjectCommand({ ...at(name), Body: bytes })))
    },
    async begin(name, { overwrite }) {
      if (!overwrite && (await sizeOf(name)) !== null)
        throw new OperatorError(
          `${address}/${name} is there already. Choose another name, or add --overwrite.`,
        )
      return beginUpload(ask, at(name))
    },
    async remove(names) {
      for (let from = 0; from < names.length; from += deletedAtOnce)
        await ask(removeObjects(names.slice(from, from + deletedAtOnce).map(at)))
    },
  }
}

const nullWhereMissing = ({ status }: Refusal) => (status === 404 ? null : undefined)

const cannotUse = (address: string, cause: unknown) =>
  new OperatorError(`Cannot use ${address}: ${cause instanceof Error ? cause.message : cause}`, { cause })

/** Sends everything written to it in parts, one after another; the object exists once they are put together. */
async function beginUpload(ask: Ask, object: { Bucket: string; Key: string }): Promise<GrowingFile> {
  const { UploadId } = await ask((sdk, client) => client.send(new sdk.CreateMultipartUploadCommand(object)))
  const upload = { ...object, UploadId }
  const parts: Sdk.CompletedPart[] = []
  let waiting: Buffer[] = []
  let size = 0
  let all = 0

  async function sendPart(): Promise<void> {
    const part = { ...upload, PartNumber: parts.length + 1, Body: Buffer.concat(waiting) }
    waiting = []
    size = 0
    const { ETag } = await ask((sdk, client) =>
      client.send(new sdk.UploadPartCommand(part), { requestTimeout: partMs }),
    )
    parts.push({ PartNumber: part.PartNumber, ETag })
  }

  const sink = new Writable({
    write(bytes: Buffer, _encoding, taken) {
      waiting.push(bytes)
      size += bytes.length
      all += bytes.length
      if (size < partBytes) taken()
      else sendPart().then(() => taken(), taken)
    },
    final(taken) {
      sendPart().then(() => taken(), taken)
    },
  })
  const done = finished(sink)
  // The writer gets this error from its next write.
  done.catch(() => {})
  return {
    sink,
    done,
    complete: async () => {
      await done
      await ask((sdk, client) =>
        client.send(new sdk.CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } })),
      )
      return all
    },
    discard: async () => {
      sink.destroy()
      await done.catch(() => {})
      await ask((sdk, client) => client.send(new sdk.AbortMultipartUploadCommand(upload))).catch(() => {})
    },
  }
}
