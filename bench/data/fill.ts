import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { mostViewedCreators } from '../../src/clicks/index.ts'
import { rankProducts } from '../../src/feed/index.ts'
import { rankCreators } from '../../src/people/index.ts'
import { systemClock } from '../../src/platform/clock.ts'
import type { DB } from '../../src/platform/database/schema.ts'
import { makeClicks } from './clicks.ts'
import { makeFollows } from './follows.ts'
import { makeLists } from './lists.ts'
import { makePeople } from './people.ts'
import { makeProducts } from './products.ts'
import type { DataSize } from './size.ts'

/**
 * Fills an empty, migrated database with a made-up year: people, follows, products in categories and Inboxes, short
 * links, lists, totals, clicks and the rankings. A few creators own much and most little; the last owns 10,000 products
 * (a fifth, where there are fewer than 50,000), six of which are picks, and has 200 lists. A few are followed by very
 * many; one person reads half of all people, 5,000 at most. Some categories are full and the last almost empty; 2 % of
 * the products are deleted. The same numbers give the same data, but for ids and dates.
 */
export async function fillDatabase(client: pg.ClientBase, size: DataSize): Promise<void> {
  await client.query('begin')
  await client.query('select setseed(0.5)')
  await client.query(`set local maintenance_work_mem = '256MB'`)
  await client.query(`set local work_mem = '256MB'`)
  await makePeople(client, size)
  await makeFollows(client, size)
  await makeProducts(client, size)
  await makeLists(client)
  await client.query('commit')
  await makeClicks(client, size)
  // What autovacuum would have done in a database that grew: statistics, and pages marked as all visible.
  await client.query('vacuum (analyze)')
  await makeRanking(client)
  await client.query('vacuum (analyze) creator_ranking, product_ranks, category_ranks, click_networks')
}

/** Ranks creators and products as the program does every few minutes, and every hour. */
async function makeRanking(client: pg.ClientBase): Promise<void> {
  const connection = { query: client.query.bind(client), release: () => undefined }
  const pool = { options: {}, connect: async () => connection, end: async () => undefined }
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  await rankCreators({ db, clock: systemClock }, mostViewedCreators)
  await rankProducts({ db, clock: systemClock })
}
