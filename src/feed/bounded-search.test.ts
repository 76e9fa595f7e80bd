import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Line, startLine } from '../../tests/fakes/line.ts'
import { startTestApp, type TestApp } from '../../tests/harness/app.ts'
import { createTestDatabase, type TestDatabase } from '../../tests/harness/database.ts'
import { type Person, signUp, signUpAdmin } from '../../tests/harness/people.ts'
import { openDatabase } from '../platform/database/database.ts'

// docs/decisions/0015-feed-and-search.md: what one search may cost, whatever is searched for.

let database: TestDatabase
let line: Line
let app: TestApp
let person: Person

beforeAll(async () => {
  database = await createTestDatabase()
  const { host, port } = database.address
  line = await startLine(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port })
  const address = { ...database.address, host: '127.0.0.1', port: line.port }
  const pool = openDatabase(address)
  app = await startTestApp({
    database: { ...pool, address, owner: database.owner, close: () => pool.close() },
  })
  person = await signUp(app, { first: 'Ada', last: 'Reader' })
  await post('Gooseneck kettle with thermometer, matte black, for pour over coffee and tea')
})
afterAll(async () => {
  await app.close()
  await app.database.close()
  line.close()
  await database.close()
})

async function post(title: string) {
  const body = { amazon_url: 'https://amazon.com/dp/B0KETTLE01', title, category_id: null }
  expect((await app.request('POST', '/api/v1/products', { token: person.token, body })).status).toBe(201)
}
const ask = (path: string, q: string, token?: string) =>
  app.request('GET', `${path}?q=${encodeURIComponent(q)}`, { token })
const own = () => person.token

/** One character that is eighteen once it is normalised. */
const long = '\ufdfa'
const calls: [string, (() => string) | undefined][] = [
  ['/api/v1/search', undefined],
  ['/api/v1/products/search', undefined],
  ['/functions/v1/people-search', own],
  ['/api/v1/me/products', own],
]

/** How often something was sent to the database for a search. */
async function tripsOf(path: string, q: string, token?: string): Promise<number> {
  await ask(path, 'warm', token)
  line.trips = 0
  expect((await ask(path, q, token)).status).toBe(200)
  return line.trips
}

describe('a search', () => {
  it.each(calls)(
    'by %s asks the database as often for a text that grows as for a word',
    async (path, token) => {
      const word = await tripsOf(path, 'nowhere', token?.())
      expect(word).toBeLessThan(20)
      for (const text of [long.repeat(100), 'wxyz abcd '.repeat(10), 'ﷺ#@ ﷺ'.repeat(12)])
        expect(await tripsOf(path, text, token?.())).toBeLessThanOrEqual(word)
    },
  )

  it('finds a product by its whole title, of which eight words are enough', async () => {
    const title = 'gooseneck kettle with thermometer matte black for pour over coffee and tea'
    expect((await ask('/api/v1/search', title)).body.items).toHaveLength(1)
    expect((await ask('/api/v1/search', `${title} and more`)).body.items).toHaveLength(1)
    expect((await ask('/api/v1/search', `more ${title}`)).body.items).toHaveLength(0)
  })

  it('forgives one letter in any of its eight words', async () => {
    const { body } = await ask('/api/v1/search', 'gooseneck kettle with thermometer matte blakc')
    expect(body.instead).toBeNull()
    await app.database.pool.query(`insert into search_words (word, holders) values ('black', 1)`)
    const again = await ask('/api/v1/search', 'gooseneck kettle with thermometer matte blakc')
    expect(again.body.instead).toBe('gooseneck kettle with thermometer matte black')
    expect(again.body.items).toHaveLength(1)
  })
})

describe('searches that the database does not answer', () => {
  it('end after a second, are few at a time, and stop nothing else', async () => {
    const owner = await database.owner.pool.connect()
    await owner.query('begin')
    await owner.query('lock table products in access exclusive mode')
    try {
      // Four are under way, the next four wait for them, and the rest waits in vain.
      const strangers = Array.from({ length: 80 }, () => ask('/api/v1/search', 'kettle'))
      const signedIn = Array.from({ length: 2 }, () => ask('/api/v1/search', 'kettle', person.token))
      expect((await app.request('GET', '/api/v1/categories')).status).toBe(200)
      expect((await app.request('GET', '/api/v1/me/following', { token: person.token })).status).toBe(200)
      const answers = await Promise.all(strangers)
      const refused = answers.filter(({ status }) => status === 429)
      const ended = answers.filter(({ status }) => status === 503)
      expect(refused.length + ended.length).toBe(80)
      expect(refused.length).toBeGreaterThan(60)
      expect(refused[0]?.body).toMatchObject({
        code: 'rate_limited',
        message: 'Too many searches at once: at most 4. Please try again in a moment.',
      })
      expect(ended[0]?.body).toMatchObject({
        code: 'unavailable',
        message: 'This search takes too long. Please try other words.',
      })
      expect(ended[0]?.headers.get('retry-after')).toBe('2')
      // Who is signed in is not counted with their network.
      for (const { status } of await Promise.all(signedIn)) expect(status).toBe(503)
    } finally {
      await owner.query('rollback')
      owner.release()
    }
    expect((await ask('/api/v1/search', 'kettle')).body.items).toHaveLength(1)
  })

  it('end after a second of one’s own collection, and of admins, too', async () => {
    const admin = await signUpAdmin(app)
    const owner = await database.owner.pool.connect()
    await owner.query('begin')
    await owner.query('lock table products, amazon_orders, profiles in access exclusive mode')
    try {
      const searches: [string, string][] = [
        ['/api/v1/me/products', person.token],
        ['/api/v1/admin/orders', admin.token],
        ['/api/v1/admin/creators', admin.token],
      ]
      const answers = await Promise.all(searches.map(([path, token]) => ask(path, 'kettle', token)))
      for (const { status, body } of answers)
        expect([status, body.message]).toEqual([503, 'This search takes too long. Please try other words.'])
      const own = Array.from({ length: 12 }, () => ask('/api/v1/me/products', 'kettle', person.token))
      const statuses = (await Promise.all(own)).map(({ status }) => status)
      expect(new Set(statuses)).toEqual(new Set([429, 503]))
    } finally {
      await owner.query('rollback')
      owner.release()
    }
    for (const path of ['/api/v1/me/products', '/api/v1/search'])
      expect((await ask(path, 'kettle', person.token)).body.items).toHaveLength(1)
  })
})
