import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../tests/harness/app.ts'
import { randomRuns } from '../../tests/harness/random-runs.ts'
import { listenForChanges } from '../pages/cache/invalidation.ts'
import { PageCache } from '../pages/cache/page-cache.ts'
import { act, begin, perform, savedOf, type World } from './testing/public-pages/acts.ts'
import { feed, isListed, listPage, productPage, storefront } from './testing/public-pages/model.ts'
import { cached, contents, made, reader } from './testing/public-pages/pages.ts'

let app: TestApp
let cache: PageCache
let heard: string[] = []
let listening: ReturnType<typeof listenForChanges>
beforeAll(async () => {
  app = await startTestApp()
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

/** Waits until the cache has heard of all that is committed. */
async function settled() {
  heard = []
  await app.database.pool.query(`select pg_notify('page_changed', 'settled')`)
  await expect.poll(() => heard, { interval: 1 }).toContain('settled')
}

/** Each public page, with what the model says of it. */
function* pagesOf({ model }: World): Generator<[kind: string, name: string, expected: unknown]> {
  for (const person of model.people) {
    const all = storefront(model, person)
    yield ['products', person.username, all?.products ?? null]
    yield ['popular', person.username, all?.popular ?? null]
    yield ['lists', person.username, all?.lists ?? null]
  }
  for (const list of model.lists)
    for (const slug of new Set([list.slugs[0], list.slugs.at(-1)]))
      yield ['list', `${list.owner.username}/${slug}`, listPage(list)]
  for (const product of model.products) yield ['product', product.id, productPage(model, product)]
  yield ['feed', '', feed(model)]
  yield ['category', 'kitchen', feed(model, 'kitchen')]
}

/**
 * Pages, made now, are as the model says; cached ones as they are made now, but for a ranking made meanwhile. Looks at
 * a sixth of them in turn, and at all after each twentieth change: a page that has become stale stays so until then.
 */
async function compare(world: World, what: string): Promise<void> {
  await settled()
  if (what === 'rank') cache.clear()
  const isDue = (n: number) => world.step % 20 === 0 || n % 6 === world.step % 6
  const pages = [...pagesOf(world)].filter((_, n) => isDue(n))
  const read = reader(app)
  // As many at once as the pool has connections for.
  for (let n = 0; n < pages.length; n += 6)
    await Promise.all(
      pages.slice(n, n + 6).map(async ([kind, name, expected]) => {
        const fresh = await made(read, kind, name)
        const page = `after '${what}' the page of ${kind} ${name}`
        expect(contents[kind]?.(fresh.answers), page).toEqual(expected)
        const kept = await cached(cache, `${kind} ${name}`, fresh)
        expect(uncounted(kept), `${page}, from the cache`).toBe(uncounted(fresh.text))
      }),
    )
}

/** What is a minute late at most: a click expires no page, and a follow only the page of who is followed. */
const uncounted = (text: string) => text.replaceAll(/"(clicks|following)_count":\d+/g, '"$1_count":0')

// 250 changes in `npm test`, and 10,000 in `npm run test:histories`.
it('public pages of random histories are as a model of them says, cached or not (docs/decisions/0130-a-page-that-leads-on.md)', {
  timeout: 3_600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 50, maxLength: 50 }), async (acts) => {
      const world = await begin(app)
      cache.clear()
      // Something to begin with: some products and a public list of each person.
      for (const [n, one] of acts.slice(0, 14).entries())
        await perform(world, { ...one, kind: 'post', who: n % 4 })
      for (const [n, one] of acts.slice(0, 8).entries())
        await perform(world, { ...one, kind: n < 4 ? 'list' : 'publish', who: n % 4 })
      await compare(world, 'the beginning')
      for (const one of acts) {
        await perform(world, one)
        await compare(world, one.kind)
      }
      for (const person of world.model.people.filter(({ isSuspended }) => !isSuspended)) {
        const kept = [...(world.saved.get(person) ?? [])].filter(
          (one) => isListed(one) || (one.owner === person && !one.isDeleted),
        )
        expect(await savedOf(world, person)).toEqual(kept.map(({ id }) => id))
      }
    }),
    // Looking for a shorter history takes minutes; the message says at which change the pages differ.
    { ...randomRuns(20), endOnFailure: true },
  )
})
