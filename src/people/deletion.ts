import { type Context, requireUser } from '../platform/context.ts'
import { deleteFollowsOf, deleteProfile } from './sql.ts'

/**
 * Deletes the caller's profile and all follows to and from them, in the transaction that deletes the account. Their
 * usernames stay, and lose their owner with the account.
 */
export async function deletePerson(context: Context): Promise<void> {
  const { userId } = requireUser(context)
  await deleteFollowsOf(context.db, userId)
  await deleteProfile(context.db, userId)
}
