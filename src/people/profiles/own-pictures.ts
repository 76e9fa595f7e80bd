import { z } from 'zod'
import {
  hasPicture,
  lockUploaded,
  type Media,
  pathOfPicture,
  pictureAddress,
  pictureMissing,
  removeReplaced,
  withdrawReplaced,
} from '../../media/index.ts'
import type { Context } from '../../platform/context.ts'
import { enqueue, type JobKind } from '../../platform/jobs/job.ts'

/** The pictures that a profile shows: its face and the cover above it. */
export const pictureFields = ['avatar_url', 'cover_url'] as const
type PictureField = (typeof pictureFields)[number]

/** A profile's pictures by their fields; absent ones stay. */
export type OwnPictures = { [F in PictureField]?: string | null | undefined }

/**
 * Those of the pictures that `userId` chose by their addresses, in the stored form: without the site's origin. Throws
 * `validation_failed` for one that is no uploaded picture of their own.
 */
export async function uploadedPictures(
  context: Context,
  media: Media,
  userId: string,
  chosen: OwnPictures,
): Promise<OwnPictures> {
  const uploaded: OwnPictures = {}
  for (const field of pictureFields) {
    const address = chosen[field]
    if (!address) continue
    const name = pathOfPicture(address)
    if (!name?.startsWith(`${userId}-`) || !(await hasPicture(context, media, name)))
      throw pictureMissing(field)
    uploaded[field] = pictureAddress(name)
  }
  return uploaded
}

/**
 * Keeps the files of new pictures until the caller's transaction, which shows them, has ended. Throws
 * `validation_failed` where one is gone.
 */
export const lockPictures = (context: Context, uploaded: OwnPictures): Promise<void> =>
  lockUploaded(
    context,
    Object.fromEntries(pictureFields.map((field) => [field, uploaded[field] ? [uploaded[field]] : []])),
  )

type ReplacedPicture = { user_id: string; name: string }

/** The job that removes the file of a replaced face or cover. */
export const removeReplacedAvatarJob: JobKind<ReplacedPicture> = {
  name: 'remove_replaced_avatar',
  payload: z.object({ user_id: z.uuid(), name: z.string() }),
}

/**
 * Removes the pictures that the caller's transaction replaces once it commits: at once for everybody, and their files
 * by a job.
 */
export async function discardReplaced(
  context: Context,
  userId: string,
  { before, after }: { before: OwnPictures; after: OwnPictures },
): Promise<void> {
  for (const field of pictureFields) {
    const address = before[field]
    const name = address && address !== after[field] && pathOfPicture(address)
    if (!name) continue
    await withdrawReplaced(context, address)
    await enqueue(context.db, removeReplacedAvatarJob, { user_id: userId, name })
  }
}

/** Removes the file of a picture, unless its owner uses it again. Safe to repeat. */
export const removeReplacedAvatar = (
  context: Omit<Context, 'actor'>,
  media: Media,
  { name }: ReplacedPicture,
): Promise<void> => removeReplaced(context, media, pictureAddress(name))
