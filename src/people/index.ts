import type { z } from 'zod'
import type { Context } from '../platform/context.ts'
import { notFound } from '../shared/errors.ts'
import { isUsername } from '../shared/username.ts'
import type { peopleContract, publicProfile } from './contract.ts'
import { presentProfile } from './present.ts'
import { insertProfile, selectProfile } from './profiles/sql.ts'
import { claimDerivedUsername } from './profiles/usernames.ts'

export { deletePerson } from './deletion.ts'
export { listTopCreators, rankCreators } from './finding/service.ts'
export { changeFollowing, countFollows, follow, listFollowing, unfollow } from './following/service.ts'
export { exportPerson } from './own-data.ts'
export { removeReplacedAvatar, removeReplacedAvatarJob } from './profiles/avatar.ts'
export { getOwnProfile, updateProfile } from './profiles/service.ts'
export { checkUsername, createUsernameLookups } from './profiles/usernames.ts'
export { searchPeople } from './search.ts'

type PublicProfile = z.input<typeof publicProfile>
type SeenProfile = z.input<(typeof peopleContract)['GET /api/v1/profiles/:username']['response']>

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

/**
 * A public profile by a current or former username, and whether the caller follows it: null for an anonymous one.
 * Throws `not_found`.
 */
export async function getProfile(context: Context, username: string): Promise<SeenProfile> {
  const viewer = context.actor?.userId
  const row = isUsername(username) ? await selectProfile(context.db, { username }, viewer) : undefined
  if (!row) throw notFound('Profile')
  return { ...presentProfile(row), is_following: viewer ? row.is_following : null }
}

/** The public profile with a current or former username, or none. */
export async function findProfile(context: Context, username: string): Promise<PublicProfile[]> {
  const row = isUsername(username) ? await selectProfile(context.db, { username }) : undefined
  return row ? [presentProfile(row)] : []
}
