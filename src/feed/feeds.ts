import { listCards } from '../folio/index.ts'
import { getProfile } from '../people/index.ts'
import type { Context } from '../platform/context.ts'
import { notFound } from '../shared/errors.ts'
import { selectEntries, selectLastChange } from './feeds-sql.ts'

/**
 * What a creator's feed for feed readers tells: who they are, by any name they ever had, and their newest 40 products
 * as anyone may see them, with whole descriptions. No price is among it: readers keep what they fetched for longer
 * than a price may be shown. Throws `not_found`.
 */
export async function readCreatorFeed(context: Context, username: string) {
  const profile = await getProfile(context, username)
  const { items } = await listCards(context, { userId: profile.id })
  const [entries, changedAt] = await Promise.all([
    selectEntries(
      context.db,
      items.map(({ id }) => id),
    ),
    selectLastChange(context.db, profile.id),
  ])
  if (!changedAt) throw notFound('Profile')
  const entryOf = new Map(entries.map((entry) => [entry.id, entry]))
  return {
    profile,
    changedAt,
    items: items.map(({ price_usd: _price, price_as_of: _readAt, description, ...card }) => {
      const entry = entryOf.get(card.id)
      return {
        ...card,
        // Null stays null: a sample's words are its owner's alone.
        description: description === null ? null : (entry?.description ?? description),
        updated_at: entry?.updated_at.toISOString() ?? card.created_at,
      }
    }),
  }
}
