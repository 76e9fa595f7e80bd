import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { insertPerson, insertProduct, type Person } from '../../../tests/harness/factories.ts'

// docs/product/calls.md#table-queries: what is spoken of the grammar, and that nothing else is ignored.

let app: TestApp
let owner: Person
beforeAll(async () => {
  app = await startTestApp()
  owner = await insertPerson(app.database.db)
  const at = (minute: number) => ({ created_at: new Date(Date.UTC(2026, 0, 1, 0, minute)), image_url: null })
  for (const [minute, title] of [
    'Red mug',
    'Blue mug',
    'Green, tall vase',
    'Lamp (brass)',
    'Tea "green"',
  ].entries())
    await insertProduct(app.database.db, owner, {
      title,
      asin: `B0GRAMMAR${minute}`,
      tags: minute % 2 ? ['gift', 'home'] : ['gift'],
      description: minute > 2 ? `No. ${minute}` : null,
      ...at(minute),
    })
})
afterAll(() => app.close())

const get = (search: string, headers: Record<string, string> = {}, table = 'products') =>
  app.request('GET', `/rest/v1/${table}${search && `?${search}`}`, { headers })
const titles = async (search: string) =>
  (await get(`select=title&order=created_at&${search}`)).body.map(({ title }: { title: string }) => title)
const encoded = encodeURIComponent

describe('filters', () => {
  it.each([
    ['title=eq.Red mug', ['Red mug']],
    ['title=neq.Red mug&title=like.*mug', ['Blue mug']],
    ['title=ilike.%25MUG%25', ['Red mug', 'Blue mug']],
    ['title=not.ilike.*mug*', ['Green, tall vase', 'Lamp (brass)', 'Tea "green"']],
    [`title=in.("Green, tall vase","Lamp (brass)")`, ['Green, tall vase', 'Lamp (brass)']],
    [`title=in.(${encoded('"Tea \\"green\\""')},Red mug)`, ['Red mug', 'Tea "green"']],
    ['title=in.()', []],
    ['tags=cs.{gift,home}', ['Blue mug', 'Lamp (brass)']],
    ['description=is.null', ['Red mug', 'Blue mug', 'Green, tall vase']],
    ['description=not.is.null&title=gte.T', ['Tea "green"']],
    ['is_categorized=is.false&title=lt.C', ['Blue mug']],
    ['created_at=gt.2026-01-01T00:03:00Z', ['Tea "green"']],
    [`or=(title.eq."Red mug",and(title.ilike.*vase*,tags.cs.{gift}))`, ['Red mug', 'Green, tall vase']],
    [`not.or=(title.ilike.*mug,title.ilike.*vase)`, ['Lamp (brass)', 'Tea "green"']],
    [`or=(title.not.ilike.*a*,title.eq."Lamp (brass)")`, ['Red mug', 'Blue mug', 'Lamp (brass)']],
    ['limit=2&offset=1', ['Blue mug', 'Green, tall vase']],
    ['limit=0', []],
  ])('%s', async (search, expected) => {
    expect(await titles(search)).toEqual(expected)
  })
})

describe('what is answered', () => {
  it('columns under other names, in their order', async () => {
    const { body } = await get('select=name:title,asin&title=eq.Red mug')
    expect(body).toEqual([{ name: 'Red mug', asin: 'B0GRAMMAR0' }])
  })

  it('tables within tables, with filters, orders and limits of their own', async () => {
    const { body } = await get(
      `select=username,items:products(title,links:short_links(id))&id=eq.${owner.userId}` +
        '&items.title=ilike.*mug&items.order=title.desc&items.limit=1&items.links.limit=5',
      {},
      'profiles',
    )
    expect(body).toEqual([
      { username: owner.username, items: [{ title: 'Red mug', links: [{ id: expect.any(String) }] }] },
    ])
  })

  it('one object, or why it is not one', async () => {
    const accept = { accept: 'application/vnd.pgrst.object+json' }
    const one = await get('select=title&title=eq.Red mug', accept)
    expect([one.status, one.body]).toEqual([200, { title: 'Red mug' }])
    const several = await get('select=title', accept)
    expect([several.status, several.body.code, several.body.details]).toEqual([
      406,
      'PGRST116',
      'The result contains 5 rows',
    ])
    const bare = await get('select=title,description&title=eq.Red mug', {
      accept: `${accept.accept};nulls=stripped`,
    })
    expect(bare.body).toEqual({ title: 'Red mug' })
  })

  it('how many there are', async () => {
    const { status, headers } = await get('select=id&limit=2&offset=1', { prefer: 'count=exact' })
    expect([status, headers.get('content-range'), headers.get('preference-applied')]).toEqual([
      206,
      '1-2/5',
      'count=exact',
    ])
    expect(
      (await get('select=id&title=eq.none', { prefer: 'count=planned' })).headers.get('content-range'),
    ).toBe('*/0')
    expect((await get('offset=9', { prefer: 'count=exact' })).body.code).toBe('PGRST103')
    const head = await app.request('HEAD', '/rest/v1/products?select=id', {
      headers: { prefer: 'count=exact' },
    })
    expect([head.status, head.body, head.headers.get('content-range')]).toEqual([200, '', '0-4/5'])
  })
})

describe('what is not offered is refused, never ignored', () => {
  it.each([
    'select=price_usd::text',
    'title=like.a\\',
    'select=title.max()',
    'select=...profiles(username)',
    'select=tags->0',
    'select=title,title',
    'select=profiles(products(profiles(id)))',
    'title=match.x',
    'title=eq(any).{a}',
    'title=fts.x',
    'title=is.empty',
    'title=cs.{a}',
    'tags=ilike.a',
    'title=eq',
    'or=title.eq.a',
    'or=(title.eq.a',
    'or=()',
    'order=profiles(username).asc',
    'order=title.down',
    'limit=-1',
    'limit=1&limit=2',
    'offset=10001',
    'offset=x',
    'profiles.username=eq.a',
    'select=title&select=id',
    'ti-tle=eq.a',
    `id=in.(${Array(301).fill('1').join()})`,
    `or=(${Array(101).fill('title.eq.a').join()})`,
  ])('%s', async (search) => {
    const { status, body } = await get(search.replaceAll('%', '%25'))
    expect([status, body.code]).toEqual([400, 'PGRST100'])
    expect(body).toEqual({
      code: expect.any(String),
      message: expect.any(String),
      details: expect.any(String),
      hint: body.hint,
    })
  })

  it.each([
    ['nope=eq.1', 400, 'PGRST204'],
    ['select=nope', 400, 'PGRST204'],
    ['select=search_text', 400, 'PGRST204'],
    ['order=is_listed', 400, 'PGRST204'],
    ['select=earnings_ledger(id)', 400, 'PGRST200'],
    ['id=eq.nope', 400, '22P02'],
    ['created_at=gt.tomorrowish', 400, '22007'],
    ['title=eq.%00', 400, '22021'],
    ['select=count()', 400, 'PGRST200'],
  ])('%s', async (search, status, code) => {
    const answer = await get(search)
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })

  it.each([
    [{ accept: 'text/csv' }, 406, 'PGRST107'],
    [{ accept: 'application/geo+json' }, 406, 'PGRST107'],
    [{ accept: 'application/vnd.pgrst.plan+json' }, 406, 'PGRST107'],
    [{ 'accept-profile': 'auth' }, 406, 'PGRST106'],
    [{ range: '0-9' }, 400, 'PGRST100'],
    [{ prefer: 'tx=rollback' }, 400, 'PGRST100'],
    [{ prefer: 'handling=strict, colour=red' }, 400, 'PGRST122'],
    [{ authorization: 'Bearer nonsense' }, 401, 'PGRST301'],
  ])('%j', async (headers, status, code) => {
    const answer = await get('', headers)
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })

  it('an unknown preference is, where nobody asked to be strict', async () => {
    expect((await get('limit=1', { prefer: 'colour=red' })).status).toBe(200)
  })

  it('unknown tables: 404, but for HEAD 400, which clients take for empty', async () => {
    expect((await get('', {}, 'users')).body.code).toBe('PGRST205')
    expect((await app.request('HEAD', '/rest/v1/users')).status).toBe(400)
    expect((await app.request('GET', '/rest/v1')).status).toBe(404)
  })
})

it('a query that takes too long is the caller’s to ask otherwise, and not to repeat', async () => {
  const hurried = await startTestApp({ database: app.database, longestReadMs: 50 })
  const holder = await app.database.owner.pool.connect()
  await holder.query('begin; lock products in access exclusive mode')
  const { status, body } = await hurried.request('GET', '/rest/v1/products?select=id')
  await holder.query('rollback')
  holder.release()
  await hurried.close()
  expect([status, body.code]).toEqual([400, '57014'])
})
