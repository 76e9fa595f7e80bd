import type { z } from 'zod'
import { type Context, inTransaction, requireUser } from '../../platform/context.ts'
import { readInTime, searchTime } from '../../platform/searches/in-time.ts'
import { dayMs } from '../../shared/time.ts'
import type { member, membersContract } from '../members-contract.ts'
import { serializeMember } from '../serialize.ts'
import { lockRanking, selectTopCreators, writeRanking } from './ranking-sql.ts'
import { peopleSearchFor } from './search-rules.ts'
import { selectAnybody, selectPeople } from './search-sql.ts'

type Search = (typeof membersContract)['GET /functions/v1/people-search']

/**
 * People by a part of their names or username, possibly the caller too; never by e-mail address. Throws `unavailable`
 * for what takes longer than a search may.
 */
export async function searchPeople(
  context: Context,
  { q, limit }: z.output<Search['query']>,
): Promise<z.input<Search['response']>> {
  const { userId } = requireUser(context)
  const asked = { ...peopleSearchFor(q), viewer: userId, limit }
  const rows = await readInTime(context, searchTime, (step) => step(({ db }) => selectPeople(db, asked)))
  return { users: rows.map(serializeMember), count: rows.length }
}

/**
 * People by a part of their names or username, for anyone; with `followed` only people whom the caller follows. Throws
 * `not_authenticated` for `followed` without a caller.
 */
export async function findPeople(
  context: Context,
  { q, followed, limit }: { q: string; followed: boolean; limit: number },
): Promise<z.input<typeof member>[]> {
  const viewer = followed ? requireUser(context).userId : (context.actor?.userId ?? null)
  const rows = await selectPeople(context.db, { ...peopleSearchFor(q), viewer, followed, limit })
  return rows.map(serializeMember)
}

/**
 * Everybody with a part of a name or username, suspended people too, by username. The caller checks who may see them.
 * Throws `unavailable` for a search that takes too long.
 */
export const findAnybody = (context: Context, q: string, limit: number): ReturnType<typeof selectAnybody> =>
  readInTime(context, searchTime, (step) =>
    step(({ db }) => selectAnybody(db, { ...peopleSearchFor(q), limit })),
  )

type Top = (typeof membersContract)['GET /functions/v1/people-top']

const weekMs = 7 * dayMs
/** The number of ranked creators: far more than are shown, since followed ones are left out. */
const ranked = 10_000

/**
 * Returns the owners of live products with the most counted views in a time, to the quarter of an hour: the first
 * `limit`, and all with as many as the last. The clicks slice provides it; `app.ts` passes it in.
 */
export type MostViewed = (
  context: Context,
  span: { since: Date; until: Date; limit: number },
) => Promise<{ user_id: string; clicks: number }[]>

/**
 * Ranks the creators by the counted views of their live products in the last 7 days; ties by followers, then by name
 * (docs/product/people.md#top-creators). Writes only changes, and may run several times at once.
 */
export async function rankCreators(context: Omit<Context, 'actor'>, mostViewed: MostViewed): Promise<void> {
  const until = context.clock()
  const since = new Date(until.getTime() - weekMs)
  await inTransaction({ ...context, actor: null }, async (tx) => {
    await lockRanking(tx.db)
    await writeRanking(tx.db, await mostViewed(tx, { since, until, limit: ranked }), ranked)
  })
}

/** The top creators of the last ranking, without the caller and, by default, without people whom the caller follows. */
export async function listTopCreators(
  context: Context,
  { exclude_following, limit }: z.output<Top['query']>,
): Promise<z.input<Top['response']>> {
  const viewer = context.actor?.userId ?? null
  const rows = await selectTopCreators(context.db, { viewer, excludeFollowed: exclude_following, limit })
  return { creators: rows.map(serializeMember), count: rows.length }
}
