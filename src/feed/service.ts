import { listCards } from '../folio/service.ts'
import { getProfile } from '../people/service.ts'
import type { Context } from '../platform/context.ts'

/** The public feed (spec section 2): everyone's products, newest first, 40 a page. */
export const readFeed = (
  context: Context,
  query: { category?: string | undefined; cursor?: string | undefined },
) => listCards(context, query)

/** A person's products, newest first, by any name they ever had. Throws `not_found`. */
export async function readProfileProducts(context: Context, username: string, cursor: string | undefined) {
  const profile = await getProfile(context, username)
  return listCards(context, { userId: profile.id, cursor })
}
