import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person, signUp } from '../../../tests/harness/people.ts'

// docs/product/calls.md#table-queries: how rows are changed, all or none.

let app: TestApp
let maya: Person
beforeAll(async () => {
  app = await startTestApp()
  maya = await signUp(app)
})
afterAll(() => app.close())

const client = () =>
  createClient(app.url, 'public-anon-key', {
    auth: { storageKey: crypto.randomUUID(), persistSession: false },
    global: { headers: { Authorization: `Bearer ${maya.token}` } },
  })
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
