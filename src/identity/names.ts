import { type Context, requireUser } from '../platform/context.ts'
import { mergeUserMetadata } from './account/sql.ts'

/**
 * Gives the caller's account these names: its next tokens, and the official client, then tell them. Runs in the
 * caller's transaction.
 */
export async function setUserNames(
  context: Context,
  { first_name, last_name }: { first_name: string; last_name: string },
): Promise<void> {
  const { userId } = requireUser(context)
  await mergeUserMetadata(context.db, { userId, metadata: { first_name, last_name }, now: context.clock() })
}
