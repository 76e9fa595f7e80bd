import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../tests/harness/app.ts'
import { type Person, signUp } from '../../tests/harness/people.ts'
import { clientOf } from './testing/client.ts'

// docs/product/calls.md#table-queries: what the specification's client asks, by the official client unmodified.

let app: TestApp
let maya: Person
let kofi: Person
let kitchen: string
let books: string
let kettle: Row

type Row = Record<string, never> & {
  id: string
  user_id: string
  asin: string
  title: string
  created_at: string
}

beforeAll(async () => {
  app = await startTestApp({ env: { AMAZON_TAGS: 'us=folio-20' } })
  maya = await signUp(app)
  kofi = await signUp(app, { first: 'Kofi', last: 'Mensah' })
  const { data } = await clientOf(app)
    .from('categories')
    .select('id,name,slug,sort_order')
    .order('sort_order')
  const found = new Map((data as { slug: string; id: string }[]).map(({ slug, id }) => [slug, id]))
  kitchen = found.get('kitchen') as string
  books = found.get('books') as string
})
afterAll(() => app.close())

const post = async (title: string, person = maya, asin = 'B0KETTLE01') => {
  const { data, error } = await clientOf(app, person)
    .from('products')
    .insert({
      user_id: person.id,
      amazon_url: `https://www.amazon.com/dp/${asin}`,
      asin,
      title,
      description: 'Boils.',
      user_comment: 'I use it each day.',
      image_url: null,
      price_usd: 12.5,
      tags: ['steel', 'gift'],
      is_categorized: true,
    } as never)
    .select()
    .single()
  expect(error).toBeNull()
  return data as unknown as Row
}

describe('what an owner does', () => {
  it('categories: all, in their order', async () => {
    const { data, error, status } = await clientOf(app)
      .from('categories')
      .select('id, name, slug, sort_order')
      .order('sort_order', { ascending: true })
    expect([error, status]).toEqual([null, 200])
    expect(data).toHaveLength(16)
    expect(data?.[0]).toEqual({ id: expect.any(String), name: 'Fashion', slug: 'fashion', sort_order: 1 })
  })

  it('products: insert returns the row; price and category are the server’s', async () => {
    kettle = await post('Steel kettle')
    expect(kettle).toEqual({
      id: expect.any(String),
      user_id: maya.id,
      amazon_url: 'https://www.amazon.com/dp/B0KETTLE01',
      asin: 'B0KETTLE01',
      title: 'Steel kettle',
      description: 'Boils.',
      user_comment: 'I use it each day.',
      image_url: null,
      price_usd: null,
      tags: ['steel', 'gift'],
      is_categorized: false,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
  })

  it('product_categories: insert, select, and is_categorized follows', async () => {
    const client = clientOf(app, maya)
    const link = { product_id: kettle.id, category_id: kitchen }
    expect(await client.from('product_categories').insert([link] as never)).toMatchObject({
      error: null,
      status: 201,
    })
    expect(
      (
        await client
          .from('products')
          .update({ is_categorized: true } as never)
          .eq('id', kettle.id)
      ).status,
    ).toBe(204)
    const read = await client.from('product_categories').select('category_id').eq('product_id', kettle.id)
    expect(read.data).toEqual([{ category_id: kitchen }])
    const again = await client.from('product_categories').insert(link as never)
    expect([again.status, again.error?.code]).toEqual([409, '23505'])
    expect((await client.from('product_categories').delete().eq('product_id', kettle.id)).status).toBe(204)
    const inbox = await client.from('products').select('is_categorized').eq('id', kettle.id).single()
    expect(inbox.data).toEqual({ is_categorized: false })
    expect((await client.from('product_categories').insert(link as never)).status).toBe(201)
    const filed = await client.from('products').select('is_categorized').eq('id', kettle.id).single()
    expect(filed.data).toEqual({ is_categorized: true })
  })

  it('short_links: of the title and four signs; a taken one is 23505, another 23514', async () => {
    const client = clientOf(app, maya)
    const id = 'steel-kettle-zz01'
    expect((await client.from('short_links').insert({ id, product_id: kettle.id } as never)).error).toBeNull()
    const taken = await client.from('short_links').insert({ id, product_id: kettle.id } as never)
    expect([taken.status, taken.error?.code]).toEqual([409, '23505'])
    const other = await client
      .from('short_links')
      .insert({ id: 'free-money-0000', product_id: kettle.id } as never)
    expect([other.status, other.error?.code]).toEqual([400, '23514'])
    const found = await client.from('short_links').select('product_id').eq('id', id).single()
    expect(found.data).toEqual({ product_id: kettle.id })
    expect((await app.request('GET', `/api/v1/products/${id}`)).body.id).toBe(kettle.id)
  })

  it('earnings: the record is there; zeros change nothing, others are refused', async () => {
    const client = clientOf(app, maya)
    const record = { product_id: kettle.id, clicks_count: 0, earnings_usd: 0 }
    const { data, status } = await client
      .from('earnings')
      .insert(record as never)
      .select()
    expect([status, data]).toEqual([201, [record]])
    const made = await client.from('earnings').insert({ ...record, earnings_usd: 5 } as never)
    expect([made.status, made.error?.code]).toEqual([400, '23514'])
  })

  it('products: update, and a row with its author and category', async () => {
    const client = clientOf(app, maya)
    const changes = { title: 'Steel kettle, 1 l', description: null, tags: ['steel'] }
    expect(
      (
        await client
          .from('products')
          .update(changes as never)
          .eq('id', kettle.id)
      ).status,
    ).toBe(204)
    const { data, error } = await client
      .from('products')
      .select('*, profiles(first_name,username,avatar_url), categories(id,name)')
      .eq('id', kettle.id)
      .single()
    expect(error).toBeNull()
    expect(data).toMatchObject({
      ...changes,
      profiles: { first_name: 'Maya', username: maya.username, avatar_url: null },
      categories: [{ id: kitchen, name: 'Kitchen' }],
    })
  })

  it('products: by ASIN, of a person newest first, of a category and person', async () => {
    const mug = await post('A mug', maya, 'B0MUG00001')
    const client = clientOf(app, maya)
    const byAsin = await client.from('products').select('id').eq('asin', 'B0MUG00001').maybeSingle()
    expect(byAsin.data).toEqual({ id: mug.id })
    const own = await client
      .from('products')
      .select('id')
      .eq('user_id', maya.id)
      .order('created_at', { ascending: false })
    expect(own.data).toEqual([{ id: mug.id }, { id: kettle.id }])
    const filed = await client
      .from('products')
      .select('id, product_categories!inner(category_id)')
      .eq('user_id', maya.id)
      .eq('product_categories.category_id', kitchen)
    expect(filed.data).toEqual([{ id: kettle.id, product_categories: [{ category_id: kitchen }] }])
  })

  it('the feed, by category and by followed people, and the search', async () => {
    const client = clientOf(app, kofi)
    const columns = 'id, user_id, title, description, image_url, price_usd, created_at, asin'
    const feed = () =>
      client.from('products').select(columns).order('created_at', { ascending: false }).limit(40)
    expect((await feed()).data).toHaveLength(2)
    await client.rpc('follow_user', { target_user_id: maya.id } as never)
    const followed = await client.from('followers').select('following_id').eq('follower_id', kofi.id)
    expect(followed.data).toEqual([{ following_id: maya.id }])
    const ids = (followed.data as { following_id: string }[]).map(({ following_id }) => following_id)
    expect((await feed().in('user_id', ids)).data).toHaveLength(2)
    const ofKitchen = await client
      .from('products')
      .select(`${columns}, product_categories!inner(category_id)`)
      .eq('product_categories.category_id', kitchen)
      .order('created_at', { ascending: false })
      .limit(40)
    expect((ofKitchen.data as unknown as Row[]).map(({ id }) => id)).toEqual([kettle.id])
    const search = async (text: string) =>
      (
        await client
          .from('products')
          .select('title, short_links(id)')
          .or(`title.ilike.%${text}%,description.ilike.%${text}%,tags.cs.{${text}}`)
          .limit(8)
      ).data as unknown as { title: string; short_links: { id: string }[] }[]
    expect((await search('KETTLE')).map(({ title }) => title)).toEqual(['Steel kettle, 1 l'])
    expect((await search('KETTLE'))[0]?.short_links).toContainEqual({ id: 'steel-kettle-zz01' })
    expect((await search('gift')).map(({ title }) => title)).toEqual(['A mug'])
    expect(await search('nothing')).toEqual([])
  })

  it('followers: both ways, with the people', async () => {
    const { data } = await clientOf(app, kofi)
      .from('followers')
      .select(
        'following_id, profiles!followers_following_id_fkey(id, username, first_name, last_name, avatar_url, bio)',
      )
      .eq('follower_id', kofi.id)
      .limit(20)
    expect(data).toMatchObject([
      { following_id: maya.id, profiles: { id: maya.id, username: maya.username } },
    ])
    const back = await clientOf(app, maya).from('followers').select('follower_id').eq('following_id', maya.id)
    expect(back.data).toEqual([{ follower_id: kofi.id }])
    const vague = await clientOf(app, kofi).from('followers').select('profiles(id)')
    expect(vague.error?.code).toBe('PGRST201')
  })

  it('clicks: insert, count, and the owner’s times', async () => {
    const reader = clientOf(app)
    const click = { product_id: kettle.id, user_agent: 'x', referrer: 'https://example.org/' }
    expect((await reader.from('clicks').insert(click as never)).status).toBe(201)
    const { status } = await app.request('POST', `/api/v1/products/${kettle.id}/clicks`, {
      body: { kind: 'view' },
      headers: {
        'user-agent': 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
      },
    })
    expect(status).toBe(201)
    const count = await clientOf(app, maya)
      .from('clicks')
      .select('*', { count: 'exact', head: true })
      .eq('product_id', kettle.id)
    expect(count.count).toBe(1)
    const times = await clientOf(app, maya)
      .from('clicks')
      .select('timestamp, product_id')
      .in('product_id', [kettle.id])
      .gte('timestamp', '2020-01-01T00:00:00Z')
    expect(times.data).toEqual([{ timestamp: expect.any(String), product_id: kettle.id }])
    expect((await clientOf(app, kofi).from('clicks').select('*', { count: 'exact', head: true })).count).toBe(
      0,
    )
  })

  it('profiles: by username and id, and one’s own change', async () => {
    const client = clientOf(app, maya)
    const taken = await client.from('profiles').select('id').eq('username', kofi.username).maybeSingle()
    expect(taken.data).toEqual({ id: kofi.id })
    const none = await client.from('profiles').select('id').eq('username', 'nobody-here').maybeSingle()
    expect([none.data, none.error]).toEqual([null, null])
    const own = await client
      .from('profiles')
      .update({ bio: 'Tea.' } as never)
      .eq('id', maya.id)
      .select()
      .single()
    expect(own.data).toMatchObject({ bio: 'Tea.', email: maya.email })
    const other = await client.from('profiles').select('email').eq('id', kofi.id).single()
    expect(other.data).toEqual({ email: null })
    expect((await client.from('profiles').select('*')).error?.code).toBe('PGRST100')
  })

  it('preferences: upsert and select', async () => {
    const client = clientOf(app, maya)
    const pin = { user_id: maya.id, category_id: books, is_pinned: false }
    for (const is_pinned of [false, true]) {
      const { error } = await client
        .from('user_category_preferences')
        .upsert({ ...pin, is_pinned } as never, { onConflict: 'user_id,category_id' })
      expect(error).toBeNull()
    }
    const { data } = await client.from('user_category_preferences').select('category_id, is_pinned')
    expect(data).toEqual([{ category_id: books, is_pinned: true }])
  })

  it('the ledger: empty for who has earned nothing', async () => {
    const { data, error } = await clientOf(app, maya)
      .from('earnings_ledger')
      .select('*, amazon_orders(product_title, asin, confidence)')
      .order('created_at', { ascending: false })
      .limit(50)
    expect([data, error]).toEqual([[], null])
  })

  it('products: delete', async () => {
    const lamp = await post('A lamp', maya, 'B0LAMP0001')
    const client = clientOf(app, maya)
    expect((await client.from('products').delete().eq('id', lamp.id)).status).toBe(204)
    expect((await client.from('products').select('id').eq('id', lamp.id).maybeSingle()).data).toBeNull()
  })
})

describe('what others may', () => {
  it('a stranger changes nothing of somebody else’s', async () => {
    const client = clientOf(app, kofi)
    const changed = await client
      .from('products')
      .update({ title: 'Mine' } as never)
      .eq('id', kettle.id)
      .select()
    expect(changed.data).toEqual([])
    expect((await client.from('products').delete().eq('id', kettle.id).select()).data).toEqual([])
    expect((await client.from('product_categories').delete().eq('product_id', kettle.id)).status).toBe(204)
    expect(
      (
        await client
          .from('profiles')
          .update({ bio: 'x' } as never)
          .eq('id', maya.id)
          .select()
      ).data,
    ).toEqual([])
    const foreign = { user_id: maya.id, amazon_url: 'https://www.amazon.com/dp/B0KETTLE01', title: 'Hers' }
    expect((await client.from('products').insert(foreign as never)).error?.code).toBe('42501')
    const link = await client
      .from('short_links')
      .insert({ id: 'steel-kettle-1-l-0001', product_id: kettle.id } as never)
    expect(link.status).toBeGreaterThanOrEqual(400)
    const left = await clientOf(app)
      .from('products')
      .select('title, categories(slug)')
      .eq('id', kettle.id)
      .single()
    expect(left.data).toEqual({ title: 'Steel kettle, 1 l', categories: [{ slug: 'kitchen' }] })
    expect((await client.from('earnings').select('*')).data).toEqual([])
    expect((await client.from('user_category_preferences').select('*')).data).toEqual([])
  })

  it('nobody reads what is public, and writes nothing', async () => {
    const client = clientOf(app)
    expect((await client.from('products').select('id')).data).toHaveLength(2)
    expect((await client.from('followers').select('*')).data).toEqual([])
    for (const refused of [
      await client.from('products').insert({ title: 'x' } as never),
      await client.from('products').delete().eq('id', kettle.id),
      await client.from('followers').insert({} as never),
    ])
      expect([refused.status, refused.error?.code]).toEqual([401, '42501'])
  })

  it('what has no title of its own is its owner’s alone', async () => {
    const client = clientOf(app, maya)
    const sample = {
      amazon_url: 'https://amzn.to/3abcdef',
      asin: 'B0MADEUP01',
      title: 'Wireless Headphones',
      tags: ['x'],
    }
    const { data } = await client
      .from('products')
      .insert(sample as never)
      .select('id,title')
      .single()
    const { id } = data as unknown as Row
    expect((await clientOf(app, kofi).from('products').select('id').eq('id', id)).data).toEqual([])
    expect((await clientOf(app, kofi).from('short_links').select('id').eq('product_id', id)).data).toEqual([])
    expect((await client.from('products').select('title').eq('id', id)).data).toEqual([
      { title: 'Wireless Headphones' },
    ])
    expect((await client.from('products').select('id').eq('user_id', maya.id)).data).toContainEqual({ id })
    expect((await client.from('products').select('id').limit(40)).data).not.toContainEqual({ id })
    await client
      .from('products')
      .update({ title: 'My headphones' } as never)
      .eq('id', id)
    expect((await clientOf(app, kofi).from('products').select('title').eq('id', id)).data).toEqual([
      { title: 'My headphones' },
    ])
  })
})
