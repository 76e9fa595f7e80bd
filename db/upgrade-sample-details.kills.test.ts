import { expect, it } from 'vitest'
import { migrate } from '../src/platform/database/migrate.ts'
import { databaseOf } from '../tests/harness/earlier-database.ts'
import { insertPerson } from '../tests/harness/factories.ts'

it('0055 hides sample details that earlier versions showed', async () => {
  const database = await databaseOf(54)
  const { db, pool } = database
  const { userId, payeeId } = await insertPerson(db)
  const { rows: categories } = await pool.query(`select id from categories where slug = 'home'`)
  const insert = async (
    title: string,
    source: string,
    tags: string[] | null,
    slug: string,
    asin = 'B0VASE0001',
  ) => {
    const { rows } = await pool.query(
      `insert into products (user_id, payee_id, amazon_url, marketplace, asin, title, tags, is_categorized,
         metadata_source, created_at, updated_at)
       values ($1, $2, 'https://amazon.com/dp/B0VASE0001', 'us', $6, $3, $4, false, $5, now(), now()) returning id`,
      [userId, payeeId, title, tags, source, asin],
    )
    const { id } = rows[0]
    await pool.query('insert into short_links (id, product_id, created_at) values ($1, $2, now())', [
      slug,
      id,
    ])
    await pool.query(
      `with filed as (update products set is_categorized = true where id = $1 returning id, created_at)
       insert into product_categories (product_id, category_id, created_at) select id, $2, created_at from filed`,
      [id, categories[0].id],
    )
    return id as string
  }
  const sampleTags = ['home', 'ceramics', 'decor']
  const vase = 'Ribbed Ceramic Bud Vase'
  const pictured = await insert(vase, 'owner', [...sampleTags, 'mine'], 'ribbed-ceramic-bud-v-aaaa')
  const renamed = await insert('Blue jar', 'owner', sampleTags, 'ribbed-ceramic-bud-v-bbbb')
  const own = await insert('Blue jar', 'owner', ['home', 'decor'], 'blue-jar-cccc')
  const alike = await insert(`${vase}, blue`, 'owner', null, 'ribbed-ceramic-bud-v-dddd')
  const known = await insert(vase, 'creators_api', sampleTags, 'ribbed-ceramic-bud-v-eeee', 'B0KNOWN001')
  await pool.query(
    `insert into amazon_items (marketplace, asin, title, source, fetched_at)
     values ('us', 'B0KNOWN001', $1, 'creators_api', now())`,
    [vase],
  )
  const untitled = await insert('', 'owner', null, 'item-ffff')

  expect(await migrate(database.address)).toContain('0055_titles_of_their_own')

  const { rows } = await pool.query(
    `select p.id, p.metadata_source, p.tags, p.unlisted, c.unlisted as link_unlisted,
       (select s.id from short_links s where s.product_id = p.id order by s.created_at limit 1) as slug
     from products p join product_categories c on c.product_id = p.id`,
  )
  const found = new Map(rows.map(({ id, ...row }) => [id, row]))
  const listed = { unlisted: false, link_unlisted: false }
  const unlisted = { unlisted: true, link_unlisted: true }
  const neutral = expect.stringMatching(/^item-[0-9a-z]{4}$/)
  expect(found.get(pictured)).toEqual({
    metadata_source: 'sample',
    tags: ['mine'],
    ...unlisted,
    slug: neutral,
  })
  expect(found.get(renamed)).toEqual({ metadata_source: 'owner', tags: null, ...listed, slug: neutral })
  expect(found.get(own)).toEqual({
    metadata_source: 'owner',
    tags: ['home', 'decor'],
    ...listed,
    slug: 'blue-jar-cccc',
  })
  expect(found.get(alike)).toMatchObject({ ...listed, slug: 'ribbed-ceramic-bud-v-dddd' })
  expect(found.get(known)).toMatchObject({ tags: sampleTags, ...listed, slug: 'ribbed-ceramic-bud-v-eeee' })
  expect(found.get(untitled)).toMatchObject({ ...unlisted, slug: 'item-ffff' })
  const { rows: links } = await pool.query(`select from short_links where id = 'ribbed-ceramic-bud-v-aaaa'`)
  expect(links).toHaveLength(1)
})
