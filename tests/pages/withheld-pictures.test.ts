import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plain } from '../../src/media/testing/pictures.ts'
import { avatarsOf } from '../../src/media/testing/storage.ts'
import { type ModerationStage, startModerationStage } from '../../src/moderation/testing/stage.ts'
import { startTestApp } from '../harness/app.ts'
import { type Person, setRole, signUpAdmin } from '../harness/people.ts'

const dataDir = mkdtempSync(path.join(tmpdir(), 'folio-withheld-'))
let stage: ModerationStage
let maya: Person
let ben: Person
beforeAll(async () => {
  stage = await startModerationStage({ pages: true, env: { DATA_DIR: dataDir } })
  maya = await stage.person('Maya')
  ben = await stage.person('Ben')
})
afterAll(async () => {
  await stage.close()
  rmSync(dataDir, { recursive: true })
})

let stored = 0

/** A new picture of a person's own, of a product or of theirs. */
async function upload(owner: Person, folder = 'products/product-'): Promise<string> {
  stored += 1
  const avatars = avatarsOf(stage.app, owner.token)
  const name = `${folder}${owner.id}-${stored}.webp`
  const { error } = await avatars.upload(
    name,
    new Blob([new Uint8Array(await plain(40, 40).png().toBuffer())]),
  )
  expect(error).toBeNull()
  return new URL(avatars.getPublicUrl(name).data.publicUrl).pathname
}

const patch = (owner: Person, id: string, body: object) =>
  stage.app.request('PATCH', `/api/v1/products/${id}`, { token: owner.token, body })

const read = (address: string, token?: string, method = 'GET') =>
  fetch(stage.app.url + address, { method, headers: token ? { authorization: `Bearer ${token}` } : {} })

/** Which of these callers get a picture. The storage calls have 404 in the body; their status is 400. */
async function readersOf(address: string) {
  const askers = {
    nobody: undefined,
    other: ben.token,
    owner: maya.token,
    admin: stage.ada.token,
    forged: 'x',
  }
  const answers = await Promise.all(
    Object.entries(askers).map(async ([who, token]) => {
      const answer = await read(address, token)
      if (answer.status === 200) return [who]
      const { statusCode, message } = (await answer.json()) as { statusCode: string; message: string }
      expect([statusCode, message]).toEqual(['404', 'Object not found'])
      expect(answer.headers.get('cache-control')).toBe('no-store')
      return []
    }),
  )
  return answers.flat()
}

const everyone = ['nobody', 'other', 'owner', 'admin', 'forged']
const insiders = ['owner', 'admin']

describe('the pictures of a hidden product', () => {
  it('are shown to its owner and admins only, until it is restored', async () => {
    const kettle = await stage.post(maya, 'Kettle')
    const address = await upload(maya)
    const square = `${address.replace('/object/', '/render/image/')}?width=400&height=400`
    expect((await patch(maya, kettle.id, { image_url: address })).body.image_url).toBe(address)
    expect(await readersOf(square)).toEqual(everyone)
    const preview = () => stage.app.request('GET', `/l/${kettle.short_link_id}/preview.jpg`)
    expect([await readersOf(address), (await preview()).status]).toEqual([everyone, 200])

    await stage.act(`products/${kettle.id}/hide`)
    expect([await readersOf(address), (await preview()).status]).toEqual([insiders, 404])
    expect(await readersOf(square)).toEqual(insiders)
    const [head, part] = [
      await read(address, undefined, 'HEAD'),
      await fetch(stage.app.url + address, { headers: { range: 'bytes=0-3', 'if-none-match': '*' } }),
    ]
    expect([head.status, part.status]).toEqual([400, 400])
    expect((await read(address, maya.token)).headers.get('cache-control')).toBe('private, no-store')

    await stage.act(`products/${kettle.id}/restore`)
    expect([await readersOf(address), (await preview()).status]).toEqual([everyone, 200])
  })

  it('are shown to everyone while something else shows them', async () => {
    const [mug, cup] = [await stage.post(maya, 'Mug'), await stage.post(maya, 'Cup')]
    const shared = await upload(maya)
    for (const { id } of [mug, cup]) await patch(maya, id, { image_url: shared })
    await stage.act(`products/${mug.id}/hide`)
    expect(await readersOf(shared)).toEqual(everyone)
    await stage.act(`products/${cup.id}/hide`)
    expect(await readersOf(shared)).toEqual(insiders)
    const face = await upload(maya, '')
    await stage.app.request('PATCH', '/api/v1/me', { token: maya.token, body: { avatar_url: face } })
    await patch(maya, cup.id, { image_url: face })
    expect(await readersOf(face)).toEqual(everyone)
  })

  it('are not shown to former admins, and admins without their second step', async () => {
    const pan = await stage.post(maya, 'Pan')
    const address = await upload(maya)
    await patch(maya, pan.id, { image_url: address })
    await stage.act(`products/${pan.id}/hide`)
    const former = await signUpAdmin(stage.app)
    expect((await read(address, former.token)).status).toBe(200)
    const strict = await startTestApp({
      env: { DATA_DIR: dataDir, ADMIN_TWO_STEP: 'required' },
      database: stage.app.database,
    })
    for (const target of [address, `/api/v1/products/${pan.id}`]) {
      const answer = await strict.request('GET', target, { token: former.token })
      expect([target, answer.body.message]).toEqual([target, expect.stringContaining('not found')])
    }
    await strict.close()
    await setRole(stage.app, former, 'user')
    expect((await read(address, former.token)).status).toBe(400)
  })
})

describe('the pictures of a suspended account', () => {
  it('are shown to admins only, the avatar too, until it is restored', async () => {
    const lena = await stage.person('Lena')
    const lamp = await stage.post(lena, 'Lamp')
    const [photo, face, unused] = [await upload(lena), await upload(lena, ''), await upload(lena)]
    await patch(lena, lamp.id, { image_url: photo })
    await stage.app.request('PATCH', '/api/v1/me', { token: lena.token, body: { avatar_url: face } })
    const all = [photo, face, unused]
    const readers = () => Promise.all(all.map(readersOf))
    expect(await readers()).toEqual(all.map(() => everyone))
    await stage.act(`accounts/${lena.id}/suspend`)
    expect(await readers()).toEqual(all.map(() => ['admin']))
    expect((await read(face, lena.token)).status).toBe(400)
    await stage.act(`accounts/${lena.id}/restore`)
    expect(await readers()).toEqual(all.map(() => everyone))
  })
})

describe('a removed picture', () => {
  it('is gone for everyone else at once, before its file is removed: of a hidden product too', async () => {
    const [pot, jug] = [await stage.post(maya, 'Pot'), await stage.post(maya, 'Jug')]
    const [hidden, replaced, shared, face] = [
      await upload(maya),
      await upload(maya),
      await upload(maya),
      await upload(maya, ''),
    ]
    await patch(maya, pot.id, { image_url: replaced })
    await patch(maya, pot.id, { image_url: hidden })
    await stage.act(`products/${pot.id}/hide`)
    await patch(maya, jug.id, { image_url: shared })
    await stage.app.request('DELETE', `/api/v1/products/${pot.id}`, { token: maya.token })
    const avatar = (avatar_url: string) =>
      stage.app.request('PATCH', '/api/v1/me', { token: maya.token, body: { avatar_url } })
    await avatar(face)
    await avatar(await upload(maya, ''))
    for (const gone of [hidden, replaced, face]) expect(await readersOf(gone)).toEqual(insiders)
    expect(await readersOf(shared)).toEqual(everyone)
  })

  it('stays for everyone while something else shows it', async () => {
    const [tray, bowl] = [await stage.post(maya, 'Tray'), await stage.post(maya, 'Bowl')]
    const shared = await upload(maya)
    for (const { id } of [tray, bowl]) await patch(maya, id, { image_url: shared })
    await stage.app.request('DELETE', `/api/v1/products/${tray.id}`, { token: maya.token })
    expect(await readersOf(shared)).toEqual(everyone)
  })

  it('is gone at once with the account', async () => {
    const leo = await stage.person('Leo')
    const pan = await stage.post(leo, 'Pan')
    const photo = await upload(leo)
    await patch(leo, pan.id, { image_url: photo })
    await stage.app.request('DELETE', '/api/v1/me', {
      token: leo.token,
      body: { username: leo.username, password: leo.password },
    })
    expect(await readersOf(photo)).toEqual(['admin'])
  })
})

describe('what caches may keep', () => {
  it('is asked for again by a CDN after five minutes, so that withholding reaches it', async () => {
    const mat = await stage.post(maya, 'Mat')
    const address = await upload(maya)
    await patch(maya, mat.id, { image_url: address })
    const caching = async (target: string) => (await read(target)).headers.get('cache-control')
    const expected = 'public, max-age=31536000, s-maxage=300, immutable'
    expect(await caching(address)).toBe(expected)
    const page = await (await read(`/l/${mat.short_link_id}`)).text()
    const preview = /property="og:image" content="([^"]+)"/.exec(page)?.[1] ?? ''
    const { pathname, search } = new URL(preview.replaceAll('&amp;', '&'))
    expect(await caching(pathname + search)).toBe(expected)
  })
})
