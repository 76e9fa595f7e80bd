import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import type { Person } from '../../../tests/harness/factories.ts'
import { randomRuns } from '../../../tests/harness/random-runs.ts'
import { addDependencies, noDependencies } from '../../pages/cache/dependencies.ts'
import { listenForChanges } from '../../pages/cache/invalidation.ts'
import { PageCache } from '../../pages/cache/page-cache.ts'
import { makePage } from '../../pages/page.ts'
import { insertList } from '../testing/lists.ts'
import { stageOf } from '../testing/stage.ts'

let app: TestApp
let stage: ReturnType<typeof stageOf>
let cache: PageCache
let heard: string[] = []
let listening: ReturnType<typeof listenForChanges>
beforeAll(async () => {
  app = await startTestApp()
  stage = stageOf({ app, at: app.clock.now() })
  cache = new PageCache(Date.now)
  const hear = (tag: string) => {
    heard.push(tag)
    cache.invalidate(tag)
  }
  const listener = { invalidate: hear, clear: () => cache.clear(), distrust: () => cache.distrust() }
  listening = listenForChanges(app.database.address, listener, app.app.server.log)
  await listening.ready
})
afterAll(async () => {
  await listening.stop()
  await app.close()
})

const run = async (statement: string, values: unknown[] = []) =>
  (await app.database.owner.pool.query(statement, values)).rows

const call = 'GET /api/v1/products/:ref/doorway'
const answerOf = async (id: string) =>
  JSON.stringify((await app.request('GET', `/api/v1/products/${id}/doorway`)).body)

/** Where a product leads to, as a cached page has it. */
const cached = async (id: string): Promise<string> => {
  const page = await cache.get(id, async () => {
    const text = await answerOf(id)
    const dependencies = noDependencies()
    const answer = JSON.parse(text)
    if (!answer.curator) return { page: await made(404, text), dependencies }
    addDependencies(dependencies, call, answer, { params: { ref: id } })
    // The page's own product.
    dependencies.tags.add(`product:${id}`)
    return { page: await made(200, text), dependencies }
  })
  return page.body.toString()
}
const made = (status: number, text: string) =>
  makePage({ status, type: 'application/json', text, compressed: false })

/** Waits until the cache has heard of all that is committed. */
async function settled() {
  heard = []
  await run(`select pg_notify('page_changed', 'settled')`)
  await expect.poll(() => heard, { interval: 2 }).toContain('settled')
}

const people = 4
const change = fc.record({
  what: fc.constantFrom(
    ...(['post', 'words', 'title', 'hide', 'show', 'delete', 'move', 'rename', 'follow'] as const),
    ...(['suspend', 'restore', 'list', 'unlist', 'take out', 'hide list', 'rename list'] as const),
  ),
  who: fc.nat(people - 1),
  which: fc.nat(40),
  asin: fc.constantFrom('B0KETTLE01', 'B0KETTLE02', 'B0KETTLE03'),
  category: fc.constantFrom('kitchen', 'home', undefined),
})
type Change = typeof change extends fc.Arbitrary<infer C> ? C : never

let times = 0

/** Makes one change to what there is. */
async function make({ what, who, which, asin, category }: Change, creators: Person[]): Promise<unknown> {
  const { userId } = creators[who] as Person
  const mine = await run('select id from products where user_id = $1 and deleted_at is null order by id', [
    userId,
  ])
  const id = mine[which % (mine.length || 1)]?.id
  const lists = await run('select id from lists where user_id = $1 order by id', [userId])
  const listId = lists[which % (lists.length || 1)]?.id
  times++
  switch (what) {
    case 'post':
      return stage.post(creators[who] as Person, times, {
        asin,
        user_comment: which % 3 === 0 ? null : `Words ${times}`,
        ...(category && { category }),
      })
    case 'words':
      return run('update products set user_comment = $2 where id = $1', [
        id,
        which % 2 ? `Other ${times}` : null,
      ])
    case 'title':
      return run('update products set title = $2 where id = $1', [id, which % 3 ? `Kettle ${times}` : ''])
    case 'hide':
      return run('update products set withheld = true where id = $1', [id])
    case 'show':
      return run('update products set withheld = false where id = $1', [id])
    case 'delete':
      return run(
        `with gone as (delete from product_categories where product_id = $1)
         update products set deleted_at = now(), is_categorized = false where id = $1`,
        [id],
      )
    case 'move':
      return run(
        `with gone as (delete from product_categories where product_id = $1)
         update products set is_categorized = false, updated_at = now() where id = $1`,
        [id],
      )
    case 'rename':
      return run('update profiles set first_name = $2 where id = $1', [userId, `Name ${times}`])
    case 'follow':
      return run(
        `insert into followers (follower_id, following_id, created_at) values ($1, $2, now()) on conflict do nothing`,
        [creators[(who + 1) % people]?.userId, userId],
      )
    case 'suspend':
    case 'restore':
      await run('update products set withheld = $2 where user_id = $1 and deleted_at is null', [
        userId,
        what === 'suspend',
      ])
      return run('update profiles set is_suspended = $2 where id = $1', [userId, what === 'suspend'])
    case 'list':
      return (
        mine.length > 2 &&
        insertList(
          app.database,
          { userId },
          mine.map((one) => one.id),
        )
      )
    case 'unlist':
      return run('delete from lists where id = $1', [listId])
    case 'take out': {
      await run('delete from list_items where list_id = $1 and product_id = $2', [listId, id])
      return run(
        `update lists set shown_count = n, items_count = n, updated_at = now()
         from (select count(*)::int as n from list_items where list_id = $1) as c where id = $1`,
        [listId],
      )
    }
    case 'hide list':
      return run(
        `update lists set hidden_at = case when hidden_at is null then now() end,
           hidden_reason = case when hidden_at is null then 'A reason' end where id = $1`,
        [listId],
      )
    case 'rename list':
      return run('update lists set title = $2, updated_at = now() where id = $1', [listId, `List ${times}`])
  }
}

it('a cached page leads where a new one would, after any changes, between two rankings (docs/decisions/0130-a-page-that-leads-on.md)', async () => {
  const cases = fc.record({
    ranked: fc.array(fc.nat(40), { maxLength: 8 }),
    before: fc.array(change, { minLength: 10, maxLength: 20 }),
    changes: fc.array(change, { minLength: 5, maxLength: 15 }),
  })
  await fc.assert(
    fc.asyncProperty(cases, async ({ ranked, before, changes }) => {
      await run('truncate lists, list_slugs, list_items, product_ranks, category_ranks, followers cascade')
      const creators = await Promise.all(Array.from({ length: people }, stage.creator))
      for (const one of before) await make({ ...one, what: 'post' }, creators)
      const { rows } = await app.database.owner.pool.query(
        'select id from products where user_id = any($1::uuid[]) order by id',
        [creators.map(({ userId }) => userId)],
      )
      const ids: string[] = rows.map(({ id }) => id)
      const places = [...new Set(ranked.map((n) => ids[n % ids.length]))]
      await run(
        `insert into category_ranks (category_id, place, product_id)
         select c.category_id, n, r.id
         from unnest($1::uuid[]) with ordinality as r (id, n) join product_categories c on c.product_id = r.id`,
        [places],
      )
      for (const one of changes) {
        await settled()
        for (const id of ids) await cached(id)
        await make(one, creators)
        await settled()
        for (const id of ids) expect(await cached(id), `${one.what} ${id}`).toBe(await answerOf(id))
      }
    }),
    randomRuns(24),
  )
}, 240_000)
