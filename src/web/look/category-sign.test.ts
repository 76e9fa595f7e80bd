import { readFile } from 'node:fs/promises'
import { afterAll, expect, it } from 'vitest'
import { createTestDatabase } from '../../../tests/harness/database.ts'

const database = await createTestDatabase()
afterAll(() => database.close())

it('every category has its sign', async () => {
  const { rows } = await database.owner.pool.query('select slug from categories order by slug')
  const file = await readFile(new URL('category-signs.svg', import.meta.url), 'utf8')
  const drawn = [...file.matchAll(/<symbol id="([a-z]+)"/g)].map(([, slug]) => slug)
  expect(drawn).toEqual(rows.map(({ slug }) => slug))
})
