import type { z } from 'zod'
import { countListed, listCardsOf, listPicks, listPopular } from '../folio/index.ts'
import { getProfile } from '../people/index.ts'
import type { Context } from '../platform/context.ts'
import { readInTime, searchTime } from '../platform/searches/in-time.ts'
import type { feedContract } from './contract.ts'
import { countPublicLists } from './storefront-sql.ts'

type Front = z.input<(typeof feedContract)['GET /api/v1/profiles/:username/front']['response']>
type Query = { category?: string | undefined; q?: string | undefined; cursor?: string | undefined }

/**
 * A person's products, newest first, by a current or former username. Throws `not_found`, and `unavailable` for a
 * search that takes too long.
 */
export async function readProfileProducts(context: Context, username: string, query: Query) {
  const { id } = await getProfile(context, username)
  const list = (reading: Context) => listCardsOf(reading, id, query)
  return query.q === undefined ? list(context) : readInTime(context, searchTime, (step) => step(list))
}

/** A person's most viewed products, by a current or former username. Throws `not_found`. */
export async function readPopular(context: Context, username: string, cursor: string | undefined) {
  const { id } = await getProfile(context, username)
  return listPopular(context, id, cursor)
}

/** Picks, categories and number of lists of a person, by a current or former username. Throws `not_found`. */
export async function readFront(context: Context, username: string): Promise<Front> {
  const { id } = await getProfile(context, username)
  const [picks, categories, lists_count] = await Promise.all([
    listPicks(context, id),
    countListed(context, id),
    countPublicLists(context.db, id),
  ])
  return { picks, categories, lists_count }
}
