import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeS3, startFakeS3 } from '../../tests/fakes/s3.ts'
import { startTestApp, type TestApp } from '../../tests/harness/app.ts'
import { signUp } from '../../tests/harness/people.ts'
import { pictureAddress } from './rules.ts'
import { readPicture } from './service.ts'
import { plain } from './testing/pictures.ts'
import { avatarsOf } from './testing/storage.ts'

let s3: FakeS3
let apps: Record<'disk' | 's3', TestApp>

beforeAll(async () => {
  s3 = await startFakeS3()
  const [disk, remote] = await Promise.all([startTestApp(), startTestApp({ env: s3.env })])
  apps = { disk, s3: remote }
})
afterAll(async () => {
  await Promise.all([apps.disk.close(), apps.s3.close()])
  await s3.close()
})

describe.each(['disk', 's3'] as const)('the bytes of a picture on %s', (kind) => {
  it('are those that anyone reads, and null for every other address', async () => {
    const app = apps[kind]
    const { media } = app.app.services
    const maya = await signUp(app)
    const address = pictureAddress(`${maya.id}-1.png`)
    expect(await readPicture(app.database, media, address)).toBeNull()
    const bytes = await plain(40, 40).png().toBuffer()
    await avatarsOf(app, maya.token).upload(`${maya.id}-1.png`, bytes, { contentType: 'image/png' })
    const read = Buffer.from(await (await fetch(app.url + address)).arrayBuffer())
    expect(read.length).toBeGreaterThan(0)
    expect(await readPicture(app.database, media, address)).toEqual(read)
    const others = [
      '/art/kettle.svg',
      'https://m.media-amazon.com/images/I/71.jpg',
      pictureAddress('../../keys.json'),
      pictureAddress('%2e%2e/keys.json'),
      '',
    ]
    for (const other of others)
      expect([other, await readPicture(app.database, media, other)]).toEqual([other, null])
  })
})

it('are unavailable while the store is away', async () => {
  s3.trouble = 'failing'
  const name = '00000000-0000-7000-8000-000000000001-1.png'
  const { app, database } = apps.s3
  await expect(readPicture(database, app.services.media, pictureAddress(name))).rejects.toMatchObject({
    code: 'unavailable',
  })
})
