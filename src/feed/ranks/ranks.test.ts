import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { insertPerson, insertProduct, type Person } from '../../../tests/harness/factories.ts'
import { foldClicks, maintainClicks } from '../../clicks/index.ts'
import { addressOf, clickOn } from '../../clicks/testing/clicks.ts'
import { stageOf } from '../testing/stage.ts'
import { rankProducts } from './service.ts'

let app: TestApp
let proven: Person
let other: Person
beforeAll(async () => {
  app = await startTestApp()
  proven = await creator()
  other = await creator()
})
afterAll(() => app.close())
beforeEach(() =>
  run('truncate clicks, click_days, click_deltas, click_networks, product_ranks, category_ranks'),
)

const dayMs = 86_400_000
const run = async (statement: string, values: unknown[] = []) =>
  (await app.database.owner.pool.query(statement, values)).rows
const rank = () => rankProducts({ db: app.database.db, clock: app.clock.now })

async function creator({ isProven = true } = {}) {
  const person = await insertPerson(app.database.db)
  if (isProven) await run('update users set email_verified_at = created_at where id = $1', [person.userId])
  return person
}

let posted = 0
/** A product of an item of its own, unless `values` name one. */
const product = async (owner: Person, values: Parameters<typeof insertProduct>[2] = {}) =>
  (await insertProduct(app.database.db, owner, { asin: `B0${String(posted++).padStart(8, '0')}`, ...values }))
    .id
const inKitchen = (owner: Person, values: Record<string, unknown> = {}) =>
  stageOf({ app, at: app.clock.now() })
    .post(owner, 0, { asin: `B0${String(posted++).padStart(8, '0')}`, ...values, category: 'kitchen' })
    .then(({ id }) => id)

/** Views by so many networks, each once. */
async function view(productId: string, networks: number) {
  for (let n = 0; n < networks; n++)
    await app.app.services.clicks.record(clickOn(productId, { address: addressOf(n * 256) }))
}

/** Counted views of a day in the past, of which no single click is stored. */
const viewedBefore = (productId: string, daysAgo: number, people: number) =>
  run(
    `insert into click_days select (jsonb_populate_record(null::click_days, to_jsonb(zero) || jsonb_build_object(
       'product_id', $1::uuid, 'day', $2::date, 'people', $3::int))).*
     from (select 0 as previews, 0 as bots, 0 as repeats, 0 as own, 0 as limited, 0 as presses, 0 as press_previews,
       0 as press_bots, 0 as press_repeats, 0 as press_own, 0 as press_limited) zero`,
    [productId, new Date(app.clock.now().getTime() - daysAgo * dayMs), people],
  )

const ranks = () => run('select product_id as id, user_id, score from product_ranks order by score desc')
const ofKitchen = async () =>
  (
    await run(`
      select product_id from category_ranks
      where category_id = (select id from categories where slug = 'kitchen') order by place`)
  ).map(({ product_id }) => product_id)

it('counts each network once a day, and neither bots, repeats nor presses (docs/product/clicks.md#rankings)', async () => {
  const liked = await product(proven)
  await view(liked, 3)
  await view(liked, 3)
  const { record } = app.app.services.clicks
  for (const click of [{ claim: 'bot' as const }, { viewerId: proven.userId }, { kind: 'outbound' as const }])
    await record(clickOn(liked, { address: addressOf(9 * 256), ...click }))
  // Others of a network that has viewed it.
  for (let n = 0; n < 3; n++)
    await record(clickOn(liked, { address: addressOf(n + 1), userAgent: `Other ${n}` }))
  await rank()
  expect(await ranks()).toEqual([{ id: liked, user_id: proven.userId, score: 3 }])
  await foldClicks(app.database)
  await rank()
  expect((await ranks())[0]?.score).toBe(3)
})

it('looks back on ninety days, and forgets what is before', async () => {
  const liked = await product(proven)
  await viewedBefore(liked, 89, 4)
  await viewedBefore(liked, 90, 8)
  await viewedBefore(liked, 30, 1)
  await rank()
  expect((await ranks())[0]?.score).toBe(5)
  await run(
    'insert into click_networks select $1, product_id, 1, 1, 1, last_seen from click_networks where day > $1 limit 1',
    [new Date(app.clock.now().getTime() - 91 * dayMs)],
  )
  await maintainClicks({ db: app.database.db, clock: app.clock.now, actor: null })
  const kept = await run('select cardinality(last_seen) as quarters from click_networks order by day')
  expect(kept).toEqual([{ quarters: 0 }, { quarters: 0 }])
  await rank()
  expect((await ranks())[0]?.score).toBe(5)
})

it('ranks listed products of proven accounts alone', async () => {
  const unproven = await creator({ isProven: false })
  const left = [
    await product(unproven),
    await product(proven, { title: '' }),
    await product(proven, { withheld: true }),
    await product(proven, { deleted_at: app.clock.now() }),
  ]
  const liked = await product(proven)
  for (const id of [...left, liked]) await view(id, 2)
  await rank()
  expect((await ranks()).map(({ id }) => id)).toEqual([liked])
  await run('update users set email_verified_at = now() where id = $1', [unproven.userId])
  await run('update products set deleted_at = now() where id = $1', [liked])
  await rank()
  expect((await ranks()).map(({ id }) => id)).toEqual([left[0]])
})

it('places the best of each category, one of a person and one of an item', async () => {
  const [first, second] = [await inKitchen(proven, { asin: 'B0KETTLE01' }), await inKitchen(proven)]
  const [same, third] = [await inKitchen(other, { asin: 'B0KETTLE01' }), await inKitchen(await creator())]
  const elsewhere = await product(await creator())
  for (const [id, n] of [
    [first, 5],
    [second, 4],
    [same, 3],
    [third, 2],
    [elsewhere, 6],
  ] as const)
    await view(id, n)
  await rank()
  expect(await ofKitchen()).toEqual([first, third])
  await run('update products set withheld = true where id = $1', [first])
  await rank()
  expect(await ofKitchen()).toEqual([second, same, third])
})

it('writes only what has changed, and the same when two run at once', async () => {
  const [one, two] = [await inKitchen(proven), await inKitchen(other)]
  await view(one, 1)
  await view(two, 2)
  await Promise.all([rank(), rank(), rank()])
  const versions = () =>
    run('select xmin, ctid from product_ranks union all select xmin, ctid from category_ranks')
  const before = await versions()
  expect(before).toHaveLength(4)
  await rank()
  expect(await versions()).toEqual(before)
  await view(one, 3)
  await rank()
  expect(await ofKitchen()).toEqual([one, two])
})

it('waits for no account under deletion', async () => {
  const [one, two] = [await product(proven), await product(other)]
  await view(one, 1)
  await view(two, 1)
  await app.database.db.transaction().execute(async (db) => {
    await db.selectFrom('users').select('id').where('id', '=', proven.userId).forUpdate().execute()
    await rank()
  })
  expect((await ranks()).map(({ id }) => id)).toEqual([two])
})
