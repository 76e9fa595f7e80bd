import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../tests/harness/app.ts'
import { signUpAdmin } from '../../tests/harness/people.ts'
import { reportText } from '../orders/testing/report-text.ts'
import { clientOf, done, file, join, type Member, post, type Row, upload } from './testing/client.ts'

// docs/product/calls.md#table-queries: what the specification's client does, by the official client alone, from signing
// up to the ledger; after each act /api/v1 shows what the tables say.

let app: TestApp
let maya: Member
let kofi: Member
let categories: { id: string; slug: string }[]

beforeAll(async () => {
  app = await startTestApp({ env: { AMAZON_TAGS: 'us=folio-20' } })
  maya = await join(app, 'Maya', 'Okafor')
  kofi = await join(app, 'Kofi', 'Mensah')
})
afterAll(() => app.close())

/** What /api/v1 answers to somebody, or to nobody. */
const shown = async (path: string, who?: Member) => {
  const { status, body } = await app.request('GET', `/api/v1/${path}`, { token: who?.token })
  expect([path, status]).toEqual([path, 200])
  return body
}
const idsOf = (rows: unknown) => (rows as Row[]).map(({ id }) => id)

const categoryOf = (slug: string) => categories.find((one) => one.slug === slug)?.id as string

let posted: Row
const loose: Row[] = []

it('categories are those of the pages', async () => {
  const all = await done(
    maya.client
      .from('categories')
      .select('id, name, slug, sort_order')
      .order('sort_order', { ascending: true }),
  )
  categories = all as never
  expect(all).toEqual((await shown('categories')).items)
})

it('a profile is saved once its username is free', async () => {
  const taken = await maya.client.from('profiles').select('id').eq('username', kofi.username).maybeSingle()
  expect(taken.data).toMatchObject({ id: kofi.id })
  const avatar = await upload(maya, `${maya.id}-1.png`)
  const changes = {
    first_name: 'Maya',
    last_name: 'Okafor-Lee',
    username: 'maya-lee',
    avatar_url: avatar,
    bio: 'Tea.',
  }
  expect(
    (
      await maya.client
        .from('profiles')
        .update(changes as never)
        .eq('id', maya.id)
    ).error,
  ).toBeNull()
  maya.username = changes.username
  const own = await shown('me', maya)
  expect(own).toMatchObject({ ...changes, avatar_url: new URL(avatar).pathname })
  const [profile] = await done(
    kofi.client.rpc('get_public_profile_by_username', { p_username: 'maya-lee' } as never),
  )
  const { is_following, ...page } = await shown('profiles/maya-lee', kofi)
  expect([profile, is_following]).toEqual([page, false])
})

it('an item is posted, though two short links were taken', async () => {
  const kettle = { title: 'Steel kettle', asin: 'B0KETTLE01', category_id: categoryOf('kitchen') }
  for (const four of ['aa01', 'aa02']) {
    await post(kofi, { ...kettle, signs: [four] })
    app.clock.advance(60_000)
  }
  const { product, tries } = await post(maya, { ...kettle, signs: ['aa01', 'aa02', 'aa03', 'aa04', 'aa05'] })
  expect(tries).toEqual(['23505', '23505', undefined])
  posted = product
  const page = await shown('products/steel-kettle-aa03')
  expect(page).toMatchObject({
    id: posted.id,
    ...{ title: 'Steel kettle', description: 'About Steel kettle.', user_comment: null, asin: 'B0KETTLE01' },
    ...{ tags: ['gift'], is_categorized: true, price_usd: null, image_url: null },
    categories: { id: categoryOf('kitchen'), slug: 'kitchen' },
    profiles: { first_name: 'Maya', username: 'maya-lee' },
  })
  const found = await maya.client
    .from('short_links')
    .select('product_id')
    .eq('id', 'steel-kettle-aa03')
    .single()
  expect(found.data).toEqual({ product_id: page.id })
  const links = await done(maya.client.from('short_links').select('id').eq('product_id', posted.id))
  expect(idsOf(links)).toContain(page.short_link_id)
})

it('an item is edited, with an own picture and another category', async () => {
  const picture = await upload(maya, `products/product-${maya.id}-1.png`)
  const changes = {
    title: 'Copper kettle',
    description: null,
    user_comment: 'Mine.',
    image_url: picture,
    tags: ['tea'],
  }
  const { client } = maya
  expect(
    (
      await client
        .from('products')
        .update(changes as never)
        .eq('id', posted.id)
    ).error,
  ).toBeNull()
  expect((await client.from('product_categories').delete().eq('product_id', posted.id)).error).toBeNull()
  await file(client, [posted.id], categoryOf('home'))
  const page = await shown(`products/${posted.id}`)
  expect(page).toMatchObject({
    ...{ ...changes, image_url: new URL(picture).pathname, image_source: 'owner', is_categorized: true },
    categories: { slug: 'home' },
  })
  const read = await kofi.client
    .from('products')
    .select('*, profiles(first_name, username, avatar_url), categories(id, name, slug)')
    .eq('id', posted.id)
    .single()
  const row = read.data as unknown as Row
  for (const name of [
    'title',
    'description',
    'user_comment',
    'image_url',
    'tags',
    'price_usd',
    'asin',
    'is_categorized',
  ])
    expect([name, row[name]]).toEqual([name, page[name]])
  expect([row.profiles, row.categories]).toEqual([page.profiles, [page.categories]])
})

it('the Inbox is emptied into a category', async () => {
  const { client } = maya
  for (const [title, asin] of [
    ['Red mug', 'B0MUG00001'],
    ['Blue mug', 'B0MUG00002'],
    ['Lamp', 'B0LAMP0001'],
  ] as const) {
    app.clock.advance(60_000)
    loose.push((await post(maya, { title, asin, signs: ['bb01'] })).product)
  }
  const inbox = async () => ({
    procedure: idsOf(await done(client.rpc('get_inbox_products', { user_id_param: null } as never))),
    table: idsOf(
      await done(
        client
          .from('products')
          .select('id')
          .eq('user_id', maya.id)
          .eq('is_categorized', false)
          .order('created_at', { ascending: false }),
      ),
    ),
    api: (await shown('me/inbox/ids', maya)).ids,
  })
  const three = await inbox()
  expect(three.api.toSorted()).toEqual(idsOf(loose).sort())
  expect([three.procedure, three.table]).toEqual([three.api, three.api])
  await file(client, idsOf(loose.slice(0, 2)), categoryOf('kitchen'))
  const one = { procedure: [loose[2]?.id], table: [loose[2]?.id], api: [loose[2]?.id] }
  expect(await inbox()).toEqual(one)
})

it('the collection is that of the pages, as a whole and by category', async () => {
  const { client } = maya
  const own = client.from('products').select('id').eq('user_id', maya.id)
  const all = await done(own.order('created_at', { ascending: false }))
  expect(idsOf(all)).toEqual(idsOf((await shown('me/products', maya)).items))
  expect(idsOf(all)).toEqual(idsOf((await shown('profiles/maya-lee/products')).items))
  const ofKitchen = await done(
    client
      .from('products')
      .select('id, product_categories!inner(category_id)')
      .eq('user_id', maya.id)
      .eq('product_categories.category_id', categoryOf('kitchen'))
      .order('created_at', { ascending: false }),
  )
  expect(idsOf(ofKitchen)).toEqual(idsOf((await shown('me/products?category=kitchen', maya)).items))
  expect(ofKitchen).toHaveLength(2)
})

it('pins are those of the pages', async () => {
  const unpin = { user_id: maya.id, category_id: categoryOf('home'), is_pinned: false }
  const { client } = maya
  expect((await client.from('user_category_preferences').upsert(unpin as never)).error).toBeNull()
  const { items } = await shown('me/categories', maya)
  const byPin = (isPinned: boolean) =>
    items
      .filter((one: { is_pinned: boolean }) => one.is_pinned === isPinned)
      .map(({ slug }: { slug: string }) => slug)
  for (const isPinned of [true, false]) {
    const name = isPinned ? 'get_user_pinned_categories' : 'get_user_unpinned_categories'
    const rows = await done(client.rpc(name, { user_id_param: maya.id } as never))
    expect(rows.map(({ slug }) => slug)).toEqual(byPin(isPinned))
  }
  expect(byPin(false)).toContain('home')
  const stored = await done(client.from('user_category_preferences').select('category_id, is_pinned'))
  expect(stored).toEqual([{ category_id: unpin.category_id, is_pinned: false }])
})

it('somebody is followed, and not any more', async () => {
  const { client } = kofi
  const following = () =>
    done(
      client
        .from('followers')
        .select(
          'following_id, profiles!followers_following_id_fkey(id, username, first_name, last_name, avatar_url, bio)',
        )
        .eq('follower_id', kofi.id)
        .limit(20),
    )
  const fans = () => done(maya.client.from('followers').select('follower_id').eq('following_id', maya.id))
  for (const [name, count] of [
    ['follow_user', 1],
    ['unfollow_user', 0],
    ['follow_user', 1],
  ] as const) {
    expect((await client.rpc(name, { target_user_id: maya.id } as never)).error).toBeNull()
    const { items, following_count } = await shown('me/following', kofi)
    const profile = await shown('profiles/maya-lee', kofi)
    expect([following_count, profile.followers_count, profile.is_following]).toEqual([
      count,
      count,
      count === 1,
    ])
    const rows = await following()
    expect([rows.length, (await fans()).length]).toEqual([count, count])
    expect(items).toMatchObject(rows.map(({ profiles }) => profiles))
  }
})

const columns = 'id, user_id, title, description, image_url, price_usd, created_at, asin'

it('the feed is that of the pages: everybody’s, of a category, of followed people', async () => {
  const { client } = kofi
  const feed = () =>
    client.from('products').select(columns).order('created_at', { ascending: false }).limit(40)
  const everything = await done(feed())
  expect(everything).toHaveLength(6)
  const compared = (rows: Row[]) =>
    rows.map((row) => ({
      ...Object.fromEntries(columns.split(', ').map((name) => [name, row[name]])),
      created_at: new Date(row.created_at as string).getTime(),
    }))
  expect(compared(everything)).toEqual(compared((await shown('feed')).items))
  const ids = (await done(client.from('followers').select('following_id').eq('follower_id', kofi.id))).map(
    ({ following_id }) => following_id,
  )
  const followed = await done(feed().in('user_id', ids))
  expect(idsOf(followed)).toEqual(idsOf((await shown('feed?scope=following', kofi)).items))
  expect(followed).toHaveLength(4)
  const ofKitchen = await done(
    client
      .from('products')
      .select(`${columns}, product_categories!inner(category_id)`)
      .eq('product_categories.category_id', categoryOf('kitchen'))
      .order('created_at', { ascending: false })
      .limit(40),
  )
  expect(idsOf(ofKitchen)).toEqual(idsOf((await shown('feed?category=kitchen')).items))
  expect(ofKitchen).toHaveLength(4)
})

it.each(['kettle', 'MUG', 'gift', 'about', 'nothing'])(
  'the search for %s finds what that of the pages does',
  async (text) => {
    const search = (ids?: string[]) => {
      const found = kofi.client
        .from('products')
        .select(`${columns}, short_links(id)`)
        .or(`title.ilike.%${text}%,description.ilike.%${text}%,tags.cs.{${text}}`)
      return done((ids ? found.in('user_id', ids) : found).order('created_at', { ascending: false }).limit(8))
    }
    expect(idsOf(await search())).toEqual(idsOf((await shown(`products/search?q=${text}`)).items))
    const followed = await shown(`products/search?q=${text}&scope=following`, kofi)
    const rows = await search([maya.id])
    expect(idsOf(rows)).toEqual(idsOf(followed.items))
    for (const [index, { short_links }] of rows.entries())
      expect(idsOf(short_links)).toContain(followed.items[index].short_link_id)
  },
)

it('clicks are counted as the pages count them', async () => {
  const click = { product_id: posted.id, user_agent: 'x', referrer: 'https://example.org/' }
  expect(
    (
      await clientOf(app)
        .from('clicks')
        .insert(click as never)
    ).error,
  ).toBeNull()
  const browser = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
  const body = { kind: 'view', referrer: null }
  await app.request('POST', `/api/v1/products/${posted.id}/clicks`, {
    body,
    headers: { 'user-agent': browser },
  })
  const { client } = maya
  const counted = await client
    .from('clicks')
    .select('*', { count: 'exact', head: true })
    .eq('product_id', posted.id)
  const { clicks_count } = await shown(`products/${posted.id}/clicks?period=day`, maya)
  expect([counted.count, clicks_count]).toEqual([1, 1])
  const since = new Date(app.clock.now().getTime() - 30 * 86_400_000).toISOString()
  const times = await done(
    client
      .from('clicks')
      .select('timestamp, product_id')
      .in('product_id', [posted.id])
      .gte('timestamp', since),
  )
  expect(times).toHaveLength(1)
  const record = await done(client.from('earnings').select('*').eq('product_id', posted.id))
  expect(record).toEqual([{ product_id: posted.id, clicks_count: 1, earnings_usd: 0 }])
})

it('the ledger is that of the pages', async () => {
  const admin = await signUpAdmin(app)
  const { short_link_id } = await shown(`products/${posted.id}`)
  const order_date = app.clock.now().toISOString().slice(0, 10)
  const row = { sub_tag: short_link_id, asin: 'B0KETTLE01', order_date }
  const csvData = reportText([
    { ...row, order_item_id: randomUUID(), commission_amount: '4.20' },
    { ...row, order_item_id: randomUUID(), commission_amount: '1.05' },
  ])
  for (const [name, body] of [
    ['amazon-import', { csvData }],
    ['commission-matcher'],
    ['earnings-calculator'],
  ] as const) {
    const call = { token: admin.token, ...(body && { body }) }
    expect((await app.request('POST', `/functions/v1/${name}`, call)).status).toBe(200)
  }
  const rows = await done(
    maya.client
      .from('earnings_ledger')
      .select('*, amazon_orders(product_title, asin, confidence)')
      .order('created_at', { ascending: false })
      .limit(50),
  )
  const { items } = await shown('me/ledger', maya)
  const sorted = (all: Row[]) => all.toSorted((one, other) => one.id.localeCompare(other.id))
  expect(rows).toHaveLength(2)
  const compared = rows.map(({ created_at, ...row }) => ({
    ...row,
    at: new Date(created_at as string).getTime(),
  }))
  const expected = (items as Row[]).map((item) => ({
    ...Object.fromEntries(Object.keys(rows[0] as Row).map((name) => [name, item[name]])),
    at: new Date(item.created_at as string).getTime(),
  }))
  expect(sorted(compared as never)).toEqual(
    sorted(expected.map(({ created_at: _, ...item }: Record<string, unknown>) => item) as never),
  )
  expect(await done(kofi.client.from('earnings_ledger').select('*'))).toEqual([])
})

it('an item is removed', async () => {
  const lamp = loose[2] as Row
  expect((await maya.client.from('products').delete().eq('id', lamp.id)).error).toBeNull()
  expect((await app.request('GET', `/api/v1/products/${lamp.id}`)).status).toBe(404)
  expect((await shown('me/inbox/ids', maya)).ids).toEqual([])
  expect((await maya.client.from('products').select('id').eq('id', lamp.id).maybeSingle()).data).toBeNull()
})
