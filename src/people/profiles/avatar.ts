import { z } from 'zod'
import {
  hasPicture,
  type Media,
  pathOfPicture,
  pictureAddress,
  removeNamedPicturesOf,
} from '../../media/index.ts'
import type { Context } from '../../platform/context.ts'
import { enqueue, type JobKind } from '../../platform/jobs/job.ts'
import { invalid } from '../../shared/errors.ts'
import { selectAvatar } from './sql.ts'

/**
 * The avatar that the person `userId` chose by an address, as profiles keep it: without the site's origin. Throws
 * `validation_failed` unless it is an uploaded avatar of their own.
 */
export async function uploadedAvatar(media: Media, userId: string, address: string): Promise<string> {
  const name = pathOfPicture(address)
  if (!name?.startsWith(`${userId}-`) || !(await hasPicture(media, name)))
    throw invalid('avatar_url', 'Please upload this picture first.')
  return pictureAddress(name)
}

type ReplacedAvatar = { user_id: string; name: string }

/** The job that removes an avatar's file after another one has taken its place. */
export const removeReplacedAvatarJob: JobKind<ReplacedAvatar> = {
  name: 'remove_replaced_avatar',
  payload: z.object({ user_id: z.uuid(), name: z.string() }),
}

/** Has an avatar's file removed once the caller's transaction, which puts another one in its place, has committed. */
export async function discardAvatar({ db }: Context, userId: string, address: string): Promise<void> {
  const name = pathOfPicture(address)
  if (name) await enqueue(db, removeReplacedAvatarJob, { user_id: userId, name })
}

/** Removes the file of an avatar, unless its owner has gone back to it meanwhile. May be repeated. */
export async function removeReplacedAvatar(
  context: Omit<Context, 'actor'>,
  media: Media,
  { user_id: userId, name }: ReplacedAvatar,
): Promise<void> {
  if ((await selectAvatar(context.db, userId)) === pictureAddress(name)) return
  await removeNamedPicturesOf(media, userId, [name])
}
