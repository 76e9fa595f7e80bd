import type { S3Settings } from '../platform/config.ts'
import { bucket, keptForGood } from './rules.ts'
import { openS3, type Step } from './s3-client.ts'
import { createS3Reading, type OpenPicture } from './s3-reading.ts'
import type { PictureStore } from './store.ts'

/**
 * Keeps pictures in a bucket of Amazon's S3, or of any store that speaks its protocol, below `avatars/`. It needs the
 * permissions to list the bucket and to get, put and delete its objects. The store must honour `If-None-Match` on
 * writing; one that ignores it lets a later upload replace an earlier one of the same name and person.
 * Whatever fails there is `unavailable`.
 */
export function createS3Store(settings: S3Settings): { store: PictureStore; open: OpenPicture } {
  const Bucket = settings.bucket
  const ask = openS3(settings)
  const at = (name: string) => ({ Bucket, Key: `${bucket}/${name}` })

  const has = (name: string) =>
    ask(
      async (sdk, client) => {
        await client.send(new sdk.HeadObjectCommand(at(name)))
        return true
      },
      ({ status }) => (status === 404 ? false : undefined),
    )

  const put: PictureStore['put'] = (name, { bytes, type }, { overwrite }) =>
    ask(
      async (sdk, client) => {
        const object = { ...at(name), Body: bytes, ContentType: type, CacheControl: keptForGood }
        await client.send(new sdk.PutObjectCommand({ ...object, ...(!overwrite && { IfNoneMatch: '*' }) }))
        return true
      },
      // 409 is another upload of the name at the same moment.
      ({ status }) => (!overwrite && (status === 412 || status === 409) ? false : undefined),
    )

  const list = (prefix: string) =>
    ask(async (sdk, client) => {
      const names: string[] = []
      for await (const page of sdk.paginateListObjectsV2({ client }, { Bucket, Prefix: at(prefix).Key }))
        for (const { Key } of page.Contents ?? []) if (Key) names.push(Key.slice(at('').Key.length))
      return names
    })

  async function remove(names: string[]) {
    const found = await Promise.all(names.map(has))
    const there = names.filter((_, index) => found[index])
    await ask(removeObjects(there.map(at)))
    return there
  }

  const removeAll = (prefix: string) =>
    ask(async (sdk, client) => {
      for await (const page of sdk.paginateListObjectsV2({ client }, { Bucket, Prefix: at(prefix).Key }))
        await removeObjects((page.Contents ?? []).map(({ Key }) => ({ Bucket, Key })))(sdk, client)
    })

  return { store: { put, has, list, remove, removeAll }, open: createS3Reading(ask, at) }
}

/** Removes at most 1000 objects of one bucket. */
const removeObjects =
  (objects: { Bucket: string; Key: string | undefined }[]): Step<void> =>
  async (sdk, client) => {
    const Bucket = objects[0]?.Bucket
    if (!Bucket) return
    const Delete = { Objects: objects.map(({ Key }) => ({ Key })), Quiet: true }
    const { Errors = [] } = await client.send(new sdk.DeleteObjectsCommand({ Bucket, Delete }))
    if (Errors[0]) throw new Error(`${Errors.length} objects were not deleted: ${Errors[0].Code}`)
  }
