import type { Kysely } from 'kysely'
import type pg from 'pg'
import { readFront, readPopular, readProfileProducts } from '../../src/feed/storefront.ts'
import type { DB } from '../../src/platform/database/schema.ts'
import { writeRankCursor } from '../../src/shared/cursor.ts'
import { anyone } from './principals.ts'

/** Whose storefront is read, and cursors in the middle of their lists. */
export type Star = { username: string; half: string; ranked: string }

/** Ranks each product of somebody, and chooses six of them. */
export async function findStar(pool: pg.Pool, userId: string, half: string): Promise<Star> {
  await pool.query(
    `insert into product_ranks (product_id, user_id, marketplace, asin, score)
     select id, user_id, marketplace, asin, 1 + row_number() over (order by id) / 3 from products
     where user_id = $1 and deleted_at is null
     on conflict (product_id) do update set score = excluded.score`,
    [userId],
  )
  await pool.query(
    `insert into product_picks (user_id, product_id, position)
     select user_id, id, row_number() over (order by id desc) from products
     where user_id = $1 and deleted_at is null and not unlisted order by id desc limit 6`,
    [userId],
  )
  await pool.query('vacuum (analyze) product_ranks, product_picks')
  const { rows } = await pool.query('select username from profiles where id = $1', [userId])
  const middle = await pool.query(
    'select score as rank, product_id as id from product_ranks order by score offset 3000 limit 1',
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
