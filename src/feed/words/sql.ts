import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'
import type { FoundWord } from './rules.ts'

/**
 * How many of the newest products, and of the most followed people, the words are taken from, and how much of each
 * product's text: normalised, a text may be eighteen times as long.
 */
const lookedAt = { products: 50_000, people: 10_000, characters: 2_000 }

/** Rebuilds the words from public titles, tags and names; unchanged rows are not written. */
export const writeWords = (db: Kysely<DB>) =>
  sql`
    with texts as (
      select p.id, left(search_form(p.title || ' ' || coalesce(array_to_string(p.tags, ' '), '')), ${lookedAt.characters}) as text
      from (
        select id, title, tags from products
        where deleted_at is null and not unlisted
        order by created_at desc, id desc limit ${lookedAt.products}
      ) as p
      union all
      select a.id, a.search_text
      from (
        select user_id from follow_counts order by followers_count desc, user_id limit ${lookedAt.people}
      ) as c
      join profiles a on a.id = c.user_id and not a.is_suspended
    ), words as (
      select word, count(distinct id)::int as holders
      from texts cross join lateral regexp_split_to_table(text, '[^[:alnum:]]+') as word
      where length(word) between 3 and 25
      group by word
    ), gone as (
      delete from search_words s where not exists (select from words w where w.word = s.word)
    )
    insert into search_words as s (word, holders) select word, holders from words order by word
    on conflict (word) do update set holders = excluded.holders where s.holders <> excluded.holders`.execute(
    db,
  )

/** The words that may differ from one of these by a single letter, and some others that are near them. */
export async function selectNear(db: Kysely<DB>, words: string[]): Promise<FoundWord[]> {
  const { rows } = await sql<FoundWord>`
    select word, holders from search_words
    where slips && array(
      select slip from unnest(${words}::text[]) as typed cross join lateral unnest(word_slips(typed)) as slip
    )`.execute(db)
  return rows
}
