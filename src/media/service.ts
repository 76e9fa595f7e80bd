import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { z } from 'zod'
import { type Context, requireUser } from '../platform/context.ts'
import { AppError, forbidden, invalid } from '../shared/errors.ts'
import type { exportedPictures } from './contract.ts'
import { reencode } from './image.ts'
import { bucket, maxPictureBytes, type PictureType, prefixesOf, readPicturePath } from './rules.ts'
import type { Media } from './store.ts'

/**
 * Where anyone may read a picture. Without the site's origin: the address stays right when the site moves.
 * `path` is one that {@link storePicture} takes.
 */
export const pictureAddress = (path: string): string => `/storage/v1/object/public/${bucket}/${path}`

/** The path of the picture that an address of ours leads to; undefined for every other address. */
export const pathOfPicture = (address: string): string | undefined => {
  const path = URL.parse(address, 'http://any')?.pathname
  const prefix = pictureAddress('')
  return path?.startsWith(prefix) ? path.slice(prefix.length) : undefined
}

/**
 * What a path of the caller's own says of its picture. Throws `not_authenticated`, `validation_failed` for a path of
 * another shape than there are, and `forbidden` for another person's.
 */
export function requireOwnPath(context: Context, path: string): { userId: string; type: PictureType } {
  const { userId } = requireUser(context)
  const name = readPicturePath(path)
  if (!name) throw invalid('path', 'This is not a name that pictures have.')
  if (name.ownerId !== userId) throw forbidden('Pictures can only be stored under your own name.')
  return { userId, type: name.type }
}

/** The failure of a picture of more than 5 MB (spec section 5). */
export const pictureTooLarge = () =>
  new AppError('payload_too_large', 'Please select an image smaller than 5MB')

/**
 * Stores a picture of the caller's own under its path, encoded anew as the path's extension says, and returns its
 * address. It replaces what is there unless `overwrite` is false.
 * Throws what {@link requireOwnPath} and {@link reencode} throw, `payload_too_large`, and `conflict` for a path that is
 * taken.
 */
export async function storePicture(
  context: Context,
  { store }: Media,
  picture: { path: string; bytes: Uint8Array; overwrite?: boolean },
): Promise<string> {
  const { type, userId } = requireOwnPath(context, picture.path)
  if (picture.bytes.length > maxPictureBytes) throw pictureTooLarge()
  const bytes = await reencode(picture.bytes, type, userId)
  const stored = await store.put(picture.path, { bytes, type }, { overwrite: picture.overwrite ?? true })
  if (!stored) throw new AppError('conflict', 'The resource already exists')
  return pictureAddress(picture.path)
}

/** Removes those of the caller's own pictures that are named, and returns the names of those that were there. */
export const removePictures = async (context: Context, media: Media, names: string[]): Promise<string[]> =>
  removeNamedPicturesOf(media, requireUser(context).userId, names)

/** The same for a person's pictures. Asks for no permission: it is for jobs, which have no caller. */
export const removeNamedPicturesOf = ({ store }: Media, userId: string, names: string[]): Promise<string[]> =>
  store.remove([...new Set(names)].filter((name) => readPicturePath(name)?.ownerId === userId))

/** The addresses of all pictures of the caller's own, in order; also of those that nothing shows. */
export async function exportPictures(
  context: Context,
  { store }: Media,
): Promise<z.input<typeof exportedPictures>> {
  const { userId } = requireUser(context)
  const lists = await Promise.all(prefixesOf(userId).map((prefix) => store.list(prefix)))
  return { pictures: lists.flat().sort().map(pictureAddress) }
}

/**
 * Removes every picture of a person, avatars and product pictures. Asks for no permission: it is for the job that
 * follows the deletion of an account, which has no caller. May be repeated.
 */
export async function removePicturesOf({ store }: Media, userId: string): Promise<void> {
  for (const prefix of prefixesOf(userId)) await store.removeAll(prefix)
}

/** True when a picture lies under this path. */
export const hasPicture = async ({ store }: Media, path: string): Promise<boolean> =>
  readPicturePath(path) !== null && store.has(path)

/**
 * The bytes of a picture that was uploaded here, by its address; null for any other address and where there is none.
 * Throws `unavailable` when the store cannot be asked. For what the program draws itself: it asks for no permission,
 * since anyone may read pictures.
 */
export async function readPicture({ source }: Media, address: string): Promise<Buffer | null> {
  const name = pathOfPicture(address)
  if (name === undefined || !readPicturePath(name)) return null
  if ('folder' in source)
    return readFile(path.join(source.folder, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
  const opened = await source.open(name, { method: 'GET', range: undefined, ifNoneMatch: undefined })
  return opened?.body ? buffer(opened.body) : null
}
