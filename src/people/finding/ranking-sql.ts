import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import { isFollowedBy, type MemberRow, memberColumns } from '../following/sql.ts'

// Any constant will do, so long as no other part of the program locks by it.
const rankingLock = 7_305_914_204

/**
 * Counted views of each product after `since` and until `until`, exact to the quarter of an hour: from the quarter after
 * that of `since` to the one of `until`. From the totals of days and what is not folded into them yet; of the first day
 * the quarters inside are added, and of the last those after the end, which only a clock that is wrong makes, are left out.
 */
function countedViews(since: Date, until: Date) {
  const [first, last] = [sql`quarter_of(${since})`, sql`quarter_of(${until})`]
  const [firstDay, lastDay] = [first, last].map((quarter) => sql`(${quarter} at time zone 'UTC')::date`)
  const endOf = (day: typeof firstDay) => sql`((${day} + 1)::timestamp at time zone 'UTC')`
  return sql`
    select product_id, sum(clicks) as clicks
    from (
      select product_id, people as clicks from click_days where day > ${firstDay} and day <= ${lastDay}
      union all
      select product_id, people from click_quarters where quarter > ${first} and quarter < ${endOf(firstDay)}
      union all
      select product_id, -people from click_quarters where quarter > ${last} and quarter < ${endOf(lastDay)}
      union all
      select product_id, clicks from click_deltas
      where kind = 'view' and outcome = 'counted' and quarter > ${first} and quarter <= ${last}
    ) as part
    group by product_id having sum(clicks) > 0`
}

/**
 * Ranks the owners of live products by their counted views after `since` and until `until`, to the quarter of an hour;
 * ties by followers, then by name. Writes only what has changed. Two at once take turns. Somebody who is leaving at this
 * moment is left out, or each would wait for the other.
 */
export async function writeRanking(
  db: Kysely<DB>,
  { since, until, places }: { since: Date; until: Date; places: number },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(${rankingLock})`.execute(db)
  await sql`
    with clicked as (${countedViews(since, until)}), creator as (
      select r.user_id, sum(clicks)::bigint as clicks from clicked
      join products r on r.id = product_id and r.deleted_at is null
      group by r.user_id
    ), ranked as materialized (
      select row_number() over (order by clicks desc, followers_count desc,
          name_form(first_name || ' ' || last_name), username) as place, p.id, clicks
      from creator join profiles p on p.id = user_id join follow_counts c using (user_id)
      order by place limit ${places}
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

/** The best ranked creators but `viewer` and, if `excludeFollowed`, whom they follow. */
export async function selectTopCreators(
  db: Kysely<DB>,
  { viewer, excludeFollowed, limit }: { viewer: string | null; excludeFollowed: boolean; limit: number },
): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select ${memberColumns}, ${isFollowedBy(viewer)} as is_following
    from creator_ranking r
    join profiles p on p.id = r.user_id
    join follow_counts c on c.user_id = p.id
    where p.id is distinct from ${viewer} and not (${excludeFollowed} and ${isFollowedBy(viewer)})
    order by r.place limit ${limit}`.execute(db)
  return rows
}
