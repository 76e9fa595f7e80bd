import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person, signUp, signUpAdmin } from '../../../tests/harness/people.ts'
import { storePicture } from '../../media/service.ts'
import { type Collection, collectionOf, knowItem } from '../testing/collection.ts'

const amazons = 'https://m.media-amazon.com/images/I/2.jpg'

let app: TestApp
let person: Person
let maya: Collection
let bytes: Buffer
beforeAll(async () => {
  app = await startTestApp({ jobs: true })
  person = await signUp(app)
  maya = collectionOf(app, person)
  bytes = await sharp({ create: { width: 600, height: 500, channels: 3, background: '#c00' } })
    .webp()
    .toBuffer()
  await knowItem(app, { asin: 'B0KNOWN002', title: 'A kettle', image_url: amazons })
})
afterAll(() => app.close())

let uploads = 0
/** Stores a product picture as its owner and returns its address. */
async function upload(owner = person): Promise<string> {
  const actor = { userId: owner.id, sessionId: owner.id, role: 'user' } as const
  const context = { db: app.database.db, clock: app.clock.now, actor }
  const path = `products/product-${owner.id}-${++uploads}.webp`
  return storePicture(context, app.app.services.media, { path, bytes })
}

const uploaded = (count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, () => upload()))
const isShown = async (address: string) => (await fetch(app.url + address)).status === 200
const photosOf = ({ photos }: { photos: { image_url: string }[] }) => photos.map(({ image_url }) => image_url)
const refused = { path: 'photos', message: 'Please upload this picture first.' }

describe('several photos of a product (docs/product/pictures.md#several-photos)', () => {
  it('come with a new product, and are named with their sizes, in their order', async () => {
    const [first, ...further] = await uploaded(4)
    const posted = await maya.post({ image_url: first, photos: further })
    expect(posted).toMatchObject({ image_url: first, image_source: 'owner' })
    expect(posted.photos).toEqual(further.map((image_url) => ({ image_url, image_side: 500 })))
    expect((await maya.read(posted.short_link_id)).photos).toEqual(posted.photos)
  })

  it('are put into another order, and any of them may become the card’s', async () => {
    const [a, b, c] = (await uploaded(3)) as [string, string, string]
    const { id } = await maya.post({ image_url: a, photos: [b, c] })
    const { body } = await maya.patch(id, { image_url: c, photos: [b, a] })
    expect([body.image_url, ...photosOf(body)]).toEqual([c, b, a])
    expect(body.owner.version).toBe(2)
    expect((await maya.patch(id, { image_url: c, photos: [b, a] })).body.owner.version).toBe(2)
    expect(await Promise.all([a, b, c].map(isShown))).toEqual([true, true, true])
  })

  it('show none twice: not beside itself, and not beside the card’s', async () => {
    const [a, b] = (await uploaded(2)) as [string, string]
    const { id, ...posted } = await maya.post({ image_url: a, photos: [b, a, b] })
    expect(photosOf(posted as never)).toEqual([b])
    const { body } = await maya.patch(id, { image_url: b })
    expect([body.image_url, ...photosOf(body)]).toEqual([b])
  })

  it('stay beside Amazon’s picture where an app asks for that', async () => {
    const [own] = (await uploaded(1)) as [string]
    const kettle = { amazon_url: 'https://amazon.com/dp/B0KNOWN002', title: 'A kettle', image_url: amazons }
    const posted = await maya.post({ ...kettle, photos: [own] })
    expect([posted.image_source, ...photosOf(posted)]).toEqual(['amazon', own])
  })

  it('may be named with the site’s origin, and are stored without', async () => {
    const [own] = (await uploaded(1)) as [string]
    const { id } = await maya.post()
    expect(photosOf((await maya.patch(id, { photos: [app.url + own] })).body)).toEqual([own])
  })

  it('are four at most', async () => {
    const [first, ...further] = await uploaded(5)
    const { id } = await maya.post({ image_url: first })
    const { status, body } = await maya.patch(id, { photos: further })
    expect([status, body.details.problems]).toEqual([
      400,
      [{ path: 'photos', message: 'Use at most 4 photos.' }],
    ])
  })

  it('are never somebody else’s, gone, Amazon’s, an avatar or from elsewhere', async () => {
    const other = await upload(await signUp(app))
    const own = await upload()
    const { id } = await maya.post()
    const gone = `/storage/v1/object/public/avatars/products/product-${person.id}-99.webp`
    for (const address of [other, gone, amazons, '/art/lamp.svg', 'https://evil.example/x.gif', '']) {
      const { status, body } = await maya.patch(id, { photos: [own, address] })
      expect([address, status, body.details?.problems]).toEqual([address, 400, [refused]])
      const product = { amazon_url: 'https://amazon.com/dp/B0LAMP0001', category_id: null }
      const posted = await app.request('POST', '/api/v1/products', {
        token: person.token,
        body: { ...product, photos: [address] },
      })
      expect([address, posted.status, posted.body.details?.problems]).toEqual([address, 400, [refused]])
    }
    expect(photosOf(await maya.read(id))).toEqual([])
  })

  it('go with their files once they are taken off, and with the product; what another product shows stays', async () => {
    const [a, b, c] = (await uploaded(3)) as [string, string, string]
    const { id } = await maya.post({ image_url: a, photos: [b, c] })
    const sibling = await maya.post({ photos: [b] })
    await maya.patch(id, { photos: [] })
    await vi.waitFor(async () => expect(await isShown(c)).toBe(false), 10_000)
    expect(await isShown(b)).toBe(true)
    await maya.remove(sibling.id)
    await vi.waitFor(async () => expect(await isShown(b)).toBe(false), 10_000)
    expect(await isShown(a)).toBe(true)
  })

  it('are withheld with a hidden product, and shown again with it', async () => {
    const [own] = (await uploaded(1)) as [string]
    const { id } = await maya.post({ photos: [own] })
    const admin = await signUpAdmin(app)
    const act = (what: string) =>
      app.request('POST', `/api/v1/admin/products/${id}/${what}`, {
        token: admin.token,
        body: { reason: 'A fake.' },
      })
    expect((await act('hide')).status).toBeLessThan(300)
    expect(await isShown(own)).toBe(false)
    expect((await act('restore')).status).toBeLessThan(300)
    expect(await isShown(own)).toBe(true)
  })
})
