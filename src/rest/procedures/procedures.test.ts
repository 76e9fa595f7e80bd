import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person, signUp } from '../../../tests/harness/people.ts'
import { clientOf } from '../testing/client.ts'

// docs/product/calls.md#table-queries: what a query may ask of a procedure's answer.

let app: TestApp
let maya: Person
beforeAll(async () => {
  app = await startTestApp()
  maya = await signUp(app)
})
afterAll(() => app.close())

const pinned = (options?: { get?: boolean; head?: boolean; count?: 'exact' }) =>
  clientOf(app, maya).rpc('get_user_pinned_categories', { user_id_param: null } as never, options)

describe('a procedure’s answer', () => {
  it('has the columns, rows and order that are asked for', async () => {
    const { data, error } = await pinned()
      .select('slug, place:sort_order')
      .in('slug', ['home', 'beauty', 'books'])
      .neq('slug', 'beauty')
      .order('sort_order', { ascending: false })
    expect([data, error]).toEqual([
      [
        { slug: 'books', place: 7 },
        { slug: 'home', place: 3 },
      ],
      null,
    ])
    expect((await pinned().select('slug').order('slug').range(1, 2)).data).toEqual([
      { slug: 'books' },
      { slug: 'electronics' },
    ])
  })

  it('is one object, or says why not', async () => {
    const one = await pinned().select('slug').eq('slug', 'home').single()
    expect(one.data).toEqual({ slug: 'home' })
    expect((await pinned().select('slug').single()).error?.code).toBe('PGRST116')
    expect((await pinned().select('slug').eq('slug', 'none').maybeSingle()).data).toBeNull()
    const profile = await clientOf(app)
      .rpc('get_public_profile_by_username', { p_username: maya.username } as never)
      .single()
    expect(profile.data).toMatchObject({ id: maya.id })
  })

  it('is counted', async () => {
    const { count, data } = await pinned({ count: 'exact' }).select('slug').limit(2)
    expect([count, (data as unknown as unknown[]).length]).toEqual([8, 2])
    expect((await pinned({ head: true, count: 'exact' })).count).toBe(8)
  })

  it('comes by GET too, where the procedure only reads', async () => {
    const { data } = await pinned({ get: true }).select('slug').eq('slug', 'home')
    expect(data).toEqual([{ slug: 'home' }])
    const following = await clientOf(app, maya).rpc('follow_user', { target_user_id: maya.id } as never, {
      get: true,
    })
    expect([following.status, following.error?.code]).toEqual([405, '25006'])
  })

  it('refuses what it does not have, also where nobody would see it', async () => {
    expect((await pinned().select('nope')).error?.code).toBe('PGRST204')
    expect((await pinned().select('slug, products(id)')).error?.code).toBe('PGRST100')
    const unknown = await clientOf(app).rpc('get_nothing' as never, {} as never, {
      head: true,
      count: 'exact',
    })
    expect([unknown.status, unknown.count]).toEqual([400, null])
    expect(unknown.error).not.toBeNull()
    expect((await clientOf(app).rpc('get_nothing' as never)).status).toBe(404)
    const nobody = await clientOf(app).rpc('get_inbox_products', {} as never, { get: true })
    expect([nobody.status, nobody.error?.code]).toEqual([401, '42501'])
    const anothers = await clientOf(app, maya).rpc(
      'get_inbox_products',
      { user_id_param: crypto.randomUUID() } as never,
      { get: true },
    )
    expect([anothers.status, anothers.error?.code]).toEqual([403, '42501'])
  })
})
