import { globSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/platform/database/database.ts'
import type { Contract } from '../../src/shared/contract.ts'
import { type Line, startLine } from '../fakes/line.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { createTestDatabase, type TestDatabase } from '../harness/database.ts'
import { type Person, signUp } from '../harness/people.ts'

// Decision 95: who asks is checked, and what they ask for read, in one round trip.

let database: TestDatabase
let line: Line
let app: TestApp
let person: Person
let product: { id: string }

beforeAll(async () => {
  database = await createTestDatabase()
  const { host, port } = database.address
  line = await startLine(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port })
  const address = { ...database.address, host: '127.0.0.1', port: line.port }
  // One connection, so that each call finds its statements prepared.
  const pool = openDatabase(address, { max: 1 })
  app = await startTestApp({
    database: { ...pool, address, owner: database.owner, close: () => pool.close() },
  })
  person = await signUp(app)
  product = await post(person, 'Lamp')
})
afterAll(async () => {
  await app.close()
  await app.database.close()
  line.close()
  await database.close()
})

const post = async ({ token }: Person, title: string) => {
  const body = { amazon_url: 'https://amazon.com/dp/B0LAMP0001', title, category_id: null }
  return (await app.request('POST', '/api/v1/products', { token, body })).body
}
const get = (target: string, token: string | undefined = person.token) =>
  app.request('GET', target, { token })
const sign = async ({ token }: Person) => app.request('POST', '/auth/v1/logout?scope=local', { token })
const run = (statement: string) => database.owner.pool.query(statement)

const sources = path.resolve(import.meta.dirname, '../../src')
const contracts = globSync('**/*contract.ts', { cwd: sources }).map((file) => path.join(sources, file))

/** The calls that are read early, with what their contracts say. */
async function earlyCalls() {
  const modules: Record<string, Contract>[] = await Promise.all(contracts.map((file) => import(file)))
  const calls = modules.flatMap((module) => Object.entries(module).flatMap(([, one]) => Object.entries(one)))
  return new Map(calls.filter(([name, { readsEarly }]) => / \//.test(name) && readsEarly))
}

describe('round trips to the database', () => {
  it.each([
    ['/api/v1/me/products', 1],
    ['/api/v1/me/products?category=inbox', 1],
    ['/api/v1/me/inbox/ids', 1],
    ['/api/v1/me/categories', 1],
    ['/api/v1/me/notices', 1],
    ['/api/v1/me/sessions', 1],
    ['/api/v1/me/following', 1],
    ['/api/v1/feed', 1],
    ['/api/v1/feed?scope=following', 1],
    ['/api/v1/me/ledger', 1],
    // Figures of which each needs what was read before.
    ['/api/v1/me/earnings', 2],
    ['/api/v1/me/balance', 4],
  ])('%s makes %i', async (target, trips) => {
    await get(target)
    line.trips = 0
    expect((await get(target)).status).toBe(200)
    expect(line.trips).toBe(trips)
  })
})

describe('a caller who is refused', () => {
  it.each([
    ['a session that was ended', (gone: Person) => sign(gone)],
    [
      'a deleted account',
      ({ token, username, password }: Person) =>
        app.request('DELETE', '/api/v1/me', { token, body: { username, password } }),
    ],
  ])('by %s gets nothing of what was read, and no word of what the call takes', async (_what, end) => {
    const gone = await signUp(app)
    await post(gone, 'Secret lamp')
    await end(gone)
    for (const target of [
      '/api/v1/me/products',
      '/api/v1/me/products?limit=x',
      '/api/v1/me/products?cursor=x',
    ]) {
      const { status, body } = await get(target, gone.token)
      expect([target, status, body]).toEqual([
        target,
        401,
        { code: 'not_authenticated', message: expect.any(String) },
      ])
    }
    // What anybody may read is answered as to anybody.
    expect((await get('/api/v1/feed', gone.token)).body).toEqual(
      (await app.request('GET', '/api/v1/feed')).body,
    )
    expect((await get('/api/v1/feed?scope=following', gone.token)).status).toBe(401)
    expect((await get(`/api/v1/products/${product.id}`, gone.token)).body.owner).toBeNull()
  })

  it('is refused also where the reading fails', async () => {
    const gone = await signUp(app)
    await sign(gone)
    await run('alter table products rename to elsewhere')
    try {
      expect((await get('/api/v1/me/products', gone.token)).status).toBe(401)
      expect((await get('/api/v1/me/products')).status).toBe(500)
    } finally {
      await run('alter table elsewhere rename to products')
    }
    expect((await get('/api/v1/me/products')).body.items).toHaveLength(1)
  })

  it('by their input gets an answer once it is known who they are', async () => {
    expect((await get('/api/v1/me/products?limit=x')).body.code).toBe('validation_failed')
    expect((await get('/api/v1/me/products?cursor=x')).body.code).toBe('validation_failed')
  })
})

describe('a caller who is accepted', () => {
  it('gets only what is theirs, however many ask at once over one connection', async () => {
    const other = await signUp(app)
    await post(other, 'Mug')
    const titles = async ({ token }: Person) =>
      (await get('/api/v1/me/products', token)).body.items.map(({ title }: { title: string }) => title)
    const asked = Array.from({ length: 40 }, (_, n) => titles(n % 2 ? other : person))
    const answers = await Promise.all(asked)
    expect(answers).toEqual(answers.map((_, n) => (n % 2 ? ['Mug'] : ['Lamp'])))
  })

  it('gets no answer while the check fails', async () => {
    await run('alter table sessions rename to elsewhere')
    try {
      expect((await get('/api/v1/me/products')).status).toBe(500)
      expect((await get(`/api/v1/products/${product.id}`)).status).toBe(500)
    } finally {
      await run('alter table elsewhere rename to sessions')
    }
    expect((await get('/api/v1/me/products')).status).toBe(200)
  })

  it('gets no answer where the connection is lost between, and one over the next', async () => {
    line.trips = 0
    line.state = 'silent'
    const asked = get('/api/v1/me/products')
    await expect.poll(() => line.trips).toBeGreaterThan(0)
    line.state = 'cut'
    expect((await asked).status).toBe(503)
    line.state = 'open'
    expect((await get('/api/v1/me/products')).body.items).toHaveLength(1)
  })
})

describe('calls that are read early', () => {
  it('are GETs of people and of everybody, which ask for nothing more of the caller', async () => {
    const calls = await earlyCalls()
    expect(calls.size).toBeGreaterThan(20)
    for (const [name, { access, streams, asksAgain, creates }] of calls)
      expect({ name, access, streams, asksAgain, creates }).toEqual({
        name: expect.stringMatching(/^GET /),
        access: expect.stringMatching(/^(user|public)$/),
      })
  })

  it('write nothing', async () => {
    const targets = [...(await earlyCalls()).keys()].map((name) =>
      name.replace('GET ', '').replace(':ref', product.id).replace(':username', person.username),
    )
    await run(`alter database ${database.address.database} set default_transaction_read_only = on`)
    line.state = 'cut'
    line.state = 'open'
    expect((await post(person, 'Mug')).code).toBe('unavailable')
    for (const target of targets) {
      const { status } = await get(target.replace(/:\w+/, product.id) + (needs[target] ?? ''))
      expect([target, status]).toEqual([target, target.includes('/:id') && notMine.test(target) ? 404 : 200])
    }
  })
})

const needs: Record<string, string> = {
  '/api/v1/products/search': '?q=lamp',
  '/api/v1/search': '?q=xyzzy',
  '/functions/v1/people-search': '?q=maya',
}
const notMine = /ledger|payouts/
