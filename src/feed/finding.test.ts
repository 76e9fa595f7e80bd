import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../tests/harness/app.ts'
import { type Person, signUp } from '../../tests/harness/people.ts'
import { sampleTitles } from '../shared/amazon/sample.ts'
import { type Item, type Stage, stageOf } from './testing/stage.ts'
import { learnWords } from './words/service.ts'

let app: TestApp
let stage: Stage
let ines: Person
let reader: Person

beforeAll(async () => {
  app = await startTestApp()
  stage = stageOf({ app, at: app.clock.now() })
  ines = await signUp(app, { first: 'Inés', last: 'Duarte' })
  reader = await signUp(app, { first: 'Kofi', last: 'Mensah' })
  const owner = { userId: ines.id, payeeId: (await payeeOf(ines)) as string, username: ines.username }
  await stage.post(owner, 1, { title: 'Blue vase', tags: ['ceramic', 'slow mornings'], category: 'home' })
  await stage.post(owner, 2, { title: 'Cup', tags: ['ceramics'] })
  await stage.post(owner, 3, { title: 'A ceramic bowl', tags: ['kitchen'] })
  await stage.post(owner, 4, {
    title: sampleTitles[0] as string,
    tags: ['zzsecret'],
    metadata_source: 'sample',
  })
  await learnWords(app.database)
})
afterAll(() => app.close())

const payeeOf = async ({ id }: Person) =>
  (await app.database.pool.query('select id from payees where user_id = $1', [id])).rows[0]?.id

type Found = {
  items: Item[]
  tags: string[]
  people: { username: string; first_name: string }[]
  instead: string | null
}
const find = (query: Record<string, string>, token?: string): Promise<Found> =>
  stage.get(`search?${new URLSearchParams(query)}`, token)
const titles = async (query: Record<string, string>) => (await find(query)).items.map(({ title }) => title)

describe('one search box (docs/product/feed.md#search)', () => {
  it('finds products, tags and people in one answer', async () => {
    const found = await find({ q: 'ceramic' })
    expect(found.items.map(({ title }) => title)).toEqual(['A ceramic bowl', 'Cup', 'Blue vase'])
    expect(found.tags.toSorted()).toEqual(['ceramic', 'ceramics'])
    expect(found.people).toEqual([])
    expect(found.instead).toBeNull()
    const person = await find({ q: 'ines' })
    expect(person.people).toMatchObject([{ username: ines.username, first_name: 'Inés' }])
    expect(Object.keys(person.people[0] ?? {})).not.toContain('email')
  })

  it('finds only tags after #, and only people after @', async () => {
    expect(await titles({ q: '#ceramic' })).toEqual(['Cup', 'Blue vase'])
    expect(await titles({ q: '# Slow Mornings' })).toEqual(['Blue vase'])
    expect(await titles({ q: '#mornings' })).toEqual([])
    const { items, people } = await find({ q: `@${ines.username}` })
    expect(items).toEqual([])
    expect(people.map(({ username }) => username)).toEqual([ines.username])
    expect(await find({ q: '#' })).toMatchObject({ items: [], tags: [], people: [], instead: null })
  })

  it('applies a category and a limit', async () => {
    expect(await titles({ q: 'ceramic', category: 'home' })).toEqual(['Blue vase'])
    expect(await titles({ q: 'ceramic', limit: '1' })).toEqual(['A ceramic bowl'])
  })

  it.each([
    ['ceramik', 'ceramic', 3],
    ['ceramci bowl', 'ceramic bowl', 1],
    ['#cerramic', '#ceramic', 2],
    ['vsae', 'vase', 1],
    ['Váze', 'vase', 1],
  ])('forgives one letter where nothing has %s, and says that it shows %s', async (q, instead, count) => {
    const found = await find({ q })
    expect([found.instead, found.items.length]).toEqual([instead, count])
  })

  it('accepts one wrong letter in a name', async () => {
    const found = await find({ q: '@Duarti' })
    expect([found.instead, found.people.map(({ username }) => username)]).toEqual([
      '@duarte',
      [ines.username],
    ])
    expect((await find({ q: 'Duartee' })).instead).toBe('duarte')
  })

  it('deletes words that nobody has any more', async () => {
    const { items } = await find({ q: 'kitchen' })
    await app.database.pool.query(`update products set tags = '{galley}' where id = $1`, [items[0]?.id])
    expect(await find({ q: 'kitchn' })).toMatchObject({ items: [], instead: null })
    await learnWords(app.database)
    const { rows } = await app.database.pool.query(`select from search_words where word = 'kitchen'`)
    expect(rows).toEqual([])
    expect((await find({ q: 'galey' })).instead).toBe('galley')
  })

  it('finds nothing that others may not see, not even by a corrected word', async () => {
    for (const q of ['zzsecret', 'zzsecre', '#zzsecret'])
      expect(await find({ q })).toMatchObject({ items: [], tags: [], instead: null })
  })

  it('has in the following scope only followed people, and needs a caller', async () => {
    const within = { q: 'duarte', scope: 'following' }
    expect((await app.request('GET', `/api/v1/search?${new URLSearchParams(within)}`)).status).toBe(401)
    expect((await find(within, reader.token)).people).toEqual([])
    await stage.follow(reader, [{ userId: ines.id, payeeId: '', username: ines.username }])
    expect((await find(within, reader.token)).people).toHaveLength(1)
    expect((await find({ ...within, q: 'ceramik' }, reader.token)).items).toHaveLength(3)
  })

  it.each(['', 'q=', 'q=a%00b', `q=${'x'.repeat(201)}`, 'q=x&limit=41', 'q=x&scope=mine'])(
    'says what is wrong with %j',
    async (query) => {
      const { status, body } = await app.request('GET', `/api/v1/search?${query}`)
      expect([status, body.code]).toEqual([400, 'validation_failed'])
    },
  )
})
