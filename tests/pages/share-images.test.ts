import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plain } from '../../src/media/testing/pictures.ts'
import { avatarsOf } from '../../src/media/testing/storage.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { insertProduct } from '../harness/factories.ts'
import { readHead } from '../harness/markup.ts'
import { type Person, signUp } from '../harness/people.ts'

const cachedForGood = 'public, max-age=31536000, s-maxage=300, immutable'
const cachedBriefly = 'public, max-age=300'

let app: TestApp
let theo: Person

beforeAll(async () => {
  app = await startTestApp({ pages: true })
  theo = await signUp(app, { first: 'Theo', last: 'Lindqvist' })
})
afterAll(() => app.close())

async function post(body: Record<string, unknown> = {}) {
  const { body: product } = await app.request('POST', '/api/v1/products', {
    token: theo.token,
    body: { amazon_url: 'https://www.amazon.com/dp/B0KETTLE01', title: 'A mug', category_id: null, ...body },
  })
  return product as { id: string; short_link_id: string; owner: { version: number } }
}

/** The address of a page's share image, as its tags have it. */
async function imageOf(path: string): Promise<string> {
  const { body } = await app.request('GET', path)
  return readHead(body).meta['og:image']?.slice(app.url.length) ?? ''
}

async function get(address: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(app.url + address, { method, headers, redirect: 'manual' })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes }
}

/** Uploads a picture of Theo's and returns its address. */
async function upload(name: string, picture: Buffer): Promise<string> {
  const avatars = avatarsOf(app, theo.token)
  const { error } = await avatars.upload(name, picture, { contentType: 'image/png', upsert: true })
  if (error) throw error
  return avatars.getPublicUrl(name).data.publicUrl.slice(app.url.length)
}

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** The mean colour of a part, as red, green and blue. */
async function colourIn(bytes: Buffer, part: { left: number; top: number; width: number; height: number }) {
  const { channels } = await sharp(await sharp(bytes).extract(part).png().toBuffer()).stats()
  return channels.map(({ mean }) => Math.round(mean / 8) * 8)
}

describe('a product’s share image', () => {
  it('is a JPEG of 1200 × 630 below 300 kB, cached for good under its version', async () => {
    const { short_link_id } = await post()
    const { status, headers, bytes } = await get(await imageOf(`/l/${short_link_id}`))
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'image/jpeg',
      cachedForGood,
    ])
    expect(bytes.length).toBeLessThan(300_000)
    expect(await sharp(bytes).metadata()).toMatchObject({
      format: 'jpeg',
      width: 1200,
      height: 630,
      space: 'srgb',
    })
    const { entropy } = await sharp(bytes).stats()
    expect(entropy).toBeGreaterThan(0.5)
  })

  it('has a new address, and shows something else, exactly when what it shows has changed', async () => {
    const { id, short_link_id, owner } = await post()
    const path = `/l/${short_link_id}`
    const before = await imageOf(path)
    const change = (version: number, body: Record<string, unknown>) =>
      app.request('PATCH', `/api/v1/products/${id}`, {
        token: theo.token,
        headers: { 'if-match': `"${version}"` },
        body,
      })
    expect((await change(owner.version, { user_comment: 'Not on it' })).status).toBe(200)
    await expect.poll(async () => (await app.request('GET', path)).body).toContain('Not on it')
    expect(await imageOf(path)).toBe(before)
    const first = await get(before)
    expect((await change(owner.version + 1, { title: 'A cup' })).status).toBe(200)
    await expect.poll(() => imageOf(path)).not.toBe(before)
    const second = await get(await imageOf(path))
    expect(digest(second.bytes)).not.toBe(digest(first.bytes))
    // The former address returns the current image, with a short cache time.
    const former = await get(before)
    expect([digest(former.bytes), former.headers.get('cache-control')]).toEqual([
      digest(second.bytes),
      cachedBriefly,
    ])
  })

  it('of a profile shows its products’ own photos, and never Amazon’s', async () => {
    const ana = await signUp(app, { first: 'Ana' })
    const owner = { userId: ana.id, payeeId: await payeeOf(ana.id), username: ana.username }
    const left = { left: 40, top: 40, width: 200, height: 200 }
    const shown = async () => colourIn((await get(`/${ana.username}/preview.jpg`)).bytes, left)
    const photo = await upload(
      `products/product-${theo.id}-2.png`,
      await plain(800, 800, '#0000ff').png().toBuffer(),
    )
    await insertProduct(app.database.db, owner, { image_url: photo, image_source: 'amazon' })
    const [red = 0, , blue = 0] = await shown()
    expect([red > 200, blue > 200]).toEqual([true, true])
    await insertProduct(app.database.db, owner, { image_url: photo, image_source: 'owner' })
    expect(await shown()).toEqual([0, 0, 256])
  })

  it('shows the creator’s own photo, and never Amazon’s (Amazon policy)', async () => {
    const photo = await upload(
      `products/product-${theo.id}-1.png`,
      await plain(800, 800, '#0000ff').png().toBuffer(),
    )
    const owner = { userId: theo.id, payeeId: await payeeOf(theo.id), username: theo.username }
    const left = { left: 40, top: 200, width: 200, height: 200 }
    const shown = async (image_source: string) => {
      const values = { image_url: photo, image_source }
      const { shortLinkId } = await insertProduct(app.database.db, owner, values)
      return colourIn((await get(`/l/${shortLinkId}/preview.jpg`)).bytes, left)
    }
    expect(await shown('owner')).toEqual([0, 0, 256])
    const [red = 0, , blue = 0] = await shown('amazon')
    expect([red > 200, blue > 200]).toEqual([true, true])
  })

  it('hides a sample’s texts', async () => {
    const owner = { userId: theo.id, payeeId: await payeeOf(theo.id), username: theo.username }
    const sample = { asin: 'B0SAMPLE01', metadata_source: 'sample' }
    const one = await insertProduct(app.database.db, owner, { ...sample, title: 'Secret lamp' })
    const other = await insertProduct(app.database.db, owner, { ...sample, title: 'Secret vase, another' })
    const images = await Promise.all(
      [one, other].map(({ shortLinkId }) => get(`/l/${shortLinkId}/preview.jpg`)),
    )
    expect(new Set(images.map(({ bytes }) => digest(bytes))).size).toBe(1)
  })

  it('has a tag, answers HEAD, and is the same for every version', async () => {
    const { short_link_id } = await post({ title: 'Asked in many ways' })
    const plainAddress = `/l/${short_link_id}/preview.jpg`
    const { bytes, headers } = await get(plainAddress)
    expect(headers.get('cache-control')).toBe(cachedBriefly)
    const etag = headers.get('etag') ?? ''
    const known = await get(plainAddress, { 'if-none-match': etag })
    expect([known.status, known.bytes.length]).toEqual([304, 0])
    const head = await get(plainAddress, {}, 'HEAD')
    expect([head.status, head.bytes.length, head.headers.get('content-length')]).toEqual([
      200,
      0,
      String(bytes.length),
    ])
    for (const query of ['?v=made-up', '?v=1&v=2', '?v=', '?other=1']) {
      const answer = await get(plainAddress + query)
      expect([answer.headers.get('etag'), answer.headers.get('cache-control')]).toEqual([etag, cachedBriefly])
    }
  })

  it('does not exist for unknown, deleted and other names', async () => {
    const { id, short_link_id } = await post()
    expect((await get(`/l/${short_link_id}/preview.jpg`)).status).toBe(200)
    await app.request('DELETE', `/api/v1/products/${id}`, { token: theo.token })
    for (const name of [
      short_link_id,
      id,
      'B0KETTLE01',
      'nothing-here',
      '%00',
      'a%2Fb',
      'x'.repeat(200),
      '..%2f..',
    ])
      for (const method of ['GET', 'HEAD']) {
        const { status, headers, bytes } = await get(`/l/${name}/preview.jpg`, {}, method)
        expect([name, status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
          name,
          404,
          'text/plain; charset=utf-8',
          'no-store',
        ])
        expect(bytes.toString()).toBe(method === 'GET' ? 'Not found\n' : '')
      }
  })
})

const payeeOf = async (userId: string): Promise<string> =>
  (await app.database.pool.query('select id from payees where user_id = $1', [userId])).rows[0].id

describe('a profile’s share image', () => {
  // Beside a product.
  const face = { left: 730, top: 210, width: 90, height: 90 }

  it('shows the person’s picture, or else their initials', async () => {
    const path = `/${theo.username}`
    const before = await imageOf(path)
    const without = await get(before)
    expect(await sharp(without.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
    const avatar_url = await upload(`${theo.id}-1.png`, await plain(400, 400, '#00ff00').png().toBuffer())
    await app.request('PATCH', '/api/v1/me', { token: theo.token, body: { avatar_url } })
    await expect.poll(() => imageOf(path)).not.toBe(before)
    const address = await imageOf(path)
    const withPicture = await get(address)
    expect(withPicture.headers.get('cache-control')).toBe(cachedForGood)
    expect(await colourIn(withPicture.bytes, face)).toEqual([0, 256, 0])
    expect(await colourIn(without.bytes, face)).not.toEqual([0, 256, 0])
    // With a lost picture the rest is drawn, and not cached for good.
    await app.app.services.media.store.removeAll(theo.id)
    await app.request('PATCH', '/api/v1/me', { token: theo.token, body: { last_name: 'Lindqvist-Berg' } })
    await expect.poll(() => imageOf(path)).not.toBe(address)
    const lost = await get(await imageOf(path))
    expect([lost.status, lost.headers.get('cache-control')]).toEqual([200, cachedBriefly])
    expect(await colourIn(lost.bytes, face)).not.toEqual([0, 256, 0])
  })

  it('is at the current name, to which others redirect', async () => {
    const upper = await get(`/${theo.username.toUpperCase()}/preview.jpg`)
    expect([upper.status, upper.headers.get('location')]).toEqual([301, `/${theo.username}/preview.jpg`])
    for (const name of ['nobody-of-this-name', 'feed', 'login', 'l', 'product', 'a%20b', '%E0%A4%A'])
      expect([name, (await get(`/${name}/preview.jpg`)).status]).toEqual([
        name,
        name === '%E0%A4%A' ? 400 : 404,
      ])
  })
})

describe('the site’s share image', () => {
  it('is drawn under the installation’s own name', async () => {
    const { status, headers, bytes } = await get(await imageOf('/feed'))
    expect([status, headers.get('cache-control')]).toEqual([200, cachedForGood])
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 630 })
  })
})
