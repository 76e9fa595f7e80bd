import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../../tests/harness/app.ts'
import { signUp } from '../../tests/harness/people.ts'
import type { Context } from '../platform/context.ts'
import { pictureAddress } from './rules.ts'
import { hasPicture, removePicturesOf, storePicture } from './service.ts'
import type { Media } from './store.ts'
import { plain } from './testing/pictures.ts'
import { startDiskApp } from './testing/storage.ts'

let stage: Awaited<ReturnType<typeof startDiskApp>>
let folder: string
let app: TestApp
let media: Media
let context: Context
let userId: string
let picture: Buffer

beforeAll(async () => {
  stage = await startDiskApp()
  app = stage.app
  folder = stage.folder
  media = app.app.services.media
  userId = (await signUp(app)).id
  const actor = { userId, sessionId: crypto.randomUUID(), role: 'user' } as const
  context = { db: app.database.db, actor, clock: app.clock.now }
  picture = await plain().webp().toBuffer()
})
afterAll(() => stage.close())

const store = (name: string, bytes: Uint8Array = picture) =>
  storePicture(context, media, { path: name, bytes })
const ofProduct = (extension = 'webp') => `products/product-${userId}-1795226400000.${extension}`

/** Sends the path as given: fetch would remove its dots, and bypass every cache where a condition is set. */
function rawGet(target: string, headers: Record<string, string> = {}) {
  const { hostname, port } = new URL(app.url)
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    request({ hostname, port, path: target, headers }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (chunk) => (body += chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
    })
      .on('error', reject)
      .end()
  })
}

const notThere = { statusCode: '404', error: 'not_found', message: 'Object not found' }

describe('storing pictures (docs/product/pictures.md#storage)', () => {
  it('gives back an address that anyone can read what is stored at', async () => {
    const address = await store(`${userId}-1.webp`)
    expect(address).toBe(`/storage/v1/object/public/avatars/${userId}-1.webp`)
    const response = await fetch(app.url + address)
    const stored = readFileSync(path.join(folder, `${userId}-1.webp`))
    expect(Buffer.from(await response.arrayBuffer())).toEqual(stored)
  })

  it('may be repeated, and leaves nothing unfinished behind', async () => {
    await Promise.all([store(ofProduct()), store(ofProduct()), store(ofProduct())])
    const named = stage.stored().filter((file) => file.includes('product-'))
    expect(named).toEqual([`product-${userId}-1795226400000.webp`])
  })

  it('answers whether a picture exists', async () => {
    await store(`${userId}-2.webp`)
    expect(await hasPicture(context, media, `${userId}-2.webp`)).toBe(true)
    expect(await hasPicture(context, media, `${userId}-3.webp`)).toBe(false)
    expect(await hasPicture(context, media, '../../postgres.log')).toBe(false)
  })

  it.for([
    '../escape.webp',
    'products/../../escape.webp',
    '/etc/passwd',
    'cat.webp',
    'products/cat.webp',
    'Products/product-ID-1.webp',
    'products/product-ID-1.svg',
    'products/product-ID-1.webp/..',
    'products/product-ID-1.webp\0.png',
    'other/product-ID-1.webp',
    'ID-1.gif',
    'ID-.webp',
    'ID.webp',
    '',
  ])('refuses the name %j', async (name) => {
    await expect(store(name.replace('ID', userId))).rejects.toMatchObject({ code: 'validation_failed' })
  })

  it('refuses another person’s name, and anyone who is not signed in', async () => {
    const theirs = `${crypto.randomUUID()}-1.webp`
    await expect(store(theirs)).rejects.toMatchObject({ code: 'forbidden' })
    const anonymous = storePicture({ ...context, actor: null }, media, {
      path: `${userId}-1.webp`,
      bytes: picture,
    })
    await expect(anonymous).rejects.toMatchObject({ code: 'not_authenticated' })
  })

  it('refuses what is no picture, and more than 5 MB', async () => {
    const refused = { code: 'unsupported_media_type' }
    await expect(store(ofProduct(), Buffer.from('<svg onload="alert(1)"/>'))).rejects.toMatchObject(refused)
    await expect(store(ofProduct(), Buffer.alloc(0))).rejects.toMatchObject(refused)
    const large = Buffer.concat([picture, Buffer.alloc(5 * 1024 * 1024)])
    await expect(store(ofProduct(), large)).rejects.toMatchObject({ code: 'payload_too_large' })
  })

  it('removes every picture of a person, what a crash left unfinished too, and of nobody else', async () => {
    const theirs = `${crypto.randomUUID()}-1.webp`
    await store(ofProduct())
    for (const file of [
      theirs,
      `products/product-${theirs}`,
      `products/.product-${userId}-1.webp-unfinished`,
    ])
      writeFileSync(path.join(folder, file), picture)
    await removePicturesOf(media, userId)
    expect(stage.stored()).toEqual([theirs, `product-${theirs}`])
    await removePicturesOf(media, userId)
    await removePicturesOf(media, crypto.randomUUID())
    expect(stage.stored()).toEqual([theirs, `product-${theirs}`])
  })
})

describe('reading pictures in public', () => {
  it.for([
    ['webp', 'image/webp'],
    ['jpg', 'image/webp'],
    ['png', 'image/webp'],
  ])('serves %s as %s, to be cached for good', async ([extension = '', type]) => {
    const response = await fetch(app.url + (await store(ofProduct(extension))))
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': type,
      'content-length': String(readFileSync(path.join(folder, ofProduct(extension))).length),
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'public, max-age=31536000, s-maxage=300, immutable',
      'x-content-type-options': 'nosniff',
      etag: expect.any(String),
    })
  })

  it.for(['jpeg', 'png'] as const)(
    'serves a %s of an earlier version as that, whatever its name',
    async (format) => {
      writeFileSync(path.join(folder, `${userId}-9.webp`), await plain().toFormat(format).toBuffer())
      const { headers } = await fetch(app.url + pictureAddress(`${userId}-9.webp`))
      expect(headers.get('content-type')).toBe(`image/${format}`)
    },
  )

  it('has no fault when a picture is removed while it is read, at any moment', async () => {
    await store(ofProduct())
    const file = path.join(folder, ofProduct())
    const statuses = new Set<number>()
    for (let moment = 0; moment < 150; moment += 1) {
      writeFileSync(file, picture)
      const answer = rawGet(pictureAddress(ofProduct()))
      for (let turn = 0; turn < moment % 30; turn += 1) await new Promise((next) => setImmediate(next))
      rmSync(file)
      statuses.add((await answer).status)
    }
    expect([...statuses].filter((status) => status !== 200 && status !== 400)).toEqual([])
  })

  it('answers HEAD, what has not changed, and a part', async () => {
    const address = await store(ofProduct())
    const url = app.url + address
    const head = await fetch(url, { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(head.headers.get('content-type')).toBe('image/webp')
    const stored = readFileSync(path.join(folder, ofProduct()))
    expect(head.headers.get('content-length')).toBe(String(stored.length))
    expect(await head.text()).toBe('')
    const same = await rawGet(address, { 'if-none-match': head.headers.get('etag') ?? '' })
    expect(same).toEqual({ status: 304, body: '' })
    const part = await fetch(url, { headers: { range: 'bytes=0-3' } })
    expect([part.status, await part.text()]).toEqual([206, 'RIFF'])
    const beyond = await fetch(url, { headers: { range: 'bytes=100000-' } })
    expect([beyond.status, beyond.headers.get('cache-control')]).toEqual([416, 'no-store'])
  })

  it.for([`products/product-${crypto.randomUUID()}-1.webp`, 'nothing.webp', '', 'products/', 'products'])(
    'answers what is not there as the storage wire does: %j',
    async (name) => {
      const { status, body, headers } = await app.request('GET', pictureAddress(name))
      expect([status, body]).toEqual([400, notThere])
      expect(headers.get('cache-control')).toBe('no-store')
    },
  )

  it.for([
    '../../../postgres.log',
    '..%2f..%2f..%2fpostgres.log',
    '%2e%2e/%2e%2e/postgres.log',
    'products/..%5c..%5cpostgres.log',
    'products/%00.webp',
    '//etc/passwd',
  ])('has no way out of the folder: %s', async (target) => {
    const { status, body } = await rawGet(pictureAddress(target))
    expect(status).toBe(400)
    expect(body).not.toContain('root:')
  })
})
