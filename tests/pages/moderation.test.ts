import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type ModerationStage,
  type Posted,
  startModerationStage,
} from '../../src/moderation/testing/stage.ts'
import { rankCreators } from '../../src/people/index.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import type { Person } from '../harness/people.ts'

const siteUrl = 'https://folio.example'

let stage: ModerationStage
let maya: Person
let ben: Person
let kettle: Posted
let lamp: Posted
beforeAll(async () => {
  stage = await startModerationStage({ pages: true, env: { SITE_URL: siteUrl } })
  maya = await stage.person('Maya')
  ben = await stage.person('Ben')
  const categories = await stage.app.request('GET', '/api/v1/categories')
  const category_id = categories.body.items.find(({ slug }: { slug: string }) => slug === 'kitchen').id
  lamp = await stage.post(maya, 'Lamp of brass', { category_id })
  kettle = await stage.post(maya, 'Kettle of copper', { category_id })
  await stage.app.request('POST', '/functions/v1/people-follow', {
    token: ben.token,
    body: { userId: maya.id, action: 'follow' },
  })
})
afterAll(() => stage.close())

const get = (path: string, token?: string, app: TestApp = stage.app) => app.request('GET', path, { token })

/** The addresses of one product, each with its status. */
async function waysTo({ id, short_link_id, asin }: Posted, token?: string) {
  const paths = [
    `/l/${short_link_id}`,
    `/product/${id}`,
    `/l/${asin}`,
    `/l/${short_link_id}/preview.jpg`,
    `/api/oembed?url=${encodeURIComponent(`${siteUrl}/l/${short_link_id}`)}`,
    `/api/v1/products/${short_link_id}`,
    `/api/v1/products/${id}`,
    `/api/v1/products/${asin}`,
  ]
  const answers = await Promise.all(paths.map((path) => get(path, token)))
  return answers.map(({ status }) => status)
}

const all = (status: number) => Array(8).fill(status)

/** Every list that others see, with whether it shows the title. */
async function listsWith({ title }: Posted, token = ben.token) {
  const feed = '/api/v1/feed'
  const search = `/api/v1/products/search?q=${encodeURIComponent(title)}`
  const paths = {
    feed,
    category: `${feed}?category=kitchen`,
    following: `${feed}?scope=following`,
    followingCategory: `${feed}?scope=following&category=kitchen`,
    search,
    searchCategory: `${search}&category=kitchen`,
    searchFollowing: `${search}&scope=following`,
    profile: `/api/v1/profiles/${maya.username}/products`,
    atom: `/${maya.username}/feed.atom`,
    profilePage: `/${maya.username}`,
    feedPage: '/feed',
  }
  const found = await Promise.all(
    Object.entries(paths).map(async ([name, path]) => {
      const { body } = await get(path, name.endsWith('Page') || name === 'atom' ? undefined : token)
      return [name, JSON.stringify(body).includes(title)]
    }),
  )
  return Object.fromEntries(found)
}

const nowhere = () => expect.objectContaining(Object.fromEntries(listNames.map((name) => [name, false])))
const everywhere = () => expect.objectContaining(Object.fromEntries(listNames.map((name) => [name, true])))
const listNames = [
  'feed',
  'category',
  'following',
  'followingCategory',
  'search',
  'searchCategory',
  'searchFollowing',
  'profile',
  'atom',
  'profilePage',
  'feedPage',
]

/** The sitemap of a node with an empty cache. */
async function sitemap(): Promise<string> {
  const node = await startTestApp({ pages: true, env: { SITE_URL: siteUrl }, database: stage.app.database })
  const parts = await Promise.all(
    ['products-1', 'profiles-1'].map((part) => get(`/sitemap/${part}.xml`, undefined, node)),
  )
  await node.close()
  return parts.map(({ body }) => (typeof body === 'string' ? body : '')).join('')
}

const countNew = async () => (await get('/api/v1/feed/new?scope=following', ben.token)).body.count ?? null

describe('a hidden product (decision 51)', () => {
  it('is gone from every address and list at once, except for its owner and admins; and comes back', async () => {
    expect(await waysTo(kettle)).toEqual(all(200))
    expect(await listsWith(kettle)).toEqual(everywhere())
    const before = await countNew()
    const profile = () => get(`/api/v1/profiles/${maya.username}`)
    expect((await profile()).body.products_count).toBe(2)

    await stage.act(`products/${kettle.id}/hide`, 'Not a real offer.')
    await expect.poll(() => waysTo(kettle)).toEqual(all(404))
    expect(await waysTo(kettle, ben.token)).toEqual(all(404))
    await expect.poll(() => listsWith(kettle)).toEqual(nowhere())
    expect(await listsWith(lamp)).toEqual(everywhere())
    expect((await profile()).body.products_count).toBe(1)
    if (before !== null) expect(await countNew()).toBe(before - 1)
    expect((await get(`/functions/v1/share?asin=${kettle.asin}`)).headers.get('location')).toBe(
      `/l/${kettle.asin}`,
    )
    const map = await sitemap()
    expect([map.includes(kettle.short_link_id), map.includes(lamp.short_link_id)]).toEqual([false, true])

    const hidden = { reason: 'Not a real offer.', since: expect.any(String) }
    for (const [token, owns] of [
      [maya.token, true],
      [stage.ada.token, false],
    ] as const) {
      const { status, body } = await get(`/api/v1/products/${kettle.id}`, token)
      expect([status, body.hidden, body.owner !== null]).toEqual([200, hidden, owns])
    }
    const own = (await get('/api/v1/me/products?category=kitchen', maya.token)).body.items
    expect(own.map(({ title, hidden: mark }: { title: string; hidden: unknown }) => [title, mark])).toEqual([
      ['Kettle of copper', hidden],
      ['Lamp of brass', null],
    ])

    await stage.act(`products/${kettle.id}/restore`, 'It is one.')
    await expect.poll(() => waysTo(kettle)).toEqual(all(200))
    await expect.poll(() => listsWith(kettle)).toEqual(everywhere())
  })

  it('stays hidden when its owner edits or moves it, and counts no clicks', async () => {
    const mug = await stage.post(maya, 'Mug of clay')
    const click = () =>
      stage.app.request('POST', `/api/v1/products/${mug.id}/clicks`, {
        body: { kind: 'view', referrer: null },
        headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
      })
    expect((await click()).body).toEqual({ outcome: 'counted' })
    await stage.act(`products/${mug.id}/hide`)
    expect((await click()).status).toBe(404)
    const kitchen = (await get('/api/v1/categories')).body.items.find(
      ({ slug }: { slug: string }) => slug === 'kitchen',
    )
    const edited = await stage.app.request('PATCH', `/api/v1/products/${mug.id}`, {
      token: maya.token,
      body: { title: 'Mug of stoneware', category_id: kitchen.id },
    })
    expect([edited.status, edited.body.hidden.reason]).toEqual([200, 'It is spam.'])
    expect(await waysTo({ ...mug, title: 'Mug of stoneware' })).toEqual(all(404))
    await expect.poll(() => listsWith({ ...mug, title: 'Mug of stoneware' })).toEqual(nowhere())
    const { owner } = (await get(`/api/v1/products/${mug.id}`, maya.token)).body
    expect(owner.clicks_count).toBe(1)
  })
})

describe('a suspended account (decision 51)', () => {
  const people = async (path: string) => JSON.stringify((await get(path, ben.token)).body)

  it('disappears from every page and list, and comes back with the products that were not hidden', async () => {
    const cup = await stage.post(maya, 'Cup of tin')
    await stage.act(`products/${cup.id}/hide`)
    const { clock, database } = stage.app
    await rankCreators({ db: database.db, clock: clock.now }, async () => [{ user_id: maya.id, clicks: 5 }])
    const where = {
      search: `/functions/v1/people-search?q=${maya.username}`,
      top: '/functions/v1/people-top?exclude_following=false',
      following: '/api/v1/me/following',
    }
    const shown = async () =>
      Promise.all(Object.values(where).map(async (path) => (await people(path)).includes(maya.username)))
    expect(await shown()).toEqual([true, true, true])
    expect((await get(`/${maya.username}`)).status).toBe(200)

    await stage.act(`accounts/${maya.id}/suspend`)
    await expect.poll(async () => (await get(`/${maya.username}`)).status).toBe(404)
    for (const path of [
      `/api/v1/profiles/${maya.username}`,
      `/api/v1/profiles/${maya.username}/products`,
      `/${maya.username}/feed.atom`,
      `/${maya.username}/preview.jpg`,
    ])
      expect([path, (await get(path)).status]).toEqual([path, 404])
    const byName = await stage.app.request('POST', '/rest/v1/rpc/get_public_profile_by_username', {
      body: { p_username: maya.username },
    })
    expect(byName.body).toEqual([])
    expect(await shown()).toEqual([false, false, false])
    await rankCreators({ db: database.db, clock: clock.now }, async () => [{ user_id: maya.id, clicks: 5 }])
    expect(await stage.run('select from creator_ranking')).toEqual([])
    for (const product of [kettle, lamp]) {
      await expect.poll(() => waysTo(product)).toEqual(all(404))
      await expect.poll(() => listsWith(product)).toEqual(nowhere())
    }
    expect(await sitemap()).not.toContain(maya.username)
    const follow = await stage.app.request('POST', '/functions/v1/people-follow', {
      token: stage.ada.token,
      body: { userId: maya.id, action: 'follow' },
    })
    expect(follow.status).toBe(404)

    await stage.act(`accounts/${maya.id}/restore`)
    await expect.poll(() => waysTo(kettle)).toEqual(all(200))
    await expect.poll(() => listsWith(lamp)).toEqual(everywhere())
    expect(await waysTo(cup)).toEqual(all(404))
    expect((await get(`/${maya.username}`)).status).toBe(200)
  })

  it('shows no product that was being published during the suspension', async () => {
    const lena = await stage.person('Lena')
    await stage.post(lena, 'Bowl of oak')
    const posting = await stage.app.database.pool.connect()
    await posting.query('begin')
    await posting.query(
      `insert into products (user_id, payee_id, amazon_url, marketplace, asin, title, is_categorized, metadata_source,
         created_at, updated_at)
       select user_id, payee_id, amazon_url, marketplace, 'B0LATE0001', 'Late bowl', false, 'owner', now(), now()
       from products where user_id = $1`,
      [lena.id],
    )
    const suspending = stage.act(`accounts/${lena.id}/suspend`)
    await expect
      .poll(() =>
        stage.run(
          `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        ),
      )
      .not.toEqual([])
    await posting.query('commit')
    posting.release()
    expect((await suspending).body).toEqual({ outcome: 'changed' })
    expect(
      await stage.run('select title, withheld from products where user_id = $1 order by title', [lena.id]),
    ).toEqual([
      { title: 'Bowl of oak', withheld: true },
      { title: 'Late bowl', withheld: true },
    ])
    // And a product published after it, by a request that was accepted before.
    await stage.run(
      `insert into products (user_id, payee_id, amazon_url, marketplace, asin, title, is_categorized, metadata_source,
         created_at, updated_at)
       select user_id, payee_id, amazon_url, marketplace, 'B0LATE0002', 'Later bowl', false, 'owner', now(), now()
       from products where user_id = $1 limit 1`,
      [lena.id],
    )
    expect(await stage.run('select from products where user_id = $1 and not withheld', [lena.id])).toEqual([])
  })
})
