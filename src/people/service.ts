import type { z } from 'zod'
import { type Context, requireUser } from '../platform/context.ts'
import { invalid, notFound } from '../shared/errors.ts'
import { isUsername } from '../shared/username.ts'
import type { publicProfile } from './contract.ts'
import { presentProfile } from './present.ts'
import { deleteFollow, insertFollow, insertProfile, selectProfile } from './sql.ts'
import { claimDerivedUsername } from './usernames.ts'

export { removeReplacedAvatar, removeReplacedAvatarJob } from './avatar.ts'
export { deletePerson } from './deletion.ts'
export { exportPerson } from './export.ts'
export { getOwnProfile, updateProfile } from './own-profile.ts'
export { checkUsername, createUsernameLookups } from './usernames.ts'

/** Makes the profile of a new account in the sign-up's own transaction, with a username derived from the names. */
export async function createProfile(
  context: Context,
  person: { userId: string; firstName: string; lastName: string },
): Promise<void> {
  const username = await claimDerivedUsername(context, person)
  await insertProfile(context.db, {
    id: person.userId,
    first_name: person.firstName,
    last_name: person.lastName,
    username,
    at: context.clock(),
  })
}

/** A public profile by a current or former username. Throws `not_found`. */
export async function getProfile(context: Context, username: string): Promise<z.input<typeof publicProfile>> {
  const row = isUsername(username) ? await selectProfile(context.db, { username }) : undefined
  if (!row) throw notFound('Profile')
  return presentProfile(row)
}

/** Follows `targetUserId` as the caller. Throws on oneself and on someone who does not exist. */
export async function follow(context: Context, targetUserId: string): Promise<void> {
  const { userId } = requireUser(context)
  if (userId === targetUserId) throw invalid('target_user_id', 'You cannot follow yourself.')
  if (!(await selectProfile(context.db, { id: targetUserId }))) throw notFound('Profile')
  await insertFollow(context.db, { follower: userId, following: targetUserId, at: context.clock() })
}

/** Ends the caller's following of `targetUserId`; nothing happens if there was none. */
export async function unfollow(context: Context, targetUserId: string): Promise<void> {
  const { userId } = requireUser(context)
  await deleteFollow(context.db, { follower: userId, following: targetUserId })
}
