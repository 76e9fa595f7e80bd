import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../../tests/harness/app.ts'
import { type Person, signUp } from '../../tests/harness/people.ts'
import { photoOf, pngBomb } from './testing/pictures.ts'
import { publishingBy } from './testing/publishing.ts'
import { avatarsOf, startDiskApp } from './testing/storage.ts'

const megabytes = 1024 * 1024
let stage: Awaited<ReturnType<typeof startDiskApp>>
let app: TestApp
let maya: Person
let photo: Buffer
let { upload, published } = {} as ReturnType<typeof publishingBy>

beforeAll(async () => {
  stage = await startDiskApp()
  app = stage.app
  maya = await signUp(app)
  ;({ upload, published } = publishingBy(app, maya))
  photo = await photoOf(5 * megabytes)
})
afterAll(() => stage.close())
afterEach(() => stage.empty())

describe('pictures at the limits (docs/product/pictures.md#storage)', () => {
  it('take a photo of exactly 5 MB, and have at most 1600 pixels on a side', async () => {
    expect(photo.length).toBe(5 * megabytes)
    for (const as of ['form', 'body'] as const) {
      expect((await upload(photo, 'jpg', as)).error).toBeNull()
      const { header } = await published(photo, 'jpg')
      expect([header.width, header.height]).toEqual([1600, 1200])
    }
  })

  it('refuses one byte more than 5 MB, and much more, without storing it', async () => {
    const tooLarge = {
      status: 400,
      statusCode: '413',
      message: 'Please select an image smaller than 5MB',
    }
    for (const more of [1, 100_000, 40 * megabytes])
      for (const as of ['form', 'body'] as const) {
        const { error } = await upload(Buffer.concat([photo, Buffer.alloc(more)]), 'jpg', as)
        expect(error).toMatchObject(tooLarge)
      }
  })

  it('refuses an endless body once it is too large, with an answer that arrives', async () => {
    const chunk = new Uint8Array(256 * 1024)
    let sent = 0
    const endless = new ReadableStream({
      pull(controller) {
        sent += chunk.length
        if (sent > 20 * megabytes) controller.close()
        else controller.enqueue(chunk)
      },
    })
    const avatars = avatarsOf(app, maya.token)
    const { error } = await avatars.upload(`${maya.id}-1.png`, endless, { contentType: 'image/png' })
    expect(error).toMatchObject({ status: 400, statusCode: '413' })
  })

  it('takes what is just below the limit of pixels', async () => {
    const { header } = await published(pngBomb(7071), 'webp')
    expect([header.width, header.height]).toEqual([1600, 1600])
    stage.empty()
  })
})
