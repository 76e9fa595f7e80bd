import type { Finding } from '../report.ts'
import type { Setting } from '../stage/setting.ts'
import { bytesEach, bytesFinding } from '../stage/sizes.ts'

/** What people, their products and clicks take on disk: docs/capacity.md computes a year's growth from it. */
export async function storageFigure(setting: Setting): Promise<Finding[]> {
  const { pool } = await setting.database()
  const { rows } = await pool.query<{ people: number; products: number; clicks: number }>(
    `select (select count(*) from profiles)::int as people, (select count(*) from products)::int as products,
       (select count(*) from clicks)::int as clicks`,
  )
  const { people = 1, products = 1, clicks = 1 } = rows[0] ?? {}
  return [
    bytesFinding('a person, with whom they follow', await bytesEach(pool, ['identity', 'people'], people)),
    bytesFinding('a product', await bytesEach(pool, ['folio', 'feed'], products)),
    bytesFinding('a click, with its sums', await bytesEach(pool, ['clicks'], clicks)),
  ]
}
