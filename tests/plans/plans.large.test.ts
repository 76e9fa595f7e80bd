import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillDatabase } from '../../bench/data/fill.ts'
import { planSize } from '../../bench/data/size.ts'
import { queriesOf } from '../../bench/reference/queries.ts'
import { clickChart } from '../../src/clicks/analytics/service.ts'
import { foldDeltas } from '../../src/clicks/rollups-sql.ts'
import { readFeed } from '../../src/feed/feeds.ts'
import { rankProducts } from '../../src/feed/ranks/service.ts'
import { selectListRanges } from '../../src/feed/sitemap-sql.ts'
import { learnWords } from '../../src/feed/words/service.ts'
import { listInboxIds } from '../../src/folio/collection/organising.ts'
import { listInboxProducts } from '../../src/folio/collection/procedures.ts'
import { listOwnCategories, listOwnProducts } from '../../src/folio/index.ts'
import { pagePathOf } from '../../src/folio/products/service.ts'
import { resolveProductRef, selectProduct } from '../../src/folio/products/sql.ts'
import { selectForFile } from '../../src/folio/transfer/sql.ts'
import { selectCandidates } from '../../src/orders/review/candidates-sql.ts'
import { listTopCreators, searchPeople } from '../../src/people/finding/service.ts'
import { countFollows, listFollowing } from '../../src/people/following/service.ts'
import { findProfile, getProfile } from '../../src/people/profiles/service.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import type { DB } from '../../src/platform/database/schema.ts'
import { writeCursor, writeRankCursor } from '../../src/shared/cursor.ts'
import { createTestDatabase, type TestDatabase } from '../harness/database.ts'
import { nodesOf } from '../harness/plans.ts'
import { acts, readWholeBy } from './acts.ts'
import {
  findReaders,
  followingFeeds,
  listsToCompare,
  oneBox,
  type Readers,
  searchesToCompare,
} from './feeds.ts'
import { findLists, type Lists, listOperations, operationsOfManyLists } from './lists.ts'
import { anyone, as, type Operation } from './principals.ts'
import { growing, readingOf as readingOfCall } from './reading.ts'
import { findStar, type Star, storefronts } from './storefront.ts'

/** Blocks of 8 kB that one call may read: 40 cards with author, total and short link take some 600. */
const maxBlocks = 2_000
/** The limit for calls that read a whole collection of 10,000: a block per product. */
const aBlockAProduct = 10_000

let database: TestDatabase
/** The creator with the most products (some 10,000), and one with half as many. */
let owners: { star: string; ordinary: string }
/** The person who follows the most people. */
let reader: string
let readers: Readers
let star: Star
/** The live product with the most clicks. */
let product: { id: string; asin: string; shortLink: string; owner: string }
let half: string
let lists: Lists

beforeAll(async () => {
  database = await createTestDatabase()
  const client = await database.owner.pool.connect()
  await client.query('set statement_timeout = 0')
  await fillDatabase(client, planSize)
  lists = await findLists(client)
  client.release(true)
  const people = await rowsOf('select user_id as id from products group by 1 order by count(*) desc, 1')
  await learnWords(database)
  await rowsOf('vacuum (analyze) search_words')
  owners = { star: people[0].id, ordinary: people[Math.floor(people.length / 2)].id }
  const [most] = await rowsOf('select user_id from follow_counts order by following_count desc limit 1')
  reader = most.user_id
  readers = await findReaders(database.owner.pool)
  ;[product] = await rowsOf(`
    select p.id, p.asin, p.user_id as owner, s.id as "shortLink"
    from (select product_id, count(*) as clicks from clicks group by 1) as clicked
    join products p on p.id = product_id join short_links s using (product_id)
    where p.deleted_at is null order by clicks desc limit 1`)
  // The deltas that a busy time leaves unfolded.
  await rowsOf(`
    insert into click_deltas (product_id, quarter, kind, outcome, site, country, list_link, clicks)
    select product_id, quarter_of(now()), 'view', 'counted', 'x.com', 'ES', short_link_id, 1
    from list_links limit 20000`)
  await rowsOf('vacuum (analyze) click_deltas')
  const [middle] = await rowsOf(`
    select id, created_at as "createdAt" from products order by created_at offset ${planSize.products / 2} limit 1`)
  half = writeCursor(middle)
  star = await findStar(database, owners.star, half)
}, 300_000)
afterAll(() => database.close())

const rowsOf = async (sql: string) => (await database.owner.pool.query(sql)).rows

const readingOf = (operation: Operation) => readingOfCall(database.pool, operation)

/** The steps of a statement's plan whatever its parameters, as a connection keeps it. */
async function planForAnybody(statement: string) {
  // Without its mark, or the connection would prepare the explanation.
  const [planned] = await rowsOf(
    `explain (generic_plan, format json) ${statement.replace('/* prepared */', '')}`,
  )
  return nodesOf(planned['QUERY PLAN'][0].Plan)
}

const operations: Record<string, Operation> = {
  'the feed': (db) => readFeed(anyone(db), {}),
  'the feed, further down': (db) => readFeed(anyone(db), { cursor: half }),
  'a category’s feed': (db) => readFeed(anyone(db), { category: 'fashion' }),
  'a category’s feed, further down': (db) => readFeed(anyone(db), { category: 'fashion', cursor: half }),
  'the feed of a nearly empty category': (db) => readFeed(anyone(db), { category: 'garden' }),
  'the feed of an unknown category': (db) => readFeed(anyone(db), { category: 'nowhere' }),
  'a profile': (db) => getProfile(anyone(db), 'creator-1'),
  'a profile, for someone who is signed in': (db) => getProfile(as(reader, db), 'creator-1'),
  'a profile by remote procedure': (db) => findProfile(anyone(db), 'creator-1'),
  'whom one follows': (db) => listFollowing(as(reader, db), {}),
  'whom one follows, further down': (db) => listFollowing(as(reader, db), { cursor: half }),
  'how many one follows': (db) => countFollows(as(reader, db)),
  'top creators': (db) => listTopCreators(anyone(db), { exclude_following: true, limit: 5 }),
  'top creators whom one does not follow': (db) =>
    listTopCreators(as(reader, db), { exclude_following: true, limit: 50 }),
  'own products': (db) => listOwnProducts(as(owners.star, db), {}),
  'own products, further down': (db) => listOwnProducts(as(owners.star, db), { cursor: half }),
  'the own Inbox': (db) => listOwnProducts(as(owners.star, db), { category: 'inbox' }),
  'an own category': (db) => listOwnProducts(as(owners.ordinary, db), { category: 'fashion' }),
  'a large own category': (db) => listOwnProducts(as(owners.star, db), { category: 'fashion' }),
  'an own category with little in it': (db) => listOwnProducts(as(owners.star, db), { category: 'garden' }),
  'own products of an ASIN': (db) => listOwnProducts(as(product.owner, db), { asin: product.asin }),
  'a large own category, further down': (db) =>
    listOwnProducts(as(owners.star, db), { category: 'fashion', cursor: half }),
  'own products that hold a frequent word': (db) => find(db, 'lamp'),
  'own products that hold a rare word': (db) => find(db, 'no. 4711'),
  'own products that hold an unknown word': (db) => find(db, 'xylophone'),
  'own products that hold two frequent letters': (db) => find(db, 'la'),
  'own products of a category that hold a word': (db) =>
    listOwnProducts(as(owners.star, db), { q: 'mug', limit: 8, category: 'fashion' }),
  'an ordinary creator’s that hold two rare letters': (db) => find(db, 'zq', owners.ordinary),
  'own products that need attention': (db) => listOwnProducts(as(owners.star, db), { attention: true }),
  'own products that need attention, further down': (db) =>
    listOwnProducts(as(owners.star, db), { attention: true, cursor: fewClicks }),
  'the ids of an Inbox': (db) => listInboxIds(as(owners.star, db)),
  'own categories with their counts': (db) => listOwnCategories(as(owners.ordinary, db)),
  'the categories of 10,000 own products': (db) => listOwnCategories(as(owners.star, db)),
  'the page of an ASIN': (db) => pagePathOf(anyone(db), product.asin),
  'a product by short link': (db) => resolveProductRef(db, product.shortLink),
  'a product by ASIN': (db) => resolveProductRef(db, product.asin),
  'a product by id': (db) => resolveProductRef(db, product.id),
  'who shares an item': (db) =>
    selectCandidates(db, { asin: product.asin, order_date: '2026-11-03' }, product.id),
  'a product’s page': (db) => selectProduct(db, product.id),
  'a chart of 7 days': (db) =>
    clickChart(as(product.owner, db), product.id, { period: 'day', tz: 'UTC' }, { hasCountries: true }),
  'a chart of 12 months': (db) =>
    clickChart(
      as(product.owner, db),
      product.id,
      { period: 'month', tz: 'Europe/Madrid' },
      { hasCountries: true },
    ),
}

/** Lists that are planned once for whoever asks. */
const forAnybody = [
  'own products',
  'own products, further down',
  'the own Inbox',
  'an own category',
  'a large own category, further down',
]

/** Calls that cannot stop at a page: they read the caller's own products, and no others. */
const ofAWholeCollection: Record<string, Operation> = {
  'own products that hold two rare letters': (db) => find(db, 'zq'),
  'the remote procedure’s 1,000 products of an Inbox': (db) => listInboxProducts(as(owners.star, db), {}),
  'the first 500 products of an export': (db) => selectForFile(db, owners.star, undefined, 500),
  'the next 500 products of an export': (db) =>
    selectForFile(db, owners.star, { created_at: new Date('2025-01-01'), id: product.id }, 500),
  'an export of an ordinary creator': (db) => selectForFile(db, owners.ordinary, undefined, 500),
}

/** Calls that read the thousand most followed people, and some hundred others at most. */
const searchesOfPeople: Record<string, Operation> = {
  'people of a frequent name': (db) => findPeople(db, 'maya'),
  'people of a rare name': (db) => findPeople(db, 'creator-4711'),
  'people of an unknown name': (db) => findPeople(db, 'xylophone'),
  'people of a frequent beginning': (db) => findPeople(db, 'm'),
  'people of a rare beginning': (db) => findPeople(db, 'zq'),
  'people of signs alone': (db) => findPeople(db, '%%%'),
}
const blocksOfPeople = 6_000

/** The owner of each of everyone's newest products is looked up among followed people. */
const blocksOfFollowed = 10_000
/** At most 15,000 products have their owners looked up, and some thousand products are read one by one. */
const blocksOfSearch = 60_000

const findPeople = (db: Kysely<DB>, q: string) => searchPeople(as(reader, db), { q, limit: 50 })

const find = (db: Kysely<DB>, q: string, owner = owners.star) =>
  listOwnProducts(as(owner, db), { q, limit: 8 })
const fewClicks = writeRankCursor({ rank: 3, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' })

describe('what one call reads of 50,000 products', () => {
  it.each(Object.entries(operations))('%s', async (_, operation) => {
    const { queries, readWhole, blocks } = await readingOf(operation)
    expect(queries).toBeGreaterThan(0)
    expect(readWhole).toEqual([])
    expect(blocks).toBeLessThan(maxBlocks)
  })

  it.each(Object.entries(listOperations))('%s', async (_, operation) => {
    const { readWhole, blocks } = await readingOf(operation(lists))
    expect(readWhole).toEqual([])
    expect(blocks).toBeLessThan(maxBlocks)
  })

  it.each(Object.entries(operationsOfManyLists))('%s', async (_, operation) => {
    const { readWhole, blocks } = await readingOf(operation(lists))
    expect(readWhole).toEqual([])
    expect(blocks).toBeLessThan(aBlockAProduct)
  })

  it.each(Object.entries(acts))('an act: %s', async (_, act) => {
    const readWhole = await readWholeBy(database.address, act(lists))
    expect(readWhole.filter((name) => growing.test(name))).toEqual([])
  })

  it('a ranking of ninety days: each product’s days together, and single clicks only of days that have changed', async () => {
    const { readWhole, blocks } = await readingOf((db) => rankProducts({ db, clock: systemClock }))
    expect(readWhole.filter((name) => name.startsWith('clicks'))).toEqual([])
    const [{ days }] = await rowsOf('select count(*) as days from click_networks')
    expect(days).toBeGreaterThan(900_000)
    // Each row by its key would be some blocks.
    expect(blocks).toBeLessThan(days / 2)
  })

  it('the parts of the sitemap’s lists: all lists once', async () => {
    const { blocks } = await readingOf((db) => selectListRanges(db, 1_000))
    expect(blocks).toBeLessThan(maxBlocks)
  })

  it.each(forAnybody)('%s, by the plan for anybody: in the order of an index', async (name) => {
    const [query] = await queriesOf(database.pool, operations[name] as Operation)
    const nodes = await planForAnybody(query?.sql ?? '')
    const others = nodes.filter((node) => node['Relation Name'] !== 'categories')
    expect(others.map((node) => node['Node Type'])).toContain('Index Scan')
    // The categories are one block, so a scan of them is a look-up like any other.
    expect(others.filter((node) => /Sort|Bitmap|Seq Scan/.test(node['Node Type']))).toEqual([])
  })

  it.each(Object.entries(ofAWholeCollection))('%s', async (_, operation) => {
    const { readWhole, blocks } = await readingOf(operation)
    expect(readWhole).toEqual([])
    expect(blocks).toBeLessThan(aBlockAProduct)
  })

  it.each(Object.entries(searchesOfPeople))('%s', async (_, operation) => {
    const { readWhole, blocks } = await readingOf(operation)
    expect(readWhole).toEqual([])
    expect(blocks).toBeLessThan(blocksOfPeople)
  })

  it.each(storefronts)('on a storefront: %s', async (name, operation) => {
    const { readWhole, blocks } = await readingOf((db) => operation(db, star))
    expect(readWhole).toEqual([])
    // Of a category a word's products are read until there are enough.
    expect(blocks).toBeLessThan(name.includes('word in a category') ? aBlockAProduct : maxBlocks)
  })

  it.each(followingFeeds)('%s', async (_, operation) => {
    const { readWhole, blocks } = await readingOf((db) => operation(db, readers, half))
    expect(readWhole).toEqual([])
    expect(blocks).toBeLessThan(blocksOfFollowed)
  })

  it.each(searchesToCompare)('searching for $q in $category by $who', async (search) => {
    const { readWhole, blocks } = await readingOf((db) => search.run(db, readers))
    expect(readWhole).toEqual([])
    expect(blocks).toBeLessThan(blocksOfSearch)
  })

  it.each(searchesToCompare)(
    'searching for $q in $category by $who, by the plan for anybody: by indexes (decision 15)',
    async (search) => {
      const queries = await queriesOf(database.pool, (db) => search.run(db, readers))
      const nodes = await planForAnybody(queries.at(-1)?.sql ?? '')
      const scans = nodes.filter(({ 'Relation Name': table = '' }) => growing.test(table))
      expect(scans.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([])
      // Steps look up what they have listed, and never all that hold a word. Three letters or digits are indexed.
      const byWords = nodes.filter((node) => node['Index Name'] === 'products_search')
      expect(byWords).toHaveLength(/[a-z0-9]{3}/.test(search.q) ? 1 : 0)
    },
  )

  it.each(oneBox)('one search box: %s', async (_, operation) => {
    const { readWhole, blocks } = await readingOf((db) => operation(db, readers, half))
    expect(readWhole).toEqual([])
    expect(blocks).toBeLessThan(blocksOfSearch)
  })

  it('would show a query without an index, and one that reads too much', async () => {
    const search: Operation = (db) =>
      db.selectFrom('products').select('id').where('title', '=', 'A mug').execute()
    const { readWhole, blocks } = await readingOf(search)
    expect(readWhole).toEqual(['products'])
    expect(blocks).toBeGreaterThan(maxBlocks)
  })
})

describe('folding clicks into roll-ups of 50,000 products', () => {
  it('looks up the rows it adds to, and scans only the clicks it folds', async () => {
    // A connection of its own, whose counts of readings begin at nothing.
    const { db, close } = openDatabase(database.address, { max: 1 })
    const undo = new Error('undo')
    const folding = db.transaction().execute(async (tx) => {
      await foldDeltas(tx, 3000)
      const { rows } = await sql<{ name: string; wholly: number; added: number }>`
        select relname as name, seq_scan as wholly, n_tup_ins + n_tup_upd as added
        from pg_stat_xact_user_tables where relname ~ '^click_.*(months|days|quarters)$'`.execute(tx)
      expect(rows).toContainEqual({ name: 'click_list_days', wholly: 0, added: 3000 })
      expect(rows).toHaveLength(8)
      for (const { name, wholly, added } of rows) {
        expect([name, wholly]).toEqual([name, 0])
        expect(added, name).toBeGreaterThan(2_000)
      }
      throw undo
    })
    await expect(folding).rejects.toBe(undo)
    await close()
  })
})

describe('the answers of searches among 50,000 products', () => {
  it.each(listsToCompare)(
    'the feed in $category from $from on, for $who: what a plain query gives',
    async (list) => {
      const { ids, plainIds } = await list.both(database.db, readers, list.from === 'half' ? half : undefined)
      expect(ids).toEqual(plainIds)
    },
  )

  it.each(searchesToCompare)('searching for $q in $category by $who: the newest of all', async (search) => {
    const { ids, plainIds } = await search.both(database.db, readers)
    expect(ids).toEqual(plainIds.slice(0, ids.length))
    // The walk for words at the edge of being frequent may end before the list does.
    expect(ids.length).toBeGreaterThanOrEqual(Math.min(plainIds.length, 6))
  })

  it('searching by plans that the connection keeps: what a plain query gives', async () => {
    const { db, close } = openDatabase(database.address, { max: 1 })
    await sql`set plan_cache_mode = force_generic_plan`.execute(db)
    for (const search of searchesToCompare) {
      const { ids, plainIds } = await search.both(db, readers)
      expect(ids).toEqual(plainIds.slice(0, ids.length))
      expect(ids.length).toBeGreaterThanOrEqual(Math.min(plainIds.length, 6))
    }
    await close()
  }, 60_000)

  it('searching after one large import: still the newest of all', async () => {
    const search = searchesToCompare.find(({ who, q }) => who === 'anyone' && q === 'lamp')
    const undo = new Error('undo')
    const importing = database.db.transaction().execute(async (tx) => {
      await sql`
        insert into products (user_id, payee_id, amazon_url, marketplace, asin, title, is_categorized,
          metadata_source, created_at, updated_at)
        select user_id, payee_id, amazon_url, marketplace, asin, 'A chair', false, 'owner', now(), now()
        from products, generate_series(1, 3000) where id = ${product.id}`.execute(tx)
      const { ids, plainIds } = (await search?.both(tx, readers)) ?? {}
      expect(ids).toHaveLength(8)
      expect(ids).toEqual(plainIds)
      throw undo
    })
    await expect(importing).rejects.toBe(undo)
  })
})

describe('the feed above 20,000 products that have no place in it (decision 44)', () => {
  beforeAll(async () => {
    await rowsOf(`alter table products disable trigger user`)
    await rowsOf(`
      update products set feed_at = null where id in (select id from products order by created_at desc limit 20000)`)
    await rowsOf(`alter table products enable trigger user`)
    await rowsOf(`
      update product_categories c set created_at = c.created_at from products p
      where p.id = c.product_id and p.feed_at is null`)
    await rowsOf('vacuum (analyze) products, product_categories')
  })

  it.each([
    'the feed',
    'the feed, further down',
    'a category’s feed',
    'a category’s feed, further down',
  ] as const)('%s', async (name) => {
    const { readWhole, blocks } = await readingOf(operations[name] as Operation)
    expect(readWhole).toEqual([])
    expect(blocks).toBeLessThan(1_500)
  })
})
