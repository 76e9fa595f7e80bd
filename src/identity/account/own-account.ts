import { type Context, requireUser } from '../../platform/context.ts'
import { invalid, notAuthenticated } from '../../shared/errors.ts'
import type { IdentityCore } from '../core.ts'
import { deleteUserRow, lockUser, lockUserForDeletion, mergeUserMetadata, readPasswordHash } from './sql.ts'

/**
 * Locks the caller's account against changes and deletion until the transaction ends. The first step of every act that
 * changes several of its rows, so that two such acts take turns and never deadlock. Throws `not_authenticated` when it
 * has been deleted.
 */
export async function lockOwnAccount(context: Context): Promise<void> {
  const { userId } = requireUser(context)
  if (!(await lockUser(context.db, userId))) throw notAuthenticated()
}

/** Locks an account likewise, for decisions on it; false if there is none. */
export const lockAccount = ({ db }: Context, userId: string): Promise<boolean> => lockUser(db, userId)

/**
 * Sets the caller's names, which the account's next tokens hold and the official client reads. Runs in the caller's
 * transaction.
 */
export async function setUserNames(
  context: Context,
  { first_name, last_name }: { first_name: string; last_name: string },
): Promise<void> {
  const { userId } = requireUser(context)
  await mergeUserMetadata(context.db, { userId, metadata: { first_name, last_name }, now: context.clock() })
}

/** A confirmed password; null for an account that has none. */
type ConfirmedPassword = { hash: string | null }

export function createPasswordConfirmation({ isOwnPassword }: IdentityCore) {
  return {
    /**
     * Checks the password with which the caller confirms an act. An account without a password confirms nothing.
     * Outside transactions, since hashing has its queue. Throws `validation_failed` naming the field, `rate_limited`
     * after too many wrong ones, and `not_authenticated` when the account has just been deleted.
     */
    async confirmOwnPassword(context: Context, password: string | undefined): Promise<ConfirmedPassword> {
      const { userId, sessionId } = requireUser(context)
      const account = await readPasswordHash(context.db, userId)
      if (!account) throw notAuthenticated()
      const hash = account.password_hash
      if (hash === null) return { hash }
      if (!password) throw invalid('password', 'Password is required')
      if (!(await isOwnPassword({ userId, sessionId, hash, password }))) throw wrongPassword()
      return { hash }
    },
  }
}

/**
 * Locks the caller's account before any of it is deleted: the first step of its deletion, since every other act begins
 * with the account too. Throws `not_authenticated` when it has just been deleted, and `validation_failed` when its
 * password is no longer the confirmed one.
 */
export async function lockForDeletion(context: Context, confirmed: ConfirmedPassword): Promise<void> {
  const account = await lockUserForDeletion(context.db, requireUser(context).userId)
  if (!account) throw notAuthenticated()
  if (account.password_hash !== confirmed.hash) throw wrongPassword()
}

/**
 * Deletes the caller's user, identities, sessions and tokens, at once and for good: the last step of an account's
 * deletion, in the transaction that `lockForDeletion` began.
 */
export async function deleteUser(context: Context): Promise<void> {
  await deleteUserRow(context.db, requireUser(context).userId)
}

const wrongPassword = () => invalid('password', 'This password is not right.')
