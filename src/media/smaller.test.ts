import type { TransformOptions } from '@supabase/storage-js'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startFakeS3 } from '../../tests/fakes/s3.ts'
import { startTestApp, type TestApp } from '../../tests/harness/app.ts'
import { type Person, signUp } from '../../tests/harness/people.ts'
import { readPicture } from './service.ts'
import { plain } from './testing/pictures.ts'
import { avatarsOf } from './testing/storage.ts'

const places = {
  'on the disk': async () => ({ env: {}, close: async () => {} }),
  'in an S3 bucket': startFakeS3,
}

describe.each(Object.entries(places))(
  'smaller sizes of pictures %s (docs/product/pictures.md#sizes)',
  (_, start) => {
    let place: Awaited<ReturnType<typeof start>>
    let app: TestApp
    let maya: Person
    let wide: Buffer
    beforeAll(async () => {
      place = await start()
      app = await startTestApp({ env: place.env })
      maya = await signUp(app)
      // Red, with a green middle that is as wide as it is high.
      const middle = await plain(1000, 1000, '#0c0').png().toBuffer()
      wide = await plain(1280, 1000)
        .composite([{ input: middle }])
        .png()
        .toBuffer()
    })
    afterAll(async () => {
      await app.close()
      await place.close()
    })

    let stored = 0
    async function upload(bytes: Buffer, metadata?: Record<string, unknown>): Promise<string> {
      stored += 1
      const name = `products/product-${maya.id}-${stored}.png`
      const picture = new Blob([new Uint8Array(bytes)])
      const { error } = await avatarsOf(app, maya.token).upload(name, picture, metadata && { metadata })
      expect(error).toBeNull()
      return name
    }
    const addressOf = (name: string, transform?: TransformOptions) =>
      avatarsOf(app).getPublicUrl(name, transform && { transform }).data.publicUrl
    const square = (name: string, side: number) => fetch(addressOf(name, { width: side, height: side }))
    const whole = (name: string, side: number) =>
      fetch(addressOf(name, { width: side, height: side, resize: 'contain' }))
    const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())
    const sizeOf = async (answer: Response) => {
      const { width, height, format } = await sharp(await bytesOf(answer)).metadata()
      return [format, width, height]
    }

    it('are squares cut from the middle, the same each time, and cached for good', async () => {
      const name = await upload(wide)
      const answers = await Promise.all([400, 800, 400].map((side) => square(name, side)))
      for (const { status, headers } of answers) {
        expect(status).toBe(200)
        expect(headers.get('content-type')).toBe('image/webp')
        expect(headers.get('cache-control')).toBe('public, max-age=31536000, s-maxage=300, immutable')
      }
      const [small, large, again] = await Promise.all(answers.map(bytesOf))
      expect(again).toEqual(small)
      const { dominant } = await sharp(small).stats()
      expect(dominant.g).toBeGreaterThan(dominant.r)
      expect((await sharp(small).metadata()).width).toBe(400)
      expect((await sharp(large).metadata()).height).toBe(800)
    })

    it('are the picture itself where that is no larger', async () => {
      const name = await upload(await plain(700, 400).png().toBuffer())
      expect(await sizeOf(await square(name, 400))).toEqual(['webp', 700, 400])
      expect(await sizeOf(await square(name, 800))).toEqual(['webp', 700, 400])
    })

    /** 1000 by 2000 pixels: red, with a green square of 600 near the lower left corner. */
    const tall = async () =>
      plain(1000, 2000)
        .composite([{ input: await plain(600, 600, '#0c0').png().toBuffer(), left: 50, top: 1300 }])
        .png()
        .toBuffer()
    const greenSquare = { left: 50, top: 1300, side: 600 }

    it('are the square that was chosen, and all of the picture, in at most so many pixels', async () => {
      const name = await upload(await tall(), { square: greenSquare })
      expect(await sizeOf(await fetch(addressOf(name)))).toEqual(['webp', 800, 1600])
      for (const [wanted, given] of [
        [400, 400],
        // The picture is stored with 1600 of its 2000 pixels.
        [800, 480],
        [1200, 480],
      ] as const) {
        const answer = await square(name, wanted)
        const bytes = await bytesOf(answer)
        const { width, height } = await sharp(bytes).metadata()
        expect([wanted, width, height]).toEqual([wanted, given, given])
        const { channels } = await sharp(bytes).stats()
        expect(channels[1]?.min).toBeGreaterThan(150)
      }
      expect(await sizeOf(await whole(name, 800))).toEqual(['webp', 400, 800])
      expect(await sizeOf(await whole(name, 1200))).toEqual(['webp', 600, 1200])
    })

    it('take a square that is a body’s, keep it inside the picture, and refuse one that is none', async () => {
      const name = `products/product-${maya.id}-7000.png`
      const metadata = { square: { left: 900, top: 1900, side: 5000 } }
      const avatars = avatarsOf(app, maya.token)
      await avatars.upload(name, await tall(), { contentType: 'image/png', metadata })
      expect(await sizeOf(await square(name, 1200))).toEqual(['webp', 800, 800])
      for (const wrong of [{ left: 1, top: 1 }, { left: -1, top: 0, side: 9 }, 'middle']) {
        const { error } = await avatars.upload(name, await tall(), {
          metadata: { square: wrong },
          upsert: true,
        })
        expect(error).toMatchObject({ statusCode: '400' })
      }
      const { error } = await avatars.upload(name, new Blob([new Uint8Array(await tall())]), {
        metadata: { square: { left: 0.5, top: 0, side: 9 } },
        upsert: true,
      })
      expect(error).toMatchObject({ statusCode: '400' })
    })

    it('are given in no other size, and of no other thing', async () => {
      const name = await upload(wide)
      const sizes: TransformOptions[] = [
        { width: 401, height: 401 },
        { width: 400, height: 800 },
        { width: 400 },
        { width: -1, height: -1 },
        { width: 400, height: 400, resize: 'contain' },
      ]
      for (const transform of sizes)
        expect(await (await fetch(addressOf(name, transform))).json()).toMatchObject({
          statusCode: '400',
          message: expect.stringContaining('squares of 400, 800 or 1200 pixels'),
        })
      const elsewhere = [name.replace(maya.id, crypto.randomUUID()), `squares/400/${name}`, '../x', 'a.webp']
      for (const other of elsewhere)
        expect(await (await square(other, 400)).json()).toMatchObject({ statusCode: '404' })
    })

    it('go with their picture, and are made again from what replaces it', async () => {
      const name = await upload(wide)
      await bytesOf(await square(name, 400))
      await bytesOf(await whole(name, 800))
      const avatars = avatarsOf(app, maya.token)
      const blue = await plain(900, 900, '#00c').png().toBuffer()
      await avatars.upload(name, new Blob([new Uint8Array(blue)]), { upsert: true })
      const { dominant } = await sharp(await bytesOf(await square(name, 400))).stats()
      expect(dominant.b).toBeGreaterThan(dominant.g)

      await avatars.remove([name])
      expect(await (await square(name, 400)).json()).toMatchObject({ statusCode: '404' })
      for (const size of ['squares/400', 'wholes/800'])
        expect(await app.app.services.media.store.sizeOf(`${size}/${name}`)).toBeNull()
    })

    it('are drawn on share images as they were chosen', async () => {
      const name = await upload(await tall(), { square: greenSquare })
      const address = new URL(addressOf(name)).pathname
      const drawn = await readPicture(app.database, app.app.services.media, address)
      const { width, height } = await sharp(drawn ?? undefined).metadata()
      expect([width, height]).toEqual([480, 480])
    })

    it('are offered by the cards of a product whose picture is larger', async () => {
      const { body: item } = await app.request('POST', '/api/v1/products', {
        token: maya.token,
        body: { amazon_url: 'https://www.amazon.com/dp/B0SQUARES1', title: 'Square', category_id: null },
      })
      const shown = async (name: string) => {
        const image_url = new URL(addressOf(name)).pathname
        const { status, body } = await app.request('PATCH', `/api/v1/products/${item.id}`, {
          token: maya.token,
          body: { image_url },
        })
        expect(status).toBe(200)
        const list = await app.request('GET', '/api/v1/feed')
        expect(list.body.items[0].image_side).toBe(body.image_side)
        return body.image_side
      }
      expect(await shown(await upload(wide))).toBe(1000)
      expect(await shown(await upload(await plain(400, 400).png().toBuffer()))).toBe(400)
      expect(await shown(await upload(await tall(), { square: greenSquare }))).toBe(480)
      const { body } = await app.request('PATCH', `/api/v1/products/${item.id}`, {
        token: maya.token,
        body: { image_url: null },
      })
      expect(body.image_side).toBeNull()
    })
  },
)
