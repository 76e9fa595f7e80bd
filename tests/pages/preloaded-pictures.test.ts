import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { insertProduct, type ProductRow } from '../harness/factories.ts'
import { type Person, signUp } from '../harness/people.ts'

let app: TestApp
let maya: Person
let mug: ProductRow

const pictures = ['/art/mug.svg', '/art/lamp.svg', '/art/kettle.svg', '/art/chair.svg', '/art/pan.svg']

beforeAll(async () => {
  app = await startTestApp({ pages: true })
  maya = await signUp(app, { first: 'Maya' })
  await app.database.db.updateTable('profiles').set({ avatar_url: '/art/maya.svg' }).execute()
  // The newest first, and one of Amazon's, which comes in several sizes, in the first row.
  const amazons = 'https://m.media-amazon.com/images/I/71.jpg'
  mug = await post(maya, 0, { image_url: pictures[0], image_source: 'owner' })
  await post(maya, 1, { image_url: amazons, image_source: 'amazon' })
  for (const [index, image_url] of pictures.slice(1).entries())
    await post(maya, 2 + index, { image_url, image_source: 'owner' })
})
afterAll(() => app.close())

/** Adds a product that is `age` seconds old. */
async function post(owner: Person, age: number, picture: Partial<Parameters<typeof insertProduct>[2]> = {}) {
  const { id: payeeId } = await app.database.db
    .selectFrom('payees')
    .where('user_id', '=', owner.id)
    .select('id')
    .executeTakeFirstOrThrow()
  const at = new Date(app.clock.now().getTime() - age * 1000)
  return insertProduct(
    app.database.db,
    { userId: owner.id, payeeId, username: owner.username },
    { title: `Thing ${age}`, created_at: at, updated_at: at, ...picture },
  )
}

/** What the server sends of a page: the pictures that it has preloaded, and those that load at once. */
async function picturesOf(address: string) {
  const { body, headers } = await app.request('GET', address)
  const tags = (name: string) => String(body).match(new RegExp(`<${name} [^>]*>`, 'g')) ?? []
  const attribute = (tag: string, name: string) => tag.match(new RegExp(` ${name}="([^"]*)"`))?.[1]
  return {
    preloaded: tags('link')
      .filter((tag) => attribute(tag, 'rel') === 'preload' && attribute(tag, 'as') === 'image')
      .map((tag) => attribute(tag, 'href') ?? attribute(tag, 'imageSrcSet')),
    eager: tags('img')
      .filter((tag) => attribute(tag, 'loading') === 'eager')
      .map((tag) => attribute(tag, 'src')),
    header: headers.get('link'),
  }
}

describe('of the pictures on a page, the server has only the largest in view preloaded (decision 59)', () => {
  it.each([
    ['the feed', () => '/feed', 4],
    ['a category of it', () => '/feed?category=kitchen', 4],
    ['a profile', () => `/${maya.username}`, 4],
    ['a product’s page', () => `/l/${mug.shortLinkId}`, 1],
  ])('%s', async (_, address, eager) => {
    const found = await picturesOf(address())
    expect(found.preloaded).toEqual(['/art/mug.svg'])
    expect(found.header).toBeNull()
    // The others of the first row load at once, too.
    expect(found.eager).toHaveLength(eager)
  })

  it('where the first card has no picture, that of the next one', async () => {
    const theo = await signUp(app, { first: 'Theo' })
    await post(theo, 0)
    await post(theo, 1, { image_url: '/art/lamp.svg', image_source: 'owner' })
    await post(theo, 2, { image_url: '/art/mug.svg', image_source: 'owner' })
    expect((await picturesOf(`/${theo.username}`)).preloaded).toEqual(['/art/lamp.svg'])
  })
})
