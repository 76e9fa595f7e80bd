import path from 'node:path'
import { type Context, requireUser } from '../platform/context.ts'
import { AppError, forbidden, invalid } from '../shared/errors.ts'
import { createDiskStore, type PictureStore } from './disk.ts'
import { maxPictureBytes, readPicturePath, typeOfBytes } from './rules.ts'

/** The bucket that holds avatars and product pictures (spec section 3). */
const bucket = 'avatars'

/** Pictures as this process keeps them. */
export type Media = {
  store: PictureStore
  /** The folder that public reading serves. */
  folder: string
}

/** Made once a process. Pictures lie below `filesDir`. */
export function createMedia({ filesDir }: { filesDir: string }): Media {
  const folder = path.join(filesDir, bucket)
  return { folder, store: createDiskStore(folder) }
}

/**
 * Where anyone may read a picture. Without the site's origin: the address stays right when the site moves.
 * `path` is one that {@link storePicture} takes.
 */
export const pictureAddress = (path: string): string => `/storage/v1/object/public/${bucket}/${path}`

/**
 * Stores a picture of the caller's own under its path and returns its address. The same again changes nothing.
 * Throws `validation_failed` for a path of another shape, `forbidden` for another person's, `payload_too_large`, and
 * `unsupported_media_type` where the bytes are not what the path's extension says.
 */
export async function storePicture(
  context: Context,
  { store }: Media,
  picture: { path: string; bytes: Uint8Array },
): Promise<string> {
  const { userId } = requireUser(context)
  const name = readPicturePath(picture.path)
  if (!name) throw invalid('path', 'This is not a name that pictures have.')
  if (name.ownerId !== userId) throw forbidden('Pictures can only be stored under your own name.')
  if (picture.bytes.length > maxPictureBytes)
    throw new AppError('payload_too_large', 'Please select an image smaller than 5MB')
  if (typeOfBytes(picture.bytes) !== name.type)
    throw new AppError('unsupported_media_type', 'Please select an image file')
  await store.put(picture.path, picture.bytes)
  return pictureAddress(picture.path)
}

/** True when a picture lies under this path. */
export const hasPicture = async ({ store }: Media, path: string): Promise<boolean> =>
  readPicturePath(path) !== null && store.has(path)
