import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import type { Person } from '../../../tests/harness/factories.ts'
import { signUp } from '../../../tests/harness/people.ts'
import { insertList } from '../testing/lists.ts'
import { stageOf } from '../testing/stage.ts'

let app: TestApp
let stage: ReturnType<typeof stageOf>
beforeAll(async () => {
  app = await startTestApp()
  stage = stageOf({ app, at: app.clock.now() })
})
afterAll(() => app.close())

const run = async (statement: string, values: unknown[] = []) =>
  (await app.database.owner.pool.query(statement, values)).rows
const asinOf = (n: number) => `B1${String(n).padStart(8, '0')}`

let maya: Person
let others: Person[]
let kettle: { id: string }
let posted = 0
const post = (owner: Person, values: Parameters<typeof stage.post>[2] = {}) =>
  stage.post(owner, posted++, { asin: asinOf(posted), ...values })
const kettleAsin = 'B0KETTLE01'
const doorwayOf = async (ref: string, token?: string) =>
  app.request('GET', `/api/v1/products/${ref}/doorway`, { token })
const doorway = async () => (await doorwayOf(kettle.id)).body
const idsOf = (items: { id: string }[]) => items.map(({ id }) => id)

const leaveCategory = (id: string | undefined, deletedAt: Date | null = null) =>
  run(
    `with gone as (delete from product_categories where product_id = $1)
     update products set deleted_at = $2, is_categorized = false where id = $1`,
    [id, deletedAt],
  )

/** Ranks products by hand, the first the best. */
const rankAll = async (ids: string[]) => {
  await run('truncate product_ranks, category_ranks')
  await run(
    `insert into product_ranks (product_id, user_id, marketplace, asin, score)
     select p.id, user_id, marketplace, asin, 100 - n from unnest($1::uuid[]) with ordinality as r (id, n) join products p using (id)`,
    [ids],
  )
  await run(
    `insert into category_ranks (category_id, place, product_id)
     select c.category_id, n, r.id from unnest($1::uuid[]) with ordinality as r (id, n) join product_categories c on c.product_id = r.id`,
    [ids],
  )
}

beforeEach(async () => {
  await run('truncate product_ranks, category_ranks')
  await run('update products set asin = $1 where asin = $2', ['B000000GON', kettleAsin])
  maya = await stage.creator()
  others = await Promise.all(Array.from({ length: 7 }, stage.creator))
  kettle = await post(maya, {
    asin: kettleAsin,
    title: 'Kettle',
    category: 'kitchen',
    user_comment: 'Slow pour.',
  })
})

describe('where a product’s page leads on to (docs/product/product-page.md#what-it-leads-to)', () => {
  it('has its curator and their six newest others, no item twice', async () => {
    const mine = []
    for (let n = 0; n < 8; n++) mine.push(await post(maya, n === 0 ? { asin: kettleAsin } : {}))
    await post(maya, { title: '' })
    await post(maya, { withheld: true })
    await post(maya, { deleted_at: app.clock.now() })
    await run('update profiles set bio = $2 where id = $1', [maya.userId, 'Small kitchens.'])
    const { curator, more, in_lists, also } = await doorway()
    expect(curator).toEqual({
      id: maya.userId,
      first_name: 'Ana',
      last_name: 'López',
      username: maya.username,
      avatar_url: null,
      bio: 'Small kitchens.',
      followers_count: 0,
      products_count: 9,
    })
    expect(idsOf(more)).toEqual(idsOf(mine.slice(2)).reverse())
    expect([in_lists, also]).toEqual([[], []])
  })

  it('has the curator’s public lists with it, three at most, and nobody else’s', async () => {
    const mine = [kettle.id, (await post(maya)).id, (await post(maya)).id]
    const lists = []
    for (let n = 0; n < 4; n++) {
      lists.push(await insertList(app.database, maya, mine, { title: `List ${n}` }))
      await run(`update lists set updated_at = updated_at + $2 * interval '1 day' where id = $1`, [
        lists[n]?.id,
        n,
      ])
    }
    await insertList(app.database, maya, mine, { isPublic: false })
    await insertList(app.database, maya, mine.slice(0, 2))
    await insertList(app.database, others[0] as Person, mine)
    const hidden = await insertList(app.database, maya, mine)
    await run(`update lists set hidden_at = now(), hidden_reason = 'A reason' where id = $1`, [hidden.id])
    expect((await doorway()).in_lists).toEqual(lists.slice(1).reverse())
  })

  it('has five others who say something of the same item, the best ranked first, nobody twice', async () => {
    const said = []
    for (const [n, other] of others.entries())
      said.push(await post(other, { asin: kettleAsin, user_comment: `Words ${n}` }))
    await post(others[0] as Person, { asin: kettleAsin, user_comment: 'Once more' })
    await rankAll([said[3], said[1]].map((one) => one?.id as string))
    const names = async () => (await doorway()).also.map(({ words }: { words: string }) => words)
    expect(await names()).toEqual(['Words 3', 'Words 1', 'Once more', 'Words 6', 'Words 5'])
    expect((await doorway()).also[0]).toEqual({
      id: others[3]?.userId,
      first_name: 'Ana',
      last_name: 'López',
      username: others[3]?.username,
      avatar_url: null,
      followers_count: 0,
      product_id: said[3]?.id,
      words: 'Words 3',
    })
    const [wordless, hidden, abroad, untitled] = said.slice(3).map(({ id }) => id)
    await run('update products set user_comment = null where id = $1', [wordless])
    await run('update products set withheld = true where id = $1', [hidden])
    await run(`update products set marketplace = 'uk' where id = $1`, [abroad])
    await run(`update products set title = '' where id = $1`, [untitled])
    expect(await names()).toEqual(['Words 1', 'Once more', 'Words 2'])
    await run('update products set asin_is_made_up = true where id = $1', [kettle.id])
    expect(await names()).toEqual([])
  })

  it('has the best of its category, of six others, and no item that stands elsewhere on the page', async () => {
    const shared = await post(maya, { asin: 'B0SHARED01' })
    const ranked = []
    for (const other of others) ranked.push(await post(other, { category: 'kitchen' }))
    const same = await post(others[0] as Person, { asin: kettleAsin, category: 'kitchen' })
    const alsoMine = await post(others[1] as Person, { asin: 'B0SHARED01', category: 'kitchen' })
    const own = await post(maya, { category: 'kitchen' })
    await rankAll(idsOf([same, own, alsoMine, ...ranked]))
    const first = await doorway()
    expect(idsOf(first.more)).toEqual(idsOf([own, shared]))
    expect(first.category).toMatchObject({ name: 'Kitchen', slug: 'kitchen' })
    expect(idsOf(first.category.items)).toEqual(idsOf(ranked.slice(0, 6)))
    const [moved, hidden, gone] = ranked.map(({ id }) => id)
    await leaveCategory(moved)
    await run('update products set withheld = true where id = $1', [hidden])
    await leaveCategory(gone, app.clock.now())
    await run('update products set withheld = false where id = $1', [hidden])
    // Hidden and shown again, a product is back with the next ranking.
    expect(idsOf((await doorway()).category.items)).toEqual(idsOf(ranked.slice(3)))
  })

  it('is the same for everyone, and not changed by a click', async () => {
    const { token } = await signUp(app)
    await post(maya)
    const before = await doorway()
    await app.request('POST', `/api/v1/products/${kettle.id}/clicks`, { body: { kind: 'view' } })
    expect(await doorway()).toEqual(before)
    expect((await doorwayOf(kettle.id, token)).body).toEqual(before)
  })

  it('of a deleted product has its creator’s others alone', async () => {
    const other = await post(maya)
    await insertList(app.database, maya, [kettle.id, other.id, (await post(maya)).id])
    await post(others[0] as Person, { asin: kettleAsin, user_comment: 'Words' })
    await leaveCategory(kettle.id, app.clock.now())
    expect(await doorway()).toMatchObject({ item: null, in_lists: [], also: [], category: null })
    expect((await doorway()).more).toHaveLength(2)
    await run('update profiles set is_suspended = true where id = $1', [maya.userId])
    expect((await doorwayOf(kettle.id)).status).toBe(404)
  })

  it('is there for a withheld product to its owner alone, and for no unknown one', async () => {
    const owner = await signUp(app)
    const [{ id: payeeId }] = (await run('select id from payees where user_id = $1', [owner.id])) as [
      { id: string },
    ]
    const mug = await post({ userId: owner.id, username: owner.username, payeeId }, { withheld: true })
    expect((await doorwayOf(mug.id)).status).toBe(404)
    expect((await doorwayOf(mug.id, owner.token)).status).toBe(200)
    expect((await doorwayOf('no-such-link')).status).toBe(404)
  })
})
