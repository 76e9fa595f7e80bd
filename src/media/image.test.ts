import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../../tests/harness/app.ts'
import { signUp } from '../../tests/harness/people.ts'
import { reencode } from './image.ts'
import { animation, phonePhoto, photoOf, plain, pngBomb } from './testing/pictures.ts'
import { publishingBy } from './testing/publishing.ts'
import { startDiskApp } from './testing/storage.ts'

const megabytes = 1024 * 1024
let stage: Awaited<ReturnType<typeof startDiskApp>>
let app: TestApp
let photo: Buffer
let { upload, published } = {} as ReturnType<typeof publishingBy>

beforeAll(async () => {
  stage = await startDiskApp()
  app = stage.app
  ;({ upload, published } = publishingBy(app, await signUp(app)))
  photo = await photoOf(5 * megabytes)
})
afterAll(() => stage.close())
afterEach(() => stage.empty())

it('of one person wait for each other, and others do not wait for them', async () => {
  const bytes = await plain().png().toBuffer()
  const order: string[] = []
  const start = Promise.withResolvers<void>()
  const flood = (owner: string) =>
    Array.from({ length: 6 }, async () => {
      await reencode(bytes, { owner, isOpaque: false, charge: () => start.promise })
      order.push(owner)
    })
  const owners = [flood('mallory'), flood('maya')]
  // Nothing is decoded yet: the person whose sixth is refused has five in the queue.
  const refused = await Promise.allSettled(owners.map((mine) => Promise.race(mine)))
  expect(refused).toMatchObject(owners.map(() => ({ status: 'rejected', reason: { code: 'unavailable' } })))
  start.resolve()
  await Promise.allSettled(owners.flat())
  expect(order).toHaveLength(10)
  // By turns, once the first two are done.
  expect([2, 3]).toContain(order.slice(0, 5).filter((owner) => owner === 'maya').length)
})

describe('pictures as they are stored', () => {
  it.for(['webp', 'jpg', 'jpeg', 'png'])('are WebP, and served as such: %s', async (extension) => {
    for (const input of ['webp', 'jpeg', 'png', 'gif', 'avif'] as const) {
      const made = await published(await plain(16, 12).toFormat(input).toBuffer(), extension)
      expect(made).toMatchObject({ type: 'image/webp', header: { format: 'webp', width: 16, height: 12 } })
    }
  })

  it('take far less than was sent, whatever the name: a photo is never stored as a PNG', async () => {
    const sent = photo.subarray(0, photo.indexOf('\xff\xd9', 0, 'latin1') + 2)
    expect(sent.length).toBeGreaterThan(1.9 * megabytes)
    for (const extension of ['png', 'jpg'])
      expect((await published(sent, extension)).body.length).toBeLessThan(sent.length / 2)
  })

  it('stand upright, and do not reveal where they were taken', async () => {
    const taken = await phonePhoto()
    expect(taken.includes('Phonemaker')).toBe(true)
    expect((await sharp(taken).metadata()).orientation).toBe(6)
    for (const extension of ['jpg', 'webp', 'png']) {
      const { body, header } = await published(taken, extension)
      expect([header.width, header.height]).toEqual([200, 300])
      expect(header).not.toHaveProperty('exif')
      expect(header).not.toHaveProperty('orientation')
      expect(body.includes('Phonemaker')).toBe(false)
    }
  })

  it('are the first frame of an animation', async () => {
    const moving = await animation()
    expect((await sharp(moving).metadata()).pages).toBe(2)
    const { body, header } = await published(moving, 'png')
    expect(header.pages ?? 1).toBe(1)
    const { dominant } = await sharp(body).stats()
    expect(dominant.r).toBeGreaterThan(dominant.g)
  })

  it('are in sRGB, and white where a JPEG cannot be transparent', async () => {
    const printed = await plain().toColourspace('cmyk').jpeg().toBuffer()
    expect((await sharp(printed).metadata()).space).toBe('cmyk')
    expect((await published(printed, 'jpg')).header.space).toBe('srgb')
    const clear = { width: 8, height: 8, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } as const
    const { body } = await published(await sharp({ create: clear }).png().toBuffer(), 'jpg')
    expect((await sharp(body).stats()).channels.map(({ mean }) => Math.round(mean))).toEqual([255, 255, 255])
  })
})

describe('invalid and too large pictures (docs/product/pictures.md#storage)', () => {
  const notAnImage = { status: 400, statusCode: '415', message: 'Please select an image file' }
  const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  afterEach(() => expect(stage.stored()).toEqual([]))

  it.for<[string, Buffer]>([
    ['a renamed program of Windows', Buffer.from(`MZ\x90\0${'\0'.repeat(4000)}`, 'latin1')],
    ['a renamed program of Linux', Buffer.from(`\x7fELF\x02\x01\x01${'\0'.repeat(4000)}`, 'latin1')],
    ['an SVG with a script', Buffer.from(script)],
    ['an SVG with a declaration', Buffer.from(`<?xml version="1.0"?>${script}`)],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a script that begins like a JPEG', Buffer.from(`\xff\xd8\xff${script}`, 'latin1')],
    ['a script that begins like a GIF', Buffer.from(`GIF89a=1;${script}`, 'latin1')],
    ['a TIFF', Buffer.from('II*\0\x08\0\0\0\0\0', 'latin1')],
    ['a PDF', Buffer.from('%PDF-1.7\n%%EOF')],
    ['nothing', Buffer.alloc(0)],
  ])('refuses %s', async ([, bytes]) => {
    for (const extension of ['jpg', 'png', 'webp'])
      for (const as of ['form', 'body'] as const)
        expect((await upload(bytes, extension, as)).error).toMatchObject(notAnImage)
    await app.database.db.deleteFrom('rate_limits').execute()
  })

  it('refuses an SVG at a name of its own', async () => {
    expect((await upload(Buffer.from(script), 'svg')).error).toMatchObject({ statusCode: '400' })
  })

  it.for(['jpeg', 'png', 'gif', 'webp', 'avif'] as const)(
    'refuses a %s that was cut short',
    async (format) => {
      const whole = await sharp(await phonePhoto())
        .toFormat(format)
        .toBuffer()
      for (const part of [0.1, 0.5, 0.95]) {
        const { error } = await upload(whole.subarray(0, Math.floor(whole.length * part)), 'jpg')
        expect(error).toMatchObject(notAnImage)
      }
    },
  )

  it('refuses a picture of 20,000 × 20,000 pixels by its header', async () => {
    const bomb = pngBomb(20_000)
    expect(bomb.length).toBeLessThan(100_000)
    const before = process.memoryUsage().rss
    const began = performance.now()
    expect((await upload(bomb, 'png')).error).toMatchObject({
      statusCode: '413',
      message: 'Please select an image of at most 50 megapixels',
    })
    expect(performance.now() - began).toBeLessThan(2000)
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000)
    const { error } = await upload(pngBomb(7072), 'png')
    expect(error).toMatchObject({ statusCode: '413' })
  })
})
