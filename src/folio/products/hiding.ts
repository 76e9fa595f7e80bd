import type { Context } from '../../platform/context.ts'
import { lockHidden, selectOwner, setHidden, withholdAll } from './hiding-sql.ts'

/** The result; `unknown` where there is no such live product. */
type Outcome = 'changed' | 'as_it_was' | 'unknown'

/** The owner of a live product, hidden or not; undefined where there is none. */
export const ownerOfProduct = async ({ db }: Context, id: string): Promise<string | undefined> =>
  (await selectOwner(db, id))?.user_id ?? undefined

/**
 * Hides a product from all but its owner and admins: no page, list, search or feed shows it. Earlier clicks, orders and
 * earnings stay. Runs in the caller's transaction; the caller checks permission.
 */
export async function hideProduct(
  { db, clock }: Context,
  { id, reason }: { id: string; reason: string },
): Promise<Outcome> {
  const product = await lockHidden(db, id)
  if (!product) return 'unknown'
  if (product.hidden_at) return 'as_it_was'
  await setHidden(db, id, { hidden_at: clock(), hidden_reason: reason })
  return 'changed'
}

/** Shows a hidden product again; while its owner is suspended it stays withheld. */
export async function restoreProduct({ db }: Context, id: string): Promise<Outcome> {
  const product = await lockHidden(db, id)
  if (!product) return 'unknown'
  if (!product.hidden_at) return 'as_it_was'
  await setHidden(db, id, { hidden_at: null, hidden_reason: null })
  return 'changed'
}

/**
 * Withholds all products of a person from everyone, or shows those again that no admin has hidden: a step of suspending
 * an account, after its profile is marked.
 */
export const withholdProductsOf = ({ db }: Context, userId: string, isSuspended: boolean): Promise<void> =>
  withholdAll(db, userId, isSuspended)
