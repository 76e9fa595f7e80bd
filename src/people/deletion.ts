import { type Context, requireUser } from '../platform/context.ts'
import { deleteFollowsOf, deleteProfile, lockProfile } from './profiles/sql.ts'

/**
 * Deletes the caller's profile and all follows to and from them, in the transaction that deletes the account. Their
 * usernames stay, and lose their owner with the account.
 */
export async function deletePerson(context: Context): Promise<void> {
  const { userId } = requireUser(context)
  // First of all: a follow that is under way holds both profiles, and would be missed by what follows.
  await lockProfile(context.db, userId)
  await deleteFollowsOf(context.db, userId)
  await deleteProfile(context.db, userId)
}
