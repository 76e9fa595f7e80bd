import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readableLog } from '../../src/platform/jobs/testing/jobs.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { createTestDatabase, type TestDatabase } from '../harness/database.ts'
import { insertPerson, insertProduct } from '../harness/factories.ts'

const { log, lines } = readableLog()
let database: TestDatabase
let app: TestApp
let loopDelayMs = 0
let product: { id: string; shortLinkId: string }

beforeAll(async () => {
  // What pages show is there before the app listens: of a change that it hears of late, on a busy machine, it would
  // rightly give none that it had made before.
  database = await createTestDatabase()
  product = await insertProduct(database.db, await insertPerson(database.db))
  const overload = { meanDelayMs: () => loopDelayMs, lookMs: 5 }
  app = await startTestApp({ pages: true, log, overload, database })
})
afterAll(async () => {
  await app.close()
  await database.close()
})
beforeEach(async () => {
  loopDelayMs = 0
  await expect.poll(async () => (await get('/api/v1/feed')).status).toBe(200)
  lines.length = 0
})

const get = (path: string) => app.request('GET', path)
const click = () =>
  app.request('POST', `/api/v1/products/${product.id}/clicks`, {
    body: { kind: 'view', referrer: null, event_id: crypto.randomUUID() },
    headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0' },
  })
const saidOnce = () => lines.filter(({ level }) => level >= 40).map(({ msg }) => msg)

describe('while the processor has too much to do (decision 71)', () => {
  it('calls are refused in a way that programs understand; clicks, files and cached pages go on, and all is well again', async () => {
    expect((await get('/feed')).status).toBe(200)
    loopDelayMs = 600
    await expect.poll(async () => (await get('/api/v1/feed')).status).toBe(503)
    for (let n = 0; n < 20; n += 1) {
      const { status, body, headers } = await get('/api/v1/feed')
      expect([status, body.code]).toEqual([503, 'unavailable'])
      expect(body.message).toBe('This service is too busy just now. Please try again in a moment.')
      expect(['1', '2', '3']).toContain(headers.get('retry-after'))
    }
    expect((await click()).status).toBe(201)
    expect((await get('/feed')).status).toBe(200)
    expect((await get('/healthz')).body.refusing).toEqual(['event_loop'])
    const page = await get(`/l/${product.shortLinkId}`)
    expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
    expect(page.body).toContain('<h1>Folio is very busy</h1>')
    expect(saidOnce()).toEqual(['Requests are refused for now: the processor is overloaded.'])
    // Below what made it begin, and still too late.
    loopDelayMs = 300
    expect((await get('/api/v1/feed')).status).toBe(503)
    loopDelayMs = 0
    await expect.poll(async () => (await get('/api/v1/feed')).status).toBe(200)
    expect((await get(`/l/${product.shortLinkId}`)).status).toBe(200)
  })
})

describe('while the database is away (decision 71)', () => {
  const onServer = async (statement: string) => {
    const client = new pg.Client({ ...app.database.owner.address, database: 'postgres' })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  const name = () => app.database.address.database

  it('cached pages go on with their age, everything else is refused, the log says so once, and all is well again', async () => {
    const before = (await get(`/l/${product.shortLinkId}`)).body
    expect((await get('/feed')).status).toBe(200)
    await onServer(`alter database ${name()} allow_connections false`)
    await onServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name()}'`)
    await expect.poll(async () => (await get('/readyz')).status).toBe(503)

    await expect.poll(async () => (await get('/feed')).headers.get('age')).toMatch(/^\d+$/)
    const page = await get(`/l/${product.shortLinkId}`)
    expect([page.status, page.headers.get('cache-control'), page.body]).toEqual([200, 'no-store', before])
    const unseen = await get('/nobody-was-here')
    expect([unseen.status, unseen.headers.get('retry-after')]).toEqual([503, '3'])
    for (let n = 0; n < 20; n += 1) expect((await click()).status).toBe(503)
    const refused = await get('/api/v1/feed')
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
      503,
      'unavailable',
      '2',
    ])
    expect((await get('/healthz')).body.refusing).toContain('database')
    const told = saidOnce().filter((msg) => msg.startsWith('Requests are refused'))
    expect(told).toEqual(['Requests are refused for now: the database cannot answer.'])
    expect(saidOnce().filter((msg) => /unavailable|could not be written/.test(msg))).toEqual([])

    await onServer(`alter database ${name()} allow_connections true`)
    await expect.poll(async () => (await get('/api/v1/feed')).status).toBe(200)
    await expect.poll(async () => (await get('/feed')).headers.get('age')).toBeNull()
    expect((await click()).status).toBe(201)
  })
})
