import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type FakeS3, startFakeS3 } from '../../tests/fakes/s3.ts'
import { startTestApp, type TestApp } from '../../tests/harness/app.ts'
import { type Person, signUp } from '../../tests/harness/people.ts'
import { pictureAddress } from './rules.ts'
import { hasPicture, removePicturesOf } from './service.ts'
import { plain } from './testing/pictures.ts'
import { avatarsOf } from './testing/storage.ts'

let s3: FakeS3
let app: TestApp
let maya: Person
let picture: Blob

beforeAll(async () => {
  s3 = await startFakeS3()
  app = await startTestApp({ env: s3.env })
  maya = await signUp(app)
  picture = new Blob([new Uint8Array(await plain(400, 400).png().toBuffer())], { type: 'image/png' })
})
afterAll(async () => {
  await app.close()
  await s3.close()
})
afterEach(() => {
  s3.trouble = 'none'
  s3.objects.clear()
})

const upload = (name: string) => avatarsOf(app, maya.token).upload(name, picture)
const keys = () => [...s3.objects.keys()].sort()
const read = (name: string, init?: RequestInit) => fetch(app.url + pictureAddress(name), init)

describe('pictures in an S3 bucket', () => {
  it('are stored whole, with their type and for good, and read by anyone', async () => {
    const name = `products/product-${maya.id}-1.webp`
    expect((await upload(name)).error).toBeNull()
    const object = s3.objects.get(`avatars/${name}`)
    expect(object).toMatchObject({
      type: 'image/webp',
      cacheControl: 'public, max-age=31536000, s-maxage=300, immutable',
    })
    const response = await read(name)
    expect(Buffer.from(await response.arrayBuffer())).toEqual(object?.bytes)
    expect((await sharp(object?.bytes).metadata()).width).toBe(400)
  })

  it('are read with the headers that pictures on the disk have', async () => {
    const onDisk = await startTestApp()
    try {
      const person = await signUp(onDisk)
      await avatarsOf(onDisk, person.token).upload(`${person.id}-1.png`, picture)
      await upload(`${maya.id}-1.png`)
      for (const init of [{}, { method: 'HEAD' }, { headers: { range: 'bytes=0-3' } }]) {
        const one = await fetch(onDisk.url + pictureAddress(`${person.id}-1.png`), init)
        const other = await read(`${maya.id}-1.png`, init)
        expect(other.status).toBe(one.status)
        expect(comparable(other)).toEqual(comparable(one))
        expect(await other.text()).toBe(await one.text())
      }
    } finally {
      await onDisk.close()
    }
  })

  it('answer what has not changed, ranges beyond their end, and what is not there', async () => {
    const name = `${maya.id}-1.png`
    await upload(name)
    const etag = (await read(name, { method: 'HEAD' })).headers.get('etag') ?? ''
    // Set by hand: a condition would otherwise make fetch bypass every cache.
    const same = await read(name, { headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' } })
    expect([same.status, same.headers.get('etag'), await same.text()]).toEqual([304, etag, ''])
    const beyond = await read(name, { headers: { range: 'bytes=100000-' } })
    expect([beyond.status, beyond.headers.get('cache-control')]).toEqual([416, 'no-store'])
    const missing = await read(`${maya.id}-2.png`)
    expect([missing.status, missing.headers.get('cache-control')]).toEqual([400, 'no-store'])
    expect(await missing.json()).toMatchObject({ statusCode: '404', message: 'Object not found' })
    expect((await read(`${maya.id}-2.png`, { method: 'HEAD' })).status).toBe(400)
  })

  it('do not overwrite each other: of several at once one wins', async () => {
    const name = `${maya.id}-3.png`
    const answers = await Promise.all([1, 2, 3].map(() => upload(name)))
    const codes = answers.map(({ error }) => error?.statusCode ?? 'stored').sort()
    expect(codes).toEqual(['409', '409', 'stored'])
    const green = new Blob([new Uint8Array(await plain(8, 8, '#0c0').png().toBuffer())])
    expect((await avatarsOf(app, maya.token).update(name, green)).error).toBeNull()
    const { dominant } = await sharp(s3.objects.get(`avatars/${name}`)?.bytes).stats()
    expect(dominant.g).toBeGreaterThan(dominant.r)
  })

  it('are removed by their owner, who gets the names of those that were there', async () => {
    const names = [1, 2, 3].map((n) => `${maya.id}-${n}.png`)
    for (const name of names) await upload(name)
    const asked = [...names.slice(0, 2), `${maya.id}-9.png`]
    const { data } = await avatarsOf(app, maya.token).remove(asked)
    expect(data?.map(({ name }) => name)).toEqual(names.slice(0, 2))
    expect(keys()).toEqual([`avatars/${names[2]}`])
    expect((await avatarsOf(app, maya.token).remove([`${maya.id}-9.png`])).data).toEqual([])
  })

  it('are all removed with their person, however many pages of them there are', async () => {
    const { media } = app.app.services
    const theirs = `${crypto.randomUUID()}-1.png`
    const example = `${maya.id}-1.png`
    await upload(example)
    const object = s3.objects.get(`avatars/${example}`)
    if (!object) throw new Error('nothing was stored')
    for (let n = 2; n < 8; n += 1) {
      s3.objects.set(`avatars/${maya.id}-${n}.png`, object)
      s3.objects.set(`avatars/products/product-${maya.id}-${n}.png`, object)
    }
    s3.objects.set(`avatars/${theirs}`, object)
    expect(await hasPicture({ db: app.database.db, clock: app.clock.now }, media, example)).toBe(true)
    await removePicturesOf(media, maya.id)
    expect(keys()).toEqual([`avatars/${theirs}`])
    expect(await hasPicture({ db: app.database.db, clock: app.clock.now }, media, example)).toBe(false)
    await removePicturesOf(media, maya.id)
  })
})

describe('an S3 bucket that fails', () => {
  it.for(['failing', 'dropping'] as const)(
    'is unavailable for a while, and nothing is half done: %s',
    async (trouble) => {
      const name = `${maya.id}-1.png`
      await upload(name)
      s3.trouble = trouble
      const unavailable = { status: 503, statusCode: '503' }
      expect((await upload(`${maya.id}-2.png`)).error).toMatchObject(unavailable)
      expect((await avatarsOf(app, maya.token).remove([name])).error).toMatchObject(unavailable)
      const reading = await read(name)
      expect([reading.status, reading.headers.get('cache-control')]).toEqual([503, 'no-store'])
      expect(reading.headers.get('retry-after')).toBe('2')
      await expect(removePicturesOf(app.app.services.media, maya.id)).rejects.toMatchObject({
        code: 'unavailable',
      })
      s3.trouble = 'none'
      expect(keys()).toEqual([`avatars/${name}`])
      expect((await read(name)).status).toBe(200)
    },
  )

  it('is not assumed to have removed what it refuses to', async () => {
    await upload(`${maya.id}-1.png`)
    s3.trouble = 'undeletable'
    const { media } = app.app.services
    await expect(removePicturesOf(media, maya.id)).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('does not serve half a picture as a whole one', async () => {
    await upload(`${maya.id}-1.png`)
    s3.trouble = 'halving'
    await expect(read(`${maya.id}-1.png`).then((response) => response.arrayBuffer())).rejects.toThrow()
  })

  it('is unavailable when nothing listens, or the key is wrong', async () => {
    const gone = await startFakeS3()
    await gone.close()
    const wrongKey = { ...s3.env, S3_SECRET_ACCESS_KEY: createHash('sha256').digest('base64') }
    for (const env of [gone.env, wrongKey]) {
      const lost = await startTestApp({ env })
      try {
        const person = await signUp(lost)
        const { error } = await avatarsOf(lost, person.token).upload(`${person.id}-1.png`, picture)
        expect(error).toMatchObject({ status: 503, statusCode: '503' })
      } finally {
        await lost.close()
      }
    }
    expect(keys()).toEqual([])
  })
})

/** Without the headers that change with each answer. */
function comparable(response: Response) {
  const {
    date,
    'x-request-id': id,
    etag,
    'last-modified': modified,
    ...rest
  } = Object.fromEntries(response.headers)
  return { ...rest, date: !!date, id: !!id, etag: !!etag, modified: !!modified }
}
