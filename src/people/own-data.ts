import type { z } from 'zod'
import { type Context, requireUser } from '../platform/context.ts'
import { readByCursor } from '../platform/database/cursor.ts'
import { eachOf, type InBatches } from '../platform/files/json-object.ts'
import { notAuthenticated } from '../shared/errors.ts'
import type { exportedPerson } from './export-contract.ts'
import { deleteFollowsOf, followedBy, followersOf } from './following/sql.ts'
import { selectSeenUntil } from './following/visits-sql.ts'
import {
  deleteProfile,
  lockProfile,
  retireUsernames,
  selectOwnUsernames,
  selectPlainProfile,
} from './profiles/sql.ts'

const present = ({ username, created_at }: { username: string; created_at: Date }) => ({
  username,
  since: created_at.toISOString(),
})

/**
 * The caller's profile, with all usernames they ever had, whom they follow and who follows them. To be
 * read in the caller's transaction. Throws `not_authenticated` when their account is gone.
 */
export async function exportPerson(context: Context): Promise<InBatches<z.input<typeof exportedPerson>>> {
  const { userId } = requireUser(context)
  const { db } = context
  const profile = await selectPlainProfile(db, userId)
  if (!profile) throw notAuthenticated()
  const usernames = await selectOwnUsernames(db, userId)
  const seen = await selectSeenUntil(db, userId)
  return {
    profile: {
      ...profile,
      created_at: profile.created_at.toISOString(),
      updated_at: profile.updated_at.toISOString(),
    },
    usernames: usernames.map(present),
    following: eachOf(readByCursor(db, followedBy(db, userId)), present),
    following_seen: seen
      ? { until: seen.seen_until.toISOString(), looked_at: seen.looked_at.toISOString() }
      : null,
    followers: eachOf(readByCursor(db, followersOf(db, userId)), present),
  }
}

/**
 * Deletes the caller's profile and all follows to and from them, in the transaction that deletes the account. Their
 * usernames stay as hashes, so that nobody gets them again.
 */
export async function deletePerson(context: Context): Promise<void> {
  const { userId } = requireUser(context)
  // Locked first: a follow in progress locks both profiles, and the deletion below must see it.
  await lockProfile(context.db, userId)
  await deleteFollowsOf(context.db, userId)
  await deleteProfile(context.db, userId)
  await retireUsernames(context.db, userId)
}
