import type { Context } from '../platform/context.ts'
import { lockHidden, selectIdByNames, selectOwner, setHidden } from './hiding-sql.ts'

/** The result; `unknown` where there is no such list. */
type Outcome = 'changed' | 'as_it_was' | 'unknown'

/** The owner of a list, hidden or not; undefined where there is none. */
export const ownerOfList = ({ db }: Context, id: string): Promise<string | undefined> => selectOwner(db, id)

/** A list by names that person and list have or had, public or not: for operators. */
export const findListId = (
  { db }: Context,
  names: { username: string; slug: string },
): Promise<string | undefined> => selectIdByNames(db, names)

/**
 * Hides a list from all but its owner; its links lead to the products. Runs in the caller's transaction; the caller
 * checks permission.
 */
export async function hideList(
  { db, clock }: Context,
  { id, reason }: { id: string; reason: string },
): Promise<Outcome> {
  const list = await lockHidden(db, id)
  if (!list) return 'unknown'
  if (list.hidden_at) return 'as_it_was'
  await setHidden(db, id, { hidden_at: clock(), hidden_reason: reason })
  return 'changed'
}

/** Shows a hidden list again, if it is public. */
export async function restoreList({ db }: Context, id: string): Promise<Outcome> {
  const list = await lockHidden(db, id)
  if (!list) return 'unknown'
  if (!list.hidden_at) return 'as_it_was'
  await setHidden(db, id, { hidden_at: null, hidden_reason: null })
  return 'changed'
}
