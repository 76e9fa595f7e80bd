import { type Kysely, sql } from 'kysely'
import { advisoryLocks } from '../../platform/database/advisory-locks.ts'
import type { DB } from '../../platform/database/schema.ts'
import { isFollowedBy, type MemberRow, memberColumns } from '../following/sql.ts'

/** Makes other rankings wait until the transaction ends. Take it before counting what is ranked. */
export const lockRanking = (db: Kysely<DB>) =>
  sql`select pg_advisory_xact_lock(${advisoryLocks.ranking})`.execute(db)

/**
 * Ranks creators by their clicks; ties by followers, then by name. Writes only what has changed. Somebody whose account
 * is being deleted is left out, since both transactions would wait for each other.
 */
export async function writeRanking(
  db: Kysely<DB>,
  creators: { user_id: string; clicks: number }[],
  limit: number,
): Promise<void> {
  const ids = creators.map(({ user_id }) => user_id)
  const clicks = creators.map((creator) => creator.clicks)
  await sql`
    with creator as (
      select * from unnest(${ids}::uuid[], ${clicks}::bigint[]) as c (user_id, clicks)
    ), ranked as materialized (
      select row_number() over (order by clicks desc, followers_count desc,
          name_form(first_name || ' ' || last_name), username) as place, p.id, clicks
      from creator join profiles p on p.id = user_id and not p.is_suspended join follow_counts c using (user_id)
      order by place limit ${limit}
    ), changed as materialized (
      select * from ranked where not exists (
        select from creator_ranking r where (r.place, r.user_id, r.clicks_count) = (ranked.place, id, clicks)
      )
    ), staying as materialized (
      select * from changed where exists (select from profiles p where p.id = changed.id for key share skip locked)
    ), left_over as (
      delete from creator_ranking
      where place > (select count(*) from ranked)
        or place in (select place from changed except select place from staying)
    )
    insert into creator_ranking (place, user_id, clicks_count)
    select place, id, clicks from staying
    on conflict (place) do update set user_id = excluded.user_id, clicks_count = excluded.clicks_count`.execute(
    db,
  )
}

/** The best ranked creators except `viewer` and, if `excludeFollowed`, whom they follow. */
export async function selectTopCreators(
  db: Kysely<DB>,
  { viewer, excludeFollowed, limit }: { viewer: string | null; excludeFollowed: boolean; limit: number },
): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select ${memberColumns}, ${isFollowedBy(viewer)} as is_following
    from creator_ranking r
    join profiles p on p.id = r.user_id
    join follow_counts c on c.user_id = p.id
    where not p.is_suspended and p.id is distinct from ${viewer} and not (${excludeFollowed} and ${isFollowedBy(viewer)})
    order by r.place limit ${limit}`.execute(db)
  return rows
}
