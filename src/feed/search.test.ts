import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../tests/harness/app.ts'
import { type Person, signUp } from '../../tests/harness/people.ts'
import { type Collection, collectionOf } from '../folio/testing/collection.ts'
import { textsFound } from '../folio/testing/texts-found.ts'
import { sampleTitles } from '../shared/amazon/sample.ts'
import { type Item, type Stage, stageOf } from './testing/stage.ts'

let app: TestApp
let stage: Stage
let maya: Person
let shelf: Collection
beforeAll(async () => {
  app = await startTestApp()
  stage = stageOf({ app, at: app.clock.now() })
  maya = await signUp(app)
  shelf = collectionOf(app, maya)
})
afterAll(() => app.close())

const search = (query: Record<string, string>, token?: string) =>
  stage.get(`products/search?${new URLSearchParams(query)}`, token)
const finds = async (q: string, query: Record<string, string> = {}, token?: string): Promise<string[]> =>
  (await search({ q, ...query }, token)).items.map((item: Item) => item.title)

describe('the feed’s search (docs/product/feed.md#search)', () => {
  beforeAll(async () => {
    const { items } = (await app.request('GET', '/api/v1/categories')).body
    await shelf.post({ title: 'Café crème set', tags: ['frühstück', 'gift'], category_id: items[2].id })
    await shelf.post({ title: '100% Wool_blanket', description: 'A path\\to warmth, ＷＩＤＥ too' })
    await shelf.post({ title: 'Лампа для чтения', tags: ['gift'] })
    await shelf.post({ title: '読書灯 🪔', description: 'İstanbul' })
  })

  it.each([
    ...textsFound,
    ['of words in any order and place', 'gift set  café', 'Café crème set'],
    ['of one letter', 'W', '100% Wool_blanket'],
    ['of many words', 'set cafe creme gift früh', 'Café crème set'],
    ['beside an accent alone', 'cafe \u0301', 'Café crème set'],
  ])('finds a text %s', async (_where, q, title) => {
    expect(await finds(q)).toEqual([title])
  })

  it.each([
    'w%l',
    'c_fe',
    '%%',
    '__',
    '\\\\',
    '％％',
    "' or true --",
    'crème wool',
    '@example.com',
    '\u0301\u0301\u0301',
    '\u00b4',
    'okafor',
  ])(
    'finds nothing for %j: every sign stands for itself, every word must be there, and people are not searched',
    async (q) => expect(await finds(q)).toEqual([]),
  )

  it('finds products newest first, in a category too, with their tags', async () => {
    expect(await finds('gift')).toEqual(['Лампа для чтения', 'Café crème set'])
    expect(await finds('gift', { category: 'home' })).toEqual(['Café crème set'])
    expect(await finds('gift', { category: 'nope' })).toEqual([])
    const { items } = await search({ q: 'crème' })
    expect(items).toMatchObject([{ tags: ['frühstück', 'gift'], user_id: maya.id, asin: 'B0LAMP0001' }])
    expect(items[0].profiles).toEqual({ first_name: 'Maya', username: maya.username, avatar_url: null })
  })

  it('finds each text by itself where a connection keeps the plan of many (decision 15)', async () => {
    for (let n = 0; n < 8; n++) {
      expect(await finds('gift')).toEqual(['Лампа для чтения', 'Café crème set'])
      expect(await finds('café set')).toEqual(['Café crème set'])
      expect(await finds('nowhere')).toEqual([])
    }
  })

  it('finds 8, or the number asked for, 40 at most', async () => {
    const creator = await stage.creator()
    for (let n = 0; n < 45; n++) await stage.post(creator, n, { title: `Zither ${n}` })
    const newest = Array.from({ length: 45 }, (_, n) => `Zither ${44 - n}`)
    expect(await finds('zither')).toEqual(newest.slice(0, 8))
    expect(await finds('zither', { limit: '3' })).toEqual(newest.slice(0, 3))
    expect(await finds('zither', { limit: '40' })).toEqual(newest.slice(0, 40))
  })

  it('reflects edits and deletions', async () => {
    const { id } = await shelf.post({ title: 'Banjo' })
    await shelf.patch(id, { title: 'Harp', tags: ['banjos'] })
    expect(await finds('banjo')).toEqual(['Harp'])
    await shelf.remove(id)
    expect(await finds('harp')).toEqual([])
  })

  it.each([
    ['', 'q'],
    ['q=', 'q'],
    ['q=%20%20', 'q'],
    ['q=a%00b', 'q'],
    [`q=${'x'.repeat(201)}`, 'q'],
    ['q=x&limit=0', 'limit'],
    ['q=x&limit=41', 'limit'],
    ['q=x&limit=many', 'limit'],
    ['q=x&scope=mine', 'scope'],
    ['q=x&category=No%20slug', 'category'],
  ])('takes a text that is not blank, and says what is wrong with %j', async (query, field) => {
    const { status, body } = await app.request('GET', `/api/v1/products/search?${query}`)
    expect([status, body.code, body.details?.problems[0].path]).toEqual([400, 'validation_failed', field])
  })
})

describe('products that others may not see', () => {
  it('are those without a title of their own: not found until one is written (decision 54)', async () => {
    const [title, other] = sampleTitles as [string, string]
    const { post, creator } = stage
    const owner = await creator()
    const tags = ['secret']
    await post(owner, 1, { title, tags, metadata_source: 'sample' })
    await post(owner, 2, { title: 'Renamed', tags, metadata_source: 'sample' })
    await post(owner, 3, { title: other, tags, metadata_source: 'sample' })
    await post(owner, 6, { title: '', tags, metadata_source: 'owner' })
    const rewritten = await post(owner, 4, { title: 'Rewritten', tags, metadata_source: 'owner' })
    const read = await post(owner, 5, { title, tags, metadata_source: 'creators_api' })
    expect(await finds('secret')).toEqual([read.title, rewritten.title])
    expect(await finds(title)).toEqual([title])
    expect(await finds(other)).toEqual([])
  })

  it('are found by the whole ASIN once they have a title of their own', async () => {
    const owner = await stage.creator()
    const hidden = { asin: 'B0HIDDEN01', title: sampleTitles[2], description: 'A secret', tags: ['hush'] }
    await stage.post(owner, 1, { ...hidden, metadata_source: 'sample', category: 'home' })
    await stage.post(owner, 2, { asin: 'B0HIDDEN01', title: '' })
    await stage.post(owner, 3, { asin: 'B0OTHER001', title: 'Speaks of b0hidden01' })
    const { id } = await stage.post(owner, 4, { asin: 'B0HIDDEN01', title: 'Of its own', category: 'home' })
    const titles = ['Of its own', 'Speaks of b0hidden01']
    expect(await finds('B0HIDDEN01')).toEqual(titles)
    expect(await finds(' b0hidden01 ')).toEqual(titles)
    expect(await finds('Amazon item B0HIDDEN01')).toEqual(['Of its own'])
    expect(await finds('B0HIDDEN0')).toEqual(['Speaks of b0hidden01'])
    const { items } = await search({ q: 'B0HIDDEN01', category: 'home' })
    expect(items).toMatchObject([{ id, asin: 'B0HIDDEN01' }])
  })
})

describe('in the following scope', () => {
  it('finds only products of followed people', async () => {
    const [ana, kofi] = [await stage.creator(), await stage.creator()]
    const [reader, other] = [await signUp(app), await signUp(app)]
    await stage.follow(reader, [ana])
    await stage.follow(other, [kofi])
    const words = { asin: 'B0FOLLOW01', title: 'Ocarina' }
    await stage.post(ana, 1, { ...words, description: 'Of Ana', category: 'toys' })
    await stage.post(ana, 2, { ...words, description: 'Of Ana, in the Inbox' })
    await stage.post(kofi, 3, { ...words, description: 'Of Kofi' })
    const found = async (query: Record<string, string>, token: string) =>
      (await search({ scope: 'following', ...query }, token)).items.map(
        (item: Item & { description: string }) => item.description,
      )
    for (const q of ['ocarina', 'oc', 'B0FOLLOW01']) {
      expect(await found({ q }, reader.token)).toEqual(['Of Ana, in the Inbox', 'Of Ana'])
      expect(await found({ q, category: 'toys' }, reader.token)).toEqual(['Of Ana'])
      expect(await found({ q }, other.token)).toEqual(['Of Kofi'])
      expect(await found({ q }, maya.token)).toEqual([])
    }
    await stage.followSilentPeople(reader, 1_005)
    for (const q of ['ocarina', 'oc', 'B0FOLLOW01']) {
      expect(await found({ q }, reader.token)).toEqual(['Of Ana, in the Inbox', 'Of Ana'])
      expect(await found({ q, category: 'toys' }, reader.token)).toEqual(['Of Ana'])
    }
  })
})

describe('searches without sign-in', () => {
  it('are limited to 240 a minute per address; those of signed-in people are not counted', async () => {
    const ask = (token?: string) => app.request('GET', '/api/v1/products/search?q=lamp', { token })
    app.clock.set(new Date('2026-11-22T10:00:59Z'))
    for (let sent = 0; sent < 240; sent += 4) await Promise.all(Array.from({ length: 4 }, () => ask()))
    const { status, body, headers } = await ask()
    expect([status, body.code, headers.get('retry-after')]).toEqual([429, 'rate_limited', '1'])
    expect(body.message).toBe(
      'Too many searches from your network: at most 240 within a minute. Please try again in a minute.',
    )
    expect((await ask((await signUp(app)).token)).status).toBe(200)
    app.clock.advance(1_000)
    expect((await ask()).status).toBe(200)
  })
})
