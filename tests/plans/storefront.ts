import type { Kysely } from 'kysely'
import { rankProducts } from '../../src/feed/ranks/service.ts'
import { readFront, readPopular, readProfileProducts } from '../../src/feed/storefront.ts'
import { systemClock } from '../../src/platform/clock.ts'
import type { DB } from '../../src/platform/database/schema.ts'
import { writeRankCursor } from '../../src/shared/cursor.ts'
import type { TestDatabase } from '../harness/database.ts'
import { anyone } from './principals.ts'

/** Whose storefront is read, and cursors in the middle of their lists. */
export type Star = { username: string; half: string; ranked: string }

/**
 * Has each product of somebody viewed on each of the last ninety days, ranks them, and finds the middle of the ranking.
 */
export async function findStar(database: TestDatabase, userId: string, half: string): Promise<Star> {
  const { pool } = database.owner
  await pool.query(
    `insert into click_networks (day, product_id, views, networks, largest, last_seen)
     select current_date - d, id, 9, 1 + (n + d) % 7, 1, '{}'
     from generate_series(0, 89) d
     cross join (
       select id, row_number() over (order by id) as n from products where user_id = $1 and deleted_at is null
     ) p
     on conflict (day, product_id) do nothing`,
    [userId],
  )
  await pool.query('vacuum (analyze) click_networks')
  await rankProducts({ db: database.db, clock: systemClock })
  await pool.query('vacuum (analyze) product_ranks, category_ranks')
  const { rows } = await pool.query('select username from profiles where id = $1', [userId])
  const middle = await pool.query(
    `select score as rank, product_id as id from product_ranks where user_id = $1
     order by score desc, product_id desc offset 3000 limit 1`,
    [userId],
  )
  return { username: rows[0].username, half, ranked: writeRankCursor(middle.rows[0]) }
}

type Read = (db: Kysely<DB>, star: Star) => Promise<unknown>
const products =
  (query: { q?: string; category?: string }): Read =>
  (db, { username }) =>
    readProfileProducts(anyone(db), username, query)

/** What a storefront of 10,000 products reads. */
export const storefronts = Object.entries<Read>({
  'its products': products({}),
  'its products that hold a frequent word': products({ q: 'lamp' }),
  'its products that hold a rare word': products({ q: 'no. 4711' }),
  'its products that hold an unknown word': products({ q: 'xylophone' }),
  'its products that hold a short word': products({ q: 'a' }),
  'its products by ASIN or word': products({ q: 'headphones' }),
  'a category': products({ category: 'fashion' }),
  'a category with little in it': products({ category: 'garden' }),
  'a category, further down': (db, { username, half }) =>
    readProfileProducts(anyone(db), username, { category: 'fashion', cursor: half }),
  'a frequent word in a category': products({ q: 'lamp', category: 'fashion' }),
  'a rare word in a category': products({ q: 'no. 4711', category: 'fashion' }),
  'an unknown word in a category': products({ q: 'xylophone', category: 'fashion' }),
  'picks and counts': (db, { username }) => readFront(anyone(db), username),
  'popular products': (db, { username }) => readPopular(anyone(db), username, undefined),
  'popular products, further down': (db, { username, ranked }) => readPopular(anyone(db), username, ranked),
})
