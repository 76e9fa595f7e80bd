import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readCalls } from '../../tests/calls/api-calls.ts'
import { startTestApp, type TestApp } from '../../tests/harness/app.ts'
import { type Person, signUp } from '../../tests/harness/people.ts'

// docs/product/calls.md#table-queries: what cannot be answered as it was asked is refused before anything is done.

let app: TestApp
let maya: Person
let asked: Record<string, Asked>

/** A request that would be answered: what it sends, and which rows it names. */
type Asked = { body?: unknown; rows?: string }

beforeAll(async () => {
  app = await startTestApp()
  maya = await signUp(app)
  const [kofi, greta] = [await signUp(app), await signUp(app)]
  const call = async (method: string, path: string, body?: unknown) =>
    (await app.request(method, path, { token: maya.token, ...(body !== undefined && { body }) })).body
  const {
    items: [{ id: category_id }, { id: other_id }],
  } = await call('GET', '/api/v1/categories')
  const item = { amazon_url: 'https://www.amazon.com/dp/B0REFUSE01', title: 'Mug' }
  const { id: filed } = await call('POST', '/api/v1/products', { ...item, category_id })
  const { id: loose } = await call('POST', '/api/v1/products', { ...item, category_id: null })
  await call('PUT', `/api/v1/me/categories/${other_id}`, { is_pinned: true })
  await call('POST', '/rest/v1/rpc/follow_user', { target_user_id: greta.id })
  const table = '/rest/v1'
  asked = {
    'POST /rest/v1/rpc/follow_user': { body: { target_user_id: kofi.id } },
    'POST /rest/v1/rpc/unfollow_user': { body: { target_user_id: greta.id } },
    'POST /rest/v1/rpc/get_inbox_products': { body: {} },
    'POST /rest/v1/rpc/get_public_profile_by_username': { body: { p_username: kofi.username } },
    'POST /rest/v1/rpc/get_user_pinned_categories': { body: {} },
    'POST /rest/v1/rpc/get_user_unpinned_categories': { body: {} },
    [`POST ${table}/products`]: { body: item },
    [`PATCH ${table}/products`]: { body: { title: 'Other' }, rows: `id=eq.${filed}` },
    [`POST ${table}/product_categories`]: { body: { product_id: loose, category_id } },
    [`DELETE ${table}/product_categories`]: { rows: `product_id=eq.${filed}` },
    [`POST ${table}/short_links`]: { body: { product_id: loose, id: 'mug-0001' } },
    [`POST ${table}/earnings`]: { body: { product_id: loose, clicks_count: 0, earnings_usd: 0 } },
    [`POST ${table}/clicks`]: { body: { product_id: loose } },
    [`PATCH ${table}/profiles`]: { body: { bio: 'Tea.' }, rows: `id=eq.${maya.id}` },
    [`POST ${table}/user_category_preferences`]: { body: { category_id, is_pinned: true } },
    [`PATCH ${table}/user_category_preferences`]: {
      body: { is_pinned: false },
      rows: `category_id=eq.${other_id}`,
    },
    [`DELETE ${table}/products`]: { rows: `id=eq.${loose}` },
  }
})
afterAll(() => app.close())

type Headers = Record<string, string>

const send = (name: string, { search = '', headers = {} }: { search?: string; headers?: Headers }) => {
  const [method = '', path = ''] = name.split(' ')
  const { body, rows } = asked[name] as Asked
  const query = [rows, search].filter(Boolean).join('&')
  return app.request(method, query ? `${path}?${query}` : path, {
    token: maya.token,
    headers,
    ...(body !== undefined && { body }),
  })
}

const changed = [
  'followers',
  'products',
  'product_categories',
  'short_links',
  'earnings',
  'clicks',
  'profiles',
  'user_category_preferences',
]
const look = async () => {
  const rows = changed.map((table) => `(select json_agg(t order by t::text) from ${table} t) as ${table}`)
  return (await app.database.pool.query(`select ${rows.join()}`)).rows[0]
}

const answered = 'return=representation'
const unreadable: [string, { search?: string; headers?: Headers }][] = [
  ['a column that there is not', { search: 'select=nope' }],
  ['the same, answered', { search: 'select=nope', headers: { prefer: answered } }],
  ['a table that there is not', { search: 'select=nope(id)', headers: { prefer: answered } }],
  ['a select without an end', { search: 'select=id,(' }],
  ['a cast', { search: 'select=id::text' }],
  ['an order that there is not', { search: 'order=nope.desc', headers: { prefer: answered } }],
  ['an order of no direction', { search: 'order=id.sideways' }],
  ['a limit that is no number', { search: 'limit=few' }],
  ['a limit below zero', { search: 'limit=-1' }],
  ['an offset that is no number', { search: 'offset=x' }],
  ['an offset too far', { search: 'offset=10001' }],
  ['a filter of no column', { search: 'nope=eq.1' }],
  ['a filter without operator', { search: 'id=1' }],
  ['a group without an end', { search: 'or=(id.eq.1' }],
  ['a table that is not embedded', { search: 'short_links.limit=1' }],
  ['columns that there are none of', { search: 'columns=nope' }],
  ['conflicts that there are none of', { search: 'on_conflict=nope' }],
  ['taking it back', { headers: { prefer: 'tx=rollback' } }],
  ['an unknown preference', { headers: { prefer: 'handling=strict,colour=red' } }],
  ['a number that is none', { headers: { prefer: 'handling=strict,max-affected=few' } }],
  ['fewer rows', { headers: { prefer: 'handling=strict,max-affected=0' } }],
  ['another form', { headers: { accept: 'text/csv' } }],
  ['a range', { headers: { range: '0-9' } }],
  ['another schema', { headers: { 'content-profile': 'auth' } }],
]

/** Questions that tables can be asked, and procedures cannot. */
const unreadableOfTables: typeof unreadable = [
  [
    'a value of an embedded table that is no time',
    { search: 'select=products(id)&products.created_at=gt.soon' },
  ],
  ['rows that have others only', { search: 'select=products!inner(id)' }],
]

it('every procedure and every change of a table is tried', async () => {
  const calls = (await readCalls(app)).filter(
    ({ path, method }) => path.startsWith('/rest/v1/') && method !== 'GET',
  )
  expect(Object.keys(asked).sort()).toEqual(calls.map(({ name }) => name).sort())
})

describe('nothing is done', () => {
  it.each([...unreadable, ...unreadableOfTables])('for %s', async (_what, how) => {
    const before = await look()
    for (const name of Object.keys(asked)) {
      const { status } = await send(name, how)
      expect([name, status >= 400 && status < 500]).toEqual([name, true])
    }
    expect(await look()).toEqual(before)
  })

  it('for one object, where several rows or none are meant', async () => {
    const one = { accept: 'application/vnd.pgrst.object+json' }
    const before = await look()
    for (const [method, path, body] of [
      ['POST', 'products', [{}, {}]],
      ['PATCH', `products?id=eq.${maya.id}`, { title: 'x' }],
      ['DELETE', `products?id=eq.${maya.id}`],
    ] as const) {
      const answer = await app.request(method, `/rest/v1/${path}`, {
        token: maya.token,
        headers: one,
        ...(body && { body }),
      })
      expect([answer.status, answer.body.code]).toEqual([406, 'PGRST116'])
    }
    expect(await look()).toEqual(before)
  })
})

it('the same requests are done without that', async () => {
  const silent = ['POST /rest/v1/earnings', ...Object.keys(asked).filter((name) => name.includes('/get_'))]
  for (const name of Object.keys(asked)) {
    const before = await look()
    const { status } = await send(name, {})
    expect([name, status]).toEqual([name, expect.toBeOneOf([200, 201, 204])])
    if (!silent.includes(name)) expect([name, await look()]).not.toEqual([name, before])
  }
})
