import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { plain } from './testing/pictures.ts'
import { avatarsOf, clientOf, type PictureStage, startPictureStage } from './testing/storage.ts'

let stage: PictureStage
let green: Buffer

beforeAll(async () => {
  stage = await startPictureStage()
  green = await plain(8, 8, '#0c0').png().toBuffer()
})
afterAll(() => stage.close())
afterEach(() => stage.empty())

const png = (bytes: Buffer) => new Blob([new Uint8Array(bytes)], { type: 'image/png' })
const colourAt = async (url: string) => {
  const bytes = Buffer.from(await (await fetch(url)).arrayBuffer())
  const { dominant } = await sharp(bytes).stats()
  return dominant.r > dominant.g ? 'red' : 'green'
}

describe('the official storage client (docs/product/calls.md#storage-calls)', () => {
  it('uploads a file and reads it at its public address', async () => {
    const avatars = avatarsOf(stage.app, stage.maya.token)
    const name = `${stage.maya.id}-1.webp`
    const file = new File([png(stage.red)], 'me.png', { type: 'image/png' })
    const { data, error } = await avatars.upload(name, file, { cacheControl: '3600' })
    expect(error).toBeNull()
    expect(data).toEqual({ path: name, id: name, fullPath: `avatars/${name}` })
    const { publicUrl } = avatars.getPublicUrl(name).data
    const response = await fetch(publicUrl)
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(await colourAt(publicUrl)).toBe('red')
  })

  it.each([
    ['with its type', { contentType: 'image/png' }, 1],
    ['without one, which the client then calls text', {}, 10],
  ])('uploads a buffer %s as the body itself', async (_case, options, moment) => {
    const name = `products/product-${stage.maya.id}-${moment}.png`
    const avatars = avatarsOf(stage.app, stage.maya.token)
    const { data, error } = await avatars.upload(name, stage.red, options)
    expect([data?.path, error]).toEqual([name, null])
    expect(await colourAt(avatars.getPublicUrl(name).data.publicUrl)).toBe('red')
  })

  it('uploads the first file of a form, whatever else is in it', async () => {
    const form = new FormData()
    form.append('note', 'x'.repeat(10_000))
    form.append('picture', png(stage.red))
    form.append('another', png(green))
    const avatars = avatarsOf(stage.app, stage.maya.token)
    const { error } = await avatars.upload(`${stage.maya.id}-5.png`, form, { metadata: { taken: 'today' } })
    expect(error).toBeNull()
    expect(await colourAt(avatars.getPublicUrl(`${stage.maya.id}-5.png`).data.publicUrl)).toBe('red')
  })

  it('does not overwrite a picture, unless it asks to or replaces it', async () => {
    const avatars = avatarsOf(stage.app, stage.maya.token)
    const name = `${stage.maya.id}-2.png`
    const url = avatars.getPublicUrl(name).data.publicUrl
    await avatars.upload(name, png(stage.red))
    const { error } = await avatars.upload(name, png(green))
    expect(error).toMatchObject({
      name: 'StorageApiError',
      status: 400,
      statusCode: '409',
      message: 'The resource already exists',
    })
    expect(await colourAt(url)).toBe('red')
    expect((await avatars.upload(name, png(green), { upsert: true })).error).toBeNull()
    expect(await colourAt(url)).toBe('green')
    expect((await avatars.update(name, png(stage.red))).error).toBeNull()
    expect(await colourAt(url)).toBe('red')
    expect(stage.stored()).toEqual([name])
  })

  it('lets one of two uploads to one name at once win', async () => {
    const avatars = avatarsOf(stage.app, stage.maya.token)
    const name = `${stage.maya.id}-3.png`
    const answers = await Promise.all([1, 2, 3, 4].map(() => avatars.upload(name, png(stage.red))))
    const codes = answers.map(({ error }) => (error ? error.statusCode : 'stored')).sort()
    expect(codes).toEqual(['409', '409', '409', 'stored'])
    expect(stage.stored()).toEqual([name])
  })

  it('removes the caller’s own pictures, and says nothing of others', async () => {
    const theirs = `${stage.other.id}-1.png`
    await avatarsOf(stage.app, stage.other.token).upload(theirs, png(stage.red))
    const avatars = avatarsOf(stage.app, stage.maya.token)
    const names = [`${stage.maya.id}-4.png`, `products/product-${stage.maya.id}-4.png`]
    for (const name of names) await avatars.upload(name, png(stage.red))
    const asked = [
      ...names,
      ...names,
      theirs,
      `${stage.other.id}-2.png`,
      `${stage.maya.id}-9.png`,
      '../x',
      'products/',
    ]
    const { data, error } = await avatars.remove(asked)
    expect(error).toBeNull()
    expect(data).toEqual(names.map((name) => ({ name, bucket_id: 'avatars' })))
    expect(stage.stored()).toEqual([theirs])
    expect((await avatars.remove(names)).data).toEqual([])
  })

  it('gets a refusal for calls that are not offered', async () => {
    const avatars = avatarsOf(stage.app, stage.maya.token)
    const client = clientOf(stage.app, stage.maya.token)
    const name = `${stage.maya.id}-1.png`
    const calls = [
      avatars.list(),
      avatars.move(name, 'b'),
      avatars.copy(name, 'b'),
      avatars.createSignedUrl(name, 60),
      avatars.createSignedUrls([name], 60),
      avatars.createSignedUploadUrl(name),
      avatars.info(name),
      avatars.download(name),
      client.listBuckets(),
      client.getBucket('avatars'),
      client.createBucket('mine'),
      client.deleteBucket('avatars'),
    ]
    for (const { error } of await Promise.all(calls))
      expect(error).toMatchObject({ name: 'StorageApiError', status: 400, statusCode: '404' })
  })

  it('gets a refusal for any other bucket', async () => {
    const others = clientOf(stage.app, stage.maya.token).from('Avatars')
    const unknown = { status: 400, statusCode: '404', message: 'Bucket not found' }
    expect((await others.upload(`${stage.maya.id}-1.png`, png(stage.red))).error).toMatchObject(unknown)
    expect((await others.remove(['a'])).error).toMatchObject(unknown)
    const { publicUrl } = others.getPublicUrl(`${stage.maya.id}-1.png`).data
    expect(await (await fetch(publicUrl)).json()).toMatchObject({
      statusCode: '404',
      message: 'Bucket not found',
    })
  })
})
