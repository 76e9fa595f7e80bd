import type { z } from 'zod'
import { type Context, requireUser } from '../platform/context.ts'
import { peopleSearchFor } from './finding/search-rules.ts'
import { selectPeople } from './finding/search-sql.ts'
import type { membersContract } from './members-contract.ts'
import { presentMember } from './present.ts'

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
