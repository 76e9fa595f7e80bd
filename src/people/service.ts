import type { z } from 'zod'
import { type Context, requireUser } from '../platform/context.ts'
import { AppError, invalid, notFound } from '../shared/errors.ts'
import type { ownProfile, publicProfile } from './contract.ts'
import { isUsername, reservedUsernames, usernameBase, usernameCandidate } from './rules.ts'
import {
  changeProfile,
  claimUsername,
  deleteFollow,
  insertFollow,
  insertProfile,
  type ProfileRow,
  selectProfile,
} from './sql.ts'

const candidatesPerTry = 50
const maxTries = 40

/**
 * Makes the profile of a new account in the sign-up's own transaction, with a username derived from the names that
 * no one else has or had (decision: sign-up derives it; a name once used is never given again).
 */
export async function createProfile(
  context: Context,
  person: { userId: string; firstName: string; lastName: string },
): Promise<void> {
  const at = context.clock()
  const username = await claimDerivedUsername(context, person, at)
  await insertProfile(context.db, {
    id: person.userId,
    first_name: person.firstName,
    last_name: person.lastName,
    username,
    at,
  })
}

async function claimDerivedUsername(
  { db }: Context,
  person: { userId: string; firstName: string; lastName: string },
  at: Date,
): Promise<string> {
  const base = usernameBase(person.firstName, person.lastName)
  for (let attempt = 0; attempt < maxTries; attempt++) {
    // Each range is tried twice: someone else may have taken its first free name at the same moment.
    const first = 1 + Math.floor(attempt / 2) * candidatesPerTry
    const candidates = Array.from({ length: candidatesPerTry }, (_, i) => usernameCandidate(base, first + i))
    const free = candidates.filter((name) => !reservedUsernames.has(name))
    const claimed = await claimUsername(db, free, { userId: person.userId, at })
    if (claimed) return claimed
  }
  throw new AppError('unavailable', 'No free username could be found. Please try again.')
}

/** The caller's own profile, the only one that carries an e-mail address. */
export async function getOwnProfile(context: Context): Promise<z.input<typeof ownProfile>> {
  const { userId } = requireUser(context)
  const row = await selectProfile(context.db, { id: userId })
  if (!row) throw notFound('Profile')
  return { ...presentProfile(row), email: row.email }
}

/** Changes what the caller's profile shows; what is left out stays as it is. */
export async function updateProfile(
  context: Context,
  changes: { bio?: string | null; avatar_url?: string | null },
): Promise<void> {
  const { userId } = requireUser(context)
  await changeProfile(context.db, userId, { ...changes, updated_at: context.clock() })
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

const presentProfile = (row: ProfileRow): z.input<typeof publicProfile> => ({
  id: row.id,
  first_name: row.first_name,
  last_name: row.last_name,
  username: row.username,
  avatar_url: row.avatar_url,
  bio: row.bio,
  followers_count: row.followers_count ?? 0,
  following_count: row.following_count ?? 0,
  products_count: row.products_count ?? 0,
})
