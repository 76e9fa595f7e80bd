import { z } from 'zod'
import {
  hasPicture,
  holdPictures,
  type Media,
  pathOfPicture,
  pictureAddress,
  removeReplaced,
  withdrawReplaced,
} from '../../media/index.ts'
import type { Context } from '../../platform/context.ts'
import { enqueue, type JobKind } from '../../platform/jobs/job.ts'
import { invalid } from '../../shared/errors.ts'

/**
 * The avatar that `userId` chose by its address, in the stored form: without the site's origin. Throws
 * `validation_failed` unless it is an uploaded avatar of their own.
 */
export async function uploadedAvatar(
  context: Context,
  media: Media,
  { userId, address }: { userId: string; address: string },
): Promise<string> {
  const name = pathOfPicture(address)
  if (!name?.startsWith(`${userId}-`) || !(await hasPicture(context, media, name))) throw notThere()
  return pictureAddress(name)
}

/**
 * Keeps a new avatar's file until the caller's transaction, which shows it, has ended. Throws `validation_failed` if it
 * is gone.
 */
export async function lockAvatar(context: Context, address: string): Promise<void> {
  if (!(await holdPictures(context, [address])).has(address)) throw notThere()
}

const notThere = () => invalid('avatar_url', 'Please upload this picture first.')

type ReplacedAvatar = { user_id: string; name: string }

/** The job that removes the file of a replaced avatar. */
export const removeReplacedAvatarJob: JobKind<ReplacedAvatar> = {
  name: 'remove_replaced_avatar',
  payload: z.object({ user_id: z.uuid(), name: z.string() }),
}

/**
 * Removes an avatar once the caller's transaction, which replaces it, commits: at once for everybody, and its file by a
 * job.
 */
export async function discardAvatar(context: Context, userId: string, address: string): Promise<void> {
  const name = pathOfPicture(address)
  if (!name) return
  await withdrawReplaced(context, address)
  await enqueue(context.db, removeReplacedAvatarJob, { user_id: userId, name })
}

/** Removes the file of an avatar, unless its owner uses it again. Safe to repeat. */
export const removeReplacedAvatar = (
  context: Omit<Context, 'actor'>,
  media: Media,
  { name }: ReplacedAvatar,
): Promise<void> => removeReplaced(context, media, pictureAddress(name))
