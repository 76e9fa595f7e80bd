import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person, signUp } from '../../../tests/harness/people.ts'
import { storePicture } from '../../media/service.ts'
import { type Collection, collectionOf, knowItem } from '../testing/collection.ts'
import { discardPictures } from './pictures.ts'

const amazons = 'https://m.media-amazon.com/images/I/1.jpg'
const folder = '/storage/v1/object/public/avatars'

let app: TestApp
let person: Person
let maya: Collection
let bytes: Buffer
beforeAll(async () => {
  app = await startTestApp({ jobs: true })
  person = await signUp(app)
  maya = collectionOf(app, person)
  const red = { width: 8, height: 8, channels: 3, background: '#c00' } as const
  bytes = await sharp({ create: red }).webp().toBuffer()
  await knowItem(app, { asin: 'B0KNOWN001', title: 'A kettle', image_url: amazons })
})
afterAll(() => app.close())

const contextOf = ({ id: userId }: Person) => ({
  db: app.database.db,
  clock: app.clock.now,
  actor: { userId, sessionId: userId, role: 'user' } as const,
})
let uploads = 0
/** Stores a product picture as its owner and returns its address. */
const upload = (owner = person, path = `products/product-${owner.id}-${++uploads}.webp`) =>
  storePicture(contextOf(owner), app.app.services.media, { path, bytes })
const exists = async (address: string) => (await fetch(app.url + address)).status === 200

const kettle = { amazon_url: 'https://amazon.com/dp/B0KNOWN001', title: 'A kettle', image_url: amazons }

describe('the picture of a product (docs/product/pictures.md#storage)', () => {
  it('is an uploaded one of one’s own, Amazon’s of that item, or none', async () => {
    const { id, image_source } = await maya.post(kettle)
    expect(image_source).toBe('amazon')
    const own = await upload()
    const chosen = [
      [own, 'owner'],
      [amazons, 'amazon'],
      [null, null],
    ] as const
    for (const [image_url, source] of chosen) {
      const { body } = await maya.patch(id, { image_url })
      expect(body).toMatchObject({ image_url, image_source: source, owner: { metadata_source: 'owner' } })
    }
  })

  it('may be named with the site’s origin, as the official client does, and is stored without', async () => {
    const { id } = await maya.post()
    const own = await upload()
    expect((await maya.patch(id, { image_url: app.url + own })).body.image_url).toBe(own)
    expect((await maya.patch(id, { image_url: app.url + own })).body.owner.version).toBe(2)
  })

  it('does not change when it is sent back, a sample’s drawing too', async () => {
    const { id } = await maya.post({ image_url: '/art/lamp.svg' })
    const { body } = await maya.patch(id, { image_url: '/art/lamp.svg', user_comment: 'Nice' })
    expect(body).toMatchObject({ image_url: '/art/lamp.svg', image_source: 'sample' })
  })

  it('is never somebody else’s, one that is not there, another item’s, an avatar or from elsewhere', async () => {
    const other = await signUp(app)
    const { id } = await maya.post()
    const addresses = [
      await upload(other),
      await upload(person, `${person.id}-1.webp`),
      `${folder}/products/product-${person.id}-999.webp`,
      `${folder}/products/product-${person.id}-../x.webp`,
      amazons,
      '/art/lamp.svg',
      'https://evil.example/pixel.gif',
      'javascript:alert(1)',
      '',
    ]
    const refused = { path: 'image_url', message: 'Please upload this picture first.' }
    for (const image_url of addresses) {
      const { status, body } = await maya.patch(id, { image_url, title: 'Changed?' })
      expect([image_url, status, body.details?.problems]).toEqual([image_url, 400, [refused]])
    }
    expect(await maya.read(id)).toMatchObject({ title: 'Lamp', image_url: null })
  })
})

describe('a photo of one’s own that comes with a new product (docs/product/add-item.md#confirmation)', () => {
  it('is its picture, in place of a sample’s', async () => {
    const image_url = await upload()
    const posted = await maya.post({ image_url })
    expect(posted).toMatchObject({ image_url, image_source: 'owner' })
  })

  it('must be uploaded again where its file is gone, as in an old draft; nothing is published', async () => {
    const gone = `${app.url}${folder}/products/product-${person.id}-998.webp`
    const { status, body } = await app.request('POST', '/api/v1/products', {
      token: person.token,
      body: {
        amazon_url: 'https://amazon.com/dp/B0GONEPIC1',
        title: 'Pot',
        image_url: gone,
        category_id: null,
      },
    })
    const refused = { path: 'image_url', message: 'Please upload this picture first.' }
    expect([status, body.details?.problems]).toEqual([400, [refused]])
  })
})

describe('the file of a removed picture', () => {
  it('is removed after it was replaced, and after the product was deleted', async () => {
    const { id } = await maya.post()
    const [first, second] = [await upload(), await upload()]
    await maya.patch(id, { image_url: first })
    await maya.patch(id, { image_url: second })
    await vi.waitFor(async () => expect(await exists(first)).toBe(false), 10_000)
    expect(await exists(second)).toBe(true)
    await maya.remove(id)
    await vi.waitFor(async () => expect(await exists(second)).toBe(false), 10_000)
  })

  it('stays while another live product shows it', async () => {
    const [one, two] = [await maya.post(), await maya.post()]
    const [shared, next] = [await upload(), await upload()]
    for (const { id } of [one, two]) await maya.patch(id, { image_url: shared })
    await maya.patch(one.id, { image_url: next })
    await maya.patch(one.id, { image_url: null })
    // All jobs are done when the file that nothing shows is gone.
    await vi.waitFor(async () => expect(await exists(next)).toBe(false), 10_000)
    expect(await exists(shared)).toBe(true)
    await maya.remove(two.id)
    await vi.waitFor(async () => expect(await exists(shared)).toBe(false), 10_000)
  })

  it('is deleted only for one’s own product pictures', async () => {
    const { db, clock, actor } = contextOf(person)
    const other = await upload(await signUp(app))
    const avatar = await upload(person, `${person.id}-2.webp`)
    const addresses = [other, avatar, '/art/lamp.svg', amazons]
    const before = await jobs()
    await discardPictures({ db, clock, actor }, person.id, addresses)
    expect(await jobs()).toBe(before)
  })
})

async function jobs() {
  const { rows } = await app.database.pool.query('select count(*)::int as n from graphile_worker.jobs')
  return rows[0].n
}
