import { expect, it } from 'vitest'
import { migrate } from '../src/platform/database/migrate.ts'
import { databaseOf } from '../tests/harness/earlier-database.ts'
import { insertPerson } from '../tests/harness/factories.ts'

it('0103 and 0104 mend what earlier versions stored: turned directions, and texts that are too long to search', async () => {
  const database = await databaseOf(93)
  const { db, pool } = database
  const { userId, payeeId } = await insertPerson(db)
  const insert = async (title: string, description: string, tags: string[] | null) => {
    const { rows } = await pool.query(
      `insert into products (user_id, payee_id, amazon_url, marketplace, asin, title, description, tags,
         is_categorized, metadata_source, created_at, updated_at)
       values ($1, $2, 'https://amazon.com/dp/B0VASE0001', 'us', 'B0VASE0001', $3, $4, $5, false, 'owner', now(), now())
       returning id`,
      [userId, payeeId, title, description, tags],
    )
    return rows[0].id as string
  }
  const turned = await insert('\u202eVase\u202c', '\u2066blue\u2069', ['\u202adecor', 'decor', 'home'])
  const nothing = await insert('\u202e', '\u202e', null)
  const long = await insert('Kettle', '\ufdfa'.repeat(5_000), ['steel'])
  const plain = await insert('Mug', 'A mug', null)
  await pool.query(`update profiles set first_name = E'\\u202e' || 'Ana', bio = E'\\u2067' where id = $1`, [
    userId,
  ])
  await pool.query(
    `update users set user_metadata = jsonb_build_object('first_name', E'\\u202e' || 'Ana') where id = $1`,
    [userId],
  )

  await migrate(database.address)

  const { rows } = await pool.query('select id, title, description, tags, search_text from products')
  const found = new Map(rows.map(({ id, ...row }) => [id, row]))
  expect(found.get(turned)).toMatchObject({ title: 'Vase', description: 'blue', tags: ['decor', 'home'] })
  expect(found.get(nothing)).toMatchObject({ title: '', description: null, tags: null })
  expect(found.get(long).search_text).toHaveLength(8_000)
  expect(found.get(long).search_text).toMatch(/^kettle\nsteel\n/)
  expect(found.get(plain).search_text).toBe('mug\na mug')
  const person = await pool.query(
    'select first_name, bio, user_metadata from profiles p join users u using (id) where id = $1',
    [userId],
  )
  expect(person.rows[0]).toEqual({ first_name: 'Ana', bio: null, user_metadata: { first_name: 'Ana' } })
})
