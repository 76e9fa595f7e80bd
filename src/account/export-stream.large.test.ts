import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../tests/harness/app.ts'
import { type Person, signUp } from '../../tests/harness/people.ts'
import { collectionOf } from '../folio/testing/collection.ts'
import { checkAnswer } from '../platform/http/answer-check.ts'
import { accountDataContract } from './contract.ts'
import { liveALife } from './testing/life.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const products = 15_000

let app: TestApp
let busy: Person
beforeAll(async () => {
  app = await startTestApp()
  busy = await signUp(app)
  await publishMany(products)
})
afterAll(() => app.close())

/** Gives `busy` so many products of 2 kB each, past calls and triggers that would take long. */
async function publishMany(count: number) {
  await collectionOf(app, busy).post({ title: 'The first' })
  const client = await app.database.owner.pool.connect()
  await client.query('set session_replication_role = replica')
  await client.query(
    `with made as (
       insert into products (id, user_id, payee_id, amazon_url, marketplace, asin, title, description, user_comment,
         tags, is_categorized, metadata_source, created_at, updated_at, feed_at)
       select gen_random_uuid(), user_id, payee_id, amazon_url, marketplace, asin, 'Item ' || n, '',
         repeat('x', 1990), tags, is_categorized, metadata_source, created_at, updated_at, feed_at
       from products, generate_series(1, $2::int) n where user_id = $1
       returning id
     ), clicked as (insert into click_totals (product_id) select id from made)
     insert into earnings (product_id) select id from made`,
    [busy.id, count],
  )
  client.release(true)
}

const ask = ({ token }: Person, signal?: AbortSignal) =>
  fetch(new URL('/api/v1/me/export', app.url), {
    headers: { authorization: `Bearer ${token}` },
    ...(signal && { signal }),
  })

const reading = async (person: Person, signal?: AbortSignal) =>
  ((await ask(person, signal)).body as ReadableStream<Uint8Array<ArrayBuffer>>).getReader()

/** How many snapshots the app holds open between two statements. */
async function heldSnapshots(): Promise<number> {
  const { rows } = await app.database.owner.pool.query(
    `select count(*)::int as held from pg_stat_activity
     where datname = current_database() and backend_xmin is not null and pid <> pg_backend_pid()`,
  )
  return rows[0].held
}

/** The memory in use; buffers go with the second collection. */
const sizeOfHeap = () => {
  collectGarbage()
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

describe('the export of very much data (docs/product/calls.md#own-data)', () => {
  it('takes no more memory than a piece of it', async () => {
    const reader = await reading(busy)
    const before = sizeOfHeap()
    let bytes = 0
    let looked = 0
    let most = 0
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      bytes += piece.value.length
      if (bytes < looked + 6_000_000) continue
      looked = bytes
      most = Math.max(most, sizeOfHeap() - before)
    }
    expect(bytes).toBeGreaterThan(30_000_000)
    expect(most).toBeLessThan(12_000_000)
  })

  it('is of one moment, whatever is changed while it is read', async () => {
    const reader = await reading(busy)
    const decoder = new TextDecoder()
    const first = await reader.read()
    await collectionOf(app, busy).post({ title: 'Too late' })
    let text = decoder.decode(first.value, { stream: true })
    for (let piece = await reader.read(); !piece.done; piece = await reader.read())
      text += decoder.decode(piece.value, { stream: true })
    const exported = JSON.parse(text).products
    expect(exported).toHaveLength(products + 1)
    expect(new Set(exported.map(({ id }: { id: string }) => id)).size).toBe(products + 1)
    expect(text).not.toContain('Too late')
  })

  it('is an incomplete answer where it fails on the way', async () => {
    const reader = await reading(busy)
    await reader.read()
    await app.database.owner.pool.query('alter table click_days rename to out_of_reach')
    const readOn = async () => {
      while (!(await reader.read()).done);
    }
    await expect(readOn()).rejects.toThrow()
    await app.database.owner.pool.query('alter table out_of_reach rename to click_days')
    await vi.waitUntil(async () => (await heldSnapshots()) === 0, { timeout: 20_000 })
  })

  it('holds nothing of the database any more once its reader goes away', async () => {
    const gone = new AbortController()
    const reader = await reading(busy, gone.signal)
    await reader.read()
    expect(await heldSnapshots()).toBe(1)
    gone.abort()
    await vi.waitUntil(async () => (await heldSnapshots()) === 0, { timeout: 20_000 })
  })

  it('is made for four people at a time; others wait, and go on when one of them leaves', async () => {
    const readers = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const leave = new AbortController()
        const reader = await reading(busy, leave.signal)
        await reader.read()
        return leave
      }),
    )
    const fifth = ask(await signUp(app))
    await vi.waitUntil(async () => (await heldSnapshots()) === 4, { timeout: 20_000 })
    readers[0]?.abort()
    expect((await fifth).status).toBe(200)
    for (const reader of readers) reader.abort()
  })
})

it('the export is written as JSON.stringify writes it, and as its contract says', async () => {
  const response = await ask(await liveALife(app))
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  const text = await response.text()
  const data = JSON.parse(text)
  expect(text).toBe(JSON.stringify(data))
  expect(data.following).toHaveLength(1)
  checkAnswer('the export', accountDataContract['GET /api/v1/me/export'].response, data)
})
