import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { signUp } from '../../../tests/harness/people.ts'
import { type Collection, categoryIds, collectionOf, titlesOf } from '../testing/collection.ts'
import { textsFound } from '../testing/texts-found.ts'

let app: TestApp
let maya: Collection
let theo: Collection
let home: string
beforeAll(async () => {
  app = await startTestApp()
  maya = collectionOf(app, await signUp(app))
  theo = collectionOf(app, await signUp(app))
  home = (await categoryIds(app)).home as string
})
afterAll(() => app.close())

describe('own cards (docs/product/cards.md#parts)', () => {
  it('have their version, tags and missing details', async () => {
    const { id } = await theo.post({ tags: ['light'] })
    await theo.patch(id, { user_comment: 'Nice' })
    const { items, next_cursor } = await theo.list()
    expect([items, next_cursor]).toMatchObject([
      [{ id, version: 2, tags: ['light'], needs_details: true, attention: null }],
      null,
    ])
  })

  it('come by the limit asked for, 40 at most, and continue at the cursor', async () => {
    const ana = collectionOf(app, await signUp(app))
    for (let n = 1; n <= 7; n++) await ana.post({ title: `Lamp ${n}`, category_id: n % 2 ? home : null })
    const pages = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await ana.list({ limit: 3, ...(cursor && { cursor }) })
      pages.push(titlesOf(page))
      cursor = page.next_cursor
    }
    expect(pages).toEqual([['Lamp 7', 'Lamp 6', 'Lamp 5'], ['Lamp 4', 'Lamp 3', 'Lamp 2'], ['Lamp 1']])
    const inHome = await ana.list({ limit: 3, category: 'home' })
    expect(titlesOf(inHome)).toEqual(['Lamp 7', 'Lamp 5', 'Lamp 3'])
    expect(titlesOf(await ana.list({ limit: 3, category: 'home', cursor: inHome.next_cursor }))).toEqual([
      'Lamp 1',
    ])
    const wrong = ['limit=0', 'limit=41', 'cursor=x', 'attention=true&cursor=x']
    for (const query of wrong)
      expect((await ana.list(Object.fromEntries(new URLSearchParams(query)))).code).toBe('validation_failed')
  })
})

describe('searching one’s own products (docs/product/my-folio.md#own-search)', () => {
  let finds: (q: string, query?: Record<string, string | number>) => Promise<string[]>
  beforeAll(async () => {
    finds = async (q, query = {}) => titlesOf(await maya.list({ q, ...query }))
    await maya.post({ title: 'Café crème set', tags: ['Frühstück'], category_id: home })
    await maya.post({ title: '100% Wool_blanket', description: 'A path\\to warmth, ＷＩＤＥ too' })
    await maya.post({ title: 'Лампа для чтения' })
    await maya.post({ title: '読書灯 🪔', description: 'İstanbul' })
    await theo.post({ title: 'Café of somebody else' })
  })

  it.each([...textsFound, ['of words that stand apart', 'wool warm', '100% Wool_blanket']])(
    'finds a text %s',
    async (_where, q, title) => {
      expect(await finds(q)).toEqual([title])
    },
  )

  it.each([
    'w%l',
    'c_fe',
    '%%',
    '__',
    '\\\\',
    '％％',
    "' or true --",
    'somebody else',
    'crème 100',
    '\u0301',
  ])('finds nothing for %j: every sign stands for itself, and others’ products are theirs', async (q) =>
    expect(await finds(q)).toEqual([]),
  )

  it('finds products newest first, within a category too, page by page', async () => {
    const all = ['読書灯 🪔', 'Лампа для чтения', '100% Wool_blanket', 'Café crème set']
    expect(await finds('t')).toEqual(all.filter((title) => !title.startsWith('Л')))
    expect(await finds('t', { category: 'home' })).toEqual(['Café crème set'])
    const page = await maya.list({ q: 'a', limit: 1 })
    expect(titlesOf(page)).toEqual(['読書灯 🪔'])
    expect(await finds('a', { cursor: page.next_cursor, limit: 8 })).toEqual([
      '100% Wool_blanket',
      'Café crème set',
    ])
  })

  it('reflects edits and deletions', async () => {
    const { id } = await maya.post({ title: 'Zither' })
    await maya.patch(id, { title: 'Harp', tags: ['zithers'] })
    expect(await finds('zither')).toEqual(['Harp'])
    await maya.remove(id)
    expect(await finds('harp')).toEqual([])
  })

  it('needs a non-blank text of 200 characters at most', async () => {
    for (const q of ['', '   ', 'x'.repeat(201), 'a\0b']) {
      const { code, details } = await maya.list({ q })
      expect([code, details.problems[0].path]).toEqual(['validation_failed', 'q'])
    }
  })
})

describe('products with a dead shop link', () => {
  it('are listed for their owner, the most clicked first, page by page', async () => {
    const person = await signUp(app)
    const ana = collectionOf(app, person)
    const since = app.clock.now()
    const clicked = [3, 50, 3, 0, 7]
    for (const [index, clicks] of clicked.entries()) {
      const { id } = await ana.post({ title: `Lamp ${index}`, category_id: index % 2 ? home : null })
      await run('update products set attention = $2, attention_since = $3 where id = $1', [id, 'gone', since])
      await run('update click_totals set clicks_count = $2 where product_id = $1', [id, clicks])
    }
    const fine = await ana.post({ title: 'Still there' })
    const pages = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await ana.list({ attention: 'true', limit: 2, ...(cursor && { cursor }) })
      pages.push(titlesOf(page))
      cursor = page.next_cursor
    }
    expect(pages).toEqual([['Lamp 1', 'Lamp 4'], ['Lamp 2', 'Lamp 0'], ['Lamp 3']])
    expect((await ana.categories()).attention_count).toBe(5)
    const [worst] = (await ana.list({ attention: 'true' })).items
    const attention = { reason: 'gone', since: since.toISOString() }
    expect(worst.attention).toEqual(attention)
    expect((await ana.read(worst.id)).owner.attention).toEqual(attention)
    expect((await ana.read(fine.id)).owner.attention).toBeNull()
    expect(JSON.stringify(await theo.read(worst.id))).not.toContain('gone')
    await ana.remove(worst.id)
    expect((await ana.categories()).attention_count).toBe(4)
    expect((await ana.list({ attention: 'false' })).items).toHaveLength(5)
  })
})

const run = (statement: string, values: unknown[]) => app.database.pool.query(statement, values)
