import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person, signUp } from '../../../tests/harness/people.ts'
import { clientOf } from '../testing/client.ts'

// docs/product/calls.md#table-queries: how rows are changed, all or none.

let app: TestApp
let maya: Person
let kofi: Person
beforeAll(async () => {
  app = await startTestApp()
  maya = await signUp(app)
  kofi = await signUp(app, { first: 'Kofi' })
})
afterAll(() => app.close())

const client = (person = maya) => clientOf(app, person)
const products = () => client().from('products')
const row = (asin: string, rest: object = {}) =>
  ({ amazon_url: `https://www.amazon.com/dp/${asin}`, title: `Thing ${asin}`, ...rest }) as never
const ownTitles = async () =>
  ((await products().select('title').eq('user_id', maya.id).order('title')).data ?? []).map(
    ({ title }: { title: string }) => title,
  )

describe('inserting several rows', () => {
  it('answers them all', async () => {
    const { data, status } = await products()
      .insert([row('B0MANY0001'), row('B0MANY0002')] as never)
      .select('title')
    expect([status, data]).toEqual([201, [{ title: 'Thing B0MANY0001' }, { title: 'Thing B0MANY0002' }]])
  })

  it('makes none where one is refused', async () => {
    const before = await ownTitles()
    const { error } = await products().insert([row('B0MANY0003'), { title: 'No link' }] as never)
    expect(error?.code).toBe('23514')
    expect(await ownTitles()).toEqual(before)
  })

  it('refuses columns that nobody may write, and those that there are none of', async () => {
    for (const [column, code] of [
      ['id', '42501'],
      ['created_at', '42501'],
      ['colour', 'PGRST204'],
    ]) {
      const { error } = await products().insert(row('B0MANY0004', { [column as string]: null }))
      expect([column, error?.code]).toEqual([column, code])
    }
    expect((await products().insert([] as never)).status).toBe(201)
  })
})

describe('changing rows', () => {
  it('asks which, by their ids', async () => {
    for (const { error } of [
      await products()
        .update({ title: 'All' } as never)
        .eq('user_id', maya.id),
      await products().delete().neq('id', crypto.randomUUID()),
      await client().from('product_categories').delete().eq('category_id', crypto.randomUUID()),
    ])
      expect(error?.code).toBe('21000')
    expect((await ownTitles()).length).toBe(2)
  })

  it('changes only those that the other filters leave, and says how many', async () => {
    const { data } = await products().select('id,title').eq('user_id', maya.id)
    const ids = (data as unknown as { id: string }[]).map(({ id }) => id)
    const { count, status } = await products()
      .update({ user_comment: 'Mine' } as never, { count: 'exact' })
      .in('id', ids)
      .eq('title', 'Thing B0MANY0001')
    expect([count, status]).toEqual([1, 204])
    const { data: noted } = await products().select('title').in('id', ids).eq('user_comment', 'Mine')
    expect(noted).toEqual([{ title: 'Thing B0MANY0001' }])
  })

  it('changes nothing where more would be affected than asked', async () => {
    const { data } = await products().select('id').eq('user_id', maya.id)
    const ids = (data as unknown as { id: string }[]).map(({ id }) => id)
    const { body } = await app.request('DELETE', `/rest/v1/products?id=in.(${ids.join()})`, {
      token: maya.token,
      headers: { prefer: 'handling=strict,max-affected=1' },
    })
    expect(body.code).toBe('PGRST124')
    expect((await ownTitles()).length).toBe(2)
    const gone = await products().delete().in('id', ids).select('title').order('title')
    expect(gone.data).toEqual([{ title: 'Thing B0MANY0001' }, { title: 'Thing B0MANY0002' }])
    expect(await ownTitles()).toEqual([])
  })

  it('takes no limit, and merges only what can be merged', async () => {
    const answer = await app.request('PATCH', `/rest/v1/products?id=eq.${maya.id}&limit=1`, {
      token: maya.token,
      body: {},
    })
    expect([answer.status, answer.body.code]).toEqual([400, 'PGRST100'])
    expect((await products().upsert(row('B0MANY0005'))).error?.code).toBe('PGRST100')
    const other = await client()
      .from('user_category_preferences')
      .upsert({ category_id: maya.id, is_pinned: true } as never, { onConflict: 'user_id' })
    expect(other.error?.code).toBe('42P10')
  })
})

describe('rows of somebody else’s product', () => {
  it.each(['earnings', 'product_categories', 'short_links'])('are not inserted into %s', async (table) => {
    const { data: categories } = await client().from('categories').select('id').limit(1).single()
    const { data } = await products().insert(row('B0FOREIGN1')).select('id').single()
    const { id: product_id } = data as unknown as { id: string }
    const foreign = {
      earnings: { product_id, clicks_count: 0, earnings_usd: 0 },
      product_categories: { product_id, category_id: (categories as unknown as { id: string }).id },
      short_links: { product_id, id: 'thing-b0foreign1-0001' },
    }[table]
    const { status, error } = await client(kofi)
      .from(table)
      .insert(foreign as never)
    expect([status, error?.code]).toEqual([403, '42501'])
    const missing = await client()
      .from(table)
      .insert({ ...foreign, product_id: kofi.id } as never)
    expect([missing.status, missing.error?.code]).toEqual([404, 'PGRST116'])
    expect((await products().delete().eq('id', product_id)).status).toBe(204)
  })
})

describe('a picture that its owner has not uploaded', () => {
  const foreign = 'https://img.example/x.jpg'
  const pictured = (image_url: unknown) => ({ image_url }) as never

  it('is ignored where a product is inserted and changed', async () => {
    const made = await products()
      .insert(row('B0PICTURE1', { image_url: foreign }))
      .select('id,image_url')
      .single()
    const { id, image_url } = made.data as unknown as { id: string; image_url: string | null }
    expect(image_url).toBeNull()
    const changed = await products()
      .update({ title: 'Other', image_url: foreign } as never)
      .eq('id', id)
      .select('title,image_url')
    expect([changed.error, changed.data]).toEqual([null, [{ title: 'Other', image_url: null }]])
    expect((await products().update(pictured(7)).eq('id', id)).error?.code).toBe('23514')
    const missing = `/storage/v1/object/public/avatars/products/product-${maya.id}-1.png`
    expect((await products().update(pictured(missing)).eq('id', id)).error?.code).toBe('23514')
    expect((await products().insert(row('B0PICTURE2', pictured(missing)))).error?.code).toBe('23514')
  })
})

describe('category preferences', () => {
  it('are inserted once, and changed by their category', async () => {
    const { data } = await client().from('categories').select('id').order('sort_order')
    const [first, second] = (data as { id: string }[]).map(({ id }) => id) as [string, string]
    const preferences = () => client().from('user_category_preferences')
    const unpinned = { category_id: first, is_pinned: false }
    expect((await preferences().insert({ user_id: maya.id, ...unpinned } as never)).status).toBe(201)
    const again = await preferences().insert([{ ...unpinned, category_id: second }, unpinned] as never)
    expect([again.status, again.error?.code]).toEqual([409, '23505'])
    const kept = await preferences()
      .upsert(
        [
          { ...unpinned, is_pinned: true },
          { ...unpinned, category_id: second },
        ] as never,
        { ignoreDuplicates: true },
      )
      .select('category_id,is_pinned')
    expect(kept.data).toEqual([{ category_id: second, is_pinned: false }])
    const pinned = { is_pinned: true } as never
    const changed = await preferences().update(pinned).eq('category_id', first).select('is_pinned')
    expect(changed.data).toEqual([{ is_pinned: true }])
    const others = client(kofi).from('user_category_preferences')
    expect((await others.update(pinned).eq('category_id', second).select()).data).toEqual([])
    const all = await preferences().select('category_id,is_pinned').order('is_pinned')
    expect(all.data).toEqual([
      { category_id: second, is_pinned: false },
      { category_id: first, is_pinned: true },
    ])
    expect((await preferences().update(pinned).eq('user_id', maya.id)).error?.code).toBe('21000')
  })
})
