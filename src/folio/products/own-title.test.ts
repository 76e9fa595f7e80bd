import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person, signUp } from '../../../tests/harness/people.ts'
import { sampleItems } from '../../shared/amazon/sample.ts'
import { type Collection, categoryIds, collectionOf, knowItem } from '../testing/collection.ts'

let app: TestApp
let person: Person
let maya: Collection
let theo: Person
let categories: Record<string, string>
beforeAll(async () => {
  app = await startTestApp()
  person = await signUp(app)
  maya = collectionOf(app, person)
  theo = await signUp(app)
  categories = await categoryIds(app)
  await app.request('POST', '/rest/v1/rpc/follow_user', {
    body: { target_user_id: person.id },
    token: theo.token,
  })
})
afterAll(() => app.close())

const vase = sampleItems[13]
const sample = () => ({ ...vase, tags: [...vase.tags], asin: undefined, price_usd: undefined })
const get = async (path: string, token?: string) =>
  (await app.request('GET', `/api/v1/${path}`, { token })).body
const seen = (ref: string) => get(`products/${ref}`)

/** The lists of others that a product is in. */
async function listsWith(id: string): Promise<string[]> {
  const { username } = (await get('me', person.token)) as { username: string }
  const { asin } = await maya.read(id)
  const lists = {
    feed: 'feed',
    category: 'feed?category=home',
    following: 'feed?scope=following',
    search: `products/search?q=${asin}`,
    profile: `profiles/${username}/products`,
  }
  const found = await Promise.all(
    Object.entries(lists).map(async ([name, path]) => {
      const { items } = (await get(path, theo.token)) as { items: { id: string }[] }
      return items.some((item) => item.id === id) ? [name] : []
    }),
  )
  const { body: feed } = await app.request('GET', `/${username}/feed.atom`)
  return [...found.flat(), ...(`${feed}`.includes(id) ? ['atom'] : [])]
}
const all = ['feed', 'category', 'following', 'search', 'profile', 'atom']
const countOf = async () => {
  const { username } = (await get('me', person.token)) as { username: string }
  return ((await get(`profiles/${username}`)) as { products_count: number }).products_count
}

describe('a product without a title of its own (decision 54)', () => {
  it.each([
    ['none', { title: '' }],
    ['a sample’s', sample()],
  ])('having %s is in no list of others, and its link works', async (_, values) => {
    const count = await countOf()
    const { id, short_link_id } = await maya.post({ ...values, category_id: categories.home })
    expect(await listsWith(id)).toEqual([])
    expect(await countOf()).toBe(count)
    expect(short_link_id).toMatch(/^item-[0-9a-z]{4}$/)
    expect(await seen(short_link_id)).toMatchObject({ id, title: '' })
    const { items } = await maya.list()
    expect(items[0]).toMatchObject({ id, needs_details: true })

    await maya.patch(id, { title: 'A vase of my own' })
    expect(await listsWith(id)).toEqual(all)
    expect(await countOf()).toBe(count + 1)
  })

  it('stays in lists with Amazon’s title, even one like a sample’s', async () => {
    await knowItem(app, { asin: 'B0KNOWN002', title: vase.title })
    const item = { ...sample(), amazon_url: 'https://amazon.com/dp/B0KNOWN002', category_id: categories.home }
    const { id, tags, short_link_id } = await maya.post(item)
    expect(await listsWith(id)).toEqual(all)
    expect(tags).toEqual(vase.tags)
    expect(short_link_id).toMatch(/^ribbed-ceramic-bud-v-/)
  })

  it('stays unlisted when its owner changes other details', async () => {
    const { id } = await maya.post({ ...sample(), category_id: categories.home })
    await maya.patch(id, { image_url: null, category_id: categories.kitchen, user_comment: 'Mine' })
    expect(await listsWith(id)).toEqual([])
    expect(await seen(id)).toMatchObject({
      title: '',
      description: null,
      image_url: null,
      user_comment: 'Mine',
    })
  })
})

describe('each sample detail (decision 54)', () => {
  it('of the tags is never public, with or without an own title', async () => {
    for (const title of [vase.title, '', 'My own vase']) {
      const { id } = await maya.post({ ...sample(), title })
      expect((await seen(id)).tags).toBeNull()
    }
    const mixed = await maya.post({ ...sample(), title: 'Mine', tags: ['mine', ...vase.tags, 'too'] })
    expect((await seen(mixed.id)).tags).toEqual(['mine', 'too'])
  })

  it('of the tags is the owner’s once one was removed, or added afterwards', async () => {
    const chosen = await maya.post({ ...sample(), tags: vase.tags.slice(1) })
    expect((await seen(chosen.id)).tags).toEqual(vase.tags.slice(1))
    await maya.patch(chosen.id, { tags: [...vase.tags] })
    expect((await seen(chosen.id)).tags).toEqual(vase.tags)
  })

  it('does not hide the details that its owner wrote', async () => {
    const { id } = await maya.post({ ...sample(), description: 'Found at a market.', tags: ['mine'] })
    expect(await seen(id)).toMatchObject({ title: '', description: 'Found at a market.', tags: ['mine'] })
  })
})

describe('needs_details', () => {
  const picture = async () => {
    app.clock.advance(1_000)
    const red = { width: 8, height: 8, channels: 3, background: '#c00' } as const
    const bytes = await sharp({ create: red }).jpeg().toBuffer()
    const path = `products/product-${person.id}-${app.clock.now().getTime()}.jpg`
    const answer = await fetch(`${app.url}/storage/v1/object/avatars/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'image/jpeg' },
      body: new Uint8Array(bytes),
    })
    expect(answer.status).toBe(200)
    return `/storage/v1/object/public/avatars/${path}`
  }

  it('is true until title and picture are the owner’s, in either order', async () => {
    const needs = async (id: string) => (await maya.read(id)).owner.needs_details
    const titleFirst = await maya.post(sample())
    await maya.patch(titleFirst.id, { title: 'Mine' })
    expect(await needs(titleFirst.id)).toBe(true)
    await maya.patch(titleFirst.id, { image_url: await picture() })
    expect(await needs(titleFirst.id)).toBe(false)

    const pictureFirst = await maya.post(sample())
    await maya.patch(pictureFirst.id, { image_url: await picture() })
    expect(await needs(pictureFirst.id)).toBe(true)
    await maya.patch(pictureFirst.id, { title: 'Mine' })
    expect(await needs(pictureFirst.id)).toBe(false)
  })

  it('is false at once for a product published with a title and an uploaded photo', async () => {
    const photo = await picture()
    const body = await maya.post({ ...sample(), title: 'Mine', image_url: app.url + photo })
    expect(body).toMatchObject({ image_url: photo, image_source: 'owner', owner: { needs_details: false } })
    expect(await seen(body.id)).toMatchObject({ image_url: photo, image_source: 'owner' })
  })

  it('stays true where the picture is another’s, or none', async () => {
    const theirs = `/storage/v1/object/public/avatars/products/product-${theo.id}-1.jpg`
    for (const image_url of [theirs, 'https://evil.example/pixel.gif']) {
      const body = await maya.post({ title: 'Mine', image_url })
      expect(body).toMatchObject({ image_url: null, owner: { needs_details: true } })
    }
  })
})
