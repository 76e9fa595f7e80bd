import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../tests/harness/database.ts'

let database: TestDatabase
const at = '2026-09-01T12:00:00Z'

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const run = (statement: string, values: unknown[] = []) => database.owner.pool.query(statement, values)

async function addPerson(username = `u${randomBytes(5).toString('hex')}`) {
  const { rows } = await run(
    `insert into users (email, created_at, updated_at) values ($1, $2, $2) returning id`,
    [`${username}@example.com`, at],
  )
  const id: string = rows[0].id
  await run('insert into usernames (username, user_id, created_at) values ($1, $2, $3)', [username, id, at])
  await run(
    `insert into profiles (id, first_name, last_name, username, created_at, updated_at)
     values ($1, 'Ana', 'López', $2, $3, $3)`,
    [id, username, at],
  )
  const payee = await run('insert into payees (user_id, created_at) values ($1, $2) returning id', [id, at])
  return { id, username, payeeId: payee.rows[0].id as string }
}

async function addProduct(person: { id: string; payeeId: string }, columns: Record<string, unknown> = {}) {
  const product = {
    user_id: person.id,
    payee_id: person.payeeId,
    amazon_url: 'https://www.amazon.com/dp/B000000001',
    marketplace: 'us',
    asin: 'B000000001',
    is_categorized: false,
    metadata_source: 'owner',
    created_at: at,
    updated_at: at,
    ...columns,
  }
  const names = Object.keys(product)
  const { rows } = await run(
    `insert into products (${names.join()}) values (${names.map((_, i) => `$${i + 1}`).join()}) returning id`,
    Object.values(product),
  )
  return rows[0].id as string
}

describe('people (docs/product/profile.md#username)', () => {
  it('have e-mail addresses and usernames that are unique in any case', async () => {
    const person = await addPerson()
    await expect(addPerson(person.username)).rejects.toThrow(/unique/)
    await expect(addPerson('Upper-Case')).rejects.toThrow(/check/)
    await expect(
      run(`insert into users (email, created_at, updated_at) values ('Ana@Example.com', $1, $1)`, [at]),
    ).rejects.toThrow(/users_email_lower/)
  })

  it('own a username for good: nobody else gets it after its owner has left', async () => {
    const person = await addPerson()
    await run('delete from users where id = $1', [person.id])
    await expect(addPerson(person.username)).rejects.toThrow(/unique/)
  })

  it('cannot follow themselves, nor anyone twice', async () => {
    const [one, two] = [await addPerson(), await addPerson()]
    const follow = (a: string, b: string) =>
      run('insert into followers (follower_id, following_id, created_at) values ($1, $2, $3)', [a, b, at])
    await expect(follow(one.id, one.id)).rejects.toThrow(/followers_not_self/)
    await follow(one.id, two.id)
    await expect(follow(one.id, two.id)).rejects.toThrow(/unique/)
  })
})

describe('products (docs/product/products.md#fields)', () => {
  it('never hold a sample price, a price without its date, or unclean tags', async () => {
    const person = await addPerson()
    const sample = { metadata_source: 'sample', price_cents: 1200, price_as_of: at }
    await expect(addProduct(person, sample)).rejects.toThrow(/products_no_sample_price/)
    await expect(addProduct(person, { price_cents: 1200 })).rejects.toThrow(/check/)
    for (const tags of [[], ['Coffee'], ['a', 'a'], [' a'], [''], [null]])
      await expect(addProduct(person, { tags }), JSON.stringify(tags)).rejects.toThrow(/check/)
    await addProduct(person, { tags: ['coffee', 'slow mornings'] })
  })

  it('are categorized exactly when they have a category', async () => {
    const person = await addPerson()
    await expect(addProduct(person, { is_categorized: true })).rejects.toThrow(/is_categorized/)
    const id = await addProduct(person)
    const link = run(
      `insert into product_categories (product_id, category_id, created_at)
       select $1, id, $2 from categories where slug = 'home'`,
      [id, at],
    )
    await expect(link).rejects.toThrow(/is_categorized/)
  })

  it('copy their owner to their category links, and have none once they are deleted', async () => {
    const [person, other] = [await addPerson(), await addPerson()]
    const id = await addProduct(person)
    await run(
      `with filed as (update products set is_categorized = true where id = $1)
       insert into product_categories (product_id, category_id, user_id, created_at)
       select $1, id, $3, $2 from categories where slug = 'home'`,
      [id, at, other.id],
    )
    const links = await run('select user_id from product_categories where product_id = $1', [id])
    expect(links.rows).toEqual([{ user_id: person.id }])
    const deleted = run('update products set deleted_at = $2 where id = $1', [id, at])
    await expect(deleted).rejects.toThrow(/products_deleted_uncategorized/)
  })

  it('have at most eight pinned categories a person, also pinned at once (docs/product/products.md#categories)', async () => {
    const person = await addPerson()
    const pin = (slug: string, isPinned: boolean) =>
      run(
        `insert into user_category_preferences (user_id, category_id, is_pinned)
         select $1, id, $3 from categories where slug = $2`,
        [person.id, slug, isPinned],
      )
    await expect(pin('garden', true)).rejects.toThrow(/more than eight/)
    await pin('home', false)
    const pins = await Promise.allSettled(['garden', 'pets', 'toys'].map((slug) => pin(slug, true)))
    expect(pins.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
  })

  it('outlive their owner only as tombstones', async () => {
    const person = await addPerson()
    const id = await addProduct(person)
    await expect(run('delete from users where id = $1', [person.id])).rejects.toThrow(/check/)
    await run('update products set deleted_at = $2 where id = $1', [id, at])
    await run('delete from users where id = $1', [person.id])
    const { rows } = await run('select user_id, payee_id, asin from products where id = $1', [id])
    expect(rows).toEqual([{ user_id: null, payee_id: person.payeeId, asin: 'B000000001' }])
  })

  it('keep their short links for good', async () => {
    const id = await addProduct(await addPerson())
    await run(`insert into short_links (id, product_id, created_at) values ('lamp-abcd', $1, $2)`, [id, at])
    await expect(run(`delete from short_links where id = 'lamp-abcd'`)).rejects.toThrow(/append-only/)
    await expect(
      run(`insert into short_links (id, product_id, created_at) values ('No', $1, $2)`, [id, at]),
    ).rejects.toThrow(/check/)
  })

  it('have 16 categories, Fashion first and Garden last', async () => {
    const { rows } = await run('select name, slug, sort_order from categories order by sort_order')
    expect(rows).toHaveLength(16)
    expect([rows[0], rows[15]]).toEqual([
      { name: 'Fashion', slug: 'fashion', sort_order: 1 },
      { name: 'Garden', slug: 'garden', sort_order: 16 },
    ])
  })
})

describe('clicks', () => {
  it('are in the partition of their month, or in the default one', async () => {
    const place = async (when: string) => {
      const { rows } = await run(
        `insert into clicks (product_id, kind, outcome, visitor, clicked_at)
         values (uuidv7(), 'view', 'counted', $2, $1) returning tableoid::regclass::text as part`,
        [when, randomBytes(32)],
      )
      return rows[0].part
    }
    expect(await place('2019-03-01T00:00:00Z')).toBe('clicks_default')
    await run(`select ensure_clicks_partition('2018-06-10')`)
    expect(await place('2018-06-30T23:59:59Z')).toBe('clicks_2018_06')
    expect(await place('2018-07-01T00:00:00Z')).toBe('clicks_default')
  })

  it('have only known kinds and outcomes', async () => {
    const add = (kind: string, outcome: string) =>
      run(
        `insert into clicks (product_id, kind, outcome, visitor, clicked_at) values (uuidv7(), $1, $2, $4, $3)`,
        [kind, outcome, at, randomBytes(32)],
      )
    await expect(add('hover', 'counted')).rejects.toThrow(/check/)
    await expect(add('view', 'maybe')).rejects.toThrow(/check/)
  })
})
