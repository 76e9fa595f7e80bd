import type { z } from 'zod'
import { type Context, inTransaction, requireUser } from '../../platform/context.ts'
import { dayMs } from '../../shared/time.ts'
import type { member, membersContract } from '../members-contract.ts'
import { presentMember } from '../present.ts'
import { holdRanking, selectTopCreators, writeRanking } from './ranking-sql.ts'
import { peopleSearchFor } from './search-rules.ts'
import { selectPeople } from './search-sql.ts'

type Search = (typeof membersContract)['GET /functions/v1/people-search']

/** People by a part of their names or username, the caller perhaps among them; never by e-mail address. */
export async function searchPeople(
  context: Context,
  { q, limit }: z.output<Search['query']>,
): Promise<z.input<Search['response']>> {
  const { userId } = requireUser(context)
  const rows = await selectPeople(context.db, { ...peopleSearchFor(q), viewer: userId, limit })
  return { users: rows.map(presentMember), count: rows.length }
}

/**
 * People by a part of their names or username, for anyone; with `followed` only those whom the caller follows. Throws
 * `not_authenticated` for these without a caller.
 */
export async function findPeople(
  context: Context,
  { q, followed, limit }: { q: string; followed: boolean; limit: number },
): Promise<z.input<typeof member>[]> {
  const viewer = followed ? requireUser(context).userId : (context.actor?.userId ?? null)
  const rows = await selectPeople(context.db, { ...peopleSearchFor(q), viewer, followed, limit })
  return rows.map(presentMember)
}

type Top = (typeof membersContract)['GET /functions/v1/people-top']

const weekMs = 7 * dayMs
/** So many creators are ranked: far more than anybody is shown, since whom one follows is left out. */
const places = 10_000

/**
 * Tells whose live products had the most counted views after a moment and until another, to the quarter of an hour: so
 * many people, and all that had as many as the last. Of the clicks, which know people; `app.ts` joins them.
 */
export type MostViewed = (
  context: Context,
  span: { since: Date; until: Date; most: number },
) => Promise<{ user_id: string; clicks: number }[]>

/**
 * Ranks the creators by the counted views of their live products in the last 7 days; ties by followers, then by name
 * (docs/product/people.md#top-creators). Writes nothing where nothing has changed, and may run more than once at a
 * time.
 */
export async function rankCreators(context: Omit<Context, 'actor'>, mostViewed: MostViewed): Promise<void> {
  const until = context.clock()
  const since = new Date(until.getTime() - weekMs)
  await inTransaction({ ...context, actor: null }, async (tx) => {
    await holdRanking(tx.db)
    await writeRanking(tx.db, await mostViewed(tx, { since, until, most: places }), places)
  })
}

/** The top creators as they were last ranked, without the caller and, unless asked for, whom the caller follows. */
export async function listTopCreators(
  context: Context,
  { exclude_following, limit }: z.output<Top['query']>,
): Promise<z.input<Top['response']>> {
  const viewer = context.actor?.userId ?? null
  const rows = await selectTopCreators(context.db, { viewer, excludeFollowed: exclude_following, limit })
  return { creators: rows.map(presentMember), count: rows.length }
}
