import { z } from 'zod'
import {
  exportPictures,
  hasPicture,
  holdPictures,
  type Media,
  pathOfPicture,
  pictureAddress,
  removeReplaced,
  withdrawReplaced,
} from '../../media/index.ts'
import { type Context, requireUser } from '../../platform/context.ts'
import { enqueue, type JobKind } from '../../platform/jobs/job.ts'

/** The path of the picture at `address` if its name is one of a product picture of `userId`. */
function ownPath(userId: string, address: string): string | undefined {
  const path = pathOfPicture(address)
  return path?.startsWith(`products/product-${userId}-`) ? path : undefined
}

/** Whether an address is that of a product picture of `userId`, existing or not. */
export const isOfOwnPicture = (userId: string, address: string): boolean =>
  ownPath(userId, address) !== undefined

/**
 * The picture of a product that `userId` uploaded, by its address, in the form stored with products: without the site's
 * origin. Undefined for every other address, and for a missing picture.
 */
export async function uploadedPicture(
  context: Context,
  media: Media,
  { userId, address }: { userId: string; address: string },
): Promise<string | undefined> {
  const path = ownPath(userId, address)
  return path && (await hasPicture(context, media, path)) ? pictureAddress(path) : undefined
}

/** {@link uploadedPicture} for the few of one product, as a function that does not ask the store. */
export async function uploadedAmong(
  context: Context,
  media: Media,
  { userId, addresses }: { userId: string; addresses: string[] },
): Promise<(address: string) => string | undefined> {
  const found = new Map<string, string | undefined>()
  for (const address of addresses)
    found.set(address, await uploadedPicture(context, media, { userId, address }))
  return (address) => found.get(address)
}

/**
 * {@link uploadedPicture} for many addresses, as a function that does not ask the store. The store's files are listed
 * once, and only if an address of `addresses` can be one of the caller's own.
 */
export async function uploadedPictures(
  context: Context,
  media: Media,
  addresses: string[],
): Promise<(address: string) => string | undefined> {
  const { userId } = requireUser(context)
  if (!addresses.some((address) => ownPath(userId, address))) return () => undefined
  const stored = new Set((await exportPictures(context, media)).pictures)
  return (address) => {
    const path = ownPath(userId, address)
    const picture = path && pictureAddress(path)
    return picture && stored.has(picture) ? picture : undefined
  }
}

/**
 * The result of {@link uploadedPictures} without pictures removed meanwhile. The others are kept until the caller's
 * transaction, which will show them, has ended.
 */
export async function heldPictures(
  context: Context,
  uploaded: Awaited<ReturnType<typeof uploadedPictures>>,
  addresses: string[],
): Promise<typeof uploaded> {
  const pictures = addresses.map(uploaded).filter((picture) => picture !== undefined)
  const locked = pictures.length > 0 ? await holdPictures(context, pictures) : new Set()
  return (address) => {
    const picture = uploaded(address)
    return locked.has(picture) ? picture : undefined
  }
}

type ReplacedPicture = { user_id: string; path: string }

/** The job that removes the file of a product picture that was replaced or taken off. */
export const removeReplacedPictureJob: JobKind<ReplacedPicture> = {
  name: 'remove_replaced_picture',
  payload: z.object({ user_id: z.uuid(), path: z.string() }),
}

/**
 * Removes those of some pictures that `userId` uploaded once the transaction that takes them off a product commits: at
 * once for everybody, and their files by jobs.
 */
export async function discardPictures(context: Context, userId: string, addresses: string[]): Promise<void> {
  for (const address of addresses) {
    const path = ownPath(userId, address)
    if (!path) continue
    await withdrawReplaced(context, address)
    await enqueue(context.db, removeReplacedPictureJob, { user_id: userId, path })
  }
}

/** Removes the file of a picture, unless a live product of its owner shows it. May be repeated. */
export const removeReplacedPicture = (
  context: Omit<Context, 'actor'>,
  media: Media,
  { path }: ReplacedPicture,
): Promise<void> => removeReplaced(context, media, pictureAddress(path))
