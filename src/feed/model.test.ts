import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../tests/harness/app.ts'
import type { Person } from '../../tests/harness/factories.ts'
import { type Person as Principal, signUp } from '../../tests/harness/people.ts'
import { randomRuns } from '../../tests/harness/random-runs.ts'
import { sampleTitles } from '../shared/amazon/sample.ts'
import { cursorOf, idsOf, newestFirst, type Stage, stageOf } from './testing/stage.ts'

let app: TestApp
let stage: Stage
let reader: Principal
let creators: Person[]
beforeAll(async () => {
  app = await startTestApp()
  stage = stageOf({ app, at: app.clock.now() })
  reader = await signUp(app)
  creators = await Promise.all(Array.from({ length: 4 }, stage.creator))
})
afterAll(() => app.close())

const sampleTitle = sampleTitles[0] as string
const word = fc.constantFrom('lamp', 'Lámp', 'LA', 'l%mp', '100%', 'a_b', 'ab', 'B0ABCDEFG1', sampleTitle)
const words = fc.array(word, { maxLength: 3 }).map((all) => all.join(' '))
const category = fc.constantFrom(undefined, undefined, 'home', 'toys')

const product = fc.record({
  owner: fc.nat(3),
  minute: fc.nat(3),
  /** How many minutes earlier it is in everyone's feed. */
  earlier: fc.constantFrom(0, 0, 0, 1, 2),
  title: fc.oneof(words, fc.constant(sampleTitle)),
  description: words,
  tags: fc.uniqueArray(fc.constantFrom('lamp', 'ab', 'home'), { maxLength: 2 }),
  asin: fc.constantFrom('B0ABCDEFG1', 'B0ABCDEFG2'),
  metadata_source: fc.constantFrom('owner', 'creators_api', 'sample'),
  category,
  isDeleted: fc.nat(5).map((n) => n === 0),
})
type Product = typeof product extends fc.Arbitrary<infer P> ? P : never
type Posted = Product & { id: string; created_at: string; feed_at: string }

const question = fc.record({
  scope: fc.constantFrom('public', 'following'),
  category,
  q: fc.oneof(word, words).filter((text) => text.trim() !== ''),
  limit: fc.integer({ min: 1, max: 10 }),
  /** The product since which new ones are counted. */
  since: fc.nat(20),
})
type Question = typeof question extends fc.Arbitrary<infer Q> ? Q : never

/** The items of a list, found by checking product after product. */
function listed(posted: Posted[], followed: number[], { scope, category: slug }: Question): Posted[] {
  const isListed = ({ owner, category: own, isDeleted, title, metadata_source }: Posted) =>
    !isDeleted &&
    title !== '' &&
    metadata_source !== 'sample' &&
    (scope === 'public' || followed.includes(owner)) &&
    (slug === undefined || own === slug)
  return newestFirst(posted.filter(isListed))
}

/** A product's position in a feed: everyone's has an order of its own. */
const inFeed = (scope: string, item: Posted): Posted =>
  scope === 'public' ? { ...item, created_at: item.feed_at } : item

/** The items of a list above a product in the feed. */
function above(list: Posted[], since: Posted | undefined, scope: string): Posted[] {
  if (!since) return list
  const position = inFeed(scope, since)
  return list.filter(
    (item) => item.id !== since.id && newestFirst([inFeed(scope, item), position])[0]?.id === item.id,
  )
}

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()

function isFound({ title, description, tags, asin }: Posted, q: string): boolean {
  const text = plain([title, description, ...tags].join('\n'))
  const holdsAll = plain(q)
    .split(/\s+/)
    .every((part) => text.includes(part))
  return holdsAll || q.toUpperCase() === asin
}

async function postAll(products: Product[]): Promise<Posted[]> {
  // Removes those of the run before.
  await app.database.pool.query(
    'delete from product_categories; update products set deleted_at = created_at, is_categorized = false',
  )
  const posted: Posted[] = []
  for (const one of products) {
    const { owner, minute, earlier, isDeleted, tags, category: slug, ...values } = one
    const feedAt = new Date(app.clock.now().getTime() + (minute - earlier) * 60_000)
    const item = await stage.post(creators[owner] as Person, minute, {
      ...values,
      feed_at: feedAt,
      tags: tags.length > 0 ? tags : null,
      ...(isDeleted ? { deleted_at: app.clock.now() } : slug !== undefined && { category: slug }),
    })
    posted.push({ ...one, ...item, feed_at: feedAt.toISOString() })
  }
  return posted
}

async function answersTo({ scope, category: slug, q, limit }: Question, since: Posted | undefined) {
  const list = `scope=${scope}${slug === undefined ? '' : `&category=${slug}`}`
  const get = (path: string) => stage.get(path, reader.token)
  return {
    feed: idsOf((await get(`feed?${list}`)).items),
    newer: (await get(`feed/new?${list}${since ? `&since=${cursorOf(since)}` : ''}`)).count,
    found: idsOf((await get(`products/search?${list}&limit=${limit}&q=${encodeURIComponent(q)}`)).items),
  }
}

describe('feeds, new posts and search', () => {
  it('equal a model that checks all products one by one', async () => {
    const cases = fc.record({
      products: fc.array(product, { maxLength: 14 }),
      followed: fc.uniqueArray(fc.nat(3)),
      questions: fc.array(question, { minLength: 4, maxLength: 8 }),
    })
    await fc.assert(
      fc.asyncProperty(cases, async ({ products, followed, questions }) => {
        const posted = await postAll(products)
        await app.database.db.deleteFrom('followers').execute()
        if (followed.length > 0)
          await stage.follow(
            reader,
            followed.map((index) => creators[index] as Person),
          )
        for (const one of questions) {
          const list = listed(posted, followed, one)
          const since = posted[one.since]
          expect(await answersTo(one, since), JSON.stringify(one)).toEqual({
            feed: idsOf(newestFirst(list.map((item) => inFeed(one.scope, item)))),
            newer: above(list, since, one.scope).length,
            found: idsOf(list.filter((item) => isFound(item, one.q)).slice(0, one.limit)),
          })
        }
      }),
      randomRuns(12),
    )
  }, 60_000)
})
