import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import { isFollowedBy, type MemberRow, memberColumns } from '../following/sql.ts'
import type { PeopleSearch } from './search-rules.ts'

/** This many of the most followed people are read before an index of all; for frequent words that is enough. */
const mostFollowed = 1_000
/** For a word that few of those have but many others, this many people are read. */
const maxRead = 1_000

/** Everybody with a text in their names or username, suspended people too, in the order of usernames. */
export async function selectAnybody(
  db: Kysely<DB>,
  { text, onlyBeginnings, limit }: PeopleSearch & { limit: number },
) {
  const name = onlyBeginnings ? sql`' ' || name_form(${text})` : sql`name_form(${text})`
  const { rows } = await sql<{ id: string; username: string; first_name: string; last_name: string }>`
    select id, username, first_name, last_name from profiles
    where name_form(${text}) <> '' and search_text like search_pattern(${name})
    order by username limit ${limit}`.execute(db)
  return rows
}

/**
 * People with a text in their names or username: the exact username first, then those with a word that begins with it,
 * then others; each group by followers. Bounded for any text: of a word that more than 1,000 people have and few of the
 * 1,000 most followed, not all are compared.
 */
export async function selectPeople(
  db: Kysely<DB>,
  search: PeopleSearch & { viewer: string | null; followed?: boolean; limit: number },
): Promise<MemberRow[]> {
  const { text, onlyBeginnings, isIndexed, viewer, followed = false, limit } = search
  const beginning = sql`search_pattern(' ' || name_form(${text}))`
  const anywhere = onlyBeginnings ? beginning : sql`search_pattern(name_form(${text}))`
  const { rows } = await sql<MemberRow>`
    with popular as materialized (
      select p.id, p.search_text like ${beginning} as begins
      from (
        select user_id from follow_counts order by followers_count desc, user_id limit ${mostFollowed}
      ) as c
      cross join lateral (select id, search_text, is_suspended from profiles where id = c.user_id offset 0) as p
      where not p.is_suspended and p.search_text like ${anywhere} and name_form(${text}) <> ''
    ), others as materialized (
      select id, search_text like ${beginning} as begins from profiles
      where ${isIndexed} and (select count(*) from popular where begins) < ${limit}
        and search_text like ${anywhere} and not is_suspended
      limit ${maxRead}
    ), beginners as (
      select id from profiles
      where (select count(*) = ${maxRead} and not bool_and(begins) from others)
        and search_text like ${beginning} and not is_suspended
      limit ${maxRead}
    ), found as (
      select user_id as id, 1 as rank from usernames
        where username = name_form(${text})
          and exists (select from profiles where id = user_id and not is_suspended offset 0)
      union all select id, case when begins then 2 else 3 end from popular
      union all select id, case when begins then 2 else 3 end from others
      union all select id, 2 from beginners
    ), best as (
      select id, min(rank) as rank,
        (select followers_count from follow_counts where user_id = id) as followers_count
      from found
      where not ${followed} or exists (
        select from followers f where f.follower_id = ${viewer} and f.following_id = found.id)
      group by id
      order by rank, followers_count desc, id limit ${limit}
    )
    select ${memberColumns}, ${isFollowedBy(viewer)} as is_following
    from best c join profiles p using (id)
    order by c.rank, c.followers_count desc, p.id`.execute(db)
  return rows
}
