import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillDatabase } from '../../bench/data/fill.ts'
import type { DataSize } from '../../bench/data/size.ts'
import { fill } from '../../bench/load/fill.ts'
import { searchCalls } from '../../bench/load/searches.ts'
import { visitsOf } from '../../bench/load/visits.ts'
import { findReader, type Person, signInAs } from '../../bench/stage/sign-in.ts'
import { wrongCounters } from '../../src/clicks/testing/clicks.ts'
import { wrongRollups } from '../../src/clicks/testing/rollups.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'

const size: DataSize = { people: 400, follows: 3_000, products: 4_000, clicks: 2_000 }

let app: TestApp
let reader: Person
let before: unknown
beforeAll(async () => {
  app = await startTestApp({ pages: true, env: { TRUST_PROXY: 'on' } })
  before = await structure()
  const client = await app.database.owner.pool.connect()
  await client.query('set statement_timeout = 0')
  await fillDatabase(client, size)
  client.release(true)
  const { pool } = app.database
  reader = await signInAs({ url: app.url, pool }, await findReader(pool))
})
afterAll(() => app.close())

const rowsOf = async (sql: string) => (await app.database.pool.query(sql)).rows

/** Every key, index and trigger, and whether it is in force. */
const structure = async () => ({
  constraints:
    await rowsOf(`select conrelid::regclass::text as of, conname, pg_get_constraintdef(oid), convalidated
    from pg_constraint where connamespace = 'public'::regnamespace and conrelid::regclass::text not like 'clicks_2%'
    order by 1, 2`),
  indexes: await rowsOf(`select indexdef from pg_indexes
    where schemaname = 'public' and tablename not like 'clicks_2%' order by 1`),
  triggers: await rowsOf(`select tgrelid::regclass::text as of, tgname, tgenabled from pg_trigger
    where not tgisinternal and tgrelid::regclass::text not like 'clicks_2%' order by 1, 2`),
})

describe('the data of the benchmarks', () => {
  it('has the requested size, and its reader follows half of the people', async () => {
    const [counts] = await rowsOf(`select (select count(*)::int from profiles) - 1 as people,
      (select count(*)::int from followers) as follows, (select count(*)::int from products) as products,
      (select count(*)::int from clicks) as clicks`)
    expect(counts).toEqual(size)
    const [{ count }] = await rowsOf(
      `select count(*)::int from followers where follower_id = '${reader.userId}'`,
    )
    expect(count).toBe(size.people / 2)
  })

  it('has correct counts, and a ranking', async () => {
    const wrong = await rowsOf(`select from follow_counts c
      where followers_count <> (select count(*) from followers where following_id = c.user_id)
        or following_count <> (select count(*) from followers where follower_id = c.user_id)`)
    expect(wrong).toEqual([])
    const [{ most }] = await rowsOf('select max(followers_count) as most from follow_counts')
    expect(most).toBeGreaterThan(size.people / 4)
    const [{ ranked }] = await rowsOf('select count(*)::int as ranked from creator_ranking')
    expect(ranked).toBeGreaterThan(5)
  })

  it('has correct totals and roll-ups of clicks', async () => {
    expect(await wrongCounters(app.database.db)).toEqual([])
    expect(await wrongRollups(app.database.db)).toEqual([])
    const [{ days, counted }] = await rowsOf(`select (select count(*)::int from click_days) as days,
      (select sum(clicks_count)::int from click_totals) as counted`)
    expect(Math.min(days, counted)).toBeGreaterThan(size.clicks / 3)
  })

  it('leaves every key, index and trigger of the tables in force', async () => {
    expect(await structure()).toEqual(before)
  })
})

describe('the searches of the benchmarks', () => {
  it('find as much as their names say', async () => {
    const found = await countsOfSearches()
    const rows = Object.entries(found)
    expect(rows.length).toBeGreaterThan(12)
    for (const [what, counts] of rows) {
      if (/(a|two) frequent (word|words|name)$/.test(what))
        expect([what, Math.min(...counts)]).toEqual([what, 8])
      if (/^\w+: a (text that one has|rare name|username)$/.test(what)) expect(counts).not.toContain(0)
      if (/unknown|different|elsewhere/.test(what)) expect([what, Math.max(...counts)]).toEqual([what, 0])
    }
  })
})

/** How many results the first texts of each kind have, eight at most. */
async function countsOfSearches(): Promise<Record<string, number[]>> {
  const found: Record<string, number[]> = {}
  for (const { path, searches } of await searchCalls(app.database.pool))
    for (const { what, texts, query = '' } of searches) {
      const asked = texts.slice(0, 4).map((text) => `${path}?q=${encodeURIComponent(text)}${query}&limit=8`)
      const answers = await Promise.all(asked.map((target) => app.request('GET', target, reader)))
      found[what] = answers.map(({ body }) => (body.items ?? body.users).length)
    }
  return found
}

describe('the visits of the benchmarks', () => {
  it('are answered as they must be, each kind of them', async () => {
    for (const { what, request } of await visitsOf(app.url, app.database.pool)) {
      const { path, ...sent } = fill(request)
      const answer = await fetch(new URL(path, app.url), sent)
      expect(answer.status, what).toBe(request.status ?? 200)
    }
  })
})
