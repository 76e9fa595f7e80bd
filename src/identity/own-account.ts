import { type Context, requireUser } from '../platform/context.ts'
import { notAuthenticated } from '../shared/errors.ts'
import { lockUser } from './account/sql.ts'

/**
 * Keeps the caller's account from being changed or deleted by others until the transaction ends. To be the first
 * step of what changes more than one of its rows: two such changes then take turns instead of blocking one another.
 * Throws `not_authenticated` when it has been deleted.
 */
export async function holdOwnAccount(context: Context): Promise<void> {
  const { userId } = requireUser(context)
  if (!(await lockUser(context.db, userId))) throw notAuthenticated()
}
