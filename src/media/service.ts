import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import { type Context, isAdmin, requireUser } from '../platform/context.ts'
import { isDatabaseUnavailable } from '../platform/database/errors.ts'
import { holding } from '../platform/memory/lru.ts'
import { AppError, forbidden, invalid } from '../shared/errors.ts'
import { minuteMs } from '../shared/time.ts'
import type { exportedPictures } from './contract.ts'
import { countListed, countOwn } from './counting.ts'
import { reencode } from './image.ts'
import { removeNamed, removeUnlessShown, withdrawUnlessShown } from './removing.ts'
import {
  maxPictureBytes,
  pathOfPicture,
  pictureAddress,
  prefixesOf,
  readPicturePath,
  type Square,
} from './rules.ts'
import { holdUnmarked, selectFraming, selectIsWithheld } from './sql.ts'
import { type Media, readStored, type Size } from './store.ts'
import { requireRoom, storeCounted } from './storing.ts'

/**
 * Parses a path of the caller's own pictures. Throws `not_authenticated`, `validation_failed` for a path of
 * another shape than there are, and `forbidden` for another person's.
 */
export function requireOwnPath(context: Context, path: string): { userId: string; isOpaque: boolean } {
  const { userId } = requireUser(context)
  const name = readPicturePath(path)
  if (!name) throw invalid('path', 'This is not a valid name for a picture.')
  if (name.ownerId !== userId) throw forbidden('Pictures can only be stored under your own name.')
  return { userId, isOpaque: name.type === 'image/jpeg' }
}

/** The failure of a picture of more than 5 MB (docs/product/pictures.md#storage). */
export const pictureTooLarge = () =>
  new AppError('payload_too_large', 'Please select an image smaller than 5MB')

type NewPicture = {
  path: string
  bytes: Uint8Array
  overwrite?: boolean
  /** The square that lists show, in pixels of the upright picture as it was sent; its middle without one. */
  square?: Square | undefined
  /** Called before the work begins with its cost, in slots of the queue; what it throws is thrown. */
  charge?: (slots: number) => Promise<void>
}

/**
 * Stores a picture of the caller's own under its path, encoded again, and returns its address. It replaces what is
 * there unless `overwrite` is false. Throws what {@link requireOwnPath}, {@link reencode} and {@link storeCounted}
 * throw, `payload_too_large`, and `conflict` for a path that is taken.
 */
export async function storePicture(
  context: Context,
  { store }: Media,
  { path, bytes, overwrite = true, square, charge }: NewPicture,
): Promise<string> {
  const { isOpaque, userId } = requireOwnPath(context, path)
  if (bytes.length > maxPictureBytes) throw pictureTooLarge()
  await requireRoom(context, path)
  const encoded = await reencode(bytes, { owner: userId, isOpaque, square, charge })
  const stored = await storeCounted(context, store, { path, ...encoded, overwrite })
  if (!stored) throw new AppError('conflict', 'The resource already exists')
  return pictureAddress(path)
}

/** Who may read a picture; `unchecked` is everyone, where that was so at the last check and the database is away. */
export type PictureReaders = 'everyone' | 'insiders' | 'nobody' | 'unchecked'

/** As long as shared caches may use a picture without asking (decision 51). */
const rememberedMs = 5 * minuteMs
const maxRemembered = 20_000

/** Checks who may read pictures, and remembers which ones everyone may, for when the database is away. */
export function createPictureReaders() {
  const seen = new LRUCache<string, number>(holding(maxRemembered))

  /** `nobody` where a picture is withheld from the caller (decision 51). Throws `unavailable`. */
  return async (context: Context, path: string): Promise<PictureReaders> => {
    const name = readPicturePath(path)
    if (!name) return 'nobody'
    const userId = name.ownerId
    const now = context.clock().getTime()
    try {
      if (!(await selectIsWithheld(context.db, { path, userId, address: pictureAddress(path) }))) {
        seen.set(path, now)
        return 'everyone'
      }
    } catch (error) {
      if (isDatabaseUnavailable(error) && (seen.get(path) ?? 0) > now - rememberedMs) return 'unchecked'
      throw error
    }
    seen.delete(path)
    return isAdmin(context) || context.actor?.userId === userId ? 'insiders' : 'nobody'
  }
}

/** Removes those of the caller's own pictures that are named, and returns the names of those that were there. */
export async function removePictures(context: Context, media: Media, names: string[]): Promise<string[]> {
  const { userId } = requireUser(context)
  const own = [...new Set(names)].filter((name) => readPicturePath(name)?.ownerId === userId)
  return removeNamed(context, media, own)
}

/**
 * Withholds the picture at an address, which the caller's transaction has taken off a product or profile, from
 * everybody as soon as that commits, unless something still shows it. {@link removeReplaced} then removes it.
 */
export async function withdrawReplaced(context: Context, address: string): Promise<void> {
  const path = pathOfPicture(address)
  if (path && readPicturePath(path)) await withdrawUnlessShown(context, path)
}

/**
 * Removes the picture at an address, unless its owner's profile or a product shows it. It checks no permission: it is
 * for jobs, which have no caller. May be repeated.
 */
export async function removeReplaced(
  context: Omit<Context, 'actor'>,
  media: Media,
  address: string,
): Promise<void> {
  const path = pathOfPicture(address)
  if (path && readPicturePath(path)) await removeUnlessShown(context, media, path)
}

/** The addresses of all pictures of the caller's own, in order; also of those that nothing shows. */
export async function exportPictures(
  context: Context,
  media: Media,
): Promise<z.input<typeof exportedPictures>> {
  return { pictures: (await countOwn(context, media)).sort().map(pictureAddress) }
}

/**
 * Removes every picture of a person, avatars and product pictures. It checks no permission: it is for the job that
 * follows the deletion of an account, which has no caller. May be repeated.
 */
export async function removePicturesOf({ store }: Media, userId: string): Promise<void> {
  for (const prefix of prefixesOf(userId)) await store.removeAll(prefix)
}

/** True when there is a picture under this path. To refer to it, lock it with {@link holdPictures}. */
export async function hasPicture(
  context: Omit<Context, 'actor'>,
  { store }: Media,
  path: string,
): Promise<boolean> {
  const bytes = readPicturePath(path) && (await store.sizeOf(path))
  if (bytes === null) return false
  await countListed(context, [{ name: path, size: async () => bytes }])
  return true
}

/**
 * Those of some pictures' addresses that may be referred to: they stay until the caller's transaction ends, and after
 * it where that refers to them.
 */
export async function holdPictures({ db }: Context, addresses: string[]): Promise<Set<string>> {
  const paths = addresses.map(pathOfPicture).filter((path) => path !== undefined)
  return new Set([...(await holdUnmarked(db, paths))].map(pictureAddress))
}

/** Uploaded pictures by the request's field that names them. */
type Uploaded = Readonly<Record<string, readonly string[]>>

/**
 * Keeps uploaded pictures from being removed until the caller's transaction, which will show them, has ended. Throws
 * `validation_failed` naming the field where one has been removed meanwhile.
 */
export async function lockUploaded(context: Context, uploaded: Uploaded): Promise<void> {
  const all = Object.values(uploaded).flat()
  if (all.length === 0) return
  const locked = await holdPictures(context, all)
  for (const [field, pictures] of Object.entries(uploaded))
    if (pictures.some((picture) => !locked.has(picture))) throw pictureMissing(field)
}

/** The refusal of a picture that is not there; `field` is the request's name of it. */
export const pictureMissing = (field = 'image_url') => invalid(field, 'Please upload this picture first.')

/** The name of a stored picture's smaller size; null where it is no larger itself. Throws `unavailable`. */
export const findSmaller = ({ db }: Pick<Context, 'db'>, { smaller }: Media, path: string, size: Size) =>
  smaller(path, size, () => selectFraming(db, path))

/** What share images show of a picture: more than they have room for. */
const drawnSide = 800

/**
 * The bytes of a picture that was uploaded here, by its address: its square where the owner has chosen one. Null for
 * any other address and where there is none. Throws `unavailable` when the store cannot be asked. It checks no
 * permission: it is for images that the program draws of public things.
 */
export async function readPicture(
  { db }: Pick<Context, 'db'>,
  { source, smaller }: Media,
  address: string,
): Promise<Buffer | null> {
  const path = pathOfPicture(address)
  if (path === undefined || !readPicturePath(path)) return null
  const framing = await selectFraming(db, path)
  const size: Size = { of: 'square', side: drawnSide }
  const square = framing?.square ? await smaller(path, size, async () => framing) : null
  return readStored(source, square ?? path)
}
