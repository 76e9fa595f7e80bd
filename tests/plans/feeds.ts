import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import { countNewProducts, readFeed } from '../../src/feed/feeds.ts'
import { search } from '../../src/feed/search.ts'
import { searchProducts } from '../../src/folio/index.ts'
import type { DB } from '../../src/platform/database/schema.ts'
import { readCursor } from '../../src/shared/cursor.ts'
import { anyone, as } from './principals.ts'

/** Readers who follow the most people, 1,800 people with hardly any products, and a few. */
export type Readers = { ofMany: string; ofQuiet: string; ofFew: string }
type Reader = keyof Readers

/** Finds readers in a database full of made-up data, and has one of them follow the quiet. */
export async function findReaders(pool: pg.Pool): Promise<Readers> {
  const reader = async (which: string): Promise<string> =>
    (await pool.query(`select user_id as id from follow_counts ${which} limit 1`)).rows[0].id
  const readers = {
    ofMany: await reader('order by following_count desc'),
    ofQuiet: await reader('where following_count < 20 order by user_id desc'),
    ofFew: await reader('where following_count between 3 and 9 order by user_id'),
  }
  await pool.query(
    `insert into followers (follower_id, following_id, created_at)
     select $1, u.id, now() from profiles u where u.id <> $1
     order by (select count(*) from products p where p.user_id = u.id), u.id limit 1800 on conflict do nothing`,
    [readers.ofQuiet],
  )
  await pool.query('vacuum (analyze) followers')
  return readers
}

type Feed = (db: Kysely<DB>, readers: Readers, half: string) => Promise<unknown>
const following = (db: Kysely<DB>, reader: string, query: { category?: string; cursor?: string }) =>
  readFeed(as(reader, db), { scope: 'following', ...query })
const newer = (db: Kysely<DB>, reader: string, since: string) =>
  countNewProducts(as(reader, db), { scope: 'following', since })

/** Statements that read each followed person, or the owners of everyone's newest products. */
export const followingFeeds: [string, Feed][] = Object.entries({
  'the feed of many followed people': (db, { ofMany }) => following(db, ofMany, {}),
  'the feed of many followed people, further down': (db, { ofMany }, half) =>
    following(db, ofMany, { cursor: half }),
  'the feed of many followed people in a nearly empty category': (db, { ofMany }) =>
    following(db, ofMany, { category: 'garden' }),
  'the feed of many who have next to nothing': (db, { ofQuiet }) => following(db, ofQuiet, {}),
  'the feed of a few followed people': (db, { ofFew }) => following(db, ofFew, {}),
  'what is new': (db, _, half) => countNewProducts(anyone(db), { scope: 'public', since: half }),
  'what is new in a category': (db) => countNewProducts(anyone(db), { scope: 'public', category: 'garden' }),
  'what is new of many followed people': (db, { ofMany }, half) => newer(db, ofMany, half),
  'what is new of many who have next to nothing': (db, { ofQuiet }, half) => newer(db, ofQuiet, half),
} satisfies Record<string, Feed>)

const categories = [undefined, 'fashion', 'garden']
const everyReader: Reader[] = ['ofMany', 'ofQuiet', 'ofFew']

/** Following feeds, each with a simple reference query. */
export const listsToCompare = everyReader.flatMap((who) =>
  categories.flatMap((category) =>
    ['the top', 'half'].map((from) => ({
      who,
      category,
      from,
      async both(db: Kysely<DB>, readers: Readers, cursor: string | undefined) {
        const { items } = await following(db, readers[who], {
          ...(category && { category }),
          ...(cursor && { cursor }),
        })
        const before = cursor === undefined ? null : readCursor(cursor)
        const below = before ? sql`(p.created_at, p.id) < (${before.createdAt}, ${before.id})` : sql`true`
        return {
          ids: items.map(({ id }) => id),
          plainIds: await plainly(db, readers[who], category, below, 40),
        }
      },
    })),
  ),
)

/**
 * Words that are frequent, rare, at the limit, missing though each is frequent, too short for the index, found after
 * some hundred products, and more than a prepared statement takes.
 */
const texts = ['lamp', 'no. 4711', 'walnut mug', 'lamp mug', 'zq', 'no. 12', 'mug walnut daily no. 4']

/** Searches, each with a simple reference query. */
export const searchesToCompare = ([undefined, ...everyReader] as const).flatMap((who) =>
  categories.flatMap((category) =>
    texts.map((q) => {
      const run = (db: Kysely<DB>, readers: Readers) =>
        searchProducts(who ? as(readers[who], db) : anyone(db), {
          scope: who ? 'following' : 'public',
          ...(category && { category }),
          q,
          limit: 8,
        })
      return {
        who: who ?? 'anyone',
        category: category ?? 'all',
        q,
        run,
        async both(db: Kysely<DB>, readers: Readers) {
          const items = await run(db, readers)
          const holds = sql.join(
            q.split(' ').map((word) => sql`p.search_text like ${`%${word}%`}`),
            sql` and `,
          )
          const plainIds = await plainly(db, who && readers[who], category, holds, 8)
          return { ids: items.map(({ id }) => id), plainIds }
        },
      }
    }),
  ),
)

const searchFor = (db: Kysely<DB>, q: string) => search(anyone(db), { q, scope: 'public', limit: 8 })

/** The search box; where nothing matches, with one letter corrected. */
export const oneBox: [string, Feed][] = Object.entries({
  'a tag': (db) => searchFor(db, '#lamp'),
  'a text': (db) => searchFor(db, 'lamp'),
  'a person': (db) => searchFor(db, '@maya'),
  'a long word with a slip': (db) => searchFor(db, 'walnnut'),
  'a short word with a slip': (db) => searchFor(db, 'lanp'),
  'a word that is near none': (db) => searchFor(db, 'qqxzjv qqxzjw'),
  'a short word that is near none': (db) => searchFor(db, 'qxzj'),
} satisfies Record<string, Feed>)

async function plainly(
  db: Kysely<DB>,
  reader: string | undefined,
  category: string | undefined,
  condition: ReturnType<typeof sql>,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from products p
    where p.deleted_at is null and not p.unlisted and ${condition}
      and (${reader ?? null}::uuid is null
        or p.user_id in (select following_id from followers where follower_id = ${reader ?? null}))
      and (${category ?? null}::text is null or exists (
        select from product_categories l join categories c on c.id = l.category_id
        where l.product_id = p.id and c.slug = ${category ?? null}))
    order by p.created_at desc, p.id desc limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
